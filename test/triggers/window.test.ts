import fc from 'fast-check';
import {
	beginPoll,
	isFinal,
	rangeOf,
	takeSlice,
	type Cursor,
	type Slice,
} from '../../nodes/MobileBillingTransactionTrigger/window';
import { utcTimeOf } from '../../platform/times';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 21, 12, 0, 0);
const overlap = 15 * minute;
const fresh: Cursor = { since: start, next: start, emitted: [] };

/** A transaction that ended at `updatedAt` on the platform's clock and appears in searches from `visibleAt` on. */
interface Transaction {
	id: number;
	updatedAt: number;
	visibleAt: number;
	actionStatus: string | null;
}

function recordsIn(history: Transaction[], slice: Slice, now: number) {
	const { gt, lt } = rangeOf(slice);
	return history
		.filter(({ visibleAt }) => visibleAt <= now)
		.map(({ id, updatedAt, actionStatus }) => ({
			transactionId: id,
			actionStatus,
			timeUpdated: utcTimeOf(updatedAt),
		}))
		.filter(({ timeUpdated }) => timeUpdated > gt && timeUpdated < lt);
}

/** One poll, which fails or runs out of time after `most` requests. */
function poll(cursor: Cursor, history: Transaction[], now: number, most = Infinity) {
	const begun = beginPoll(cursor, overlap, now);
	const searched = begun.slices.slice(0, most);
	const ids: number[] = [];
	let state = begun.cursor;
	for (const slice of searched) {
		const taken = takeSlice(state, slice, recordsIn(history, slice, now), () => true);
		ids.push(...taken.fresh.map(({ transactionId }) => Number(transactionId)));
		state = taken.cursor;
	}
	if (searched.length === begun.slices.length) state = { ...state, next: state.since };
	return { ids, searched, cursor: state };
}

describe('the slices of a poll', () => {
	it.each<[string, Cursor, number, [number, number][]]>([
		['start where a transaction can still appear', fresh, 60, [[0, 62]]],
		['are none before the start date', fresh, -10, []],
		[
			'are at most six hours long',
			fresh,
			13 * 60,
			[
				[0, 360],
				[360, 720],
				[720, 782],
			],
		],
		['continue an unfinished pass', { ...fresh, next: start + hour }, 120, [[60, 122]]],
	])('%s', (_, cursor, minutes, spans) => {
		const { slices } = beginPoll(cursor, overlap, start + minutes * minute);
		expect(slices).toEqual(
			spans.map(([from, to]) => ({ from: start + from * minute, to: start + to * minute })),
		);
	});

	it('reach the newest transactions even if each poll has time for one slice only', () => {
		let { cursor } = poll(fresh, [], start + 48 * hour, 0);
		for (let polls = 0; polls < 9; polls++) {
			({ cursor } = poll(cursor, [], start + 48 * hour + polls * minute, 1));
		}
		expect(cursor.next).toBe(cursor.since);
	});
});

const entries = fc.array(
	fc.record({
		after: fc.oneof(fc.integer({ min: 0, max: 1800 }), fc.integer({ min: 0, max: 40 * 3600 })),
		delay: fc.integer({ min: 0, max: 600 }),
		isFinal: fc.boolean(),
	}),
	{ maxLength: 60 },
);
const polls = fc.array(
	fc.record({
		wait: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 12 * 3600 })),
		most: fc.oneof(fc.constant(Infinity), fc.integer({ min: 0, max: 4 })),
	}),
	{ minLength: 1, maxLength: 20 },
);

it('every transaction that ended since the start is emitted once, whatever the delays, clocks and failures', () => {
	fc.assert(
		fc.property(entries, polls, fc.integer({ min: -120, max: 120 }), (made, waits, skew) => {
			const history = made.map(({ after, delay, ...entry }, id): Transaction => ({
				id,
				updatedAt: start + (after + skew) * second,
				visibleAt: start + (after + delay) * second,
				actionStatus: entry.isFinal ? 'COMPLETED' : null,
			}));
			const emitted: number[] = [];
			let cursor = fresh;
			let now = start;
			const last = [45 * 3600, 60].map((wait) => ({ wait, most: Infinity }));
			for (const { wait, most } of [...waits, ...last]) {
				now += wait * second;
				const result = poll(JSON.parse(JSON.stringify(cursor)) as Cursor, history, now, most);
				emitted.push(...result.ids);
				({ cursor } = result);
			}
			const expected = history.filter(
				({ actionStatus, updatedAt }) => actionStatus !== null && updatedAt >= start,
			);
			expect(emitted.toSorted((one, other) => one - other)).toEqual(expected.map(({ id }) => id));
		}),
		{ numRuns: 500 },
	);
});

it('at most 20,000 transactions are remembered, and a forgotten one is not emitted again', () => {
	const history = Array.from({ length: 25_000 }, (_, id): Transaction => ({
		id,
		updatedAt: start + minute + Math.floor(id / 50) * second,
		visibleAt: start,
		actionStatus: 'FAILED',
	}));
	const first = poll(fresh, history, start + 10 * minute);
	expect(first.ids).toHaveLength(25_000);
	expect(first.cursor.emitted).toHaveLength(20_000);
	expect(poll(first.cursor, history, start + 11 * minute).ids).toEqual([]);
});

it.each([
	[{ actionStatus: 'COMPLETED' }, true],
	[{ actionStatus: null, transactionState: 'FAILED' }, true],
	[{ actionStatus: null, transactionState: 'PENDING' }, false],
	[{ transactionState: 'SCHEDULED' }, false],
	[{}, false],
])('%j is final: %j', (record, expected) => {
	expect(isFinal(record)).toBe(expected);
});
