import {
	balanceRequest,
	readRemains,
	readService,
	servicesRequest,
} from '../../../../platform/pools';
import { failedBy, listRefused } from '../../../engine/core/request/errors';
import type { RemoteOperation } from '../../../engine/panel/operation';
import type { AssignParams } from './assignFields';

/** Refuses a list that the data pools don't cover, in MB for each service and operator (contract, "Data gifting", 5). */
export const checkBalance: RemoteOperation<AssignParams>['checkList'] = async (
	gifts,
	query,
	now,
) => {
	const needs = new Map<string, { serviceKey: string; operator: string; needed: number }>();
	for (const { serviceKey, operator, amount } of gifts.filter((gift) => gift.checkBalance)) {
		if (operator === undefined) {
			throw listRefused(
				"'Operator' is required for Check Balance",
				'Fill it in for every item, or remove Check Balance.',
			);
		}
		const pools = `${serviceKey} at ${operator}`;
		const needed = amount + (needs.get(pools)?.needed ?? 0);
		needs.set(pools, { serviceKey, operator, needed });
	}
	for (const [pools, { needed, ...ofPools }] of needs) {
		const { answer, error } = await query(balanceRequest(ofPools));
		const remaining = answer && readRemains(answer, ofPools, now)?.megabytes;
		if (remaining === undefined) {
			const why = answer ? failedBy(answer).message : error.message;
			throw listRefused(
				`The balance of ${pools} can't be read: ${why}`,
				'Fix the cause, or remove Check Balance.',
			);
		}
		if (rounded(remaining) >= rounded(needed)) continue;
		throw listRefused(
			`The data pools don't cover this list: ${pools} has ${rounded(remaining)} MB and the list needs ${rounded(needed)} MB`,
			'Shorten the list, lower the amounts, or ask your operator for more data. The amounts of pools are read as MB.',
		);
	}
};

/** Sums of fractions are off by a hair; the difference must neither be shown nor decide. */
function rounded(megabytes: number): number {
	return Math.round(megabytes * 1000) / 1000;
}

/** Refuses services that can't give data, if the platform's list of services shows that. No list proves nothing. */
export const checkServices: RemoteOperation<AssignParams>['checkFurther'] = async (
	gifts,
	query,
) => {
	const { answer, error } = await query(servicesRequest);
	if (error) throw error;
	for (const serviceKey of new Set(gifts.map((gift) => gift.serviceKey))) {
		const reason = readService(answer, serviceKey).service;
		if (reason === undefined) continue;
		throw listRefused(
			`The service ${serviceKey} can't give data: ${reason}`,
			'Choose a service from the list, or ask your operator which ones give data.',
		);
	}
};
