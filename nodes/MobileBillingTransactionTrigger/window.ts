import type { PlatformRecord } from '../../platform/answer';
import { LongAnswerError } from '../../platform/longAnswer';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';
import { endOf, type End } from './ends';

/** What the trigger keeps between two polls, as JSON. All times are Unix milliseconds. */
export interface Cursor {
	/** Where the next poll starts. */
	since: number;
	/** How each transaction that started the workflow ended when it was last seen: by end, IDs with update times. */
	ends: Record<string, [id: string, updatedAt: number][]>;
}

/** A span of update times that includes `from` and excludes `to`: Unix milliseconds, whole seconds. */
interface Slice {
	from: number;
	to: number;
}

/** Finds transactions by their update times; both bounds are excluded (contract, “Query APIs”). */
export type Search = (timeUpdated: { gt: string; lt: string }) => Promise<PlatformRecord[]>;

/** What a poll is to do. */
export interface Plan {
	/** Unix milliseconds. */
	now: number;
	/** How long after its end a transaction may appear. */
	lookBackMs: number;
	isWanted: (end?: End) => boolean;
	/** Whether there is time for one more search. */
	hasTime: () => boolean;
}

/** The outcome of a poll. */
interface Polled {
	/** What starts the workflow, oldest first. */
	fresh: PlatformRecord[];
	cursor: Cursor;
	/** Whether all was searched. */
	isComplete: boolean;
}

type Seen = Map<string, { end: string; updatedAt: number }>;

const second = 1000;
/** The longest span of one request: longer than any Look Back, so that a poll with time for one gets on. */
const longestSliceMs = 6 * 3600 * second;
/** How far the platform's clock may be off, ahead or behind. */
export const clockMarginMs = 120 * second;
/** Transactions remembered, in less than 100 kB. Times before the oldest of them aren't searched again. */
const mostRemembered = 3_000;

/**
 * Searches from where the last poll stopped, and picks the wanted transactions that ended, each end once.
 *
 * @throws what the first search throws; a later one that fails ends the poll with what was found
 */
export async function pollFrom(
	stored: Partial<Cursor>,
	search: Search,
	plan: Plan,
): Promise<Polled> {
	const { now } = plan;
	// The first poll takes what is final already as known: the platform's clock may be behind.
	const isBaseline = stored.since === undefined;
	const { since = now - clockMarginMs, ends = {} } = stored;
	const slices = slicesFrom(since, now);
	const fresh: PlatformRecord[] = [];
	let cursor: Cursor = { since, ends };
	let searched = 0;
	for (const slice of slices) {
		if (!plan.hasTime()) break;
		const searching = searchIn(search, slice);
		const records = await (searched === 0 ? searching : searching.catch(() => undefined));
		if (records === undefined) break;
		const taken = takeSlice(cursor, slice, records, plan);
		fresh.push(...taken.fresh);
		cursor = taken.cursor;
		searched += 1;
	}
	return { fresh: isBaseline ? [] : fresh, cursor, isComplete: searched === slices.length };
}

/** Searches a slice, in halves where its answer is too long to be held. */
async function searchIn(search: Search, slice: Slice): Promise<PlatformRecord[]> {
	const searching = search(rangeOf(slice));
	return await searching.catch(async (error: unknown) => {
		const middle = wholeSecond((slice.from + slice.to) / 2);
		const isTooLong = error instanceof Error && error.cause instanceof LongAnswerError;
		if (!isTooLong || middle === slice.from) return await searching;
		const earlier = await searchIn(search, { ...slice, to: middle });
		return [...earlier, ...(await searchIn(search, { ...slice, from: middle }))];
	});
}

/** The slices to search, from the cursor's time to now. */
function slicesFrom(since: number, now: number): Slice[] {
	const end = wholeSecond(now + clockMarginMs);
	const slices: Slice[] = [];
	for (let from = wholeSecond(since); from < end; from += longestSliceMs) {
		slices.push({ from, to: Math.min(end, from + longestSliceMs) });
	}
	return slices;
}

/** Picks the new ends of a slice, and moves the cursor past it. */
function takeSlice(
	cursor: Cursor,
	slice: Slice,
	records: PlatformRecord[],
	{ now, lookBackMs, isWanted }: Plan,
): { fresh: PlatformRecord[]; cursor: Cursor } {
	const seen = seenIn(cursor);
	const fresh = oldestFirst(records).filter((record) => {
		const updatedAt = updateTimeOf(record);
		const end = endOf(record);
		if (!end || updatedAt < slice.from || updatedAt >= slice.to) return false;
		const id = String(record.transactionId);
		const before = seen.get(id);
		// A search may still show an end that has changed since.
		if (before && updatedAt < before.updatedAt) return false;
		const text = `${end.action} ${end.result}`;
		// An unwanted end is remembered only where it follows a wanted one, which then may come again.
		if (before || isWanted(end)) seen.set(id, { end: text, updatedAt });
		return isWanted(end) && before?.end !== text;
	});
	// What was updated before this has appeared by now.
	const complete = now - lookBackMs - clockMarginMs;
	const since = Math.max(cursor.since, wholeSecond(Math.min(slice.to, complete)));
	return { fresh, cursor: cursorOf(seen, since) };
}

function seenIn({ ends }: Cursor): Seen {
	const entries = Object.entries(ends).flatMap(([end, list]) =>
		list.map(([id, updatedAt]) => [id, { end, updatedAt }] as const),
	);
	return new Map(entries);
}

function cursorOf(seen: Seen, since: number): Cursor {
	const byTime = [...seen].sort(([, one], [, other]) => one.updatedAt - other.updatedAt);
	const [, forgotten] = byTime.at(-mostRemembered - 1) ?? [];
	const ends: Cursor['ends'] = {};
	for (const [id, { end, updatedAt }] of byTime.slice(-mostRemembered)) {
		(ends[end] ??= []).push([id, updatedAt]);
	}
	const past = forgotten ? wholeSecond(forgotten.updatedAt) + second : 0;
	return { since: Math.max(since, past), ends };
}

/** The records in the order of their update times. */
export function oldestFirst(records: PlatformRecord[]): PlatformRecord[] {
	return records.toSorted((one, other) => updateTimeOf(one) - updateTimeOf(other));
}

/** Unix milliseconds; 0 for a record without a readable update time. */
function updateTimeOf({ timeUpdated }: PlatformRecord): number {
	return millisecondsOfUtcTime(timeUpdated) ?? 0;
}

/** A slice as a range filter, whose bounds are excluded: the lower one is a second earlier. */
export function rangeOf({ from, to }: Slice): { gt: string; lt: string } {
	return { gt: utcTimeOf(from - second), lt: utcTimeOf(to) };
}

function wholeSecond(milliseconds: number): number {
	return Math.floor(milliseconds / second) * second;
}
