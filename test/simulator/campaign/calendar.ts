import type { Campaign } from '../../../campaign/types';

/** When virtual time begins (clock.ts), Unix milliseconds. */
export const begin = Date.UTC(2027, 0, 2, 12);

/** The places of the scenarios, by hand: first digits and all zones of numbers that begin with them. */
const zones: Record<string, string[]> = {
	'43': ['Europe/Vienna'],
	'64': ['Pacific/Auckland', 'Pacific/Chatham'],
	'18': ['Pacific/Honolulu', 'America/Los_Angeles', 'America/Chicago', 'America/St_Johns'],
};

type QuietHours = Pick<Campaign, 'quietFrom' | 'quietTo'>;

/** Whether it's quiet in a zone of the number at each hour of the day. */
export function isNeverLoud(quiet: QuietHours, phone: string): boolean {
	const quarters = Array.from({ length: 96 }, (_, index) => begin + index * 900_000);
	return quarters.every((time) => isQuiet(quiet, phone, time));
}

/** Whether it's quiet in a zone of the number, told by the clock on a wall there. */
export function isQuiet({ quietFrom, quietTo }: QuietHours, phone: string, now: number): boolean {
	if (quietFrom === '') return false;
	return (zones[phone.slice(0, 2)] ?? []).some((zone) => {
		const time = shownIn(zone, now).slice(11);
		return quietFrom < quietTo
			? time >= quietFrom && time < quietTo
			: time >= quietFrom || time < quietTo;
	});
}

/** The date on a calendar there, `yyyy-MM-dd`. */
export function dateIn(zone: string, now: number): string {
	return shownIn(zone, now).slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Date and time on a wall there, `yyyy-MM-dd HH:mm`. */
function shownIn(timeZone: string, now: number): string {
	const known = formats.get(timeZone);
	const format =
		known ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
	formats.set(timeZone, format);
	return format.format(now);
}
