import { isSuccess } from '../../../../platform/fate';
import { cameToNothing, referencesOnGift } from '../../../../platform/ownRecord';
import { listIn, listOf, recordsOf, type PlatformRecord } from '../../../../platform/records';
import { campaignReference, giftReference } from '../../../../platform/reference';
import { blamesTheRequest, complains } from '../../../../platform/refusal';
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
		if (status === 204) return { records: [], isAll: true };
		const records = isSuccess(status) ? listOf(body) : undefined;
		// A failed gift does not count; what shows neither reference nor number may be an error and no gift.
		const isGift = (one: PlatformRecord) => referencesOnGift(one).length > 0 || 'msisdn' in one;
		const counts = (one: PlatformRecord) => !(cameToNothing(one) && isGift(one));
		return records && { records: records.filter(counts), isAll: listIn(body) !== undefined };
	},
	referencesOn: referencesOnGift,
	leavesOpen: ({ status, body }) =>
		isSuccess(status) && !blamesTheRequest(body) && recordsOf(body)?.some(complains) === true,
	isAccepted: ({ status, body }) => isSuccess(status) && !blamesTheRequest(body),
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
