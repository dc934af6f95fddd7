/** Words in a state or code that mean in any case that nothing came of it. */
const failing = new Set([
	'FAIL',
	'FAILED',
	'FAILURE',
	'REJECT',
	'REJECTED',
	'REFUSED',
	'CANCELED',
	'CANCELLED',
	'DECLINED',
	'ERROR',
	'EXCEPTION',
]);

/** Words that mean that what was asked is wrong or not allowed; the contract's codes of refusal have one each. */
const refusing = new Set([
	'INVALID',
	'UNAUTHORIZED',
	'FORBIDDEN',
	'DENIED',
	'INACTIVE',
	'EXCEEDED',
	'INSUFFICIENT',
]);

/** Beside one of these the others do not say what they mean alone: `NO_ERROR`, `CANCEL_REQUESTED`. */
const qualifying = new Set(['NO', 'NOT', 'NON', 'REQUESTED', 'PENDING', 'PARTIAL', 'PARTIALLY']);

const good = new Set(['OK', 'SUCCESS', 'SUCCESSFUL', 'ACCEPTED', 'ASSIGNED', 'COMPLETED', 'DONE']);

/** Whether a state or code, such as `CHARGING_FAILED`, means in any case that nothing came of it. */
export function isFailing(state: unknown): boolean {
	return means(failing, state);
}

/** Whether a state or code, such as `INVALID_MSISDN`, blames what was asked. */
export function isRefusing(state: unknown): boolean {
	return means(refusing, state);
}

/** Whether a state or code, such as `ACCEPTED`, means that all went well. */
export function isGood(state: unknown): boolean {
	return means(good, state);
}

function means(meaning: Set<string>, state: unknown): boolean {
	if (typeof state !== 'string') return false;
	const words = state
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toUpperCase()
		.split(/[^A-Z]+/);
	return words.some((word) => meaning.has(word)) && !words.some((word) => qualifying.has(word));
}
