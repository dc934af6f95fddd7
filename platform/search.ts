import { isObject, isSuccess, type PlatformAnswer, type PlatformRecord } from './answer';
import { normalizePrice } from './amounts';
import { InputError, onInputError, quoted, requiredText, textOf } from './input';
import { msisdnAsEntered } from './phoneNumber';
import { mask, masking } from './redact';
import { normalizeUtcTime } from './times';

/**
 * How the platform takes a field's value (contract, “Query APIs”). A `choice` has values the contract shows; others pass,
 * and `null` is no value. A range has bounds alone, both excluded; a `localRange` is on the customer's clock and sent
 * unchanged.
 */
export type FieldKind = keyof typeof readers;

/** The fields of a record by name: what it is searched by. */
export type RecordFields = Readonly<Record<string, { kind: FieldKind }>>;

const readers = {
	text: requiredText,
	phone: msisdnAsEntered,
	id: readId,
	flag: readFlag,
	timeRange: normalizeUtcTime,
	localRange: requiredText,
	priceRange: normalizePrice,
	choice: (value: unknown) => (textOf(value) === 'null' ? null : textOf(value)),
} satisfies Record<string, (value: unknown, zone: string) => unknown>;

/**
 * Makes the body of a search. n8n passes on only filters that the panel offers.
 *
 * @param filters values by field; a bound of a range by the field's name and `From` or `To`
 * @param zone the workflow's time zone, in which a time without an offset was meant
 * @throws InputError when a value does not fit its field
 */
export function searchBody(
	filters: Record<string, unknown>,
	fields: RecordFields,
	zone: string,
): Record<string, unknown> {
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(filters)) {
		const [, ranged = '', end] = /^(.+)(From|To)$/.exec(name) ?? [];
		const field = ranged in fields ? ranged : name;
		const { kind = 'text' } = fields[field] ?? {};
		const read = onInputError(
			() => readers[kind](value, zone),
			({ message, nextStep }) => {
				throw new InputError(message, nextStep, name);
			},
		);
		const bounds = body[field] as object | undefined;
		body[field] = field === ranged ? { ...bounds, [end === 'To' ? 'lt' : 'gt']: read } : read;
	}
	return body;
}

/** Whether a field of this kind is filtered by bounds. */
export function isRange(kind: FieldKind): boolean {
	return kind === 'timeRange' || kind === 'localRange' || kind === 'priceRange';
}

function readFlag(value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
	throw new InputError('must be true or false', `Replace ${quoted(text)}.`);
}

/** An ID: a number where it's plain and no digit gets lost, else text. */
function readId(value: unknown): number | string {
	const text = requiredText(value);
	return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
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
