import fc from 'fast-check';
import {
	beginLook,
	boundsOf,
	isBlank,
	isFinal,
	isNear,
	loneRecordIn,
	nextSlice,
	takeSlice,
	type PollState,
	type Slice,
	type SliceAnswer,
} from '../../platform/pollWindow';
import type { PlatformRecord } from '../../platform/records';
import { utcTimeOf } from '../../platform/times';

const second = 1000;
const minute = 60 * second;
const begin = Date.UTC(2026, 10, 21, 12, 0, 0);
const overlap = 15 * minute;

/** A transaction of a made-up platform: final at `updatedAt` on its clock, to be seen from `visibleAt` on. */
interface Past {
	id: number;
	updatedAt: number;
	visibleAt: number;
	actionStatus: string | null;
}

/** A platform that answers with lists, or with one record: the one that it likes best, which nobody knows. */
interface Platform {
	history: Past[];
	/** Undefined: with lists. */
	liking?: (past: Past) => number;
}

/** What the platform answers: the contract's exclusive bounds; all times are whole seconds. */
function answerOf({ history, liking }: Platform, slice: Slice, now: number): SliceAnswer {
	const { gt, lt } = boundsOf(slice);
	const matches = history.filter(
		({ updatedAt, visibleAt }) => visibleAt <= now && updatedAt > gt && updatedAt < lt,
	);
	const shown = liking ? matches.toSorted((a, b) => liking(b) - liking(a)).slice(0, 1) : matches;
	const records = shown.map(({ id, updatedAt, actionStatus }) => ({
		transactionId: id,
		actionStatus,
		timeUpdated: utcTimeOf(updatedAt),
	}));
	return { records, isLone: liking !== undefined && records.length === 1 };
}

/** A look that fails, or has to end, after so many requests. */
function look(state: PollState, platform: Platform, now: number, mostRequests = Infinity) {
	const ids: number[] = [];
	let asked = 0;
	state = beginLook(state, now);
	for (let slice = nextSlice(state); slice && asked < mostRequests; slice = nextSlice(state)) {
		asked += 1;
		const answer = answerOf(platform, slice, now);
		const taken = takeSlice(state, slice, answer, () => true, overlap, now);
		ids.push(...taken.fresh.map(({ transactionId }) => Number(transactionId)));
		state = taken.state;
	}
	return { ids, state, asked };
}

/** A look that finds nothing: the spans it asked for. */
function spansOf(state: PollState, now: number) {
	const asked: Slice[] = [];
	state = beginLook(state, now);
	for (let slice = nextSlice(state); slice; slice = nextSlice(state)) {
		asked.push(slice);
		const nothing = { records: [], isLone: false };
		state = takeSlice(state, slice, nothing, () => true, overlap, now).state;
	}
	return { asked, state };
}

const fresh: PollState = { since: begin, todo: [], until: begin, emitted: [] };

describe('the spans of a look', () => {
	it('reach from the overlap before the last look to a little after now', () => {
		const { state } = spansOf(fresh, begin + 60 * minute);
		const { asked } = spansOf(state, begin + 61 * minute);
		expect(asked).toEqual([{ from: begin + 45 * minute, to: begin + 63 * minute }]);
	});

	it('never begin before the very first look', () => {
		const { asked, state } = spansOf(fresh, begin);
		expect(asked[0]?.from).toBe(begin);
		expect(spansOf(state, begin + minute).asked[0]?.from).toBe(begin);
	});

	it('are none while the first look is yet to come', () => {
		expect(spansOf(fresh, begin - 10 * minute)).toEqual({ asked: [], state: fresh });
	});

	it('cut the gap of a week into pieces without a hole', () => {
		const slices = spansOf(fresh, begin + 7 * 24 * 60 * minute).asked;
		expect(slices.length).toBeGreaterThan(20);
		for (const [index, slice] of slices.entries()) {
			expect(slice.to - slice.from).toBeLessThanOrEqual(6 * 60 * minute);
			if (index > 0) expect(slice.from).toBe(slices[index - 1]?.to);
		}
	});

	it('go on where a look had to end, and then with what is new, however far the look-back reaches', () => {
		const wide = 24 * 60 * minute;
		const nothing = { records: [], isLone: false };
		let state = beginLook(fresh, begin + 2 * wide);
		for (let asked = 0; asked < 3; asked++) {
			const slice = nextSlice(state);
			if (!slice) throw new Error('the look is over');
			state = takeSlice(state, slice, nothing, () => true, wide, begin + 2 * wide).state;
		}
		const next = beginLook(state, begin + 2 * wide + minute);
		expect(nextSlice(next)?.from).toBe(begin + 18 * 60 * minute);
		expect(next.todo).toEqual([
			{ from: begin + 18 * 60 * minute, to: begin + 2 * wide + 3 * minute },
		]);
	});

	it('are asked for again as far as the first look of a pass that took several could not yet see', () => {
		const middle = begin + 30 * minute;
		const lone: Past = { id: 1, updatedAt: middle, visibleAt: begin, actionStatus: 'COMPLETED' };
		const platform = { history: [lone], liking: mixed };
		const now = begin + 60 * minute;
		const first = look({ ...fresh, since: begin - 60 * minute }, platform, now, 2);
		expect(first.state.todo).toEqual([{ from: begin - 60 * minute, to: middle }]);
		const next = look(first.state, platform, now + 20 * minute);
		expect(next.state.todo).toEqual([]);
		expect(next.state.since).toBe(now - overlap);
	});

	it('are asked for again from where a transaction may yet appear, once the pass is over', () => {
		const platform = { history: [] };
		const first = look(fresh, platform, begin + 2 * 60 * minute, 0);
		const second_ = look(first.state, platform, begin + 9 * 60 * minute, 1);
		const third = look(second_.state, platform, begin + 12 * 60 * minute);
		expect(third.state.todo).toEqual([]);
		expect(third.state.since).toBe(begin + 12 * 60 * minute - overlap);
	});
});

