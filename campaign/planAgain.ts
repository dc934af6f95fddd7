import { DateTime } from 'luxon';
import type { Campaign } from './types';

/**
 * The settings of a campaign as the form of the desk has them, to plan it again under a new name. Times that are past are
 * left out.
 */
export function enteredAs(campaign: Campaign, zone: string, now: number): Record<string, string> {
	const { name, serviceKey, budget, startAt, stopAt, quietFrom, quietTo } = campaign;
	const { rowsPerSecond, sendAsEntered, country } = campaign;
	const timeOf = (iso: string | null) => {
		if (iso === null || Date.parse(iso) <= now) return '';
		return DateTime.fromISO(iso, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
	};
	return {
		campaign: `${name} 2`,
		service: serviceKey,
		budget: String(budget),
		quietFrom,
		quietTo,
		startAt: timeOf(startAt),
		stopAt: timeOf(stopAt),
		rowsPerSecond: rowsPerSecond > 0 ? String(rowsPerSecond) : '',
		sendAsEntered: sendAsEntered ? 'true' : '',
		country,
	};
}
