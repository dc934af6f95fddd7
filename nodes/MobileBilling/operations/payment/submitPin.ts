import { z } from 'zod';
import { recordsOf } from '../../../../platform/answer';
import { normalizeServiceKey } from '../../../../platform/identifiers';
import { normalized, optionally, requiredTextSchema } from '../../../../platform/input';
import {
	attemptsLeft,
	earlierAttemptsSchema,
	normalizePin,
	pinOutcomes,
	readPinAnswer,
} from '../../../../platform/payment';
import { panelLogin } from '../../../../platform/service';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';
import { transactionIdField } from '../fields';

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
			displayName: 'PIN',
			name: 'pin',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The PIN the customer typed, as an expression that keeps it out of the workflow',
			builderHint: { propertyHint: 'Always an expression, such as the field of a form' },
		},
		{
			displayName: 'Earlier Attempts',
			name: 'earlierAttempts',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $runIndex }}',
			description: 'How many wrong PINs this payment has had, to count the attempts left',
		},
	],
	params: z.object({
		serviceKey: optionally(normalizeServiceKey),
		transactionId: requiredTextSchema,
		pin: normalized(normalizePin),
		earlierAttempts: earlierAttemptsSchema,
	}),
	outcomes: pinOutcomes,
	simplify: [
		'transactionId',
		'clientReference',
		'msisdn',
		'operator',
		'price',
		'status',
		'errorType',
		'errorMessage',
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
		if (reading === undefined || 'refused' in reading) return reading;
		const [record = {}] = recordsOf(body) ?? [];
		const { outcome } = reading;
		const marks = attemptsLeft(outcome, earlierAttempts);
		return { outcome, records: [record], known: { transactionId }, marks };
	},
});
