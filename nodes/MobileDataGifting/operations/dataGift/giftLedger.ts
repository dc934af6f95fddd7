import { parseList, type PlatformRecord } from '../../../../platform/answer';
import {
	findRecord,
	giftReference,
	normalizeReference,
	referenceOfGift,
} from '../../../../platform/ledger';
import { isNothing } from '../../../../platform/search';
import type { Answer, BalanceCheck, DedupePolicy, Reconciliation } from '../../../engine/operation';
import type { AssignParams } from './assignFields';

const path = '/datagifting/v1/transaction';

/** Finds a gift again by its reference among those of the number (contract, "Data gifting", 3). */
export const giftReconciliation: Reconciliation<AssignParams> = {
	key: ({ clientId = '', serviceKey, msisdn }) => ({ reference: clientId, serviceKey, msisdn }),
	withReference: (params, item) => ({
		...params,
		clientId: giftReference({ ...params, isOnce: isOnce(params) }, item),
	}),
	request: ({ serviceKey, msisdn }) => ({ method: 'GET', path, query: { serviceKey, msisdn } }),
	read: (answer, { clientId = '' }) => {
		const own = normalizeReference(clientId);
		const record = findRecord(recordsIn(answer) ?? [{}], referenceOfGift, (one) => one === own);
		if (record === 'absent') return { state: 'notDone' };
		return record === 'unreadable' ? { state: 'unclear' } : { state: 'done', record };
	},
	result: (record) => ({ records: [record], outcome: 'given' }),
};

/** Leaves out whom the campaign has given to. */
export const giftDedupe: DedupePolicy<AssignParams> = {
	isWanted: isOnce,
	guard: { field: 'campaign', switch: 'skipAlreadyGifted' },
	requestAll: ({ serviceKey }) => ({ method: 'GET', path, query: { serviceKey } }),
	recordsIn,
	referenceOf: referenceOfGift,
	skipped: ({ serviceKey, msisdn, clientId }, record, firstItem = 0) => {
		if (record) {
			const skipped = 'given by an earlier run';
			return { records: [{ ...record, skipped }], outcome: 'alreadyGiven' };
		}
		const skipped = `listed twice, see item ${firstItem} of the input`;
		return { records: [{ serviceKey, msisdn, clientId, skipped }], outcome: 'listedTwice' };
	},
};

/** Adds up what the data pools hold (contract, "Data gifting", 5). */
export const giftBalance: BalanceCheck<AssignParams> = {
	isWanted: ({ checkBalance }) => checkBalance,
	need: ({ serviceKey, amount, operator = '' }) => ({ serviceKey, amount, operator }),
	request: (serviceKey, operator) => ({
		method: 'GET',
		path: '/datagifting/v1/services/balance',
		query: { serviceKey, operator },
	}),
};

function isOnce({ campaign, skipAlreadyGifted }: AssignParams): boolean {
	return campaign !== undefined && skipAlreadyGifted;
}

function recordsIn(answer: Answer): PlatformRecord[] | undefined {
	return isNothing(answer.status, answer.body) ? [] : parseList(answer)?.records;
}
