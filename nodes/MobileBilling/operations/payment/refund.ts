import { z } from 'zod';
import type { Outcomes } from '../../../../platform/answer';
import { readDecision } from '../../../../platform/decision';
import { serviceKeySchema } from '../../../../platform/identifiers';
import { required } from '../../../../platform/input';
import { withSignature } from '../../../../platform/signature';
import { optionalServiceKeyField } from '../../../engine/fields';
import { remoteOperation } from '../../../engine/operation';
import { transactionIdField } from '../fields';
import { refundReconciliation } from './refundLedger';

const outcomes = {
	refunded: {
		name: 'Refunded',
		nextStep: 'The platform accepted the refund. There is nothing left to do.',
	},
	refused: {
		name: 'Refused',
		nextStep:
			'The platform does not refund this payment: it is too old, or refunded already. See errorMessage.',
	},
	unknown: {
		name: 'Other',
		nextStep: 'The outcome is unknown. Look at the transaction before you refund it again.',
	},
} satisfies Outcomes;

/** Gives the money of a charge back (public facts, “Refund”). */
export const refund = remoteOperation({
	value: 'refund',
	name: 'Refund',
	action: 'Refund payment',
	description: 'Return the full amount of a payment or renewal',
	effect: 'write',
	costs: 'refund',
	fields: [optionalServiceKeyField, transactionIdField],
	params: z.object({
		serviceKey: serviceKeySchema,
		transactionId: required('The transaction ID'),
	}),
	outcomes,
	simplify: ['serviceKey', 'transactionId', 'refundTransactionId', 'errorType', 'errorMessage'],
	reconcile: refundReconciliation,
	request: ({ serviceKey, transactionId }, { service }) => ({
		method: 'POST',
		path: '/api/payment/1_4/refund',
		body: withSignature({ apikey: serviceKey, transactionid: transactionId }, service),
	}),
	parse: (answer, { serviceKey, transactionId }) => {
		const decision = readDecision(answer, { accepted: 'refunded', notAcceptable: 'refused' });
		if (!decision || 'refused' in decision) return decision;
		const { outcome, said } = decision;
		return { outcome, records: [said], asked: { serviceKey, transactionId } };
	},
});
