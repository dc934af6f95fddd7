import { textOf } from './input';

/** Whether the platform answered, can't have acted, so that sending again does no harm, or may have acted. */
export type Certainty = 'answered' | 'notProcessed' | 'inDoubt';

/** An answer of the platform; the body is parsed when it is JSON, text otherwise. */
export interface PlatformAnswer {
	status: number;
	body: unknown;
	retryAfterMs?: number;
}

export type PlatformRecord = Record<string, unknown>;

/** A refusal in the platform's words; `field` names the field of the node that was wrong. */
export interface Refusal {
	code?: string;
	words?: string;
	field?: string;
}

/** The ways an operation can end that are no error: the names of their outputs by the value of `outcome` on its items. */
export type Outcomes = Readonly<Record<string, string>>;

/** Whether an answer has a status of success: 2xx (RFC 9110, 15.3). */
export function isSuccess(status: number): boolean {
	return status >= 200 && status <= 299;
}

/** Whether a status means temporary trouble, which may come after the platform acted (RFC 9110, 15). */
export function isPassing(status: number): boolean {
	return status === 408 || status >= 500;
}

/** The certainty after an answer: 401 and 429 come before anything is done; 408, 5xx and a gateway's page may come after. */
export function certaintyOfAnswer(status: number, body: unknown): Certainty {
	if (status === 401 || status === 429) return 'notProcessed';
	if (isPassing(status)) return 'inDoubt';
	const isOwn = isSuccess(status) ? textIn(body) === undefined : isObject(body);
	return isOwn ? 'answered' : 'inDoubt';
}

/** The ID of the transaction that an answer names; then something was begun, whatever else it says. */
export function transactionNamed(body: unknown): string | undefined {
	const outer = Array.isArray(body) ? body : [body];
	const inner = outer.filter(isObject).flatMap((record) => Object.values(record).flat());
	const ids = [...outer, ...inner]
		.filter(isObject)
		.flatMap((record) => transactionIds.map((name) => record[name]));
	return ids.map((id) => (id === 0 ? undefined : textOrNumberIn(id))).find(Boolean);
}

/** The contract's names for the ID of a transaction. */
const transactionIds = [
	'transactionId',
	'transactionid',
	'encryptedTransactionId',
	'dataTransactionId',
];

/** The records in an answer: a list, one record, or an object whose only field is the list; undefined for anything else. */
export function recordsOf(body: unknown): PlatformRecord[] | undefined {
	if (isRecordList(body)) return body;
	if (!isObject(body)) return undefined;
	const [value, ...others] = Object.values(body);
	return others.length === 0 && isRecordList(value) ? value : [body];
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): value is PlatformRecord[] {
	return Array.isArray(value) && value.every(isObject);
}

/** Whether a value is missing, or text in which nothing is seen. */
export function isNothing(value: unknown): boolean {
	if (typeof value !== 'string') return value === undefined || value === null;
	// Most texts show something at their first character.
	return value === '' || ((value < '!' || value > '~') && !textOf(value));
}

/** The trimmed text of a value; undefined for blank text and anything else. */
export function textIn(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A number, also as plain decimal text; undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	const text = textIn(value) ?? '';
	return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The text of a value that a platform may write as a number, such as an ID; undefined for blank text and anything else. */
export function textOrNumberIn(value: unknown): string | undefined {
	return typeof value === 'number' ? String(value) : textIn(value);
}

/** A boolean, also as text, as in a sample of the contract; undefined for anything else. */
export function flagIn(value: unknown): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** The fields of a record that aren't undefined. */
export function withoutGaps<T extends object>(record: T): Partial<T> {
	const given = Object.entries(record).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given) as Partial<T>;
}
