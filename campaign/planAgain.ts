import { DateTime } from 'luxon';
import { InputError } from '../platform/input';
import { readCheck } from './check';
import { isNameFree } from './settings';
import type { Campaign } from './types';

/** The settings of a campaign as the form of the desk has them, to plan it again. Times that are past are left out. */
export function enteredAs(campaign: Campaign, zone: string, now: number): Record<string, string> {
	const { name, serviceKey, budget, startAt, stopAt, quietFrom, quietTo } = campaign;
	const { rowsPerSecond, sendAsEntered } = campaign;
	const timeOf = (iso: string | null) => {
		if (iso === null || Date.parse(iso) <= now) return '';
		return DateTime.fromISO(iso, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
	};
	return {
		campaign: isNameFree(campaign) ? name : `${name} 2`,
		service: serviceKey,
		budget: String(budget),
		quietFrom,
		quietTo,
		startAt: timeOf(startAt),
		stopAt: timeOf(stopAt),
		rowsPerSecond: rowsPerSecond > 0 ? String(rowsPerSecond) : '',
		sendAsEntered: sendAsEntered ? 'true' : '',
		...readCheck(campaign)?.said,
	};
}

/** Where a list is read in another way, in place of a plan that nobody has approved. */
export interface ReadAgain {
	/** Of the desk. */
	address: string;
	/** What the form sends along, its token too (formToken.ts). */
	entries: Record<string, string>;
}

/** How the list of a plan can be read again; undefined where its file isn't stored, or it was approved. */
export function readAgainOf(
	campaign: Campaign,
	{ deskAddress = '', zone, now }: { deskAddress?: string; zone: string; now: number },
): ReadAgain | undefined {
	const { status, name, planId, controlKey: token } = campaign;
	if (status !== 'planned' || deskAddress === '') return undefined;
	const { fileName } = readCheck(campaign)?.list ?? {};
	if (fileName === undefined) return undefined;
	const own = { campaign: name, fileName, replaces: planId, token };
	return { address: deskAddress, entries: { ...enteredAs(campaign, zone, now), ...own } };
}

/** The campaigns without the one that another plan replaces. @throws InputError where somebody has decided about it */
export function withoutReplaced<One extends Pick<Campaign, 'planId' | 'status' | 'approvals'>>(
	stored: One[],
	replaces: string | undefined,
): { replaced: One[]; others: One[] } {
	if (replaces === undefined) return { replaced: [], others: stored };
	const replaced = stored.filter(({ planId }) => planId === replaces);
	if (!replaced.some(({ status, approvals }) => status === 'planned' && approvals === '')) {
		const nextStep = 'Open it at the desk, or plan the list under a new name.';
		throw new InputError('The plan was approved or canceled meanwhile', nextStep);
	}
	return { replaced, others: stored.filter((campaign) => !replaced.includes(campaign)) };
}
