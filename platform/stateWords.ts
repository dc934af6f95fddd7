/** What a word in a state or code ends with that means in any case that nothing came of it. */
const failing =
	/(FAIL(ED|URE|URES)?|REJECT(ED|ION)?|REFUSED?|CANCEL(L?ED)?|DECLINED?|ERRORS?|EXCEPTION|UNSUCCESSFUL)$/;

/** Words that blame what was asked; most of the contract's codes of refusal have one. */
const blaming = /^(INVALID|UNAUTHORI[SZ]ED|FORBIDDEN|DENIED|INSUFFICIENT)$/;

/** Words that do so in an answer; on a record they may be said of what was once given. */
const ending = /^(INACTIVE|EXCEEDED)$/;

const good = /^(OK|SUCCESS|SUCCESSFUL|ACCEPTED|ASSIGNED|COMPLETED|DONE|FOUND)$/;

/** `NO_ERROR` is none; `NOT_ASSIGNED` is one. */
const turning = /^(NO|NOT|NON)$/;

/** `CANCEL_REQUESTED` is not canceled yet. */
const softening = /^(REQUESTED|PENDING)$/;

/** Whether a state or code, such as `CHARGING_FAILED`, means in any case that nothing came of it. */
export function isFailing(state: unknown): boolean {
	return (
		says(failing, state) || wordsOf(state).some((word, at, all) => isTurned(good, word, at, all))
	);
}

/** Whether a state or code, such as `INVALID_MSISDN`, blames what was asked. */
export function isBlaming(state: unknown): boolean {
	return says(blaming, state);
}

/** As `isBlaming`, for an answer: `INACTIVE` and `DAILY_LIMIT_EXCEEDED` refuse too. */
export function isRefusing(state: unknown): boolean {
	return isBlaming(state) || says(ending, state);
}

/** Whether a state or code, such as `ACCEPTED`, means that all went well. */
export function isGood(state: unknown): boolean {
	return says(good, state);
}

function says(meaning: RegExp, state: unknown): boolean {
	return wordsOf(state).some(
		(word, at, all) =>
			meaning.test(word) && !turning.test(all[at - 1] ?? '') && !softening.test(all[at + 1] ?? ''),
	);
}

function isTurned(meaning: RegExp, word: string, at: number, all: string[]): boolean {
	return meaning.test(word) && turning.test(all[at - 1] ?? '');
}

/** The words of a state, `CHARGING_FAILED` or `chargingFailed`. */
function wordsOf(state: unknown): string[] {
	if (typeof state !== 'string') return [];
	const spaced = state.replace(/([a-z])([A-Z])/g, '$1_$2');
	return spaced.toUpperCase().split(/[^A-Z]+/);
}
