import { isSuccess } from '../../../../platform/fate';
import { readStartAnswer } from '../../../../platform/paymentAnswer';
import { transactionFields } from '../../../../platform/recordFields';
import type { PlatformRecord } from '../../../../platform/records';
import { paymentReference, referenceOnTransaction } from '../../../../platform/reference';
import { saysItFailed } from '../../../../platform/refusal';
import { isNothing, searchReader, withoutPin } from '../../../../platform/searchAnswer';
import type { Trace } from '../../../engine/operation';
import type { StartParams } from './startParams';

const recordsIn = searchReader(transactionFields);

/** What starting a payment does not make; it may carry the reference of the payment before it, or none. */
const laterActions = new Set([
	'SUB_RENEW',
	'SUB_REMIND',
	'SUB_IDENTIFY',
	'SUB CANCEL',
	'SUB_ADMIN CANCEL',
	'REFUND',
]);

/** Finds a payment again by its reference among the transactions of the number (contract, “Query APIs”, 11). */
export const startTrace: Trace<StartParams> = {
	withReference: (params, item) => ({
		...params,
		clientid: params.clientid ?? paymentReference(item),
	}),
	referenceOf: ({ clientid = '', serviceKey, msisdn }) => ({
		reference: clientid,
		serviceKey,
		msisdn,
	}),
	// Without a number the reference narrows it down; a platform that does not take it as a filter leaves it out.
	request: ({ serviceKey, msisdn, clientid }) => ({
		method: 'POST',
		path: '/v1/transactions',
		body: { serviceKey, ...(msisdn ? { msisdn } : { merchantReference: clientid }) },
		searchLogin: true,
	}),
	read: (answer) => {
		const records = recordsIn(answer)?.filter(({ action }) => !laterActions.has(String(action)));
		// An older platform shows one record, and there may be others behind it.
		const isAll = Array.isArray(answer.body) || isNothing(answer.status, answer.body);
		return records && { records, isAll };
	},
	referenceOn: referenceOnTransaction,
	// The contract's own refusals say what they mean.
	leavesOpen: ({ status, body }) => {
		if (!isSuccess(status) || !saysItFailed(body)) return false;
		const reading = readStartAnswer(status, body);
		return reading !== undefined && 'outcome' in reading && reading.outcome === 'unknown';
	},
	ending: (record) => ({
		records: [withoutPin(record)],
		...(failed(record)
			? { outcome: 'notCharged' }
			: {
					outcome: 'unknown',
					nextStep:
						'The payment was started, but its answer was lost. Wait for the result; do not start it again.',
				}),
	}),
};

function failed({ actionStatus, transactionState }: PlatformRecord): boolean {
	return [actionStatus, transactionState].some(
		(state) => state === 'FAILED' || state === 'CANCELED',
	);
}
