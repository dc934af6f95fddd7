import { z } from 'zod';
import { recordsOf } from '../../../../platform/answer';
import { normalized, required } from '../../../../platform/input';
import {
	attemptsLeft,
	earlierAttemptsSchema,
	normalizePin,
	pinOutcomes,
	readPinAnswer,
} from '../../../../platform/payment';
import { panelLogin } from '../../../../platform/service';
import { remoteOperation } from '../../../engine/operation';

/** Submits the PIN a customer received by SMS (contract, “Payments and subscriptions”, 7). */
export const submitPin = remoteOperation({
	value: 'submitPin',
	name: 'Submit PIN',
	action: 'Submit the PIN of a payment',
	description:
		'Confirm a payment with the PIN the customer received by SMS; each call uses up one of three attempts',
	effect: 'attempt',
	costs: 'money',
	fields: [
		{
			displayName: 'Transaction ID',
			name: 'transactionId',
			type: 'string',
			default: '',
			required: true,
			placeholder: '700000123',
			description: 'The transactionId that Payment: Start gave',
		},
		{
			displayName: 'PIN',
			name: 'pin',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'What the customer typed; best an expression, so that no PIN stays in the workflow',
		},
		{
			displayName: 'Earlier Attempts',
			name: 'earlierAttempts',
			type: 'string',
			default: '',
			placeholder: '0',
			description:
				'How many wrong PINs this payment has had before: then the item says how many attempts are left. Where a workflow comes back here for the same customer, {{ $runIndex }} counts them.',
		},
	],
	params: z.object({
		transactionId: required('The transaction ID'),
		pin: normalized(normalizePin),
		earlierAttempts: earlierAttemptsSchema,
	}),
	outcomes: pinOutcomes,
	secrets: ({ pin }) => [pin],
	dedupeKey: ({ transactionId, pin }) => `${transactionId} ${pin}`,
	request: ({ transactionId, pin }, { service }) => ({
		method: 'POST',
		path: `/api/payment/1_4/transaction/${encodeURIComponent(transactionId)}`,
		body: { pin, ...panelLogin(service) },
	}),
	parse: ({ status, body }, { earlierAttempts }) => {
		const reading = readPinAnswer(status, body);
		if (reading === undefined || 'refused' in reading) return reading;
		const [record = {}] = recordsOf(body) ?? [];
		const { outcome } = reading;
		return { outcome, records: [{ ...record, ...attemptsLeft(outcome, earlierAttempts) }] };
	},
});
