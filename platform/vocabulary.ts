import { flagIn, isNothing, numberIn, type PlatformRecord, textIn } from './answer';
import { verdictOn } from './verdict';
import { isoOfUtcTime } from './times';
import { texts } from './say';

/** The platform's names of a field of this package; the first one found counts. */
const platformNames: Readonly<Record<string, readonly string[]>> = {
	transactionId: ['transactionId', 'transactionid'],
	subscriptionId: ['subscriptionId', 'subscriptionid'],
	clientReference: ['merchantReference', 'clientReference', 'clientId', 'clientid'],
	userId: ['userId', 'userid'],
	serviceKey: ['serviceKey', 'apiKey', 'apikey'],
	operator: ['operator', 'operatorCode', 'mno'],
	country: ['country', 'countryCode'],
	price: ['endUserPrice', 'price'],
	status: ['actionStatus', 'sessionStatus', 'transactionState', 'status'],
	timeToExpire: ['timeToExpire', 'expirationDate', 'expirationdate'],
};

const ownNames = new Map(
	Object.entries(platformNames).flatMap(([own, names]) => names.map((name) => [name, own])),
);

/** The values that the contract shows, in its own spellings, and what they mean. */
export const actions = texts({
	CHARGE: 'Charge',
	REFUND: 'Refund',
	'SUB CANCEL': 'Subscription Canceled',
	'SUB_ADMIN CANCEL': 'Subscription Canceled by Operator',
	SUB_IDENTIFY: 'Subscription Identification',
	SUB_REMIND: 'Subscription Reminder',
	SUB_RENEW: 'Subscription Renewal',
	SUB_START: 'Subscription Start',
});

export const actionStatuses = texts({
	CANCELED: 'Canceled',
	COMPLETED: 'Completed',
	FAILED: 'Failed',
});

/** Fields that are no numbers to calculate with, though the platform may write them as such. */
const textual = /^(msisdn|clientReference|id|optInTrid|\w*Id)$/;

/** The platform's words for what notifications call `success`. */
const successes = ['COMPLETED', 'FINISHED'];

/**
 * A record in the words of this package: IDs as text, UTC times as ISO 8601, prices as numbers; empty fields left out.
 * @param fields to give; `all` keeps every field @param known values that the record may lack, by the platform's names
 */
export function simplified(
	record: PlatformRecord,
	fields: readonly string[] | 'all',
	known: PlatformRecord = {},
): PlatformRecord {
	const names = fields === 'all' ? namesIn({ ...known, ...record }) : fields;
	const entries = names.map((name) => {
		const value = valueOf(record, name);
		return [name, isNothing(value) ? valueOf(known, name) : value];
	});
	return Object.fromEntries(entries.filter(([, value]) => !isNothing(value))) as PlatformRecord;
}

/** The first fields, which say how the item ended. Fields named in neither list stand between the lists, as they came. */
const leading = ['outcome', 'event', 'summary', 'skipped', 'warning', 'attemptsLeft'];
const trailing = [
	...['operator', 'mccmnc', 'country', 'time', 'confirmedByLookUp', 'signatureChecked'],
	...['confirmed', 'userId', 'transactionId', 'refundTransactionId', 'subscriptionId'],
	...['clientReference', 'reference', 'serviceKey', 'merchantId', 'wouldSend', 'parameters'],
	...['unproven', 'raw'],
];
const ranks = new Map([...leading, '', ...trailing].map((name, rank) => [name, rank]));

/** An item with its fields in the order of all items: how it ended, what a person looks for, IDs last. */
export function inOrder(item: PlatformRecord): PlatformRecord {
	const fields = Object.entries(item).map(([name, value]) => {
		const rank = ranks.get(/^time[A-Z]/.test(name) ? 'time' : name) ?? leading.length;
		return { name, value, rank };
	});
	fields.sort((one, other) => one.rank - other.rank);
	return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}

function namesIn(record: PlatformRecord): string[] {
	return [...new Set(Object.keys(record).map((name) => ownNames.get(name) ?? name))];
}

function valueOf(record: PlatformRecord, name: string): unknown {
	const names = platformNames[name] ?? [name];
	const value = names.map((field) => record[field]).find((content) => !isNothing(content));
	if (name === 'status') return statusOf(value);
	if (name === 'errorType') return value ?? refusalIn(record);
	if (name === 'price') return numberIn(value) ?? value;
	if (name === 'active' || name === 'valid') return flagIn(value) ?? value;
	if (/^time[A-Z]/.test(name) && !name.endsWith('Local')) return isoOfUtcTime(value) ?? value;
	if (typeof value !== 'number' || !textual.test(name)) return value;
	// A 0 means that there is no ID.
	return value === 0 ? undefined : String(value);
}

function statusOf(value: unknown): unknown {
	const word = textIn(value);
	if (word === undefined) return value;
	return successes.includes(word) ? 'success' : word.toLowerCase();
}

function refusalIn({ status }: PlatformRecord): string | undefined {
	return verdictOn({ status }) === 'ok' ? undefined : textIn(status);
}
