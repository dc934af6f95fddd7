import { isNothing, isObject, recordsOf, transactionNamed, type PlatformRecord } from './answer';
import { stateOfRecord } from './ledger';
import { saysMore, saysYes, verdictOn } from './verdict';

/** What a gift asks for, by the platform's names (contract, “Data gifting assignment request”). */
interface Asked {
	serviceKey: string;
	msisdn: string;
	clientId?: string;
	amount: number;
}

/**
 * The records of a 2xx answer that proves a gift, whose response the contract doesn't show. A known word of success
 * proves it, an ID or what was asked for repeated, and so do an empty body, `{}` and an empty list. Prose and codes beside an ID
 * may say no.
 *
 * @returns undefined where the answer proves nothing
 */
export function recordsGiven(body: unknown, asked: Asked): PlatformRecord[] | undefined {
	const isEmpty = isNothing(body) || (isObject(body) && Object.keys(body).length === 0);
	const records = isEmpty ? [] : recordsOf(body);
	return records?.every((record) => proves(record, asked)) ? records : undefined;
}

function proves(record: PlatformRecord, asked: Asked): boolean {
	// A body may hold the gift in a field such as `data`.
	const parts = [record, ...Object.values(record).flat().filter(isObject)];
	return parts.every(saysNothingElse) && parts.some((part) => saysSo(part, asked));
}

function saysNothingElse(record: PlatformRecord): boolean {
	const isOk = verdictOn({ ...record, status: undefined }) === 'ok';
	return isOk && stateOfRecord(record) === 'done' && (saysYes(record) || !saysMore(record));
}

function saysSo(record: PlatformRecord, asked: Asked): boolean {
	const id = transactionNamed({ ...record, transactionId: record.transactionId ?? record.id });
	return saysYes(record) || id !== undefined || repeats(record, asked);
}

/** Whether a record is the request itself: the customer, and the reference or the amount. */
function repeats(record: PlatformRecord, { msisdn, clientId, amount }: Asked): boolean {
	const isOwn = clientId !== undefined && record.clientId === clientId;
	return String(record.msisdn) === msisdn && (isOwn || Number(record.amount) === amount);
}
