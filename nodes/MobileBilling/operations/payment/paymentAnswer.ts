import { isObject, isSuccess, textIn, type Refusal } from '../../../../platform/answer';
import { readRefusal, verdictOn } from '../../../../platform/verdict';

/** The meaning of a subscribe or PIN answer; undefined when it is not one. */
type PaymentReading<Value extends string> = { outcome: Value } | { refused: Refusal } | undefined;

/** Statuses that refuse the request, and which of the node's fields was wrong. */
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

/** The words of an answer that says yes; `session` is the contract's `sessionStatus`. */
type AnswerWords = Partial<Record<'status' | 'action' | 'session', string>>;

/**
 * Reads what the answers to a start and to a PIN have in common. @param byStatus the outcomes of the statuses that only
 * one of them has @param outcomeOf reads a yes: it's accepted, or has no status, and no other field tells of an error
 */
export function readPaymentAnswer<Value extends string>(
	httpStatus: number,
	body: unknown,
	byStatus: ReadonlyMap<string, Value>,
	outcomeOf: (words: AnswerWords) => Value | undefined,
): PaymentReading<Value | 'notCharged'> {
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
	const outcome =
		byStatus.get(status ?? '') ??
		(isNotCharged ? 'notCharged' : undefined) ??
		(isYes && isSuccess(httpStatus) ? outcomeOf({ status, action, session }) : undefined);
	if (outcome) return { outcome };
	return verdictOn(body) === 'refused' ? { refused: readRefusal(body) } : undefined;
}
