import { z } from 'zod';
import { isDenied, isFailing, isGood, isRefusing, stateNames } from './stateWords';

const text = z.string().trim().min(1);

/**
 * The fields in which a platform says why it refused. The contract shows `status` and `errorMessage` for payments
 * and leaves the error bodies of the other operations open, so the usual names are read as well.
 */
const refusalFields = z.object({
	status: text.optional().catch(undefined),
	code: text.optional().catch(undefined),
	error: text.optional().catch(undefined),
	errorMessage: text.optional().catch(undefined),
	error_description: text.optional().catch(undefined),
	message: text.optional().catch(undefined),
	field: text.optional().catch(undefined),
	actionStatus: text.optional().catch(undefined),
	transactionState: text.optional().catch(undefined),
	sessionStatus: text.optional().catch(undefined),
});

const refusalBody = refusalFields.transform((body) => ({
	code:
		body.status ??
		body.code ??
		body.error ??
		body.transactionState ??
		body.actionStatus ??
		body.sessionStatus,
	words:
		body.errorMessage ??
		body.error_description ??
		body.message ??
		(body.status === undefined && body.code === undefined ? undefined : body.error),
	field: body.field,
}));

/** What a platform said when it refused. */
export type Refusal = z.infer<typeof refusalBody>;

/** What else such a body may hold; with any other field it is a record. */
const fieldsOfRefusal = new Set([
	...Object.keys(refusalFields.shape),
	'success',
	'errorType',
	'timestamp',
	'path',
]);

/** The fields in which an answer says how it went. */
const states = ['code', ...stateNames];

/** Whether an object says that something went wrong with it, whatever else it holds. */
export function complains(body: Record<string, unknown>): boolean {
	if (isDenied(body) || Number(body.status) >= 400) return true;
	const said = states.map((name) => body[name]);
	if (said.some((state) => isFailing(state) || isRefusing(state))) return true;
	return [body.error, body.errorMessage, body.errorType].some(isComplaint);
}

/** Some platforms send the field in any case, and write into it that there is nothing to say. */
function isComplaint(words: unknown): boolean {
	if (typeof words !== 'string') return false;
	return !/^\W*(0+|n\W?a|none|null|false|ok|no errors?|success)?\W*$/i.test(words);
}

/** Whether a body is no record but says that something went wrong, whatever the HTTP status: some platforms say 200. */
export function saysItFailed(body: unknown): boolean {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
	if (!Object.keys(body).every((name) => fieldsOfRefusal.has(name))) return false;
	return complains(body as Record<string, unknown>);
}

/** Whether a body says that what was asked is wrong or not allowed, so that asking again is no use. */
export function blamesTheRequest(body: unknown): boolean {
	if (typeof body !== 'object' || body === null) return false;
	const record = body as Record<string, unknown>;
	if (states.some((name) => isGood(record[name]))) return false;
	// A sentence may hold such a word by chance.
	const isCode = typeof record.error === 'string' && /^\w+$/.test(record.error);
	return [record.status, record.code, isCode && record.error].some(isRefusing);
}

/** Reads the body of a refusal; a body of any other shape says nothing. */
export function readRefusal(body: unknown): Refusal {
	const read = refusalBody.safeParse(body);
	return read.success ? read.data : { code: undefined, words: undefined, field: undefined };
}
