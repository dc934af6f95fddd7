import { isSuccess } from '../../../../platform/fate';
import { cameToNothing, referencesOnTransaction } from '../../../../platform/ownRecord';
import { readStartAnswer, type StartOutcome } from '../../../../platform/paymentAnswer';
import { actions, transactionFields } from '../../../../platform/recordFields';
import { recordsOf, wholeListIn } from '../../../../platform/records';
import { paymentReference } from '../../../../platform/reference';
import { saysItFailed } from '../../../../platform/refusal';
import { searchReader, withoutPin } from '../../../../platform/searchAnswer';
import type { Trace } from '../../../engine/operation';
import type { StartParams } from './startParams';

const recordsIn = searchReader(transactionFields);

/** What starting a payment makes. What comes later may carry the reference of the payment before it, or none. */
const starting = new Set(['CHARGE', 'SUB_START']);
const later = new Set<unknown>(actions.filter((action) => !starting.has(action)));

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
		const { status, body, isPart } = answer;
		// “Not found” may mean the address.
		if (!isSuccess(status)) return undefined;
		const records = recordsIn(answer)?.filter(({ action }) => !later.has(action));
		// An older platform shows one record, and there may be others behind it.
		return (
			records && { records, isAll: !isPart && (status === 204 || wholeListIn(body) !== undefined) }
		);
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
