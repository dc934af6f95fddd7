import { remembered } from './remembered';

/** The fields in which a record says how it went. */
export const stateNames = [
	'status',
	'state',
	'result',
	'actionStatus',
	'transactionState',
	'sessionStatus',
];

/** Whether an object says no in as many words; the contract shows true and false as text, too. */
export function isDenied({ success }: Record<string, unknown>): boolean {
	return String(success) === 'false';
}

/** What else an answer may say no in. */
const verdicts = ['success', 'ok', 'assigned', 'given', 'accepted', 'valid'];

/** As `isDenied`, for an answer; on a record these may be said of something else. */
export function isDenying(body: Record<string, unknown>): boolean {
	return body.status === false || verdicts.some((name) => isNo(body[name]));
}

function isNo(value: unknown): boolean {
	return value !== undefined && /^(false|0|no)$/i.test(String(value));
}

/** What a word in a state or code ends with that means in any case that nothing came of it. */
const failing =
	/(FAIL(ED|URE|URES)?|REJECT(ED|ION)?|REFUSED?|CANCEL(L?ED)?|DECLINED?|ERRORS?|EXCEPTION|UNSUCCESSFUL)$/;

/** Words that blame what was asked; most of the contract's codes of refusal have one. */
const blaming = /^(INVALID|UNAUTHORI[SZ]ED|FORBIDDEN|DENIED|INSUFFICIENT)$/;

/** Words that do so in an answer; on a record they may be said of what was once given. */
const ending = /^(INACTIVE|EXCEEDED)$/;

/** Words after which nobody can tell: an answer speaks of failure with them, and a record of what was given may expire. */
const doubtful =
	/^(SKIPPED|ABORT(ED)?|EXPIRED|TIMEOUT|TIMED|REVERSED|REVERTED|REVOKED|ROLLED|ROLLBACK|NOK|KO|VOID(ED)?|UNDELIVERED|EMPTY|EXHAUSTED|UNKNOWN)$/;

const good = /^(OK|SUCCESS|SUCCESSFUL|SUCCEEDED|ACCEPTED|ASSIGNED|COMPLETED|DONE|FOUND)$/;

/** Words that leave it open when they are turned. */
const done = /^(GIVEN|DELIVERED|PROCESSED|EXECUTED|CHARGED|ENOUGH)$/;

/** `NO_ERROR` is none; `NOT_ASSIGNED` is one. */
const turning = /^(NO|NOT|NON|WITHOUT)$/;

/** `0 errors` are none; `STEP_0_FAILED` is one. */
const turningFirst = /^(0|ZERO)$/;

/** `CANCEL_REQUESTED` is not canceled yet. */
const softening = /^(REQUESTED|PENDING)$/;

/** What a state or code means in any case. */
interface Meaning {
	failed: boolean;
	failing: boolean;
	blaming: boolean;
	ending: boolean;
	doubtful: boolean;
	good: boolean;
}

/** Whether a state or code, such as `CHARGING_FAILED`, means in any case that nothing came of it. */
export function isFailed(state: unknown): boolean {
	return meaningOf(state).failed;
}

/** As `isFailed`, for an answer: `NOT_COMPLETED` fails too, and a record may be completed later. */
export function isFailing(state: unknown): boolean {
	return meaningOf(state).failing;
}

/** Whether a state or code, such as `INVALID_MSISDN`, blames what was asked. */
export function isBlaming(state: unknown): boolean {
	return meaningOf(state).blaming;
}

/** As `isBlaming`, for an answer: `INACTIVE` and `DAILY_LIMIT_EXCEEDED` refuse too. */
export function isRefusing(state: unknown): boolean {
	const meaning = meaningOf(state);
	return meaning.blaming || meaning.ending;
}

/** Whether after a state or code, such as `TIMEOUT`, nobody can tell whether anything came of it. */
export function isDoubtful(state: unknown): boolean {
	return meaningOf(state).doubtful;
}

/** Whether a state or code, such as `ACCEPTED`, means that all went well. */
export function isGood(state: unknown): boolean {
	return meaningOf(state).good;
}

function meaningOf(state: unknown): Meaning {
	return meaningIn(typeof state === 'string' ? state : '');
}

const meaningIn = remembered((state): Meaning => {
	const words = wordsOf(state);
	const isTurned = (at: number) =>
		turning.test(words[at - 1] ?? '') || (at === 1 && turningFirst.test(words[0] ?? ''));
	const isSoftened = (at: number) => softening.test(words[at + 1] ?? '');
	const says = (what: RegExp) =>
		words.some((word, at) => what.test(word) && !isTurned(at) && !isSoftened(at));
	const turns = (what: RegExp) => words.some((word, at) => what.test(word) && isTurned(at));
	const failed = says(failing);
	const isGood = says(good) || (turns(failing) && !failed);
	return {
		failed,
		failing: failed || turns(good),
		blaming: says(blaming),
		ending: says(ending),
		doubtful: turns(good) || turns(done) || (!isGood && says(doubtful)),
		good: isGood,
	};
});

/** The words and numbers of a state, `CHARGING_FAILED`, `chargingFailed` or `ERROR42`. */
function wordsOf(state: string): string[] {
	const spaced = state
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.replace(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/gi, '_');
	return spaced.toUpperCase().split(/[^A-Z\d]+/);
}
