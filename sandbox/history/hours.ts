import type { Dice } from '../notifications/dice';
import { localOffsetMs } from '../payments/countries';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRIES = 10;

/** How much happens in each hour of a customer's day: little at night, most in the evening. */
const HOURS = [
	2, 1, 1, 1, 1, 2, 4, 7, 8, 8, 8, 9, 11, 10, 8, 8, 9, 11, 13, 15, 15, 12, 8, 4,
].flatMap((weight, hour) => Array.from({ length: weight }, () => hour));

export interface Span {
	from: number;
	until: number;
}

/** A time inside the span, at an hour when people of the country are awake if the span has one. */
export function wakingMoment(dice: Dice, span: Span, country: string): number {
	for (let tries = 0; tries < TRIES; tries += 1) {
		const day = Math.floor(anyMoment(dice, span) / DAY_MS) * DAY_MS;
		const local = day + dice.pick(HOURS) * HOUR_MS + dice.below(3600) * 1000;
		const instant = local - localOffsetMs(local, country);
		if (instant > span.from && instant < span.until) return instant;
	}
	return anyMoment(dice, span);
}

/** A whole second after the beginning of the span and before its end. */
export function anyMoment(dice: Dice, { from, until }: Span): number {
	return from + (1 + dice.below((until - from) / 1000 - 1)) * 1000;
}

/** Whether there is room for something to happen in it. */
export function hasRoom({ from, until }: Span): boolean {
	return until - from > 60_000;
}
