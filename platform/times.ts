import { DateTime, IANAZone } from 'luxon';
import { textOrNumberIn } from './answer';
import { InputError, quoted, requiredError, textOf } from './input';
import { phrase } from './say';

/** How the query APIs write a time (contract, “Common conventions”). */
const platformFormat = 'yyyy-MM-dd HH:mm:ss';

/** The times that people and tables name are between these: a year of six digits is a slip that no page can show. Unix milliseconds. */
export const firstTime = Date.UTC(2000, 0, 1);
const endOfTimes = Date.UTC(2101, 0, 1);

/** Whether a time lies in the years 2000 to 2100. @param milliseconds Unix time */
export function isInCentury(milliseconds: number): boolean {
	return milliseconds >= firstTime && milliseconds < endOfTimes;
}

/** A Unix time in seconds, or in milliseconds where it has 13 digits, as milliseconds; undefined for other text. */
export function millisecondsOfUnixTime(text: string): number | undefined {
	if (!/^\d{1,13}$/.test(text)) return undefined;
	return text.length === 13 ? Number(text) : Number(text) * 1000;
}

/**
 * Unix milliseconds as the text of whole Unix seconds, the form of every `timestamp` (contract, “Subscription
 * identification”).
 */
export function unixSecondsOf(milliseconds: number): string {
	return String(Math.floor(milliseconds / 1000));
}

/** A moment as the query APIs write it, in UTC. @param milliseconds Unix time */
export function utcTimeOf(milliseconds: number): string {
	return DateTime.fromMillis(milliseconds, { zone: 'utc' }).toFormat(platformFormat);
}

/** A time of the platform as ISO 8601 in UTC; undefined when it is not one. */
export function isoOfUtcTime(value: unknown): string | undefined {
	const milliseconds = millisecondsOfUtcTime(value);
	return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

/** The form of `platformFormat`. A day that a month doesn't have is moved by `Date.parse`. */
const platformForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const utcTimeTextOf = (utc: number) => new Date(utc).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A time of the platform as Unix milliseconds: `yyyy-MM-dd HH:mm:ss` in UTC, ISO 8601, a date, or a Unix time in seconds
 * or milliseconds; undefined for anything else.
 */
export function millisecondsOfUtcTime(value: unknown): number | undefined {
	const text = textOrNumberIn(value);
	if (text === undefined) return undefined;
	if (/^\d{9,13}$/.test(text)) return text.length > 11 ? Number(text) : Number(text) * 1000;
	// Long lists are full of them, and Luxon takes four times as long.
	const utc = platformForm.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : NaN;
	if (!Number.isNaN(utc) && utcTimeTextOf(utc) === text) return utc;
	const isTime = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d|$)/.test(text);
	const moment = isTime ? DateTime.fromISO(text.replace(' ', 'T'), { zone: 'utc' }) : undefined;
	return moment?.isValid ? moment.toMillis() : undefined;
}

/**
 * Reads a time as Unix milliseconds; without an offset it's one of `zone`. @throws InputError for no time, one outside of
 * 2000 to 2100, and one that the zone's clock skips or shows twice
 */
export function millisecondsOfInput(value: unknown, zone: string): number {
	const { text, written } = isoTextOf(value);
	const time = DateTime.fromISO(text, { zone, setZone: true });
	if (!time.isValid) throw noTime(written);
	if (!isInCentury(time.toMillis())) {
		throw new InputError(
			'must be a time from 2000 to 2100',
			phrase`Check the year of ${quoted(written)}.`,
		);
	}
	// Luxon moves a time that is skipped, and takes one of two.
	const asWritten = DateTime.fromISO(text, { zone: 'utc', setZone: true });
	const isSkipped = wallClockOf(time) !== wallClockOf(asWritten);
	if (isSkipped || time.getPossibleOffsets().length > 1) throw clockChange(time, written);
	return time.toMillis();
}

function isoTextOf(value: unknown): { text: string; written: string } {
	// A Date or a DateTime of another luxon, n8n's, is ISO text in quotes.
	const written =
		typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value);
	return { text: written.replace(/^"|"$/g, '').replace(' ', 'T'), written };
}

function noTime(written: string): InputError {
	return new InputError(
		'must be a time',
		phrase`Pick one, or write ${quoted(written)} like 2026-11-21 13:30:00.`,
	);
}

/** The time on a clock on the wall, as if it were in UTC. */
function wallClockOf(time: DateTime): number {
	return time.setZone('utc', { keepLocalTime: true }).toMillis();
}

function clockChange(time: DateTime, written: string): InputError {
	const [before = '', after = ''] = [-1, 1].map((days) => time.plus({ days }).toFormat('ZZ'));
	return new InputError(
		'must be a time that the clock shows exactly once',
		phrase`Add an offset to ${quoted(written)}: ${String(time.zoneName)} changes from ${before} to ${after} then.`,
	);
}

/** Reads a time on a customer's clock, for fields with “Local”; an offset says nothing. @throws InputError for no time */
export function normalizeLocalTime(value: unknown): string {
	const { text, written } = isoTextOf(value);
	if (text === '') throw requiredError();
	const time = DateTime.fromISO(text, { zone: 'utc', setZone: true });
	if (!time.isValid) throw noTime(written);
	return time.toFormat(platformFormat);
}

/** As `millisecondsOfInput`, as the query APIs take it for times without “Local”: in UTC. */
export function normalizeUtcTime(value: unknown, zone: string): string {
	return utcTimeOf(millisecondsOfInput(value, zone));
}

/** A time zone by its name; '' where it's empty. @throws InputError when it isn't known */
export function normalizeZone(value: unknown): string {
	const named = textOf(value);
	if (named === '' || IANAZone.isValidZone(named)) return named;
	throw new InputError(
		'must be a time zone',
		phrase`Write ${quoted(named)} like Europe/Vienna, or leave it empty.`,
	);
}
