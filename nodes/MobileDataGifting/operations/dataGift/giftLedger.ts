import { type PlatformRecord } from '../../../../platform/answer';
import { parseList } from '../../../../platform/verdict';
import { findRecord, keepsReference, referenceOfGift } from '../../../../platform/ledger';
import { matches } from '../../../../platform/matching';
import { giftsRequest } from '../../../../platform/pools';
import { giftReference } from '../../../../platform/reference';
import { isNotFound } from '../../../../platform/search';
import type { DedupePolicy, Reconciliation } from '../../../engine/core/exchange';
import type { Answer } from '../../../engine/core/request/platformRequest';
import type { AssignParams } from './assignFields';

/** Finds a gift again by its reference among those of the number (contract, "Data gifting", 3). */
export const giftReconciliation: Reconciliation<AssignParams> = {
	key: ({ clientReference: reference = '', serviceKey, msisdn }) => ({
		reference,
		serviceKey,
		msisdn,
	}),
	withReference: (params, item) => ({
		...params,
		clientReference: giftReference({ ...params, isOnce: params.duplicates === 'skip' }, item),
	}),
	request: ({ serviceKey, msisdn }) => giftsRequest({ serviceKey, msisdn }),
	requestMore: ({ serviceKey, clientReference = '' }) => ({
		...giftsRequest({ serviceKey }),
		keep: keepsReference(referenceOfGift, clientReference),
	}),
	doneBefore: 'alreadyGiven',
	read: (answer, { clientReference = '', serviceKey }) => {
		// A platform may show the gifts of other services, too.
		const records = recordsIn(answer)?.filter((record) => matches(record, { serviceKey }));
		return records ? findRecord(records, referenceOfGift, clientReference) : { state: 'unclear' };
	},
	result: (record, { serviceKey, msisdn, clientReference }) => ({
		records: [record],
		outcome: 'given',
		known: { serviceKey, msisdn, clientReference },
	}),
};

/** Leaves out customers who have a gift of the campaign. */
export const giftDedupe: DedupePolicy<AssignParams> = {
	campaignOf: ({ campaign }) => campaign,
	isRepeated: ({ duplicates }) => duplicates === 'sendAgain',
	requestAll: ({ serviceKey }) => giftsRequest({ serviceKey }),
	recordsIn,
	referenceOf: referenceOfGift,
	duplicate: 'listedTwice',
};

function recordsIn(answer: Answer): PlatformRecord[] | undefined {
	if (isNotFound(answer.status, answer.body)) return [];
	const records = parseList(answer);
	const [first] = records ?? [];
	// A lone object without number and reference, such as {"actionStatus":"FAILED"}, doesn't tell which gifts there are.
	const isGift = first?.msisdn !== undefined || (first && referenceOfGift(first) !== undefined);
	return first === answer.body && !isGift ? undefined : records;
}
