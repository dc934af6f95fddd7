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
