import { withRemainingAmount } from './dataPool';
import type { PlatformRecord } from './records';
import { millisecondsOfUtcTime } from './times';

/**
 * What is left in data pools (contract, “Data pool balance entry”), those that have expired left out. The format of
 * `expirationDate` is not shown: one that cannot be read counts as not expired.
 *
 * @param now Unix milliseconds
 * @returns MB, or undefined when a pool does not say how much it holds
 */
export function remainingIn(pools: PlatformRecord[], now: number): number | undefined {
	let sum = 0;
	for (const pool of pools.filter(({ expirationDate }) => !isPast(expirationDate, now))) {
		const { remainingAmount } = withRemainingAmount(pool);
		if (typeof remainingAmount !== 'number') return undefined;
		sum += remainingAmount;
	}
	return sum;
}

function isPast(expirationDate: unknown, now: number): boolean {
	if (typeof expirationDate === 'number') {
		// Seconds or milliseconds: no pool expired before 1973, and none lasts until the year 5138.
		return (expirationDate < 1e11 ? expirationDate * 1000 : expirationDate) < now;
	}
	if (typeof expirationDate !== 'string') return false;
	const text = expirationDate.trim();
	// A day lasts until its end; a time without an offset is UTC, as everywhere on the platform.
	const end = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 23:59:59` : text;
	return (millisecondsOfUtcTime(end) ?? Date.parse(end)) < now;
}
