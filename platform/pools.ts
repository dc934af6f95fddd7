import { isSuccess, listOf, textIn, type PlatformAnswer, type PlatformRecord } from './answer';
import { millisecondsOfUtcTime } from './times';

/**
 * Adds `remainingAmount` (total less assigned, in the unit the platform uses) to a data pool balance entry
 * (contract, “Data pool balance entry”), from numbers or text. An entry whose amounts cannot be read, or that has the
 * field already, is left as it came.
 */
export function withRemainingAmount(pool: PlatformRecord): PlatformRecord {
	const remainingAmount = amountOf(pool.totalAmount) - amountOf(pool.assignedAmount);
	return Number.isFinite(remainingAmount) ? { remainingAmount, ...pool } : pool;
}

function amountOf(value: unknown): number {
	const isText = typeof value === 'string' && value.trim() !== '';
	return typeof value === 'number' || isText ? Number(value) : NaN;
}

/**
 * What remains in data pools that have not expired. A pool whose `expirationDate` cannot be read counts as not expired.
 *
 * @param now Unix milliseconds
 * @returns MB, or undefined when a pool does not say how much it holds
 */
export function remainingIn(pools: PlatformRecord[], now: number): number | undefined {
	const sum = pools
		.filter(({ expirationDate }) => (millisecondsOfUtcTime(expirationDate) ?? now) >= now)
		.map((pool) => withRemainingAmount(pool).remainingAmount)
		.reduce((total: number, amount) => total + (typeof amount === 'number' ? amount : NaN), 0);
	return Number.isNaN(sum) ? undefined : sum;
}

/** Asks for the data pools of a service at an operator (contract, “Data gifting”, 5). */
export function balanceRequest(query: { serviceKey: string; operator: string }) {
	return { method: 'GET' as const, path: '/datagifting/v1/services/balance', query };
}

/** What remains, in MB, by an answer with data pools; undefined where it doesn't tell. @param now Unix milliseconds */
export function remainingTold({ status, body }: PlatformAnswer, now: number): number | undefined {
	const records = isSuccess(status) ? listOf(body) : undefined;
	return records && remainingIn(records, now);
}

/** A service as a list shows it. */
interface ListedService {
	serviceKey: string;
	name: string;
}

/**
 * The services in the answer of “services of the merchant”. The contract does not show that record, so it reads the
 * names it uses elsewhere for the service key and name.
 */
export function servicesIn(records: PlatformRecord[]): ListedService[] {
	return records.flatMap((record) => {
		const serviceKey = textIn(record.serviceKey) ?? textIn(record.apikey) ?? textIn(record.apiKey);
		if (serviceKey === undefined) return [];
		const name = textIn(record.serviceName) ?? textIn(record.name) ?? textIn(record.service);
		return [{ serviceKey, name: name === undefined ? serviceKey : `${name} (${serviceKey})` }];
	});
}

/**
 * The operator codes in an answer, wherever they are: the contract does not show where services and packages carry
 * theirs, only their form.
 *
 * @returns each code once, sorted
 */
export function operatorCodesIn(answer: unknown): string[] {
	const codes = JSON.stringify(answer).match(/(?<=")[A-Z]{2}_[A-Z0-9_-]+(?=")/g) ?? [];
	return [...new Set(codes)].sort();
}
