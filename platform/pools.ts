import { isObject, type PlatformRecord } from './answer';
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

/** A service as a list shows it. */
export interface ListedService {
	serviceKey: string;
	name: string;
}

/**
 * Finds service keys and names in the answer of “services of the merchant”. The contract does not show that record, so
 * it tries the names that the contract uses elsewhere for the service key.
 */
export function servicesIn(records: PlatformRecord[]): ListedService[] {
	return records.flatMap((record) => {
		const serviceKey = firstText([record.serviceKey, record.apikey, record.apiKey]);
		if (serviceKey === undefined) return [];
		const shown = firstText([record.serviceName, record.name, record.service]);
		return [{ serviceKey, name: shown === undefined ? serviceKey : `${shown} (${serviceKey})` }];
	});
}

function firstText(values: unknown[]): string | undefined {
	const found = values.find((value) => value !== '' && /^(string|number)$/.test(typeof value));
	return found === undefined ? undefined : String(found);
}

const operatorNames = ['operator', 'operatorCode', 'mno', 'mnocode', 'operators'];

/**
 * Collects every operator code that a record names, at any depth: the contract does not show where services and
 * packages carry theirs.
 *
 * @returns each code once, sorted
 */
export function operatorCodesIn(value: unknown): string[] {
	return [...new Set(codesIn(value, false))].sort();
}

function codesIn(value: unknown, isOperator: boolean): string[] {
	if (typeof value === 'string') {
		return isOperator && /^[A-Z]{2}_[A-Z0-9_-]+$/.test(value) ? [value] : [];
	}
	if (Array.isArray(value)) return value.flatMap((entry) => codesIn(entry, isOperator));
	if (!isObject(value)) return [];
	return Object.entries(value).flatMap(([name, entry]) =>
		codesIn(entry, operatorNames.includes(name)),
	);
}
