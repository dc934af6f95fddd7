import { DateTime } from 'luxon';
import { clockMarginMs, stepMs, type Halt } from './piece';
import { plus } from './results';
import type { Campaign, Row } from './types';
import { phrase, phraseOf } from '../platform/say';

/** The day on which a step gives: all campaigns together count for the limit of each. */
export interface Today {
	/** `yyyy-MM-dd` in the zone. */
	day: string;
	/** The workflow's. */
	zone: string;
	/** MB that were given on it, or may have been, with what this step has ordered so far. */
	megabytes: number;
}

/** @returns `yyyy-MM-dd` */
export function dayOf(now: number, zone: string): string {
	return DateTime.fromMillis(now, { zone }).toFormat('yyyy-MM-dd');
}

/** Why a campaign with a limit gives nothing while a day ends, on one of the clocks. */
export function haltBetweenDays(
	{ megabytesPerDay }: Pick<Campaign, 'megabytesPerDay'>,
	{ day, zone }: Today,
	now: number,
): Halt | undefined {
	if (megabytesPerDay === 0) return undefined;
	const isOneDay = [now - clockMarginMs, now + stepMs + clockMarginMs].every(
		(time) => dayOf(time, zone) === day,
	);
	if (isOneDay) return undefined;
	const until = now + stepMs + 2 * clockMarginMs;
	return { reason: 'The day of the limit ends.', until };
}

/** The first of the rows that today's limit covers; a halt where there is no such row. */
export function withinDay(
	{ megabytesPerDay }: Pick<Campaign, 'megabytesPerDay'>,
	{ megabytes: spent, zone }: Today,
	rows: Row[],
	wanted: number[],
	now: number,
): { positions: number[]; halt?: Halt } {
	if (megabytesPerDay === 0 || wanted.length === 0) return { positions: wanted };
	let sum = spent;
	const end = wanted.findIndex((row) => {
		sum = plus(sum, rows[row]?.megabytes ?? 0);
		return sum > megabytesPerDay;
	});
	if (end !== 0) return { positions: end < 0 ? wanted : wanted.slice(0, end) };
	const tomorrow = DateTime.fromMillis(now, { zone }).startOf('day').plus({ days: 1 });
	const reason = phrase`All campaigns together have given ${{ amount: spent }} of ${{ amount: megabytesPerDay }} MB today, and the next row doesn't fit. They go on tomorrow (${phraseOf(zone)}).`;
	const until = tomorrow.toMillis() + clockMarginMs;
	return { positions: [], halt: { reason, until, isProblem: true } };
}
