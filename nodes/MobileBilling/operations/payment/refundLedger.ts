import type { PlatformRecord } from '../../../../platform/answer';
import {
	referenceOfTransaction,
	stateOfRecord,
	type LookUpResult,
} from '../../../../platform/ledger';
import {
	isTransaction,
	recordsFound,
	searchRequest,
	transactionFilter,
} from '../../../../platform/search';
import { matches } from '../../../../platform/matching';
import type { Reconciliation } from '../../../engine/core/exchange';

interface RefundParams {
	serviceKey: string;
	transactionId: string;
}

/** Finds a refund among the transactions of the customer, whom the refunded transaction names. */
export const refundReconciliation: Reconciliation<RefundParams> = {
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
		// An older platform shows one record, behind which there may be a refund.
		const records = Array.isArray(body) ? recordsFound({ status, body }) : undefined;
		const charge = records?.find((record) => isTransaction(record, transactionId));
		if (!records || !charge) return { state: 'unclear' };
		// A platform may show those of other customers, too.
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
	// Of several charges alike, nobody knows which one was refunded, unless all were.
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
