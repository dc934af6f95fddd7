import { isSuccess } from '../../../../platform/fate';
import { listOf, recordsOf, type PlatformRecord } from '../../../../platform/records';
import {
	cameToNothing,
	campaignReference,
	giftReference,
	referenceOnGift,
} from '../../../../platform/reference';
import { saysItFailed } from '../../../../platform/refusal';
import { isNothing } from '../../../../platform/searchAnswer';
import type { Cover, Once, Trace } from '../../../engine/operation';
import { listedTwice } from '../../../engine/repeats';
import type { AssignParams } from './assign';

const giftsPath = '/datagifting/v1/transaction';

/** Finds a gift again by its reference among those of the number (contract, “Data gifting”, 3). */
export const giftTrace: Trace<AssignParams> = {
	withReference: (params, item) => ({
		...params,
		clientId: params.clientId ?? giftReference({ ...params, isOnce: isOnce(params) }, item),
	}),
	referenceOf: ({ clientId = '', serviceKey, msisdn }) => ({
		reference: clientId,
		serviceKey,
		msisdn,
	}),
	request: ({ serviceKey, msisdn }) => ({
		method: 'GET',
		path: giftsPath,
		query: { serviceKey, msisdn },
	}),
	read: ({ status, body }) => {
		if (isNothing(status, body)) return { records: [], isAll: true };
		const records = isSuccess(status) ? listOf(body) : undefined;
		// What shows neither reference nor number is no gift that failed, but an error that came with 200.
		const isError = (one: PlatformRecord) => referenceOnGift(one) === '' && !('msisdn' in one);
		const counts = (one: PlatformRecord) => !cameToNothing(one) || isError(one);
		return records && { records: records.filter(counts), isAll: true };
	},
	referenceOn: referenceOnGift,
	leavesOpen: ({ status, body }) =>
		isSuccess(status) && (saysItFailed(body) || recordsOf(body)?.some(cameToNothing) === true),
	ending: (record) => ({ records: [record], outcome: 'given' }),
};

/** Leaves those alone to whom the campaign has given. */
export const giftOnce: Once<AssignParams> = {
	isWanted: isOnce,
	otherReferences: ({ campaign = '', msisdn }) => [campaignReference(campaign, msisdn)],
	requestAll: ({ serviceKey }) => ({ method: 'GET', path: giftsPath, query: { serviceKey } }),
	ending: ({ serviceKey, msisdn, clientId }, record, earlierItem = 0) =>
		record
			? { records: [{ ...record, skipped: 'given by an earlier run' }], outcome: 'alreadyGiven' }
			: {
					records: [{ serviceKey, msisdn, clientId, skipped: listedTwice(earlierItem) }],
					outcome: 'listedTwice',
				},
};

function isOnce({ campaign, skipAlreadyGifted }: AssignParams): boolean {
	return campaign !== undefined && skipAlreadyGifted;
}

/** Adds up what the data pools hold (contract, “Data gifting”, 4 and 5). */
export const giftCover: Cover<AssignParams> = {
	isWanted: ({ checkBalance }) => checkBalance,
	needOf: ({ serviceKey, amount, operator }) => ({ serviceKey, amount, operator }),
	services: { method: 'GET', path: '/datagifting/v1/services' },
	pools: (serviceKey, operator) => ({
		method: 'GET',
		path: '/datagifting/v1/services/balance',
		query: { serviceKey, operator },
	}),
};
