import { z } from 'zod';
import type { Outcomes, PlatformRecord } from '../../../../platform/answer';
import { serviceKeySchema } from '../../../../platform/identifiers';
import { requiredTextSchema } from '../../../../platform/input';
import {
	type LookUpResult,
	referenceOfTransaction,
	stateOfRecord,
} from '../../../../platform/ledger';
import { matches } from '../../../../platform/matching';
import {
	isTransaction,
	recordsFound,
	searchRequest,
	transactionFilter,
} from '../../../../platform/search';
import { withSignature } from '../../../../platform/signature';
import { readDecision } from '../../../../platform/verdict';
import type { Reconciliation } from '../../../engine/core/exchange';
import { optionalServiceKeyField } from '../../../engine/panel/fields';
import { remoteOperation } from '../../../engine/panel/operation';
import { transactionIdField } from '../fields';

const outcomes = { refunded: 'Refunded', refused: 'Refused', unknown: 'Other' } satisfies Outcomes;

const params = z.object({ serviceKey: serviceKeySchema, transactionId: requiredTextSchema });
type RefundParams = z.infer<typeof params>;

/** Finds a refund among the transactions of the customer, whom the refunded transaction names. */
const refundReconciliation: Reconciliation<RefundParams> = {
	key: ({ serviceKey, transactionId }) => ({ serviceKey, reference: `refund ${transactionId}` }),
	request: ({ serviceKey, transactionId }) =>
		searchRequest('transactions', { serviceKey, ...transactionFilter(transactionId) }),
	next: (answer, { serviceKey, transactionId }) => {
		const charge = recordsFound(answer)?.find((record) => isTransaction(record, transactionId));
		return charge?.msisdn
			? searchRequest('transactions', { serviceKey, msisdn: String(charge.msisdn) })
			: undefined;
	},
	read: ({ status, body }, { serviceKey, transactionId }) => {
		// An older platform shows only one record, and may hide a refund.
		const records = Array.isArray(body) ? recordsFound({ status, body }) : undefined;
		const charge = records?.find((record) => isTransaction(record, transactionId));
		if (!records || !charge) return { state: 'unclear' };
		// A platform may show transactions of other customers, too.
		const { msisdn } = charge;
		const own = records.filter((record) => matches(record, { serviceKey, msisdn }));
		return refundOf(charge, own);
	},
	result: ({ transactionId }, params) => ({
		records: [{ ...params, refundTransactionId: transactionId }],
		outcome: 'refunded',
	}),
	isDeclined: ({ outcome }) => outcome === 'refused',
};

const charging: unknown[] = ['CHARGE', 'SUB_START', 'SUB_RENEW'];

/** A refund doesn't name its charge (contract, “Transaction record”), and has its reference, subscription and price. */
function refundOf(charge: PlatformRecord, records: PlatformRecord[]): LookUpResult {
	const isAlike = (record: PlatformRecord) =>
		record.subscriptionId === charge.subscriptionId &&
		Number(record.price) === Number(charge.price) &&
		referenceOfTransaction(record) === referenceOfTransaction(charge);
	const refunds = records.filter(
		(record) => record.action === 'REFUND' && stateOfRecord(record) !== 'notDone',
	);
	if (refunds.length === 0) return { state: 'notDone' };
	const isCharged = ({ action, actionStatus }: PlatformRecord) =>
		charging.includes(action) && actionStatus === 'COMPLETED';
	const charges = records.filter(
		(record) => record === charge || (isCharged(record) && isAlike(record)),
	);
	const alike = refunds.filter(isAlike);
	const [refund] = alike;
	// If several charges are alike, a refund proves nothing unless all of them were refunded.
	if (refund && alike.length >= charges.length) {
		const states = alike.map(stateOfRecord);
		if (states.includes('unclear')) return { state: 'unclear' };
		return { state: states.includes('underWay') ? 'underWay' : 'done', record: refund };
	}
	const own = referenceOfTransaction(charge);
	const isOfOther = refunds
		.map(referenceOfTransaction)
		.every((reference) => reference && reference !== own);
	return { state: isOfOther ? 'notDone' : 'unclear' };
}

/** Gives the money of a charge back (public facts, “Refund”). */
export const refund = remoteOperation({
	value: 'refund',
	name: 'Refund',
	action: 'Refund payment',
	description: 'Return the full amount of a payment or renewal',
	effect: 'write',
	costs: 'refund',
	fields: [optionalServiceKeyField, transactionIdField],
	params,
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
	parse: (answer, asked) =>
		readDecision(answer, { accepted: 'refunded', notAcceptable: 'refused' }, asked),
});
