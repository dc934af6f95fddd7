import { DateTime } from 'luxon';
import { clockMarginMs, stepMs, waitMs } from './batch';
import { number } from '../platform/figureWords';
import type { Next } from './next';
import { plus, Results } from './results';
import type { Batch, Campaign, Row } from './types';

/** What is known of the day on which a step gives. */
export interface Today {
	/** `yyyy-MM-dd` in the zone. */
	day: string;
	/** The workflow's. */
	zone: string;
	/** All batches, of any campaign, that have given something on the day. */
	batches: Given[];
	/** MB that other batches may still give, because somebody has claimed them. */
	claimedMb: number;
	/** Why the MB of the day can't be counted: a cell is wrong. */
	uncounted?: string;
}

/** What is read of a batch that has given something. */
export type Given = Pick<Batch, 'id' | 'day' | 'dayMb'>;

/** @returns `yyyy-MM-dd` */
export function dayOf(now: number, zone: string): string {
	return DateTime.fromMillis(now, { zone }).toFormat('yyyy-MM-dd');
}

/** MB that the claimed batches may give today, besides what they have saved. */
export function claimedMegabytes(
	claims: Pick<Batch, 'leaseUntil' | 'notSentMb'>[],
	now: number,
	zone: string,
): number {
	const begin = DateTime.fromMillis(now, { zone }).startOf('day').toMillis();
	// Who claimed a batch yesterday and never came back gives nothing today.
	const isToday = ({ leaseUntil }: Pick<Batch, 'leaseUntil'>) =>
		Date.parse(leaseUntil) + clockMarginMs >= begin;
	return claims.filter(isToday).reduce((sum, { notSentMb }) => plus(sum, notSentMb), 0);
}

/**
 * What a batch has given on a day after a change of its rows: what it gave, or gave up to find out, since the day began, and
 * what it may have given until that is known, whenever that was.
 */
export function spentColumns(
	batch: Batch,
	after: Results,
	rows: Row[],
	day: string,
): Pick<Batch, 'day' | 'dayMb'> {
	const before = new Results(batch);
	const megabytesOf = (some: number[]) =>
		some.reduce((sum, row) => plus(sum, rows[row]?.megabytes ?? 0), 0);
	const already = batch.day === day ? plus(batch.dayMb, -megabytesOf(before.unsure)) : 0;
	const known = new Set(settledIn(before));
	const settled = settledIn(after).filter((row) => !known.has(row));
	return { day, dayMb: plus(Math.max(0, already), megabytesOf([...settled, ...after.unsure])) };
}

function settledIn(results: Results): number[] {
	const unsure = new Set(results.unsure);
	return results.rowsIn('given', 'inDoubt').filter((row) => !unsure.has(row));
}

/** Why a campaign with a limit gives nothing while a day ends, on one of the clocks. */
export function haltBetweenDays(
	{ megabytesPerDay }: Campaign,
	{ day, zone }: Today,
	now: number,
): Next | undefined {
	if (megabytesPerDay === 0) return undefined;
	const isOneDay = [now - clockMarginMs, now + stepMs + clockMarginMs].every(
		(time) => dayOf(time, zone) === day,
	);
	if (isOneDay) return undefined;
	const until = now + stepMs + 2 * clockMarginMs;
	return { action: 'postpone', reason: 'The day of the limit ends.', until };
}

/** The first of the rows that today's limit covers; a halt where there is no such row. */
export function withinDay(
	{ campaign, batch, today }: { campaign: Campaign; batch: Batch; today: Today },
	rows: Row[],
	wanted: number[],
	now: number,
): { positions: number[]; halt?: Next } {
	const { megabytesPerDay } = campaign;
	if (megabytesPerDay === 0 || wanted.length === 0) return { positions: wanted };
	if (today.uncounted !== undefined) {
		const reason = `What all campaigns have given today can't be counted. ${today.uncounted}`;
		const until = now + waitMs;
		return { positions: [], halt: { action: 'postpone', reason, until, isProblem: true } };
	}
	// As it was saved, for what is read of the others may be older.
	const own = batch.day === today.day ? batch.dayMb : 0;
	const others = today.batches.filter(({ id }) => id !== batch.id);
	const spent = others.reduce((sum, { dayMb }) => plus(sum, dayMb), own);
	const firstOf = (left: number) => {
		const covered: number[] = [];
		let megabytes = 0;
		for (const row of wanted) {
			megabytes = plus(megabytes, rows[row]?.megabytes ?? 0);
			if (megabytes > left) break;
			covered.push(row);
		}
		return covered;
	};
	const left = plus(megabytesPerDay, -spent);
	const positions = firstOf(plus(left, -today.claimedMb));
	if (positions.length > 0) return { positions };
	if (firstOf(left).length > 0) {
		const reason = 'Other batches may use up the limit of today.';
		return { positions, halt: { action: 'postpone', reason, until: now + waitMs } };
	}
	const tomorrow = DateTime.fromMillis(now, { zone: today.zone }).startOf('day').plus({ days: 1 });
	const reason = `All campaigns together have given ${number(spent)} of the most MB of a day, ${number(megabytesPerDay)}, and the next row needs more. It goes on tomorrow (${today.zone}).`;
	const until = tomorrow.toMillis() + clockMarginMs;
	return { positions, halt: { action: 'postpone', reason, until, isProblem: true } };
}
