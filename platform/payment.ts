import { isObject, isSuccess, textIn, type Outcomes, type Refusal } from './answer';
import { InputError, normalized, optionally, quoted, requiredText } from './input';
import { readRefusal, verdictOn } from './verdict';

/** The meaning of a subscribe or PIN answer; undefined when it is not one. */
type PaymentReading<Value extends string> = { outcome: Value } | { refused: Refusal } | undefined;

export const startOutcomes = {
	urlRedirect: 'Redirect',
	premium: 'Premium SMS',
	pin: 'PIN',
	handshake: 'Handshake',
	existingSubscription: 'Subscribed',
	notCharged: 'Not Charged',
	charged: 'Charged',
	startedBefore: 'Sent Before',
	unknown: 'Other',
} as const satisfies Outcomes;

type StartOutcome = Exclude<keyof typeof startOutcomes, 'startedBefore'>;

export const pinOutcomes = {
	accepted: 'Accepted',
	invalidPin: 'Invalid PIN',
	attemptsExceeded: 'PIN Failed',
	notCharged: 'Not Charged',
	charged: 'Charged',
	unknown: 'Other',
} as const satisfies Outcomes;

type PinOutcome = keyof typeof pinOutcomes;

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

const startActions = new Map<string | undefined, StartOutcome>([
	['URL_REDIRECT', 'urlRedirect'],
	['PREMIUM', 'premium'],
	['PIN', 'pin'],
	['HANDSHAKE', 'handshake'],
]);

/** Reads the answer to a subscribe request (contract, “Subscribe / PIN response”); undefined when it is not one. */
export function readStartAnswer(httpStatus: number, body: unknown): PaymentReading<StartOutcome> {
	return readPaymentAnswer(body, ({ status, action, session, isYes }) => {
		if (status === 'EXISTING_SUBSCRIPTION') return 'existingSubscription';
		if (session === 'FAILED') return 'notCharged';
		if (!isYes || !isSuccess(httpStatus)) return undefined;
		return session === 'COMPLETED' ? 'charged' : (startActions.get(action) ?? 'unknown');
	});
}

/** Reads the answer to a PIN (contract, “Errors”); undefined when it is not one. */
export function readPinAnswer(httpStatus: number, body: unknown): PaymentReading<PinOutcome> {
	return readPaymentAnswer(body, ({ status, session, isYes }) => {
		if (status === 'PIN_MAX_ATTEMPTS_EXCEEDED') return 'attemptsExceeded';
		if (status === 'INVALID_PIN') return 'invalidPin';
		if (status === 'EXISTING_SUBSCRIPTION' || session === 'FAILED') return 'notCharged';
		if (status === undefined || !isYes || httpStatus !== 200) return undefined;
		return session === 'COMPLETED' ? 'charged' : 'accepted';
	});
}

/** The words of an answer; `session` is the contract's `sessionStatus`. */
type Said = Partial<Record<'status' | 'action' | 'session', string>> & {
	/** Whether it says yes: it's accepted, or has no status, and no other field tells of an error. */
	isYes: boolean;
};

function readPaymentAnswer<Value extends string>(
	body: unknown,
	outcomeOf: (said: Said) => Value | undefined,
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

/**
 * Reads an end-user price (contract, “Subscribe request”): decimal text that is sent as it was typed, because how many
 * decimals a currency has is the platform's to say.
 */
export function readPrice(value: unknown): string {
	const text = requiredText(value);
	if (!/^(0|[1-9]\d{0,8})(\.\d{1,3})?$/.test(text)) {
		throw new InputError(
			'must be a price with at most three decimals',
			`Write ${quoted(text)} with a point and without a currency, for example 4.99.`,
		);
	}
	return text;
}

/** A price that must not be empty, as a schema. */
export const priceSchema = normalized(readPrice);

/** PINs have at least so many digits where they are only digits. */
const usualDigits = 4;

/**
 * Reads the PIN a customer typed: letters and digits, spaces taken out. Never quoted in a message.
 *
 * @throws InputError when it is empty or cannot be a PIN, before it costs one of the customer's attempts
 */
export function normalizePin(value: unknown): string {
	const pin = requiredText(value).replace(/\s/g, '');
	if (!/^[A-Za-z0-9]{1,20}$/.test(pin)) {
		throw new InputError(
			'must have up to 20 letters and digits',
			'Ask the customer for the PIN again.',
		);
	}
	if (typeof value === 'number' && pin.length < usualDigits) {
		throw new InputError(
			`must be text: a number of fewer than ${usualDigits} digits may have lost a leading 0`,
			'Pass the PIN as text.',
		);
	}
	return pin;
}

/** How many wrong PINs a payment has had; undefined when unknown. */
export const earlierAttemptsSchema = optionally((text) => {
	if (!/^\d{1,3}$/.test(text)) {
		throw new InputError(
			'must be a whole number from 0',
			'Fix the expression that counts the attempts.',
		);
	}
	return Number(text);
});

/** Contract, “Limits”. */
const allowedAttempts = 3;

/**
 * How many attempts the customer has left (contract, “Limits”: the third wrong PIN fails the payment). A PIN that is
 * only called wrong was not the third.
 *
 * @param earlierAttempts wrong PINs before this one; undefined when unknown
 */
export function attemptsLeft(
	outcome: PinOutcome,
	earlierAttempts: number | undefined,
): { attemptsLeft?: number } {
	if (outcome === 'attemptsExceeded') return { attemptsLeft: 0 };
	if (outcome !== 'invalidPin' || earlierAttempts === undefined) return {};
	return { attemptsLeft: Math.max(allowedAttempts - earlierAttempts - 1, 1) };
}
