/** The formats for dates and times that have a number and no code (ISO/IEC 29500-1, 18.8.30). */
const builtIn: [from: number, to: number][] = [
	[14, 22],
	[27, 36],
	[45, 47],
	[50, 58],
];

/** What a format shows as it is written, room and fill, and what stands in brackets. */
const literal = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]/g;

/** A time; all else in brackets is a color or condition. */
const elapsed = /^\[[hms]+\]$/i;

/** Whether a number format is one of dates or times. */
export function isDateFormat(id: number, code: string | undefined): boolean {
	if (code === undefined) return builtIn.some(([from, to]) => id >= from && id <= to);
	const pattern = code.replace(literal, (part) => (elapsed.test(part) ? part : ''));
	const [positive = ''] = pattern.split(';');
	return /[dmyhs]/i.test(positive);
}

const secondsPerDay = 86_400;
/** Days between 1900, as a workbook counts them, and 1970. */
const days1970 = 25_569;
/** Days between 1900 and 1904, where Excel for Mac began. */
const days1904 = 1_462;
/** 29 February 1900, which Excel counts and never was. */
const noDay = 60;
/** 31 December 9999. */
const lastDay = 2_958_465;

/** A date or time as text (ISO 8601); undefined for a number that is none. @param is1904 whether days count from 1904 */
export function dateText(serial: number, is1904: boolean): string | undefined {
	const days = is1904 ? serial + days1904 : serial;
	const day = Math.floor(days);
	if (!(serial >= 0 && day <= lastDay) || day === noDay) return undefined;
	const seconds = Math.round(days * secondsPerDay);
	const before = day < noDay ? days1970 - 1 : days1970;
	const iso = new Date((seconds - before * secondsPerDay) * 1000).toISOString();
	const [date, time] = [iso.slice(0, 10), iso.slice(11, 19)];
	if (serial < 1) return time;
	return seconds % secondsPerDay === 0 ? date : `${date}T${time}`;
}
