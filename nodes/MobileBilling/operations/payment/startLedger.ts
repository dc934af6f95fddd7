import {
	findRecord,
	normalizeReference,
	paymentReference,
	referenceOfTransaction,
} from '../../../../platform/ledger';
import { recordsFound } from '../../../../platform/search';
import type { Reconciliation } from '../../../engine/operation';
import type { StartParams } from './startParams';

/** What starting a payment makes: later transactions of a subscription may carry its reference, too. */
const started: unknown[] = ['CHARGE', 'SUB_START'];

/** Finds a payment again by its reference among the transactions of the number (contract, "Query APIs", 11). */
export const startReconciliation: Reconciliation<StartParams> = {
	key: ({ clientid = '', serviceKey, msisdn }) => ({ reference: clientid, serviceKey, msisdn }),
	withReference: (params, item) => ({ ...params, clientid: paymentReference(item) }),
	// Without a number, or where an identification says who pays, the reference narrows it down; a platform that
	// doesn't filter by it ignores it.
	request: ({ serviceKey, msisdn, identid, clientid }) => ({
		method: 'POST',
		path: '/v1/transactions',
		body: {
			serviceKey,
			...(msisdn && !identid ? { msisdn } : { merchantReference: clientid }),
		},
		searchLogin: true,
	}),
	read: (answer, { clientid = '' }) => {
		const own = normalizeReference(clientid);
		const records = recordsFound(answer)?.filter(({ action = 'CHARGE' }) =>
			started.includes(action),
		);
		if (!records) return { state: 'unclear' };
		const record = findRecord(records, referenceOfTransaction, (one) => one === own);
		if (typeof record === 'object') return { state: 'done', record };
		// An older platform answers with one record, behind which there may be others.
		const isWhole = record === 'absent' && (records.length === 0 || Array.isArray(answer.body));
		return { state: isWhole ? 'notDone' : 'unclear' };
	},
	result: (record) => ({ records: [record], outcome: 'unknown' }),
	isDeclined: ({ outcome }) => outcome === 'notCharged' || outcome === 'existingSubscription',
};
