import { isObject, isSuccess, textIn } from '../../../../platform/answer';
import { readRefusal, verdictOn } from '../../../../platform/verdict';

/** Statuses that refuse the request, with the node's field that was wrong. */
const refusedStatuses = new Map([
	['INVALID_REQUEST', undefined],
	['INVALID_SERVICE', 'serviceKey'],
	['UNAUTHORIZED', undefined],
	['INACTIVE', 'serviceKey'],
	['INVALID_MSISDN', 'msisdn'],
	['INVALID_OPERATOR_CODE', 'operator'],
	['INVALID_MCCMNC', 'mccmnc'],
	['INVALID_PRICE', 'price'],
]);

/** Statuses that are the operator's decision. */
const notChargedStatuses: unknown[] = [
	'CHARGING_FAILED',
	'DAILY_LIMIT_EXCEEDED',
	'MONTHLY_LIMIT_EXCEEDED',
];

/**
 * Reads a subscribe or PIN answer; undefined when it is not one. @param byStatus the outcomes of the statuses that only
 * one of them has @param outcomeOf reads a yes: it's accepted, or has no status, and no other field tells of an error;
 * `session` is the contract's `sessionStatus`
 */
export function readPaymentAnswer<Value extends string>(
	httpStatus: number,
	body: unknown,
	byStatus: ReadonlyMap<string, Value>,
	outcomeOf: (words: Partial<Record<'status' | 'action' | 'session', string>>) => Value | undefined,
) {
	if (!isObject(body)) return undefined;
	const [status, action, session] = [body.status, body.action, body.sessionStatus].map(textIn);
	if (status !== undefined && refusedStatuses.has(status)) {
		return { refused: { ...readRefusal(body), field: refusedStatuses.get(status) } };
	}
	const isNotCharged = notChargedStatuses.includes(status) || session === 'FAILED';
	const isAccepted = status === 'ACCEPTED';
	// An accepted answer may have a message in addition.
	const verdict = verdictOn(isAccepted ? { ...body, errorMessage: undefined } : body);
	const isYes = verdict === 'ok' && (isAccepted || (status === undefined && action !== undefined));
	const words = isYes && isSuccess(httpStatus) ? { status, action, session } : undefined;
	const outcome: Value | 'notCharged' | undefined =
		byStatus.get(status ?? '') ?? (isNotCharged ? 'notCharged' : words && outcomeOf(words));
	if (outcome) return { outcome, records: [body] };
	return verdictOn(body) === 'refused' ? { refused: readRefusal(body) } : undefined;
}
