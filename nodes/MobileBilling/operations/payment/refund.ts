import { z } from 'zod';
import type { Outcomes } from '../../../../platform/answer';
import { readDecision } from '../../../../platform/decision';
import { serviceKeySchema } from '../../../../platform/identifiers';
import { requiredTextSchema } from '../../../../platform/input';
import { withSignature } from '../../../../platform/signature';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';
import { transactionIdField } from '../fields';
import { refundReconciliation } from './refundLedger';

const outcomes = {
	refunded: 'Refunded',
	refused: 'Refused',
	unknown: 'Other',
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
		transactionId: requiredTextSchema,
	}),
	outcomes,
	simplify: ['serviceKey', 'transactionId', 'refundTransactionId', 'errorType', 'errorMessage'],
	reconcile: refundReconciliation,
	wouldDo: ({ transactionId }, service) =>
		`refund transaction ${transactionId} of service ${service}`,
	request: ({ serviceKey, transactionId }, { service }) => ({
		method: 'POST',
		path: '/api/payment/1_4/refund',
		body: withSignature({ apikey: serviceKey, transactionid: transactionId }, service),
	}),
	parse: (answer, { serviceKey, transactionId }) => {
		const decision = readDecision(answer, { accepted: 'refunded', notAcceptable: 'refused' });
		if (!decision || 'refused' in decision) return decision;
		const { outcome, said } = decision;
		return { outcome, records: [{ ...said, serviceKey, transactionId }] };
	},
});
