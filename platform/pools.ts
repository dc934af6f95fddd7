import {
	flagIn,
	isNothing,
	numberIn,
	type PlatformAnswer,
	type PlatformRecord,
	textIn,
} from './answer';
import { shortened } from './input';
import { matches } from './matching';
import { parseList } from './verdict';
import { isoOfUtcTime, millisecondsOfUtcTime } from './times';

const dayMs = 86_400_000;

/**
 * A balance entry (contract, “Data pool balance entry”) with `remainingAmount`, `remainingPercent` and `daysLeft`, less
 * than 0 once it has expired; unreadable values are left out. @param now Unix milliseconds
 */
export function withRemains(pool: PlatformRecord, now: number): PlatformRecord {
	const remainingAmount = remainingIn(pool);
	const percent = (100 * remainingAmount) / amountOf(pool.totalAmount);
	const end = millisecondsOfUtcTime(pool.expirationDate);
	const [warning] = doubtsOf(pool);
	return {
		// Rounded first, because decimals such as 0.3 less 0.1 are a little too low.
		...(Number.isFinite(percent) && { remainingPercent: Math.floor(Number(percent.toFixed(6))) }),
		...(end !== undefined && { daysLeft: Math.floor((end - now) / dayMs) }),
		...(Number.isFinite(remainingAmount) && { remainingAmount }),
		...(warning && { warning: `${warning[0]?.toUpperCase()}${warning.slice(1)}` }),
		...pool,
	};
}

/** The remainder that the platform shows, else total less assigned, from numbers or text; NaN where that can't be read. */
function remainingIn({ remainingAmount, totalAmount, assignedAmount }: PlatformRecord): number {
	return amountOf(remainingAmount ?? amountOf(totalAmount) - amountOf(assignedAmount));
}

const amountOf = (value: unknown) => numberIn(value) ?? NaN;

/** Asks for the data pools of a service at an operator (contract, “Data gifting”, 5). */
export function balanceRequest(query: { serviceKey: string; operator: string }) {
	return { method: 'GET' as const, path: '/datagifting/v1/services/balance', query };
}

function doubtsOf({ expirationDate }: PlatformRecord): string[] {
	const isRead = isNothing(expirationDate) || millisecondsOfUtcTime(expirationDate) !== undefined;
	if (isRead) return [];
	const written = shortened(JSON.stringify(expirationDate).replace(/^"|"$/g, ''));
	return [`a data pool counts as open, because its end can't be read: “${written}”`];
}

interface Remains {
	/** Pools have no unit (contract, “Data pool balance entry”): their amounts are taken for MB, as a gift's is. */
	megabytes: number;
	/** When the first pool with data left ends, as ISO 8601 in UTC. */
	endsAt?: string;
	doubts?: string[];
}

/**
 * The data in open pools of the service and operator that were `asked`; undefined where the answer doesn't tell.
 * @param now Unix milliseconds
 */
export function readRemains(
	answer: PlatformAnswer,
	asked: PlatformRecord,
	now: number,
): Remains | undefined {
	const isOpen = (pool: PlatformRecord) =>
		matches(pool, asked) && (millisecondsOfUtcTime(pool.expirationDate) ?? now) >= now;
	const pools = parseList(answer)?.filter(isOpen);
	const megabytes = pools?.map(remainingIn).reduce((sum, amount) => sum + amount, 0) ?? NaN;
	if (!pools || Number.isNaN(megabytes)) return undefined;
	const filled = pools.filter((pool) => remainingIn(pool) !== 0);
	const [endsAt] = filled
		.flatMap(({ expirationDate }) => isoOfUtcTime(expirationDate) ?? [])
		.sort();
	const doubts = [...new Set(filled.flatMap(doubtsOf))];
	return { megabytes, ...(endsAt && { endsAt }), ...(doubts.length > 0 && { doubts }) };
}

interface ListedService {
	serviceKey: string;
	/** With its key, to choose it by. */
	name: string;
	title?: string;
	cantGive?: string;
}

/** The contract's marks of a record that is switched off, on other records (“Subscribe / PIN response”, “Subscription record”). */
const isInactive = ({ active, status }: PlatformRecord) =>
	flagIn(active) === false || textIn(status)?.toUpperCase() === 'INACTIVE';

/** The contract shows no types: a type counts only if other services have one that names gifting. */
const isOfGifting = ({ type }: PlatformRecord) => /gift/i.test(textIn(type) ?? '');

/**
 * The account's services, by field names that the contract uses elsewhere, because it doesn't show a service's record.
 */
export function servicesIn(records: PlatformRecord[]): ListedService[] {
	const hasTypes = records.some(isOfGifting);
	return records.flatMap((record) => {
		const serviceKey = textIn(record.serviceKey) ?? textIn(record.apikey) ?? textIn(record.apiKey);
		if (serviceKey === undefined) return [];
		const name = textIn(record.serviceName) ?? textIn(record.name) ?? textIn(record.service);
		const type = hasTypes && !isOfGifting(record) ? textIn(record.type) : undefined;
		const otherType = type && `it is of the type ${type}`;
		const cantGive = isInactive(record) ? 'it is not active' : otherType;
		const label = name === undefined ? serviceKey : `${name} (${serviceKey})`;
		return [
			{ serviceKey, name: label, ...(name && { title: name }), ...(cantGive && { cantGive }) },
		];
	});
}

/** Reads the name of a service, and why it can't give data, from an answer with the account's services. */
export function readService(
	answer: PlatformAnswer,
	serviceKey: string,
): { service?: string; serviceName?: string } {
	const listed = servicesIn(parseList(answer) ?? []);
	const own = listed.find((service) => service.serviceKey === serviceKey);
	if (listed.length === 0) return {};
	if (!own) return { service: 'the account has no service with this key' };
	return { service: own.cantGive, serviceName: own.title };
}

/** Asks for the gifts of a service, or of one customer (contract, “Data gifting”, 3). */
export function giftsRequest(query: { serviceKey: string; msisdn?: string }) {
	return { method: 'GET' as const, path: '/datagifting/v1/transaction', query };
}

/** Asks for the account's services (contract, “Data gifting”, 4). */
export const servicesRequest = { method: 'GET' as const, path: '/datagifting/v1/services' };

/** The operators of a service, from the account's services; of all of them where none has this key. */
export function operatorsOf(services: PlatformRecord[], serviceKey: unknown): string[] {
	const own = services.filter((record) => servicesIn([record])[0]?.serviceKey === serviceKey);
	return operatorCodesIn(own.length > 0 ? own : services);
}

/** The operator codes in an answer, sorted: the contract shows only their form, and not where they are. */
function operatorCodesIn(answer: unknown): string[] {
	const codes = JSON.stringify(answer).match(/(?<=")[A-Z]{2}_[A-Z0-9_-]+(?=")/g) ?? [];
	return [...new Set(codes)].sort();
}
