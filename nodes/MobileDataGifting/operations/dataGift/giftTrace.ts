import { isSuccess } from '../../../../platform/fate';
import { isObject } from '../../../../platform/isObject';
import { cameToNothing, referencesOnGift } from '../../../../platform/ownRecord';
import {
	hasComplaint,
	listOf,
	wholeListIn,
	type PlatformRecord,
} from '../../../../platform/records';
import { campaignReference, giftReference } from '../../../../platform/reference';
import {
	blamesTheRequest,
	readRefusal,
	saysItWentWell,
	type Refusal,
} from '../../../../platform/refusal';
import { isNothing } from '../../../../platform/searchAnswer';
import type { Answer, Cover, Once, Trace } from '../../../engine/operation';
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
	read: ({ status, body, isPart }) => {
		if (!isSuccess(status)) return undefined;
		const list = status === 204 ? [] : wholeListIn(body);
		// `null` and `{}` may mean that there is nothing to list.
		const records = list ?? (isNothing(status, body) ? [] : listOf(body));
		// A failed gift does not count; what shows neither reference nor number may be an error and no gift.
		const isGift = (one: PlatformRecord) => referencesOnGift(one).length > 0 || 'msisdn' in one;
		const counts = (one: PlatformRecord) => !(cameToNothing(one) && isGift(one));
		return records && { records: records.filter(counts), isAll: list !== undefined && !isPart };
	},
	referencesOn: referencesOnGift,
	leavesOpen: (answer) =>
		isSuccess(answer.status) && !giftRefusal(answer) && hasComplaint(answer.body),
	isAccepted: (answer) => isSuccess(answer.status) && !giftRefusal(answer),
	ending: (record) => ({ records: [record], outcome: 'given' }),
};

/** Why a gift was refused though the answer is a 2xx: the contract does not show its status codes. */
export function giftRefusal({ status, body }: Answer): Refusal | undefined {
	const record: unknown = Array.isArray(body) ? body[0] : body;
	return isSuccess(status) && blamesTheRequest(record) ? readRefusal(record) : undefined;
}

/** What an answer may name a gift by. Our own reference may be an echo. */
const gifted = /^((transaction|gift|assignment|order|operation|data)_?)?id$|^msisdn$|amount$/i;

/** Whether an answer looks like that of a gift that was given: it names it, says so, or says nothing. */
export function showsGift(record: PlatformRecord): boolean {
	const fields = Object.entries(record);
	if (fields.length === 0 || saysItWentWell(record)) return true;
	return fields.some(([name, value]) => gifted.test(name) || (isObject(value) && showsGift(value)));
}

/** Leaves those alone to whom the campaign has given. */
export const giftOnce: Once<AssignParams> = {
	isWanted: isOnce,
	guard: { field: 'campaign', switch: 'skipAlreadyGifted' },
	otherReferences: ({ campaign = '', msisdn }) => [campaignReference(campaign, msisdn)],
	requestAll: ({ serviceKey }) => ({ method: 'GET', path: giftsPath, query: { serviceKey } }),
	ending: ({ serviceKey, msisdn, clientId }, record, otherItem = 0) =>
		record
			? { records: [{ ...record, skipped: 'given by an earlier run' }], outcome: 'alreadyGiven' }
			: {
					records: [{ serviceKey, msisdn, clientId, skipped: listedTwice(otherItem) }],
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
