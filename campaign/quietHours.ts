import { DateTime } from 'luxon';
import type { Settings } from './types';
import { zonesOf } from './zones';

type QuietHours = Pick<Settings, 'quietFrom' | 'quietTo'>;

/** So far ahead a moment is looked for; beyond a change of clocks each day is like the one before. */
const searchMs = 3 * 86_400_000;

/** Whether it's quiet somewhere at a place, so that nothing may be given. With no known zone, it always is. */
export function isQuiet(quiet: QuietHours, place: string, now: number): boolean {
	if (quiet.quietFrom === '') return false;
	const zones = zonesOf(place);
	return zones.length === 0 || zones.some((zone) => isQuietIn(quiet, zone, now));
}

/**
 * The first moment from `now` on at which it's quiet nowhere at a place; undefined where the zones share no such hour or
 * aren't known.
 */
export function endOfQuiet(quiet: QuietHours, place: string, now: number): number | undefined {
	const zones = zonesOf(place);
	let time = now;
	while (isQuiet(quiet, place, time)) {
		const ends = zones
			.filter((zone) => isQuietIn(quiet, zone, time))
			.map((zone) => endIn(quiet, zone, time));
		time = Math.max(...ends);
		if (ends.length === 0 || time > now + searchMs) return undefined;
	}
	return time;
}

function isQuietIn({ quietFrom, quietTo }: QuietHours, zone: string, now: number): boolean {
	const time = DateTime.fromMillis(now, { zone }).toFormat('HH:mm');
	const isOverMidnight = quietFrom > quietTo;
	return isOverMidnight ? time >= quietFrom || time < quietTo : time >= quietFrom && time < quietTo;
}

/** When quiet hours end next in a zone where it's quiet. */
function endIn({ quietTo }: QuietHours, zone: string, now: number): number {
	const [hour, minute] = quietTo.split(':').map(Number);
	const local = DateTime.fromMillis(now, { zone });
	const end = local.set({ hour, minute, second: 0, millisecond: 0 });
	return (end > local ? end : end.plus({ days: 1 })).toMillis();
}
