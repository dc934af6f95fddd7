import { DateTime } from 'luxon';

/**
 * Reads the header `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. A date is taken against the `Date` the same
 * answer carries, so that a clock that is wrong on either side does no harm. Nothing else is guessed at: whether the
 * platform says when decides whether a write may be sent again.
 *
 * @param now Unix milliseconds, for an answer without `Date`
 * @returns milliseconds to wait, or undefined when the header is missing or neither of the two
 */
export function retryAfterOf(headers: Record<string, unknown>, now: number): number | undefined {
	const value = headers['retry-after'];
	if (typeof value !== 'string') return undefined;
	const text = value.trim();
	if (/^\d+$/.test(text)) return Number(text) * 1000;
	const until = millisecondsOf(text);
	if (until === undefined) return undefined;
	return Math.max(0, until - (millisecondsOf(headers.date) ?? now));
}

/** Unix milliseconds of a date as HTTP writes it (RFC 9110, 5.6.7); undefined for anything else. */
function millisecondsOf(date: unknown): number | undefined {
	const moment = typeof date === 'string' ? DateTime.fromHTTP(date) : undefined;
	return moment?.isValid ? moment.toMillis() : undefined;
}
