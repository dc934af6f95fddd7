import type { PlatformRecord } from '../../platform/answer';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';

/** What the trigger keeps between two polls, as JSON. All times are Unix milliseconds. */
export interface Cursor {
	/** Where the next pass over the update times starts. Equals `next` between two passes. */
	since: number;
	/** Where the current pass continues. */
	next: number;
	/** Transactions that started the workflow, with their update times, oldest first. */
	emitted: [id: string, updatedAt: number][];
}

/** A span of update times that includes `from` and excludes `to`: Unix milliseconds, whole seconds. */
export interface Slice {
	from: number;
	to: number;
}

const second = 1000;
/** The longest span of one request, so that a week's backlog doesn't come in one response. */
const longestSlice = 6 * 3600 * second;
/** How far the platform's clock may be off, ahead or behind, in milliseconds. */
export const clockMargin = 120 * second;
/** How many transactions are remembered. Times before the oldest remembered one aren't searched again. */
const mostRemembered = 20_000;

/**
 * Starts a pass, unless the last poll left one unfinished, and lists the slices to search.
 *
 * @param overlap milliseconds after its update time within which a transaction may appear
 */
export function beginPoll(cursor: Cursor, overlap: number, now: number) {
	// Everything updated before this has appeared by now, so no later pass has to search it again.
	const complete = cursor.next > cursor.since ? 0 : wholeSecond(now - overlap);
	const end = wholeSecond(now + clockMargin);
	const slices: Slice[] = [];
	for (let from = wholeSecond(cursor.next); from < end; from += longestSlice) {
		slices.push({ from, to: Math.min(end, from + longestSlice) });
	}
	return { cursor: { ...cursor, since: Math.max(cursor.since, complete) }, slices };
}

/** Picks the new transactions from the records of a slice, oldest first, and moves the cursor past the slice. */
export function takeSlice(
	cursor: Cursor,
	slice: Slice,
	records: PlatformRecord[],
	isWanted: (record: PlatformRecord) => boolean,
): { fresh: PlatformRecord[]; cursor: Cursor } {
	const known = new Map(cursor.emitted);
	const fresh = records.filter((record) => {
		const updatedAt = updateTimeOf(record);
		const id = String(record.transactionId ?? record.encryptedTransactionId);
		if (updatedAt < slice.from || updatedAt >= slice.to || known.has(id)) return false;
		if (!isFinal(record) || !isWanted(record)) return false;
		known.set(id, updatedAt);
		return true;
	});
	const oldestNeeded = Math.min(cursor.since, slice.to);
	const emitted = [...known]
		.filter(([, updatedAt]) => updatedAt >= oldestNeeded)
		.sort(([, one], [, other]) => one - other);
	const forgotten = emitted.at(-mostRemembered - 1);
	const afterForgotten = forgotten ? wholeSecond(forgotten[1]) + second : 0;
	return {
		fresh: fresh.sort(byUpdateTime),
		cursor: {
			since: Math.max(cursor.since, afterForgotten),
			next: slice.to,
			emitted: emitted.slice(-mostRemembered),
		},
	};
}

/** Orders transactions by their update time, oldest first. */
export function byUpdateTime(one: PlatformRecord, other: PlatformRecord): number {
	return updateTimeOf(one) - updateTimeOf(other);
}

/** Unix milliseconds; 0 for a record without a readable update time. */
function updateTimeOf({ timeUpdated }: PlatformRecord): number {
	return millisecondsOfUtcTime(timeUpdated) ?? 0;
}

/** Whether a transaction's life cycle has ended (docs/platform-interface.md, "Transaction record"). */
export function isFinal({ actionStatus, transactionState }: PlatformRecord): boolean {
	const finalStates: unknown[] = ['FINISHED', 'FAILED', 'CANCELED', 'SKIPPED'];
	return Boolean(actionStatus) || finalStates.includes(transactionState);
}

/** A slice as a range filter. Range filters exclude both bounds, so the lower one is a second earlier. */
export function rangeOf({ from, to }: Slice): { gt: string; lt: string } {
	return { gt: utcTimeOf(from - second), lt: utcTimeOf(to) };
}

function wholeSecond(milliseconds: number): number {
	return Math.floor(milliseconds / second) * second;
}
