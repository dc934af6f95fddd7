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

/** A day of the last months as people read it: "21 Nov". @param zone of those who read it @param at Unix milliseconds */
export function dayIn(zone: string, at: number): string {
	return written(DateTime.fromMillis(at, { zone }), { day: 'numeric', month: 'short' });
}

/** A day as people read it: "21 Nov 2026". @param zone of those who read it */
export function dateIn(zone: string, iso: string): string {
	return written(DateTime.fromISO(iso, { zone }), date);
}

/** A month as people read it: "Nov 2026". @param zone of those who read it */
export function monthIn(zone: string, iso: string): string {
	return written(DateTime.fromISO(iso, { zone }), { month: 'short', year: 'numeric' });
}

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** In the order and with the words of the language. */
function written(time: DateTime, parts: Intl.DateTimeFormatOptions): string {
	return time.toLocaleString({ ...parts, calendar: 'gregory' }, { locale: speech().locale });
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
	const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	return written(DateTime.fromISO(iso, { zone }), { ...date, ...time });
}

/** A price with its currency as people read it: "4.99 EUR". */
export function price(value: number, currency: string): string {
	const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 3 };
	const figure = new Intl.NumberFormat(speech().locale, decimals).format(value);
	return `${figure} ${currency}`.trim();
}
