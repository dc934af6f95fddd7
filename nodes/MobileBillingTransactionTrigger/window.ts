import type { PlatformRecord } from '../../platform/answer';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';

/** What the trigger keeps between two polls, as JSON. All times are Unix milliseconds. */
export interface Cursor {
	/** Where the next poll starts. */
	since: number;
	/** Transactions since then that started the workflow, with their update times, oldest first. */
	emitted: [id: string, updatedAt: number][];
}

/** A span of update times that includes `from` and excludes `to`: Unix milliseconds, whole seconds. */
export interface Slice {
	from: number;
	to: number;
}

const second = 1000;
/** The longest span of one request: longer than any Look Back, so that a poll with time for one gets on. */
const longestSlice = 6 * 3600 * second;
/** How far the platform's clock may be off, ahead or behind, in milliseconds. */
export const clockMargin = 120 * second;
/** Transactions remembered, in less than 100 kB. Times before the oldest of them aren't searched again. */
const mostRemembered = 3_000;

/** The slices to search, from the cursor's time to now. */
export function slicesFrom(since: number, now: number): Slice[] {
	const end = wholeSecond(now + clockMargin);
	const slices: Slice[] = [];
	for (let from = wholeSecond(since); from < end; from += longestSlice) {
		slices.push({ from, to: Math.min(end, from + longestSlice) });
	}
	return slices;
}

/**
 * Picks the new transactions of a slice, and moves the cursor past it.
 *
 * @param complete everything updated before this has appeared by now and isn't searched again, Unix milliseconds
 */
export function takeSlice(
	cursor: Cursor,
	slice: Slice,
	records: PlatformRecord[],
	complete: number,
): { fresh: PlatformRecord[]; cursor: Cursor } {
	const known = new Map(cursor.emitted);
	const fresh = records.filter((record) => {
		const updatedAt = updateTimeOf(record);
		const id = String(record.transactionId);
		if (updatedAt < slice.from || updatedAt >= slice.to || known.has(id)) return false;
		known.set(id, updatedAt);
		return true;
	});
	const byTime = [...known].sort(([, one], [, other]) => one - other);
	const forgotten = byTime.at(-mostRemembered - 1);
	const since = Math.max(
		cursor.since,
		wholeSecond(Math.min(slice.to, complete)),
		forgotten ? wholeSecond(forgotten[1]) + second : 0,
	);
	const emitted = byTime.slice(-mostRemembered).filter(([, updatedAt]) => updatedAt >= since);
	return { fresh, cursor: { since, emitted } };
}

/** Unix milliseconds; 0 for a record without a readable update time. */
export function updateTimeOf({ timeUpdated }: PlatformRecord): number {
	return millisecondsOfUtcTime(timeUpdated) ?? 0;
}

/** A slice as a range filter. Range filters exclude both bounds, so the lower one is a second earlier. */
export function rangeOf({ from, to }: Slice): { gt: string; lt: string } {
	return { gt: utcTimeOf(from - second), lt: utcTimeOf(to) };
}

function wholeSecond(milliseconds: number): number {
	return Math.floor(milliseconds / second) * second;
}
