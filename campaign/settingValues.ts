import { DateTime } from 'luxon';
import { InputError, optionalText, quoted } from '../platform/input';
import { phrase } from '../platform/say';
import { millisecondsOfInput } from '../platform/times';

/** Unix milliseconds; undefined for an empty field. @param zone of a time without an offset @throws InputError */
export function timeOf(value: unknown, zone: string): number | undefined {
	return optionalText(value) === '' ? undefined : millisecondsOfInput(value, zone);
}

/** A time as a field has it; '' where it's past. */
export function timeAhead(iso: string | null, zone: string, now: number): string {
	if (iso === null || Date.parse(iso) <= now) return '';
	return DateTime.fromISO(iso, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");
}

/** Refuses a time that isn't later than `earliest` (both Unix milliseconds). @throws InputError */
export function laterThan(earliest: number, time: number | undefined): number | undefined {
	if (time === undefined || time > earliest) return time;
	throw new InputError(
		'must be later than the start and now',
		'Pick a later time, or leave it empty.',
	);
}

/** `HH:mm`, or '' where it's empty. @throws InputError */
export function clockTimeOf(value: unknown): string {
	const text = optionalText(value);
	if (text === '') return '';
	if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(text)) return text.padStart(5, '0');
	throw new InputError('must be a time of the day', phrase`Write ${quoted(text)} like 21:00.`);
}

/** Checks the end of quiet hours against their start, both `HH:mm` or ''. @throws InputError */
export function endOfQuietHours(from: string, to: string): string {
	if ((from === '') === (to === '') && (from === '' || from !== to)) return to;
	throw new InputError(
		'must be another time than the start of the quiet hours',
		'Fill in two different times, or leave both empty.',
	);
}

/** Whether a box is ticked: a form leaves out one that isn't. @throws InputError */
export function isBoxTicked(value: unknown): boolean {
	const text = typeof value === 'boolean' ? String(value) : optionalText(value);
	if (text === '' || text === 'false') return false;
	if (text === 'true') return true;
	throw new InputError('must be true or false', phrase`Replace ${quoted(text)}.`);
}

/** A whole number; 0 where there is no limit. @throws InputError that shows `example` */
export function wholeUpTo(most: number, value: unknown, example: number): number {
	const text = optionalText(value);
	if (text === '') return 0;
	if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
	throw new InputError(
		phrase`must be a whole number up to ${most}`,
		phrase`Write ${quoted(text)} like ${example}, or 0 for no limit.`,
	);
}
