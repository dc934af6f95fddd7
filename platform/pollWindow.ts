import type { PlatformRecord } from './records';
import { millisecondsOfUtcTime } from './times';

/** What a polling trigger keeps between two looks. */
export interface PollState {
	/**
	 * Nothing updated earlier is asked for: it was before the very first look, or what was handed on then is no longer
	 * remembered. Unix milliseconds.
	 */
	since: number;
	/** All that was updated before has been looked at; Unix milliseconds. */
	doneUntil: number;
	/** Transactions that were handed on, with the time they were updated at, Unix milliseconds; oldest first. */
	emitted: [id: string, updatedAt: number][];
}

/** A span of update times: `from` belongs to it, `to` does not. Unix milliseconds, whole seconds. */
export interface Slice {
	from: number;
	to: number;
}

const second = 1000;
/** The longest span asked for at once, so that the gap of a week does not come in one answer. */
const longestSlice = 6 * 3600 * second;
/** How far the platform's clock may be off, ahead or behind. */
export const clockMargin = 120 * second;
/** How many transactions are remembered; those older than the oldest remembered one are not asked for again. */
const mostRemembered = 20_000;

/**
 * The spans to ask for now. They begin `overlap` before the last look, because a record may appear later than its
 * update time says, and end a little after now, because the platform's clock may be ahead.
 *
 * @param overlap milliseconds
 * @param now Unix milliseconds
 */
export function slicesOf(state: PollState, overlap: number, now: number): Slice[] {
	const end = wholeSecond(now + clockMargin);
	const slices: Slice[] = [];
	let from = wholeSecond(Math.max(state.doneUntil - overlap, state.since));
	while (from < end) {
		const to = Math.min(from + longestSlice, end);
		slices.push({ from, to });
		from = to;
	}
	return slices;
}

/**
 * Takes the answer of one span: which records are new, and what to keep from now on.
 *
 * @param wanted whether the flow wants a record; the others are not remembered
 * @param now Unix milliseconds
 */
export function takeSlice(
	state: PollState,
	slice: Slice,
	records: PlatformRecord[],
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

	const doneUntil = Math.max(state.doneUntil, Math.min(slice.to, now));
	const stillAsked = doneUntil - overlap;
	const remembered = [
		...state.emitted,
		...fresh.map(({ id, updatedAt }): [string, number] => [id, updatedAt]),
	]
		.filter(([, updatedAt]) => updatedAt >= stillAsked - second)
		.sort(([, one], [, other]) => one - other);
	const emitted = remembered.slice(-mostRemembered);
	const forgotten = remembered.length > emitted.length ? (emitted[0]?.[1] ?? 0) + second : 0;
	const since = Math.max(state.since, stillAsked, forgotten);
	return { fresh: fresh.map(({ record }) => record), state: { since, doneUntil, emitted } };
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

function wholeSecond(milliseconds: number): number {
	return Math.floor(milliseconds / second) * second;
}