describe('a lone record', () => {
	const slice = { from: begin, to: begin + 10 * second };
	const at = (seconds: number, transactionId = seconds): PlatformRecord => ({
		transactionId,
		actionStatus: 'COMPLETED',
		timeUpdated: utcTimeOf(begin + seconds * second),
	});
	const span = (from: number, to: number) => ({
		from: begin + from * second,
		to: begin + to * second,
	});
	const spansBeside = (record: PlatformRecord, isLone = true) => {
		const state = { ...fresh, todo: [slice], until: slice.to };
		return takeSlice(state, slice, { records: [record], isLone }, () => true, overlap, begin).state
			.todo;
	};

	it.each([
		['in the middle', 3, [span(0, 3), span(4, 10)]],
		['late', 8, [span(9, 10), span(0, 8)]],
		['at the beginning', 0, [span(1, 10)]],
		['at the end', 9, [span(0, 9)]],
		['a second too early', -1, [span(0, 5), span(5, 10)]],
		['a second too late', 10, [span(0, 5), span(5, 10)]],
	])('%s leaves what is beside it, the shorter span first', (_where, seconds, spans) => {
		expect(spansBeside(at(seconds))).toEqual(spans);
	});

	it('leaves nothing when it came in a list', () => {
		expect(spansBeside(at(3), false)).toEqual([]);
	});

	it('of one second leaves nothing, wherever it lies', () => {
		for (const seconds of [-1, 0, 1]) {
			const state = { ...fresh, todo: [span(0, 1)], until: begin + second };
			const answer = { records: [at(seconds)], isLone: true };
			const taken = takeSlice(state, span(0, 1), answer, () => true, overlap, begin);
			expect(taken.state.todo).toEqual([]);
			expect(taken.fresh).toHaveLength(seconds === 0 ? 1 : 0);
		}
	});

	it('is told from a list, and from an object around one', () => {
		const record = at(1);
		expect(loneRecordIn(record, [record])).toBe(record);
		expect(loneRecordIn([record], [record])).toBeUndefined();
		expect(loneRecordIn({ transactions: [record] }, [record])).toBeUndefined();
		expect(loneRecordIn({}, [])).toBeUndefined();
	});

	it('is blank when it says nothing of a transaction', () => {
		const nothing = { transactionId: null, encryptedTransactionId: null, timeUpdated: null };
		expect(isBlank(nothing)).toBe(true);
		expect(isBlank({ ...nothing, transactionId: 1 })).toBe(false);
		expect(isBlank(at(1))).toBe(false);
	});

	it.each([
		[-2, false],
		[-1, true],
		[0, true],
		[9, true],
		[10, true],
		[11, false],
	])('at second %d of a span of ten is near it: %p', (seconds, near) => {
		expect(isNear(slice, at(seconds))).toBe(near);
	});

	it('without a time is not near', () => {
		expect(isNear(slice, { transactionId: 1, timeUpdated: null })).toBe(false);
	});

	it('takes two requests for each transaction and one more', () => {
		const history = Array.from({ length: 300 }, (_, id): Past => ({
			id,
			updatedAt: begin + id * 7 * second,
			visibleAt: begin,
			actionStatus: 'COMPLETED',
		}));
		for (const liking of [({ id }: Past) => id, ({ id }: Past) => -id, mixed]) {
			const result = look(fresh, { history, liking }, begin + 60 * minute);
			expect(new Set(result.ids).size).toBe(300);
			expect(result.asked).toBeLessThanOrEqual(601);
		}
	});
});

describe('a transaction', () => {
	it.each([
		[{ actionStatus: 'COMPLETED' }, true],
		[{ actionStatus: null, transactionState: 'FAILED' }, true],
		[{ actionStatus: null, transactionState: 'PENDING' }, false],
		[{ transactionState: 'SCHEDULED' }, false],
		[{}, false],
	])('%p is final: %p', (record, final) => {
		expect(isFinal(record)).toBe(final);
	});
});

