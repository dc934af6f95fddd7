import { isObject, textIn, type Refusal } from '../../../../platform/answer';
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
const notChargedStatuses = ['CHARGING_FAILED', 'DAILY_LIMIT_EXCEEDED', 'MONTHLY_LIMIT_EXCEEDED'];

/** The words of an answer; `session` is the contract's `sessionStatus`. */
type AnswerWords = Partial<Record<'status' | 'action' | 'session', string>> & {
	/** Whether it says yes: it's accepted, or has no status, and no other field tells of an error. */
	isYes: boolean;
};

/** Reads what the answers to a start and to a PIN have in common; `outcomeOf` reads the rest. */
export function readPaymentAnswer<Value extends string>(
	body: unknown,
	outcomeOf: (words: AnswerWords) => Value | undefined,
): PaymentReading<Value | 'notCharged'> {
	if (!isObject(body)) return undefined;
	const [status, action, session] = [body.status, body.action, body.sessionStatus].map(textIn);
	const words = textIn(body.errorMessage);
	if (status !== undefined && refusedStatuses.has(status)) {
		return { refused: { code: status, words, field: refusedStatuses.get(status) } };
	}
	if (status !== undefined && notChargedStatuses.includes(status)) return { outcome: 'notCharged' };
	// An accepted answer may have a message in addition.
	const isYes =
		status === 'ACCEPTED'
			? verdictOn({ ...body, errorMessage: undefined }) === 'ok'
			: status === undefined && action !== undefined && verdictOn(body) === 'ok';
	const outcome = outcomeOf({ status, action, session, isYes });
	if (outcome) return { outcome };
	return verdictOn(body) === 'refused' ? { refused: readRefusal(body) } : undefined;
}
