import { z } from 'zod';
import { isObject } from './isObject';
import { remembered } from './remembered';
import { isDenying, isDoubtful, isFailing, isGood, isRefusing, stateNames } from './stateWords';

const text = z.string().trim().min(1);

/**
 * The fields in which a platform says why it refused. The contract shows `status` and `errorMessage` for payments
 * and leaves the error bodies of the other operations open, so the usual names are read as well.
 */
const refusalFields = z.object({
	status: text.optional().catch(undefined),
	code: text.optional().catch(undefined),
	error: text.optional().catch(undefined),
	errorCode: text.optional().catch(undefined),
	errorMessage: text.optional().catch(undefined),
	errorDescription: text.optional().catch(undefined),
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
		body.errorCode ??
		body.error ??
		body.transactionState ??
		body.actionStatus ??
		body.sessionStatus,
	words:
		body.errorMessage ??
		body.errorDescription ??
		body.error_description ??
		body.message ??
		(body.status === undefined && body.code === undefined ? undefined : body.error),
	field: body.field,
}));

/** What a platform said when it refused. */
export type Refusal = z.infer<typeof refusalBody>;

/** What else such a body may hold, besides fields called after errors; with any other field it is a record. */
const fieldsOfRefusal = new Set([
	...Object.keys(refusalFields.shape),
	'success',
	'ok',
	'statusCode',
	'httpStatus',
	'timestamp',
	'path',
]);

/** The fields in which an answer says how it went. */
const states = ['code', ...stateNames];

/** The fields in which it may repeat its HTTP status. */
const statuses = ['status', 'statusCode', 'httpStatus'];

/** The names of fields that have something to say when something went wrong. */
const faulty =
	/^(error|fault|failure|exception)s?_?(code|message|msg|text|type|desc(ription)?|detail|reason|string|info|cause)?s?$/i;

/** The fields in which an answer may be wrapped. */
const wrapping = /^(data|result|response|transaction|gift|assignment|status|body|payload)$/i;

/** Whether an object says that something went wrong with it, whatever else it holds. */
export function complains(body: Record<string, unknown>): boolean {
	if (isDenying(body) || statuses.some((name) => isHttpError(body[name]))) return true;
	const said = states.map((name) => body[name]);
	if (said.some((state) => isFailing(state) || isRefusing(state))) return true;
	return Object.keys(body).some((name) => {
		const kind = kindOf(name);
		if (kind === 'plain') return false;
		const value = body[name];
		return kind === 'faulty' ? isComplaint(value) : isObject(value) && complains(value);
	});
}

/** As `complains`, or that nobody can tell how it went. */
export function leavesDoubt(body: Record<string, unknown>): boolean {
	return complains(body) || states.some((name) => isDoubtful(body[name]));
}

const kindOf = remembered((name) =>
	faulty.test(name) ? 'faulty' : wrapping.test(name) ? 'wrapping' : 'plain',
);

function isHttpError(value: unknown): boolean {
	return Number(value) >= 400 && Number(value) <= 599;
}

/** Some platforms send the field in any case, and write into it that there is nothing to say. */
function isComplaint(value: unknown): boolean {
	if (typeof value === 'string') return !nothingSaid.test(value) && !praise.test(value);
	if (typeof value === 'number') return value !== 0 && (value < 200 || value > 299);
	if (typeof value !== 'object' || value === null) return value === true;
	const { code = '', status = '' } = value as Record<string, unknown>;
	const isCodeOfSuccess = [code, status].some((one) => one !== '' && !isComplaint(one));
	return !isCodeOfSuccess && Object.values(value).some(isComplaint);
}

const nothingSaid =
	/^\W*([a-z]{0,3}0+|2\d\d|n\W?a|none|null|false|ok(\W+done)?|success|no[ _-]?(errors?|faults?)( (occurred|found))?)?\W*$/i;

/** A text that says nothing but that all went well. */
const praise =
	/^\W*(the )?(operation|transaction|request|gift|payment|data)?\s*((was|is|has been) )?(successful(ly)?|completed|done|accepted|processed|executed|assigned)( successfully)?\W*$/i;

/** Whether a body is no record but says that something went wrong, whatever the HTTP status: some platforms say 200. */
export function saysItFailed(body: unknown): boolean {
	if (!isObject(body)) return false;
	const isOfRefusal = (name: string) => fieldsOfRefusal.has(name) || faulty.test(name);
	// The code of a record may be that of anything.
	return Object.keys(body).every(isOfRefusal) && (complains(body) || isHttpError(body.code));
}

/** Whether a body says in one of its fields that all went well. */
export function saysItWentWell(body: Record<string, unknown>): boolean {
	const isWord = typeof body.message === 'string' && /^\W*\w+\W*$/.test(body.message);
	const said = isWord ? [...states, 'message'] : states;
	return said.some((name) => isGood(body[name])) || String(body.success) === 'true';
}

/** Whether a body says that what was asked is wrong or not allowed, so that asking again is no use. */
export function blamesTheRequest(body: unknown): boolean {
	if (!isObject(body) || states.some((name) => isGood(body[name]))) return false;
	// A sentence may hold such a word by chance.
	const isCode = typeof body.error === 'string' && /^\w+$/.test(body.error);
	return [body.status, body.code, body.errorCode, isCode && body.error].some(isRefusing);
}

/** Reads the body of a refusal, which may be wrapped; a body of any other shape says nothing. */
export function readRefusal(body: unknown): Refusal {
	const own = readFields(body);
	if (own.code !== undefined || own.words !== undefined || !isObject(body)) return own;
	const inner = Object.entries(body)
		.filter(([name]) => faulty.test(name) || wrapping.test(name))
		.map(([, value]) => readFields(Array.isArray(value) ? value[0] : value));
	return inner.find(({ code, words }) => code !== undefined || words !== undefined) ?? own;
}

function readFields(body: unknown): Refusal {
	const read = refusalBody.safeParse(body);
	return read.success ? read.data : { code: undefined, words: undefined, field: undefined };
}
