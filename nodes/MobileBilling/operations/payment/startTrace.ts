import { isSuccess } from '../../../../platform/fate';
import { cameToNothing, referencesOnTransaction } from '../../../../platform/ownRecord';
import { readStartAnswer, type StartOutcome } from '../../../../platform/paymentAnswer';
import { transactionFields } from '../../../../platform/recordFields';
import { wholeListIn, recordsOf } from '../../../../platform/records';
import { paymentReference } from '../../../../platform/reference';
import { saysItFailed } from '../../../../platform/refusal';
import { searchReader, withoutPin } from '../../../../platform/searchAnswer';
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

/** What the answer to a payment that was begun twice may say. */
const declining = new Set<StartOutcome>(['notCharged', 'existingSubscription']);

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
		const { status, body } = answer;
		if (status === 204) return { records: [], isAll: true };
		// “Not found” may mean the address; an older platform shows one record, and there may be others behind it.
		const records = isSuccess(status) ? recordsIn(answer) : undefined;
		const started = records?.filter(({ action }) => !laterActions.has(String(action)));
		return started && { records: started, isAll: wholeListIn(body) !== undefined };
	},
	referencesOn: referencesOnTransaction,
	// The contract's own refusals say what they mean.
	leavesOpen: ({ status, body }) => {
		const [record = {}] = recordsOf(body) ?? [];
		if (!isSuccess(status) || !(saysItFailed(body) || cameToNothing(record))) return false;
		const reading = readStartAnswer(status, body);
		return reading === undefined || ('outcome' in reading && reading.outcome === 'unknown');
	},
	isAccepted: ({ status, body }) => {
		const reading = readStartAnswer(status, body);
		if (reading === undefined) return isSuccess(status);
		return 'outcome' in reading && !declining.has(reading.outcome);
	},
	ending: (record) => ({
		records: [withoutPin(record)],
		outcome: 'unknown',
		nextStep:
			'The payment was started, but its answer was lost. Wait for the result; do not start it again.',
	}),
};
