import { z } from 'zod';
import type { Outcomes } from './outcome';
import type { Refusal } from './refusal';

const upperCase = z.string().transform((text) => text.trim().toUpperCase());

/** The part of a subscribe or PIN answer that decides (contract, “Subscribe / PIN response”). All else passes through. */
const decisiveSchema = z.object({
	status: upperCase.optional().catch(undefined),
	action: upperCase.optional().catch(undefined),
	errorMessage: z.string().trim().min(1).optional().catch(undefined),
});

/** What a subscribe or PIN answer means. */
export type PaymentReading<Value extends string> =
	{ outcome: Value } | { refused: Refusal } | undefined;

/** What the caller got wrong, and which of the node's fields to look at. */
const refusedStatuses: Record<string, string | undefined> = {
	INVALID_REQUEST: undefined,
	INVALID_SERVICE: 'serviceKey',
	UNAUTHORIZED: undefined,
	INACTIVE: 'serviceKey',
	INVALID_MSISDN: 'msisdn',
	INVALID_OPERATOR_CODE: 'operator',
	INVALID_MCCMNC: 'mccmnc',
	INVALID_PRICE: 'price',
};

/** What the business decides. */
const notChargedStatuses = ['CHARGING_FAILED', 'DAILY_LIMIT_EXCEEDED', 'MONTHLY_LIMIT_EXCEEDED'];

export const startOutcomes = {
	urlRedirect: {
		name: 'URL Redirect',
		nextStep: 'Send the customer to urlRedirect. They come back to the return URL.',
	},
	premium: {
		name: 'Premium SMS',
		nextStep:
			'Show premiumInstructions, or ask the customer to text smsBody to shortCode. The payment result follows as a notification.',
	},
	pin: {
		name: 'PIN',
		nextStep: 'Ask the customer for the PIN they got by SMS and hand it to Payment: Submit PIN.',
	},
	handshake: {
		name: 'Handshake',
		nextStep: 'Show handshakeInstructions. The payment result follows as a notification.',
	},
	existingSubscription: {
		name: 'Existing Subscription',
		nextStep: 'The customer is subscribed already. Do not charge again; let them in.',
	},
	notCharged: {
		name: 'Not Charged',
		nextStep:
			'The operator did not charge: see status and errorMessage. Offer another way to pay or try on another day.',
	},
	unknown: {
		name: 'Other',
		nextStep: 'The platform answered something this version does not know: see status and action.',
	},
} as const satisfies Outcomes;

export type StartOutcome = keyof typeof startOutcomes;

export const pinOutcomes = {
	accepted: {
		name: 'Accepted',
		nextStep: 'The PIN was right. Deliver; the payment result follows as a notification.',
	},
	invalidPin: {
		name: 'Invalid PIN',
		nextStep: 'The PIN was wrong. Ask the customer for it again while attempts are left.',
	},
	attemptsExceeded: {
		name: 'Attempts Exceeded',
		nextStep: 'Three wrong PINs: the payment has failed. Start a new one if the customer wants to.',
	},
	notCharged: {
		name: 'Not Charged',
		nextStep: 'The PIN was read, but the operator did not charge: see status and errorMessage.',
	},
	unknown: {
		name: 'Other',
		nextStep: 'The platform answered something this version does not know: see status and action.',
	},
} as const satisfies Outcomes;

export type PinOutcome = keyof typeof pinOutcomes;

const startActions: Record<string, StartOutcome> = {
	URL_REDIRECT: 'urlRedirect',
	PREMIUM: 'premium',
	PIN: 'pin',
	HANDSHAKE: 'handshake',
};

/** Reads the answer to a subscribe request; undefined when it is not one. */
export function readStartAnswer(httpStatus: number, body: unknown): PaymentReading<StartOutcome> {
	return readPaymentAnswer(httpStatus, body, ({ status, action }) => {
		if (status === 'EXISTING_SUBSCRIPTION') return 'existingSubscription';
		if (status === 'ACCEPTED' || status === undefined)
			return startActions[action ?? ''] ?? 'unknown';
		return 'unknown';
	});
}

/** Reads the answer to a PIN (contract, “Errors”); undefined when it is not one. */
export function readPinAnswer(httpStatus: number, body: unknown): PaymentReading<PinOutcome> {
	if (httpStatus === 406) return { outcome: 'invalidPin' };
	return readPaymentAnswer(httpStatus, body, ({ status }) => {
		if (status === 'PIN_MAX_ATTEMPTS_EXCEEDED') return 'attemptsExceeded';
		if (status === 'INVALID_PIN') return 'invalidPin';
		if (status === 'EXISTING_SUBSCRIPTION') return 'notCharged';
		return status === 'ACCEPTED' && httpStatus === 200 ? 'accepted' : 'unknown';
	});
}

function readPaymentAnswer<Value extends string>(
	httpStatus: number,
	body: unknown,
	outcomeOf: (answer: z.infer<typeof decisiveSchema>) => Value,
): PaymentReading<Value | 'notCharged'> {
	const read = decisiveSchema.safeParse(body);
	if (!read.success || (read.data.status ?? read.data.action) === undefined) return undefined;
	const { status, errorMessage } = read.data;
	if (status !== undefined && status in refusedStatuses) {
		return { refused: { code: status, words: errorMessage, field: refusedStatuses[status] } };
	}
	if (status !== undefined && notChargedStatuses.includes(status)) return { outcome: 'notCharged' };
	const outcome = outcomeOf(read.data);
	// An address that is not there answers in words of its own; they are none of a payment's.
	return httpStatus === 404 && outcome === 'unknown' ? undefined : { outcome };
}
