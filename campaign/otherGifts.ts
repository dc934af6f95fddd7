import { DateTime } from 'luxon';
import { isFinal } from '../platform/codes';
import type { Steps } from '../lists/steps';
import { tried } from '../platform/input';
import type { Check } from './check';
import { dayOf } from './dayLimit';
import { Results, type State } from './results';
import type { Campaign, Piece, Row, StoredList } from './types';

/**
 * Rows of other campaigns that a plan counts: those given this month, where each customer gets at most so many gifts a
 * month, and all of the campaign that it adds rows to. Rows that may still be given count, too. A row that is counted is
 * never free again, and another one is never opened, so the order in which campaigns run makes no difference.
 */
type Limited = Pick<Campaign, 'giftsPerMonth' | 'status' | 'finishedAt'>;

/** The columns of counted campaigns and their pieces, and of campaigns that are only named. */
type CountedCampaign = Limited & Pick<Campaign, 'id' | 'planId' | 'active'>;
type CountedPiece = Pick<
	Piece,
	'planId' | 'number' | 'rows' | 'results' | 'reasons' | 'doubts' | 'dates'
>;
export type Other = Pick<
	Campaign,
	| 'id'
	| 'planId'
	| 'name'
	| 'serviceKey'
	| 'status'
	| 'round'
	| 'budget'
	| 'megabytesPerDay'
	| 'approvals'
	| 'giftsPerMonth'
	| 'plannedAt'
> & {
	/** JSON; '' where it can't be read. */
	check: string;
};

/** Campaigns whose gifts of the month count for one that is planned now. */
export function countedInMonth<One extends Limited>(
	campaigns: One[],
	now: number,
	zone: string,
): One[] {
	return campaigns.filter((campaign) => {
		const { giftsPerMonth, status } = campaign;
		return giftsPerMonth > 0 && status !== 'draft' && !isOver(campaign, now, zone);
	});
}

/** The name of a campaign that was planned at the same time: neither has counted the other one. */
export function uncountedIn(
	stored: Other[],
	{ planId, giftsPerMonth, check }: Pick<Other, 'planId' | 'giftsPerMonth' | 'check'>,
): string | undefined {
	if (giftsPerMonth === 0) return undefined;
	const isUncounted = (other: Other) =>
		isCounted(other) && other.planId !== planId && !isEitherCounted({ planId, check }, other);
	return stored.find(isUncounted)?.name;
}

/** Whether one of two plans has counted the rows of the other. */
export function isEitherCounted(
	one: Pick<Other, 'planId' | 'check'>,
	other: Pick<Other, 'planId' | 'check'>,
): boolean {
	return countedIn(one.check).includes(other.planId) || countedIn(other.check).includes(one.planId);
}

/** The plan IDs of the campaigns that a plan has counted. */
function countedIn(check: string): string[] {
	return tried(() => (JSON.parse(check) as Partial<Check>).counted) ?? [];
}

function isCounted({ giftsPerMonth, status, approvals }: Other): boolean {
	return giftsPerMonth > 0 && (approvals !== '' || status === 'planned');
}

/** Whether it ended before this month, so that others no longer count its rows: then no row may be opened. */
export function isOver({ giftsPerMonth, finishedAt }: Limited, now: number, zone: string): boolean {
	const start = new Date(monthStart(now, zone)).toISOString();
	return giftsPerMonth > 0 && finishedAt !== null && finishedAt < start;
}

function monthStart(now: number, zone: string): number {
	return DateTime.fromMillis(now, { zone }).startOf('month').toMillis();
}

const given = new Set<State | undefined>(['given', 'inDoubt', 'maybeSent']);

/** The campaigns to count; pieces and lists may be of others, too. */
export interface Stored {
	campaigns: CountedCampaign[];
	pieces: CountedPiece[];
	lists: StoredList[];
}

/** The first day of a month, `yyyy-MM-dd`. */
export function firstDayOf(now: number, zone: string): string {
	return dayOf(monthStart(now, zone), zone);
}

/**
 * Counts the gifts that each number has, or may still get: piece by piece, so that other work gets its turn.
 *
 * @param firstDay gifts of days before it don't count; '' counts all
 */
export function* countGifts(
	{ campaigns, pieces, lists }: Stored,
	firstDay: string,
): Steps<Map<string, number>> {
	const keyOf = ({ planId, number }: { planId: string; number: number }) => `${planId} ${number}`;
	const listOf = new Map(lists.map((stored) => [keyOf(stored), stored.list]));
	// While it's active, the runner has yet to save what it has sent.
	const isCanceled = new Map(
		campaigns.map(({ planId, status, active }) => [planId, status === 'canceled' && !active]),
	);
	const gifts = new Map<string, number>();
	for (const piece of pieces.filter(({ planId }) => isCanceled.has(planId))) {
		const results = new Results(piece);
		const rows = JSON.parse(listOf.get(keyOf(piece)) ?? '[]') as Row[];
		for (const [at, { phone }] of rows.entries()) {
			const isGiven = given.has(results.stateOf(at)) && (results.dateOf(at) ?? '') >= firstDay;
			if (!isGiven && (isCanceled.get(piece.planId) || !mayGet(results, at))) continue;
			gifts.set(phone, (gifts.get(phone) ?? 0) + 1);
		}
		yield;
	}
	return gifts;
}

/** Whether a row may still be given, also after a button was pressed. */
function mayGet(results: Results, row: number): boolean {
	const state = results.stateOf(row);
	if (state === 'failed') return !isFinal(results.reasonOf(row));
	return state === 'notSent' || state === 'inDoubt' || state === 'maybeSent';
}
