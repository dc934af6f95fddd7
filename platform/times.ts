import { DateTime } from 'luxon';
import { InputError, quoted } from './input';

/** How the query APIs write a time (contract, “Common conventions”). */
const platformFormat = 'yyyy-MM-dd HH:mm:ss';

/** A Unix time in seconds, as number or text, as ISO 8601 in UTC; undefined when it is no time. */
export function isoOfUnixSeconds(value: unknown): string | undefined {
	if (
		typeof value !== 'number' &&
		!(typeof value === 'string' && /^\d{1,12}$/.test(value.trim()))
	) {
		return undefined;
	}
	const date = new Date(Number(value) * 1000);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Unix milliseconds as the text of whole Unix seconds, the form of every `timestamp` (contract, “Authentication”, 7). */
export function unixSecondsOf(milliseconds: number): string {
	return String(Math.floor(milliseconds / 1000));
}

/** A UTC time of the query APIs as ISO 8601; undefined when it is none. */
export function isoOfUtcTime(value: unknown): string | undefined {
	const milliseconds = millisecondsOfUtcTime(value);
	return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

/** A moment as the query APIs write it, in UTC. @param milliseconds Unix time */
export function utcTimeOf(milliseconds: number): string {
	return DateTime.fromMillis(milliseconds, { zone: 'utc' }).toFormat(platformFormat);
}

/**
 * Reads a time that was picked or worked out, and writes it as the query APIs take it for times without “Local”: in
 * UTC. A time without an offset is one of `zone`, the workflow's time zone.
 *
 * @throws InputError when it is no time
 */
export function normaliseUtcTime(value: unknown, zone: string): string {
	return momentOf(value, zone).toUTC().toFormat(platformFormat);
}

/** As `normaliseUtcTime`, for “Local” times: the date and time on the customer's clock, sent as they stand. */
export function normaliseLocalTime(value: unknown): string {
	return momentOf(value, 'utc').toFormat(platformFormat);
}

function momentOf(value: unknown, zone: string): DateTime {
	if (DateTime.isDateTime(value) && value.isValid) return value;
	if (value instanceof Date) return DateTime.fromJSDate(value, { zone });
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
	const unquoted = text.replace(/^"|"$/g, '');
	const time = [
		DateTime.fromISO(unquoted, { zone, setZone: true }),
		DateTime.fromSQL(unquoted, { zone, setZone: true }),
	].find(({ isValid }) => isValid);
	if (time === undefined) {
		throw new InputError(
			`${quoted(text)} is not a time. Pick one, or write it like 2026-11-21 13:30:00`,
		);
	}
	return time;
}

/**
 * A UTC time of the query APIs as Unix milliseconds; undefined when it is none. Fractions of a second, and the `T` and
 * `Z` of ISO 8601, are read as well.
 */
export function millisecondsOfUtcTime(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d+)?Z?$/.exec(value);
	if (parts === null) return undefined;
	const milliseconds = Date.parse(`${parts[1]}T${parts[2]}${parts[3]?.slice(0, 4) ?? ''}Z`);
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/**
 * A time on a record whose fields the contract does not show, as Unix milliseconds: Unix seconds or milliseconds, a date,
 * ISO 8601, or the contract's form, which is UTC. Undefined when it is none.
 */
export function millisecondsOfTime(value: unknown): number | undefined {
	if (typeof value === 'number')
		return value > 1e12 ? value : value > 1e9 ? value * 1000 : undefined;
	if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined;
	const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(value) || value.length === 10;
	const milliseconds = Date.parse(value.replace(' ', 'T') + (hasZone ? '' : 'Z'));
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}
