import type { PlatformRecord } from './records';
import { millisecondsOfUtcTime } from './times';

/** What a polling trigger keeps between two looks. */
export interface PollState {
	/**
	 * Where the next pass over the update times begins. What was updated earlier is not asked for again: it was before
	 * the very first look, all of it has appeared by now, or what was handed on then is no longer remembered. Unix
	 * milliseconds.
	 */
	since: number;
	/** What the pass under way has yet to ask for, in that order; empty between two passes. */
	todo: Slice[];
	/** Where the pass under way ends, Unix milliseconds. */
	until: number;
	/** Transactions that were handed on, with the time they were updated at, Unix milliseconds; oldest first. */
	emitted: [id: string, updatedAt: number][];
}

/** A span of update times: `from` belongs to it, `to` does not. Unix milliseconds, whole seconds. */
export interface Slice {
	from: number;
	to: number;
}

/** What the platform answered for a slice. */
export interface SliceAnswer {
	records: PlatformRecord[];
	/** It is one bare record, as older platforms send, behind which others of the slice may hide. */
	isLone: boolean;
}

const second = 1000;
/** The longest span asked for at once, so that the gap of a week does not come in one answer. */
const longestSlice = 6 * 3600 * second;
/** How far the platform's clock may be off, ahead or behind. */
export const clockMargin = 120 * second;
/** How many transactions are remembered; those older than the oldest remembered one are not asked for again. */
const mostRemembered = 20_000;

/**
 * Begins a look: what the last one left comes first, then all up to a little after now, because the platform's clock
 * may be ahead.
 *
 * @param now Unix milliseconds
 */
export function beginLook(state: PollState, now: number): PollState {
	const end = wholeSecond(now + clockMargin);
	const last = state.todo.at(-1);
	const from = wholeSecond(last ? state.until : state.since);
	if (from >= end) return state;
	const todo =
		last?.to === from
			? [...state.todo.slice(0, -1), { from: last.from, to: end }]
			: [...state.todo, { from, to: end }];
	// As long as nothing has to be asked for again, the next pass begins where this one ends.
	const since = last && state.since < state.until ? state.since : end;
	return { ...state, since, todo, until: end };
}

/** The span to ask for next; undefined when the look is over. */
export function nextSlice({ todo: [first] }: PollState): Slice | undefined {
	return first && { from: first.from, to: Math.min(first.to, first.from + longestSlice) };
}

/**
 * Takes the answer of the next span: which records are new, and what to keep from now on. The span of a lone record
 * stays to be asked for on both sides of it.
 *
 * @param wanted whether the flow wants a record; the others are not remembered
 * @param overlap milliseconds after its update time within which a record may appear
 * @param now when it was asked for, Unix milliseconds
 */
export function takeSlice(
	state: PollState,
	slice: Slice,
	{ records, isLone }: SliceAnswer,
	wanted: (record: PlatformRecord) => boolean,
	overlap: number,
	now: number,
): { fresh: PlatformRecord[]; state: PollState } {
	const known = new Set(state.emitted.map(([id]) => id));
	const fresh: { record: PlatformRecord; id: string; updatedAt: number }[] = [];
	for (const record of records) {
		const updatedAt = millisecondsOfUtcTime(record.timeUpdated);
		const id = String(record.transactionId ?? record.encryptedTransactionId);
		if (updatedAt === undefined || updatedAt < slice.from || updatedAt >= slice.to) continue;
		if (known.has(id) || !isFinal(record) || !wanted(record)) continue;
		known.add(id);
		fresh.push({ record, id, updatedAt });
	}
	fresh.sort((one, other) => one.updatedAt - other.updatedAt);

	const [asked, ...later] = state.todo;
	const todo = [
		...(isLone ? besides(slice, records) : []),
		...(asked && asked.to > slice.to ? [{ from: slice.to, to: asked.to }] : []),
		...later,
	];
	const stillToAppear = now - overlap;
	const askAgain =
		slice.to > stillToAppear ? Math.max(slice.from, wholeSecond(stillToAppear)) : Infinity;
	const since = Math.min(state.since, askAgain);
	const stillAsked = Math.min(since, ...todo.map(({ from }) => from));
	const emitted = [
		...state.emitted,
		...fresh.map(({ id, updatedAt }): [string, number] => [id, updatedAt]),
	]
		.filter(([, updatedAt]) => updatedAt >= stillAsked)
		.sort(([, one], [, other]) => one - other)
		.slice(-mostRemembered);
	const [oldest] = emitted.length === mostRemembered ? emitted : [];
	return {
		fresh: fresh.map(({ record }) => record),
		state: {
			...state,
			since: oldest ? Math.max(since, wholeSecond(oldest[1]) + second) : since,
			todo,
			emitted,
		},
	};
}

/**
 * The spans beside a lone record, the shorter one first: so few are ever left over. A platform that takes the bounds
 * for part of the range may answer with a record just outside; then the span is halved.
 */
function besides({ from, to }: Slice, [record]: PlatformRecord[]): Slice[] {
	const updatedAt = wholeSecond(millisecondsOfUtcTime(record?.timeUpdated) ?? NaN);
	const middle = wholeSecond((from + to) / 2);
	const spans =
		updatedAt >= from && updatedAt < to
			? [
					{ from, to: updatedAt },
					{ from: updatedAt + second, to },
				]
			: [
					{ from, to: middle },
					{ from: middle, to },
				];
	const isLess = (span: Slice) => span.to > span.from && span.to - span.from < to - from;
	return spans.filter(isLess).sort((one, other) => one.to - one.from - (other.to - other.from));
}

/** The record of an answer that is a bare one, as older platforms send: neither a list nor an object around a list. */
export function loneRecordIn(body: unknown, records: PlatformRecord[]): PlatformRecord | undefined {
	const [record, ...more] = records;
	if (record === undefined || more.length > 0 || Array.isArray(body)) return undefined;
	const values = Object.values(body as object);
	return values.length === 1 && Array.isArray(values[0]) ? undefined : record;
}

/** Whether a record says nothing of a transaction: some platforms send one when nothing was found. */
export function isBlank(record: PlatformRecord): boolean {
	const { transactionId, encryptedTransactionId, timeUpdated } = record;
	return [transactionId, encryptedTransactionId, timeUpdated].every((value) => value === null);
}

/** Whether a lone record lies where it was asked for, or next to it; elsewhere, the platform takes no ranges. */
export function isNear(slice: Slice, { timeUpdated }: PlatformRecord): boolean {
	const updatedAt = millisecondsOfUtcTime(timeUpdated) ?? NaN;
	return updatedAt >= slice.from - second && updatedAt < slice.to + second;
}

/** Whether a transaction's life-cycle has ended (contract, “Transaction record” and “States and transitions”). */
export function isFinal({ actionStatus, transactionState }: PlatformRecord): boolean {
	const finalStates: unknown[] = ['FINISHED', 'FAILED', 'CANCELED', 'SKIPPED'];
	return (
		(typeof actionStatus === 'string' && actionStatus !== '') ||
		finalStates.includes(transactionState)
	);
}

/** Both bounds of a range filter are left out of the range, so the lower one is a second earlier. */
export function boundsOf({ from, to }: Slice): { gt: number; lt: number } {
	return { gt: from - second, lt: to };
}

/** Unix milliseconds without the part of a second. */
export function wholeSecond(milliseconds: number): number {
	return Math.floor(milliseconds / second) * second;
}
