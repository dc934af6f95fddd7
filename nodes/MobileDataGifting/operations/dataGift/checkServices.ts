import { readService, servicesRequest } from '../../../../platform/pools';
import { listRefused } from '../../../engine/core/request/errors';
import type { RemoteOperation } from '../../../engine/panel/operation';
import type { AssignParams } from './assignFields';

/** Refuses services that can't give data, where the platform's list of them tells. A list it keeps to itself tells nothing. */
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
