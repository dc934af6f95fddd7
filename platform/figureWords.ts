import { DateTime } from 'luxon';
import { counted, speech, translated } from './say';

export function number(value: number): string {
	return speech().numbers.format(value);
}

/** "1 row", "2,000 rows". */
export function count(value: number, noun: string): string {
	return translated(counted(value, noun));
}

/** "2,000 rows, 500 MB". */
export function amount({ rows, megabytes }: { rows: number; megabytes: number }): string {
	return `${count(rows, 'row')}, ${number(megabytes)} MB`;
}

/** A day of the last months as people read it. @param zone of those who read it @param at Unix milliseconds */
export function dayIn(zone: string, at: number): string {
	return dateIn(DateTime.fromMillis(at, { zone }), 'd LLL', { day: 'numeric', month: 'short' });
}

/** A month as people read it: "Nov 2026". @param zone of those who read it */
export function monthIn(zone: string, iso: string): string {
	return dateIn(DateTime.fromISO(iso, { zone }), 'LLL yyyy', { month: 'short', year: 'numeric' });
}

/** A time before another one as people read it: "20 minutes ago". */
export function agoIn(iso: string, now: string): string {
	const base = DateTime.fromISO(now);
	const time = DateTime.min(DateTime.fromISO(iso), base.minus({ seconds: 1 }));
	return time.toRelative({ base, locale: speech().locale }) ?? '';
}

/** A time as people read it; '' without one. @param zone of those who read it */
export function timeIn(zone: string, iso: string | null): string {
	if (iso === null || iso === '') return '';
	return dateIn(DateTime.fromISO(iso, { zone }), 'd LLL yyyy, HH:mm', {
		day: 'numeric',
		month: 'short',
		year: 'numeric',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
}

/** A time as its language writes it; in English always day before month. @param english of luxon */
function dateIn(time: DateTime, english: string, parts: Intl.DateTimeFormatOptions): string {
	const { tag, locale } = speech();
	return tag === 'en' ? time.toFormat(english) : time.toLocaleString(parts, { locale });
}
