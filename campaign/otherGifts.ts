import { DateTime } from 'luxon';
import { isFinal } from '../platform/codes';
import type { Turns } from '../lists/turns';
import { tried } from '../platform/input';
import type { Check } from './check';
import { dayOf } from './dayLimit';
import { Results, type State } from './results';
import type { Campaign, Piece, Row, StoredList } from './types';

/**
 * The rows of other campaigns that a plan counts: this month's, if a customer may get only so many gifts a month, and all
 * rows of the campaign that it adds rows to. Rows that may still be given count, too. A plan's count is final, and an
 * uncounted row is never opened, so the order in which campaigns run makes no difference.
 */

/** The columns that tell whether a campaign's gifts count. */
type Limited = Pick<Campaign, 'giftsPerMonth' | 'status' | 'finishedAt'>;

/** The columns of counted campaigns. */
type CountedCampaign = Limited & Pick<Campaign, 'id' | 'planId' | 'active'>;

/** The columns of another campaign, with the values in place of cells that can't be read: it counts as one with a limit. */
export const otherUnread = {
	name: '',
	serviceKey: '',
	planId: '',
	status: 'running' as Campaign['status'],
	round: 0,
	budget: 0,
	megabytesPerDay: 0,
	approvals: '[]',
	check: '',
	giftsPerMonth: 1,
	plannedAt: '',
};
export type OtherCampaign = typeof otherUnread & Pick<Campaign, 'id'>;

/** The campaigns whose gifts this month count for a new plan. */
export function countedInMonth<One extends Limited>(
	campaigns: One[],
	now: number,
	zone: string,
): One[] {
	return campaigns.filter((campaign) => {
		const { giftsPerMonth, status } = campaign;
		return giftsPerMonth > 0 && status !== 'draft' && !endedBeforeMonth(campaign, now, zone);
	});
}

/** A plan takes less than this from its time until it's stored: later plans have read it, and counted it if they had to. */
const sameTimeMs = 3_600_000;

/** The name of a campaign planned at the same time or later, so that neither plan counted the other's gifts. */
export function uncountedIn(
	stored: OtherCampaign[],
	own: Pick<OtherCampaign, 'planId' | 'giftsPerMonth' | 'check' | 'plannedAt'>,
): string | undefined {
	if (own.giftsPerMonth === 0) return undefined;
	const since = Date.parse(own.plannedAt) - sameTimeMs;
	const isUncounted = (other: OtherCampaign) =>
		mustBeCounted(other) &&
		// A time that can't be read may be any.
		(other.plannedAt === '' || Date.parse(other.plannedAt) > since) &&
		other.planId !== own.planId &&
		!isEitherCounted(own, other);
	return stored.find(isUncounted)?.name;
}

/** Whether one of two plans has counted the rows of the other. */
export function isEitherCounted(
	one: Pick<OtherCampaign, 'planId' | 'check'>,
	other: Pick<OtherCampaign, 'planId' | 'check'>,
): boolean {
	return (
		countedPlans(one.check).includes(other.planId) || countedPlans(other.check).includes(one.planId)
	);
}

/** The plan IDs of the campaigns that a plan has counted. */
function countedPlans(check: string): string[] {
	return tried(() => (JSON.parse(check) as Partial<Check>).counted) ?? [];
}

function mustBeCounted({ giftsPerMonth, status, approvals }: OtherCampaign): boolean {
	return giftsPerMonth > 0 && (approvals !== '' || status === 'planned');
}

/** Whether a limited campaign ended before this month: others no longer count its rows, so none may be opened. */
export function endedBeforeMonth(
	{ giftsPerMonth, finishedAt }: Limited,
	now: number,
	zone: string,
): boolean {
	const start = new Date(monthStart(now, zone)).toISOString();
	return giftsPerMonth > 0 && finishedAt !== null && finishedAt < start;
}

function monthStart(now: number, zone: string): number {
	return DateTime.fromMillis(now, { zone }).startOf('month').toMillis();
}

const maybeGiven = new Set<State | undefined>(['given', 'inDoubt', 'maybeSent']);

/** The campaigns to count; pieces and lists of others are ignored. */
interface StoredGifts {
	campaigns: CountedCampaign[];
	pieces: Piece[];
	lists: StoredList[];
}

/** The first day of a month, `yyyy-MM-dd`. */
export function firstDayOf(now: number, zone: string): string {
	return dayOf(monthStart(now, zone), zone);
}

/**
 * Counts the gifts that each number got or may still get. Yields after each piece, so that n8n can do other work.
 *
 * @param firstDay earlier gifts don't count, such as `2026-11-01`; '' counts all
 */
export function* countGifts(
	{ campaigns, pieces, lists }: StoredGifts,
	firstDay: string,
): Turns<Map<string, number>> {
	const keyOf = ({ planId, number }: { planId: string; number: number }) => `${planId} ${number}`;
	const listOf = new Map(lists.map((stored) => [keyOf(stored), stored.list]));
	// A canceled campaign stays active until the runner has saved what it sent.
	const isCanceled = new Map(
		campaigns.map(({ planId, status, active }) => [planId, status === 'canceled' && !active]),
	);
	const gifts = new Map<string, number>();
	for (const piece of pieces.filter(({ planId }) => isCanceled.has(planId))) {
		const results = new Results(piece);
		const rows = JSON.parse(listOf.get(keyOf(piece)) ?? '[]') as Row[];
		for (const [at, { phone }] of rows.entries()) {
			const isGiven = maybeGiven.has(results.stateOf(at)) && (results.dateOf(at) ?? '') >= firstDay;
			if (!isGiven && (isCanceled.get(piece.planId) || !mayGet(results, at))) continue;
			gifts.set(phone, (gifts.get(phone) ?? 0) + 1);
		}
		yield;
	}
	return gifts;
}

/** Whether a row may still be given, also by a button such as “Retry failed”. */
function mayGet(results: Results, row: number): boolean {
	const state = results.stateOf(row);
	if (state === 'failed') return !isFinal(results.reasonOf(row));
	return state === 'notSent' || state === 'inDoubt' || state === 'maybeSent';
}
