import { transactionFields } from '../../../../platform/recordFields';
import type { PlatformRecord } from '../../../../platform/records';
import { paymentReference } from '../../../../platform/reference';
import { searchReader, withoutPin } from '../../../../platform/searchAnswer';
import type { Trace } from '../../../engine/operation';
import type { StartParams } from './startParams';

const recordsIn = searchReader(transactionFields);

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
		const records = recordsIn(answer);
		// An older platform shows one record, and there may be others behind it.
		const isAll = Array.isArray(answer.body) || records?.length === 0;
		return records && { records, isAll };
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
