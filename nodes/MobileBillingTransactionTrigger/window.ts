import type { PlatformRecord } from '../../platform/answer';
import { LongAnswerError } from '../../platform/json';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';
import { type End, endOf } from './settings';

/** The trigger's memory between two polls, as JSON. All times are Unix milliseconds. */
export interface Cursor {
	since: number;
	/** The last seen end of each transaction that had a wanted end: by end, IDs with update times. */
	ends: Record<string, [id: string, updatedAt: number][]>;
}

/** A span of update times that includes `from` and excludes `to`: Unix milliseconds, whole seconds. */
interface Slice {
	from: number;
	to: number;
}

interface Found {
	records: PlatformRecord[];
	/** The platform's clock as it answered, Unix milliseconds; undefined if unknown. */
	platformTime?: number;
}

/** Finds transactions by their update times; both bounds are excluded (contract, “Query APIs”). */
export type SearchUpdates = (timeUpdated: { gt: string; lt: string }) => Promise<Found>;

interface PollTask {
	/** The time by n8n's clock, Unix milliseconds. */
	now: number;
	/** How long after its end a transaction may appear. */
	lookBackMs: number;
	isWanted: (end?: End) => boolean;
	hasTime: () => boolean;
}

export interface Polled {
	fresh: PlatformRecord[];
	cursor: Cursor;
	isComplete: boolean;
	/** Whether the list of a single second looks as if the platform had cut it. */
	isCut: boolean;
	/** The platform's clock, Unix milliseconds; undefined if unknown. */
	platformTime?: number;
}

type Seen = Map<string, { end: string; updatedAt: number }>;

const secondMs = 1000;
/** The longest span of a request: longer than any Look Back, so that even a poll with one request makes progress. */
const maxSliceMs = 6 * 3600 * secondMs;
/** How far the platform's clock may be ahead or behind, in milliseconds. */
export const updateMarginMs = 120 * secondMs;
/** Transactions remembered, in less than 100 kB. Times before the oldest of them aren't searched again. */
const maxRemembered = 3_000;
/** A platform that cuts lists does so at round hundreds, such as 500: a list of such a length may not be whole. */
const cutAt = 100;

/**
 * Searches from the cursor of the last poll, and picks each wanted end once. The cursor follows the slower of both
 * clocks, so that nothing is skipped; the search goes up to the faster clock. @throws the error of the first search; a
 * later error ends the poll
 */
export async function pollFrom(
	stored: Partial<Cursor>,
	search: SearchUpdates,
	task: PollTask,
): Promise<Polled> {
	// The first poll only remembers ends: it starts early, because the platform's clock may be behind.
	const isBaseline = stored.since === undefined;
	const { since = task.now - updateMarginMs, ends = {} } = stored;
	const seen = seenIn(ends);
	const fresh: PlatformRecord[] = [];
	let [from, span, isFirst] = [wholeSecond(since), maxSliceMs, true];
	let [reached, isCut, platformTime] = [since, false, undefined as number | undefined];
	// At least one search, because its answer has the platform's time.
	let searchEnd = Math.max(searchEndAt(task.now), from + secondMs);
	while (from < searchEnd && task.hasTime()) {
		const slice = { from, to: Math.min(searchEnd, from + span) };
		const found = await searchIn(search, slice, isFirst);
		if (found === undefined) break;
		const isWhole = found !== 'tooLong' && !mayBeCut(found, slice);
		if (!isWhole && slice.to - from > secondMs) {
			span = wholeSecond((slice.to - from) / 2);
			continue;
		}
		if (found === 'tooLong') break;
		const { records, platformTime: time = task.now } = found;
		// The cursor is in the future: n8n's clock is fast, or was.
		if (isFirst && since > time + (isBaseline ? 0 : updateMarginMs)) {
			const earlier = { ends, since: completeAt({ ...task, now: time }) };
			return await pollFrom(isBaseline ? stored : earlier, search, { ...task, now: time });
		}
		const taken = takeSlice(seen, slice, records, task.isWanted);
		if (!isBaseline) fresh.push(...taken);
		const complete = completeAt({ ...task, now: Math.min(task.now, time) });
		reached = Math.max(reached, Math.min(slice.to, complete));
		[platformTime, isCut] = [found.platformTime, isCut || !isWhole];
		[from, span, isFirst] = [slice.to, Math.min(maxSliceMs, 2 * span), false];
		searchEnd = Math.max(searchEnd, searchEndAt(time));
	}
	const cursor = cursorOf(seen, wholeSecond(reached));
	return { fresh, cursor, isComplete: from >= searchEnd, isCut, platformTime };
}

