import type { PlatformRecord } from '../../platform/answer';
import { LongAnswerError } from '../../platform/json';
import { millisecondsOfUtcTime, utcTimeOf } from '../../platform/times';
import { type End, endOf } from './settings';

/** The trigger's memory between two polls, as JSON. All times are Unix milliseconds. */
export interface Cursor {
	since: number;
	/** The transactions that started the workflow, by their latest end, such as `CHARGE FAILED`. */
	ends: Record<string, [id: string, updatedAt: number][]>;
}

/** A span of update times that includes `from` and excludes `to`: Unix milliseconds, whole seconds. */
interface Slice {
	from: number;
	to: number;
}

interface Found {
	records: PlatformRecord[];
	/** The platform's clock as it answered, Unix milliseconds; undefined where it doesn't say. */
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
	/** Whether the platform seems to have cut the list of a single second. */
	isCut: boolean;
	/** The platform's clock, where it says, Unix milliseconds. */
	platformTime?: number;
}

type Seen = Map<string, { end: string; updatedAt: number }>;

const secondMs = 1000;
/** The longest span of one request: above the largest Look Back (5 h), so that a poll of one request moves on. */
const maxSliceMs = 6 * 3600 * secondMs;
/** How far the platform's clock may be off, ahead or behind. */
export const clockMarginMs = 120 * secondMs;
/** Transactions remembered, in less than 100 kB. Times before the oldest of them aren't searched again. */
const maxRemembered = 3_000;
/** A platform that cuts its lists does so at 100, 200, 500, …: a list of such a length may not be whole. */
const cutAt = 100;

/**
 * Searches from the stored cursor up to now by the faster of both clocks, and returns each wanted end once. The new
 * cursor follows the slower clock, so that nothing is skipped. @throws the error of the first search; a later error ends
 * the poll
 */
export async function pollFrom(
	stored: Partial<Cursor>,
	search: SearchUpdates,
	task: PollTask,
): Promise<Polled> {
	// The first poll looks back, because the platform's clock may be behind: ends found then aren't new.
	const isBaseline = stored.since === undefined;
	const { since = task.now - clockMarginMs, ends = {} } = stored;
	const seen = seenIn(ends);
	const fresh: PlatformRecord[] = [];
	let [from, span, isFirst] = [wholeSecond(since), maxSliceMs, true];
	let [reached, isCut, platformTime] = [since, false, undefined as number | undefined];
	// At least one search runs, to read the platform's time.
	let until = Math.max(searchEnd(task.now), from + secondMs);
	while (from < until && task.hasTime()) {
		const slice = { from, to: Math.min(until, from + span) };
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
		if (isFirst && since > time + (isBaseline ? 0 : clockMarginMs)) {
			const earlier = { ends, since: completeUntil({ ...task, now: time }) };
			return await pollFrom(isBaseline ? stored : earlier, search, { ...task, now: time });
		}
		const taken = takeSlice(seen, slice, records, task.isWanted);
		if (!isBaseline) fresh.push(...taken);
		const complete = completeUntil({ ...task, now: Math.min(task.now, time) });
		reached = Math.max(reached, Math.min(slice.to, complete));
		[platformTime, isCut] = [found.platformTime, isCut || !isWhole];
		[from, span, isFirst] = [slice.to, Math.min(maxSliceMs, 2 * span), false];
		until = Math.max(until, searchEnd(time));
	}
	const cursor = cursorOf(seen, wholeSecond(reached));
	return { fresh, cursor, isComplete: from >= until, isCut, platformTime };
}

/** Undefined if a later search fails. @throws the error of the first search */
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

/** Whether the platform may have cut the list. A platform that ignores the filter shows other times, too. */
function mayBeCut({ records }: Found, slice: Slice): boolean {
	const isRound = records.length > 0 && records.length % cutAt === 0;
	return isRound && records.every((record) => isWithin(slice, record));
}

/** The end of the search by a clock that shows `time`, Unix milliseconds. */
function searchEnd(time: number): number {
	return wholeSecond(time + clockMarginMs);
}

/** Unix milliseconds; records updated before this time have appeared by now. */
function completeUntil({ now, lookBackMs }: Pick<PollTask, 'now' | 'lookBackMs'>): number {
	return now - lookBackMs - clockMarginMs;
}

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
		// A search may still show an earlier state.
		if (before && updatedAt < before.updatedAt) return false;
		const text = `${end.action} ${end.result}`;
		// An unwanted end is remembered only after a wanted end, which may then start the workflow again.
		if (before || isWanted(end)) seen.set(id, { end: text, updatedAt });
		return isWanted(end) && before?.end !== text;
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