/** An order that has nothing to do with time. */
function mixed({ id }: Past): number {
	return (id * 7919) % 101;
}

interface Entry {
	after: number;
	delay: number;
	final: boolean;
}

/** Transactions from the very first second on; on a clock that is behind, some ended before the start. */
function historyOf(entries: Entry[], skew: number): Past[] {
	return entries.map(({ after, delay, final }, id): Past => {
		const realTime = begin + after * second;
		return {
			id,
			updatedAt: realTime + skew * second,
			visibleAt: realTime + delay * second,
			actionStatus: final ? 'COMPLETED' : null,
		};
	});
}

/** Looks until all has appeared and been looked at; what n8n keeps goes through JSON, as over a restart. */
function emittedBy(platform: Platform, looks: { wait: number; most: number }[]): number[] {
	const emitted: number[] = [];
	let state = fresh;
	let now = begin;
	const lookAgain = (wait: number, most: number) => {
		now += wait * second;
		const kept = JSON.parse(JSON.stringify(state)) as PollState;
		const result = look(kept, platform, now, most);
		emitted.push(...result.ids);
		state = result.state;
	};
	for (const { wait, most } of looks) lookAgain(wait, most);
	for (const wait of [45 * 3600, 60]) lookAgain(wait, Infinity);
	return emitted.toSorted((one, other) => one - other);
}

/** What has to be emitted: all that ended since the start, by the platform's clock. */
function finals(history: Past[]): number[] {
	return history
		.filter(({ actionStatus, updatedAt }) => actionStatus !== null && updatedAt >= begin)
		.map(({ id }) => id);
}

const entry = fc.record({
	after: fc.oneof(fc.integer({ min: 0, max: 1800 }), fc.integer({ min: 0, max: 40 * 3600 })),
	delay: fc.integer({ min: 0, max: 600 }),
	final: fc.boolean(),
});
const skews = fc.integer({ min: -120, max: 120 });

function looksWith(mostRequests: fc.Arbitrary<number>) {
	const wait = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 12 * 3600 }));
	return fc.array(fc.record({ wait, most: fc.oneof(fc.constant(Infinity), mostRequests) }), {
		minLength: 1,
		maxLength: 20,
	});
}

describe('a polling trigger', () => {
	it('emits every transaction that ended since the start, each once, whatever the history, the delays, the clocks and the failures', () => {
		fc.assert(
			fc.property(
				fc.array(entry, { maxLength: 60 }),
				looksWith(fc.integer({ min: 0, max: 4 })),
				skews,
				(entries, looks, skew) => {
					const history = historyOf(entries, skew);
					expect(emittedBy({ history }, looks)).toEqual(finals(history));
				},
			),
			{ numRuns: 500 },
		);
	});

	it('does the same on a platform that answers with one record, if no two end in the same second', () => {
		const distinct = fc.uniqueArray(entry, { maxLength: 60, selector: ({ after }) => after });
		const likings = fc.constantFrom(
			mixed,
			({ id }: Past) => id,
			(past: Past) => past.updatedAt,
		);
		fc.assert(
			fc.property(
				distinct,
				looksWith(fc.integer({ min: 0, max: 30 })),
				skews,
				likings,
				(entries, looks, skew, liking) => {
					const history = historyOf(entries, skew);
					expect(emittedBy({ history, liking }, looks)).toEqual(finals(history));
				},
			),
			{ numRuns: 500 },
		);
	});

	it('gets to the end of a busy hour with ten requests a look', () => {
		const history = historyOf(
			Array.from({ length: 600 }, (_, id) => ({ after: id * 6, delay: 0, final: true })),
			0,
		);
		const emitted: number[] = [];
		let state = fresh;
		let looks = 0;
		do {
			const result = look(state, { history, liking: mixed }, begin + 60 * minute, 10);
			emitted.push(...result.ids);
			expect(result.state.todo.length).toBeLessThan(20);
			state = result.state;
			looks += 1;
		} while (state.todo.length > 0);
		expect(emitted.toSorted((a, b) => a - b)).toEqual(finals(history));
		expect(looks).toBeLessThanOrEqual(121);
	});

	it('remembers a bounded number and never repeats one it had to forget', () => {
		const history = Array.from({ length: 25_000 }, (_, id): Past => ({
			id,
			updatedAt: begin + minute + Math.floor(id / 50) * second,
			visibleAt: begin,
			actionStatus: 'FAILED',
		}));
		const first = look(fresh, { history }, begin + 10 * minute);
		const second_ = look(first.state, { history }, begin + 11 * minute);
		expect(first.ids).toHaveLength(25_000);
		expect(first.state.emitted.length).toBeLessThanOrEqual(20_000);
		expect(second_.ids).toEqual([]);
	});
});