/** Searches a slice; undefined when a later search fails. @throws the error of the first search */
async function searchIn(
	search: SearchUpdates,
	slice: Slice,
	isFirst: boolean,
): Promise<Found | 'tooLong' | undefined> {
	return await search(rangeOf(slice)).catch((error: unknown) => {
		const isTooLong = error instanceof Error && error.cause instanceof LongAnswerError;
		if (isTooLong && slice.to - slice.from > secondMs) return 'tooLong' as const;
		if (isFirst) throw error;
		return undefined;
	});
}

/** Whether the platform may have cut the list. A platform that ignores the times lists other records, too. */
function mayBeCut({ records }: Found, slice: Slice): boolean {
	const isRound = records.length > 0 && records.length % cutAt === 0;
	return isRound && records.every((record) => isWithin(slice, record));
}

/** The end of what can be searched, Unix milliseconds. @param time of a clock */
function searchEndAt(time: number): number {
	return wholeSecond(time + updateMarginMs);
}

/** The time before which searches show all updates by now, Unix milliseconds. */
function completeAt({ now, lookBackMs }: Pick<PollTask, 'now' | 'lookBackMs'>): number {
	return now - lookBackMs - updateMarginMs;
}

/** The records of a slice that reached a wanted end since they were last seen; notes their ends. */
function takeSlice(
	seen: Seen,
	slice: Slice,
	records: PlatformRecord[],
	isWanted: PollTask['isWanted'],
): PlatformRecord[] {
	return oldestFirst(records).filter((record) => {
		const end = endOf(record);
		if (!end || !isWithin(slice, record)) return false;
		const updatedAt = updateTimeOf(record);
		const id = String(record.transactionId);
		const before = seen.get(id);
		// A search may show an older state of a record.
		if (before && updatedAt < before.updatedAt) return false;
		const endText = `${end.action} ${end.result}`;
		// An unwanted end is remembered only after a wanted end, which counts again if it returns.
		if (before || isWanted(end)) seen.set(id, { end: endText, updatedAt });
		return isWanted(end) && before?.end !== endText;
	});
}

function isWithin({ from, to }: Slice, record: PlatformRecord): boolean {
	const updatedAt = updateTimeOf(record);
	return updatedAt >= from && updatedAt < to;
}

function seenIn(ends: Cursor['ends']): Seen {
	const entries = Object.entries(ends).flatMap(([end, list]) =>
		list.map(([id, updatedAt]) => [id, { end, updatedAt }] as const),
	);
	return new Map(entries);
}

function cursorOf(seen: Seen, since: number): Cursor {
	const byTime = [...seen].sort(([, one], [, other]) => one.updatedAt - other.updatedAt);
	const [, forgotten] = byTime.at(-maxRemembered - 1) ?? [];
	const ends: Cursor['ends'] = {};
	for (const [id, { end, updatedAt }] of byTime.slice(-maxRemembered)) {
		(ends[end] ??= []).push([id, updatedAt]);
	}
	const afterForgotten = forgotten ? wholeSecond(forgotten.updatedAt) + secondMs : 0;
	return { since: Math.max(since, afterForgotten), ends };
}

export function oldestFirst(records: PlatformRecord[]): PlatformRecord[] {
	return records.toSorted((one, other) => updateTimeOf(one) - updateTimeOf(other));
}

/** Unix milliseconds; 0 for a record without a readable update time. */
function updateTimeOf({ timeUpdated }: PlatformRecord): number {
	return millisecondsOfUtcTime(timeUpdated) ?? 0;
}

/** A slice as a range filter, whose bounds are excluded: the lower one is a second earlier. */
export function rangeOf({ from, to }: Slice): { gt: string; lt: string } {
	return { gt: utcTimeOf(from - secondMs), lt: utcTimeOf(to) };
}

function wholeSecond(milliseconds: number): number {
	return Math.floor(milliseconds / secondMs) * secondMs;
}
