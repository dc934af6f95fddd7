import {
	isNothing,
	isObject,
	isSuccess,
	type PlatformAnswer,
	type PlatformRecord,
	recordsOf,
	type Refusal,
	textIn,
	transactionNamed,
} from './answer';

/** The verdict of a 2xx body on its request where the contract does not show the response. */
type Verdict = 'ok' | 'refused' | 'unclear';

/** Fields that say yes or no, in the usual spellings. */
const flagNames = ['success', 'successful', 'succeeded', 'isSuccess', 'ok'];

/** Fields that tell of an error, in the usual spellings. */
const errorNames = [
	...['error', 'errors', 'errorMessage', 'errorCode', 'error_code', 'errorType'],
	...['errorDescription', 'error_description', 'fault', 'exception'],
];

/** Fields with a code, which may be one of success. */
const codeNames = ['code', 'statusCode', 'resultCode', 'returnCode', 'responseCode', 'result'];

/** Fields with prose, which may say anything. */
const proseNames = ['message', 'description', 'reason', 'detail', 'details', 'title'];

/** The contract's `status` and `errorType` values that refuse, and the usual words for no. */
const refusing =
	/^(INVALID_\w+|UNAUTHORIZED|INACTIVE|CHARGING_FAILED|\w+_LIMIT_EXCEEDED|SUBSCRIBER_BLACKLISTED|NOT_ENOUGH_CREDIT|REJECTED|REFUSED|DENIED|DECLINED)$/i;

const accepting = /^(ACCEPTED|ASSIGNED|OK|SUCCESS|COMPLETED|FINISHED)$/i;

/** 0 in any length, and the statuses of success of HTTP. */
const successCode = /^(0+|20[0-2])$/;

/** The verdict of a JSON body of a 2xx, such as `ok` for `{"status":"ACCEPTED"}`. An unknown body is unclear. */
export function verdictOn(body: unknown): Verdict {
	if (Array.isArray(body) || isNothing(body)) return 'ok';
	if (!isObject(body)) return 'unclear';
	const codes = ['status', ...codeNames, ...errorNames].map((name) => textIn(body[name]) ?? '');
	if (codes.some((code) => refusing.test(code))) return 'refused';
	const flags = flagsIn(body);
	if (flags.includes('no')) {
		// A no that names a transaction, or says yes as well, may not be one.
		const isNo = !saysYes(body) && transactionNamed(body) === undefined;
		return isNo ? 'refused' : 'unclear';
	}
	const isFine = errorNames.every((name) => isBlank(body[name])) && !flags.includes('unclear');
	const { status } = body;
	const isAccepted = isNothing(status) || isAccepting(status) || flagOf(status) === 'yes';
	return isFine && isAccepted ? 'ok' : 'unclear';
}

/** Whether a status or a flag of the body says that all went well, such as `OK` or `success: true`. */
export function saysYes(body: Record<string, unknown>): boolean {
	const words = [body.status, body.actionStatus, body.transactionState, body.result];
	return words.some(isAccepting) || flagsIn(body).includes('yes');
}

/** Whether a body holds prose, or a code that is none of success: it may say no in words of its own. */
export function saysMore(body: Record<string, unknown>): boolean {
	const hasProse = proseNames.some((name) => !isBlank(body[name]) && !isAccepting(body[name]));
	return hasProse || hasCode(body);
}

function hasCode(body: Record<string, unknown>): boolean {
	return codeNames.some((name) => {
		const value = body[name];
		if (isBlank(value) || typeof value === 'object' || flagOf(value) === 'yes') return false;
		return !isAccepting(value) && !successCode.test(String(value).trim());
	});
}

const isAccepting = (value: unknown) => accepting.test(textIn(value) ?? '');

/** The values of the fields that are flags; a status and a result are flags only as `true` and `false`. */
function flagsIn(body: Record<string, unknown>): string[] {
	const loose = [body.status, body.result].filter((value) => /^(true|false)$/i.test(String(value)));
	return [...flagNames.map((name) => body[name]), ...loose].flatMap((value) => flagOf(value) ?? []);
}

function flagOf(value: unknown): 'yes' | 'no' | 'unclear' | undefined {
	if (isNothing(value)) return undefined;
	const text = String(value).trim().toLowerCase();
	if (['true', '1', 'yes', 'y'].includes(text)) return 'yes';
	return ['false', '0', 'no', 'n'].includes(text) ? 'no' : 'unclear';
}

/** Whether a field that would tell of an error tells of none. */
function isBlank(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return isNothing(value) || value === false || /^(0+|none|null)$/i.test(String(value).trim());
}

/** Whether a body is an error though its HTTP status is a success: it reports one, and is no record of its own. */
export function isTrouble(body: unknown): boolean {
	if (!isObject(body) || verdictOn(body) !== 'unclear') return false;
	return body.transactionId === undefined && body.subscriptionId === undefined;
}

/** The records of a 2xx answer that lists them; undefined for any other one, and for one that doesn't say that all went well. */
export function parseList({ status, body }: PlatformAnswer): PlatformRecord[] | undefined {
	if (!isSuccess(status) || verdictOn(body) !== 'ok') return undefined;
	// A list has records of any kind; a lone object with a code and no ID is an error's.
	const isError = isObject(body) && hasCode(body) && transactionNamed(body) === undefined;
	return isError ? undefined : recordsOf(body);
}

/** Reads why a platform refused: `status`, `errorMessage`, `error`, `error_description` and the usual spellings. */
export function readRefusal(body: unknown): Refusal {
	if (!isObject(body)) return {};
	const { status, error, errors, errorCode, code: plain } = body;
	const number = [errorCode, plain].find((one) => typeof one === 'number' && one !== 0);
	const code = [status, error, errorCode, plain, body.errorType].map(textIn).find(Boolean);
	const [first] = [errors].flat();
	const words = wordsIn(body) ?? wordsIn(error) ?? wordsIn(first) ?? textIn(first);
	const shownCode = code ?? (number === undefined ? undefined : String(number));
	return { ...(shownCode && { code: shownCode }), ...(words && { words }) };
}

function wordsIn(value: unknown): string | undefined {
	if (!isObject(value)) return undefined;
	const { errorMessage, error_description, errorDescription, message, description, reason } = value;
	const all = [errorMessage, error_description, errorDescription, message, description, reason];
	return all.map(textIn).find(Boolean);
}

/**
 * Reads an answer that accepts or says not acceptable (public facts, “Cancel a subscription”, “Refund”); else undefined.
 * @param asked fields of the request, which the record has, too
 */
export function readDecision(
	{ status, body }: { status: number; body: unknown },
	outcomes: { accepted: string; notAcceptable: string },
	asked: PlatformRecord = {},
): { outcome: string; records: PlatformRecord[] } | { refused: Refusal } | undefined {
	if (!isObject(body)) return undefined;
	const records = [{ ...body, ...asked }];
	// A server in between can answer 406, too.
	if (status === 406 && body.status === 'NOT_ACCEPTABLE')
		return { outcome: outcomes.notAcceptable, records };
	if (!isSuccess(status)) return undefined;
	const verdict = verdictOn(body);
	if (verdict === 'refused') return { refused: readRefusal(body) };
	const isAccepted = verdict === 'ok' && body.status === 'ACCEPTED';
	return isAccepted ? { outcome: outcomes.accepted, records } : undefined;
}
