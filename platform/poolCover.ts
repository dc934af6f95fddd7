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
	const end = endOf(expirationDate);
	return end !== undefined && end < now;
}

/** Unix milliseconds; undefined for one that cannot be read, such as 0, which stands for never. */
function endOf(expirationDate: unknown): number | undefined {
	const text = String(expirationDate).trim();
	const day = dayOf(text);
	// A day lasts until its end; a time without an offset is UTC, as everywhere on the platform.
	if (day) return millisecondsOfUtcTime(`${day} 23:59:59`);
	const count = Number(text);
	const isCount = /^-?\d+$/.test(text);
	const time = isCount ? (count < 1e11 ? count * 1000 : count) : Date.parse(text);
	return millisecondsOfUtcTime(text) ?? (time >= firstEnd ? time : undefined);
}

/** No pool ended before 2000: a number that comes out earlier is none of seconds or milliseconds. */
const firstEnd = Date.UTC(2000, 0);

/** A day, written as 2026-12-31, 31.12.2026 or 20261231. */
function dayOf(text: string): string | undefined {
	const parts =
		/^(?<y>\d{4})-(?<m>\d\d)-(?<d>\d\d)$/.exec(text) ??
		/^(?<d>\d\d?)\.(?<m>\d\d?)\.(?<y>\d{4})$/.exec(text) ??
		/^(?<y>20\d\d)(?<m>\d\d)(?<d>\d\d)$/.exec(text);
	const { y, m = '', d = '' } = parts?.groups ?? {};
	return y && `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}
