import {
	flagIn,
	isObject,
	isSuccess,
	numberIn,
	textOrNumberIn,
	type PlatformAnswer,
	type PlatformRecord,
} from './answer';
import { normalizePrice, readExactPrice } from './amounts';
import { normalizeCountry } from './identifiers';
import { InputError, naming, shortened, requiredText, textOf } from './input';
import { phoneAsEntered } from './phoneNumber';
import { mask, masking } from './redact';
import { normalizeLocalTime, normalizeUtcTime } from './times';

/** How the platform takes a value (contract, “Query APIs”). `choice` also takes `null`; `localRange` is the customer's clock. */
export type FieldKind = keyof typeof readers;

/** The searchable fields of a record, by name. */
export type RecordFields = Readonly<Record<string, { kind: FieldKind }>>;

/** A condition: a field by its name, or a bound of its range by its name and `From` or `To`; null is no value. */
export type Filter = [name: string, value: unknown];

type Range = Partial<Record<'gt' | 'lt', string>>;

const readers = {
	text: requiredText,
	phone: phoneAsEntered,
	number: readNumber,
	id: readId,
	flag: readFlag,
	time: normalizeUtcTime,
	timeRange: normalizeUtcTime,
	localRange: normalizeLocalTime,
	country: normalizeCountry,
	price: readExactPrice,
	priceRange: readExactPrice,
	choice: (value: unknown) => (textOf(value) === 'null' ? null : textOf(value)),
} satisfies Record<string, (value: unknown, zone: string) => unknown>;

/**
 * Makes the body of a search. @param zone the workflow's, of times without an offset @throws InputError for a wrong
 * value, and for a name that is no field's or occurs twice: the platform ignores it, and finds everything
 */
export function searchBody(
	filters: Filter[],
	fields: RecordFields,
	zone: string,
): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	const ranges: Record<string, Range> = {};
	for (const [name, value] of filters) {
		naming(name, () => {
			const { field, kind, bound } = conditionOf(name, fields);
			const range = ranges[field];
			if (bound ? range?.[bound] !== undefined : field in body) throw repeated();
			if (bound ? field in body : range) throw mixed();
			if (bound && isRange(kind)) ranges[field] = { ...range, [bound]: bounds[kind](value, zone) };
			else body[field] = value === null ? null : readers[kind](value, zone);
		});
	}
	return { ...body, ...ranges };
}

function conditionOf(
	name: string,
	fields: RecordFields,
): { field: string; kind: FieldKind; bound?: keyof Range } {
	const [, ranged = '', end] = /^(.+)(From|To)$/.exec(name) ?? [];
	const [own, other] = [shownField(name, fields), shownField(ranged, fields)];
	if (own) return { field: name, kind: own.kind };
	if (other && isRange(other.kind)) {
		return { field: ranged, kind: other.kind, bound: end === 'From' ? 'gt' : 'lt' };
	}
	if (other) {
		throw new InputError(
			'must be one value: the field has no range',
			`Use ${ranged} without From or To.`,
		);
	}
	throw new InputError(
		'must be the name of a field',
		`Copy the name of the field from an item with Simplify off, in place of “${shortened(name)}”.`,
	);
}

function shownField(name: string, fields: RecordFields) {
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

const oneTooMany = 'Remove one of the two filters.';
const repeated = () => new InputError('must be set only once', oneTooMany);
const mixed = () => new InputError('must be either one value or a range', oneTooMany);

export function isRange(kind: FieldKind): kind is keyof typeof bounds {
	return kind in bounds;
}

const bounds = {
	timeRange: normalizeUtcTime,
	localRange: normalizeLocalTime,
	priceRange: normalizePrice,
};

function readFlag(value: unknown): boolean {
	const text = typeof value === 'boolean' ? String(value) : textOf(value);
	const flag = flagIn(text);
	if (flag !== undefined) return flag;
	throw new InputError('must be true or false', `Replace “${shortened(text)}”.`);
}

/** A number; as text where it has more digits than a number of JavaScript's. */
function readNumber(value: unknown): number | string {
	const text = textOf(value);
	const number = numberIn(text);
	if (number === undefined) {
		throw new InputError('must be a number', `Write “${shortened(text)}” in digits.`);
	}
	return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
}

/** An ID: a number where it's plain, text where it's encrypted. */
export function readId(value: unknown): number | string {
	const text = requiredText(value);
	return /^\d+$/.test(text) ? readNumber(text) : text;
}

export type RecordKind = 'subscriptions' | 'transactions';

/** n8n drops an empty body, but the platform requires one. This filter matches every record: all are later than 1970. */
const everything = {
	subscriptions: { timeSubscribed: { gt: '1970-01-01 00:00:00' } },
	transactions: { timeCharged: { gt: '1970-01-01 00:00:00' } },
};

/** Searches records, with the login of searches (contract, “Query APIs”, 10 and 11). @param filters all records if empty */
export function searchRequest(kind: RecordKind, filters: Record<string, unknown>) {
	const body = Object.keys(filters).length > 0 ? filters : everything[kind];
	return { method: 'POST' as const, path: `/v1/${kind}`, body, searchLogin: true };
}

/** The records of a search: older platforms send one, newer ones a list (public facts, “Query APIs”); else undefined. */
export function recordsFound({ status, body }: PlatformAnswer): PlatformRecord[] | undefined {
	if (isNotFound(status, body)) return [];
	if (!isSuccess(status)) return undefined;
	if (Array.isArray(body)) return body.every(isObject) ? body : undefined;
	const isRecord = isObject(body) && (body.transactionId ?? body.subscriptionId ?? null) !== null;
	return isRecord ? [body] : undefined;
}

/** Whether the platform found nothing and says so in another way than by an empty list. */
export function isNotFound(status: number, body: unknown): boolean {
	return status === 404 && isObject(body) && body.status === 'NOT_FOUND';
}

/** Whether a record has this ID: a platform shows it as a number or as text. */
export function hasId(value: unknown, id: string): boolean {
	return textOrNumberIn(value) === id;
}

/** The filter that finds a transaction: an ID that isn't only digits is encrypted. */
export function transactionFilter(id: string): Record<string, number | string> {
	return /^\d+$/.test(id) ? { transactionId: readId(id) } : { encryptedTransactionId: id };
}

/** Whether a record is the transaction with this ID, plain or encrypted. */
export function isTransaction(record: PlatformRecord, id: string): boolean {
	return hasId(record.transactionId, id) || record.encryptedTransactionId === id;
}

/** The words of a message that can be a PIN: letters and digits, at least four of them. */
const pinPattern = /(?<![A-Za-z0-9])(?=[A-Za-z]{0,20}\d)[A-Za-z0-9]{4,20}(?![A-Za-z0-9])/g;

/** A record with the customer's PIN masked, also in the SMS that carried it: it is a secret, and useless afterwards. */
export function withoutPin(record: PlatformRecord): PlatformRecord {
	const { pinIdentification: pin, mtMessage } = record;
	const hasPin = pin !== undefined && pin !== null;
	const message =
		typeof mtMessage === 'string' &&
		masking(mtMessage, hasPin ? [String(pin)] : []).replace(pinPattern, mask);
	return {
		...record,
		...(hasPin && { pinIdentification: mask }),
		...(message !== false && { mtMessage: message }),
	};
}
