import { z } from 'zod';
import { field, text } from '../../../../platform/fieldHead';
import type { Outcomes } from '../../../../platform/answer';
import { normalizeServiceKey } from '../../../../platform/identifiers';
import {
	InputError,
	normalized,
	optionally,
	requiredText,
	requiredTextSchema,
} from '../../../../platform/input';
import { panelLogin } from '../../../../platform/service';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';
import { transactionIdField } from '../fields';
import { readPaymentAnswer } from './paymentAnswer';

const outcomes = {
	accepted: 'Accepted',
	invalidPin: 'Invalid PIN',
	attemptsExceeded: 'PIN Failed',
	notCharged: 'Not Charged',
	charged: 'Charged',
	unknown: 'Other',
} as const satisfies Outcomes;

type PinOutcome = keyof typeof outcomes;

const byStatus = new Map<string, PinOutcome>([
	['EXISTING_SUBSCRIPTION', 'notCharged'],
	['INVALID_PIN', 'invalidPin'],
	['PIN_MAX_ATTEMPTS_EXCEEDED', 'attemptsExceeded'],
]);

/** Reads the answer to a PIN (contract, “Errors”); undefined when it is not one. */
function readPinAnswer(httpStatus: number, body: unknown) {
	return readPaymentAnswer(httpStatus, body, byStatus, ({ status, session }) => {
		if (status === undefined) return undefined;
		return session === 'COMPLETED' ? 'charged' : 'accepted';
	});
}

/** The fewest digits of a PIN that has only digits. */
const minPinDigits = 4;

/** Reads the PIN a customer typed, without spaces. @throws InputError, which never quotes it, for what can't be a PIN */
function normalizePin(value: unknown): string {
	const pin = requiredText(value).replace(/\s/g, '');
	if (!/^[A-Za-z0-9]{1,20}$/.test(pin)) {
		throw new InputError(
			'must have up to 20 letters and digits',
			'Ask the customer for the PIN again.',
		);
	}
	if (typeof value === 'number' && pin.length < minPinDigits) {
		throw new InputError(
			`must be text: a number of fewer than ${minPinDigits} digits may have lost a leading 0`,
			'Pass the PIN as text.',
		);
	}
	return pin;
}

/** How many wrong PINs a payment has had; undefined when unknown. */
const earlierAttemptsSchema = optionally((text) => {
	if (!/^\d{1,3}$/.test(text)) {
		throw new InputError(
			'must be a whole number from 0',
			'Fix the expression that counts the attempts.',
		);
	}
	return Number(text);
});

/** Contract, “Limits”. */
const maxAttempts = 3;

/** How many attempts are left after `earlierAttempts` wrong PINs and this one; the third wrong PIN fails the payment. */
function attemptsLeft(
	outcome: PinOutcome,
	earlierAttempts: number | undefined,
): { attemptsLeft?: number } {
	if (outcome === 'attemptsExceeded') return { attemptsLeft: 0 };
	if (outcome !== 'invalidPin' || earlierAttempts === undefined) return {};
	return { attemptsLeft: Math.max(maxAttempts - earlierAttempts - 1, 1) };
}

/** Submits the PIN a customer received by SMS (contract, “Payments and subscriptions”, 7). */
export const submitPin = remoteOperation({
	value: 'submitPin',
	name: 'Submit PIN',
	action: 'Submit PIN',
	description: 'Confirm a payment with the PIN from the SMS, one of three attempts',
	effect: 'unrepeatable',
	costs: 'money',
	isAwaited: true,
	fields: [
		optionalServiceKeyField,
		{ ...transactionIdField, description: 'The transactionId that Payment: Start returned' },
		{
			...field('string', 'PIN', 'pin', ''),
			typeOptions: { password: true },
			required: true,
			description: 'The PIN the customer typed, as an expression that keeps it out of the workflow',
			builderHint: { propertyHint: 'Always an expression, such as the field of a form' },
		},
		{
			...text('Earlier Attempts', 'earlierAttempts', '{{ $runIndex }}'),
			description: 'How many wrong PINs this payment has had, to count the attempts left',
		},
	],
	params: z.object({
		serviceKey: optionally(normalizeServiceKey),
		transactionId: requiredTextSchema,
		pin: normalized(normalizePin),
		earlierAttempts: earlierAttemptsSchema,
	}),
	outcomes,
	simplify: [
		...['transactionId', 'clientReference', 'msisdn', 'operator', 'price', 'status', 'errorType'],
		...['errorMessage'],
	],
	secrets: ({ pin }) => [pin],
	wouldDo: ({ transactionId }) => `submit the PIN for transaction ${transactionId}`,
	dedupeKey: ({ transactionId, pin }) => `${transactionId} ${pin}`,
	request: ({ transactionId, pin }, { service }) => ({
		method: 'POST',
		path: `/api/payment/1_4/transaction/${encodeURIComponent(transactionId)}`,
		body: { pin, ...panelLogin(service) },
	}),
	parse: ({ status, body }, { transactionId, earlierAttempts }) => {
		const reading = readPinAnswer(status, body);
		if (!reading || 'refused' in reading) return reading;
		const ownFields = attemptsLeft(reading.outcome, earlierAttempts);
		return { ...reading, known: { transactionId }, ownFields };
	},
});
