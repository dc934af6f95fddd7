import { isObject, isSuccess, type PlatformAnswer, type PlatformRecord } from './answer';
import { normalizePrice } from './amounts';
import {
	normalizeCountry,
	normalizeMsisdn,
	normalizeOperatorCode,
	normalizeServiceKey,
} from './identifiers';
import { InputError, quoted, textOf } from './input';
import { mask, masking } from './redact';
import { normalizeUtcTime } from './times';

/**
 * How the platform takes a field's value (contract, “Query APIs”). A `choice` has values the contract shows; others pass,
 * and `null` is no value. `localRange` is a time on the customer's clock and sent unchanged. A range can have two bounds, both excluded.
 */
export type FieldKind =
	'text' | 'number' | 'flag' | 'time' | 'timeRange' | 'localRange' | 'priceRange' | 'choice';

/** The fields of a record by name. Those that aren't listed are text. */
export type RecordFields = Readonly<Record<string, { kind: FieldKind }>>;

type Range = Partial<Record<'gt' | 'lt', string>>;

const byName: Record<string, (value: unknown) => string> = {
	msisdn: normalizeMsisdn,
	operator: normalizeOperatorCode,
	country: normalizeCountry,
	serviceKey: normalizeServiceKey,
};

/**
 * Makes the body of a search from what a person filled in: a field by its name, the bounds of a range by its name and
 * `From` or `To`. Empty values are left out.
 *
 * @param zone the workflow's time zone, in which a time without an offset was meant
 * @throws InputError when a value does not fit its field
 */
export function searchBody(
	filters: Record<string, unknown>,
	fields: RecordFields,
	zone: string,
): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	const ranges: Record<string, Range> = {};
	for (const [name, value] of Object.entries(filters)) {
		if (value === '' || value === null || value === undefined) continue;
		const [, rangeName = '', bound] = /^(.+)(From|To)$/.exec(name) ?? [];
		const kind = fields[rangeName]?.kind;
		if (isRange(kind)) {
			const text = within(name, () => boundOf(value, kind, zone));
			ranges[rangeName] = { ...ranges[rangeName], [bound === 'From' ? 'gt' : 'lt']: text };
		} else {
			body[name] = within(name, () => valueOf(name, value, fields[name]?.kind, zone));
		}
	}
	const doubled = Object.keys(ranges).find((name) => name in body);
	if (doubled) {
		throw new InputError(
			'must be either one value or a range',
			'Remove one of the two filters.',
			doubled,
		);
	}
	return { ...body, ...ranges };
}

/** Whether a field of this kind can be filtered by a range. */
export function isRange(kind: FieldKind | undefined): boolean {
	return kind === 'timeRange' || kind === 'localRange' || kind === 'priceRange';
}

function boundOf(value: unknown, kind: FieldKind | undefined, zone: string): string {
	if (kind === 'priceRange') return normalizePrice(value);
	return kind === 'timeRange' ? normalizeUtcTime(value, zone) : textOf(value);
}

function valueOf(name: string, value: unknown, kind: FieldKind | undefined, zone: string): unknown {
	const normalize = byName[name];
	if (normalize) return normalize(value);
	if (kind === 'time' || kind === 'timeRange') return normalizeUtcTime(value, zone);
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	if (kind === 'choice' && text === 'null') return null;
	if (kind === 'flag') {
		if (!/^(true|false)$/i.test(text)) {
			throw new InputError('must be true or false', `Replace ${quoted(text)}.`);
		}
		return text.toLowerCase() === 'true';
	}
	if (kind === 'number' || kind === 'priceRange') {
		if (!/^-?\d+(\.\d+)?$/.test(text)) {
			throw new InputError('must be a number', `Write ${quoted(text)} in digits.`);
		}
		const number = Number(text);
		return Number.isInteger(number) && !Number.isSafeInteger(number) ? text : number;
	}
	return text;
}

/** Names the field in the error of its value. */
function within<T>(name: string, make: () => T): T {
	const refuse = (error: unknown): never => {
		if (!(error instanceof InputError)) throw error;
		throw new InputError(error.message, error.nextStep, name);
	};
	try {
		return make();
	} catch (error) {
		return refuse(error);
	}
}

/**
 * The records in the answer of a search: older platforms send one, newer ones a list (public facts, “Query APIs”).
 *
 * @returns undefined when the answer is neither
 */
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
	return typeof value === 'number' ? String(value) === id : value === id;
}

/** The filter by which a transaction is found: an ID that has more than digits is encrypted. */
export function transactionFilter(id: string): Record<string, string> {
	return /^\d+$/.test(id) ? { transactionId: id } : { encryptedTransactionId: id };
}

/** Whether a record is the transaction with this ID, plain or encrypted. */
export function isTransaction(record: PlatformRecord, id: string): boolean {
	return hasId(record.transactionId, id) || record.encryptedTransactionId === id;
}

/** The words of a message that can be a PIN: letters and digits, at least four of them. */
const maybePin = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)[A-Za-z0-9]{4,20}(?![A-Za-z0-9])/g;

/** A record with the customer's PIN masked, also in the SMS that carried it: it is a secret, and useless afterwards. */
export function withoutPin(record: PlatformRecord): PlatformRecord {
	const { pinIdentification: pin, mtMessage } = record;
	const hasPin = pin !== undefined && pin !== null;
	const message =
		typeof mtMessage === 'string' &&
		masking(mtMessage, hasPin ? [String(pin)] : []).replace(maybePin, mask);
	return {
		...record,
		...(hasPin && { pinIdentification: mask }),
		...(message !== false && { mtMessage: message }),
	};
}
