import { checkFor } from './report';
import { hashOf, settingsOf } from '../campaign/seal';
import type { Campaign } from '../campaign/types';
import { warningsOf } from './warnings';

/**
 * A plan as a program reads it: all that the page shows a planner, without a number of a customer.
 *
 * @param zone of the times in warnings
 */
export function planForPrograms(campaign: Omit<Campaign, 'id'>, zone: string) {
	const { name, ...settings } = settingsOf(campaign);
	const { status, rows, megabytes, leftOut } = campaign;
	const check = checkFor(campaign, false);
	return {
		campaign: name,
		status,
		...settings,
		rows,
		megabytes,
		leftOut,
		warnings: warningsOf({ ...campaign, check }, zone),
		check,
		hash: hashOf(campaign),
	};
}
