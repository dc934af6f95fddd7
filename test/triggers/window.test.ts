import fc from 'fast-check';
import {
	rangeOf,
	slicesFrom,
	takeSlice,
	type Cursor,
	type Slice,
} from '../../nodes/MobileBillingTransactionTrigger/window';
import { utcTimeOf } from '../../platform/times';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const start = Date.UTC(2026, 10, 21, 12, 0, 0);
const fresh: Cursor = { since: start, emitted: [] };

/** A transaction that ended at `updatedAt` on the platform's clock and appears in searches from `visibleAt` on. */
interface Transaction {
	id: number;
	updatedAt: number;
	visibleAt: number;
}

function recordsIn(history: Transaction[], slice: Slice, now: number) {
	const { gt, lt } = rangeOf(slice);
	return history
		.filter(({ visibleAt }) => visibleAt <= now)
		.map(({ id, updatedAt }) => ({ transactionId: id, timeUpdated: utcTimeOf(updatedAt) }))
		.filter(({ timeUpdated }) => timeUpdated > gt && timeUpdated < lt);
}

/** One poll, which fails or runs out of time after `most` requests. */
function poll(
	cursor: Cursor,
	history: Transaction[],
	now: number,
	most = Infinity,
	overlap = 15 * minute,
) {
	const ids: number[] = [];
	let state = cursor;
	for (const slice of slicesFrom(cursor.since, now).slice(0, most)) {
		const taken = takeSlice(state, slice, recordsIn(history, slice, now), now - overlap);
		ids.push(...taken.fresh.map(({ transactionId }) => Number(transactionId)));
		state = taken.cursor;
	}
	return { ids, cursor: state };
}

it.each<[string, number, [number, number][]]>([
	['start where a transaction can still appear', 60, [[0, 62]]],
	['are empty before the start date', -10, []],
	[
		'are at most six hours long',
		13 * 60,
		[
			[0, 360],
			[360, 720],
			[720, 782],
		],
	],
])('the slices of a poll %s', (_, minutes, spans) => {
	expect(slicesFrom(start, start + minutes * minute)).toEqual(
		spans.map(([from, to]) => ({ from: start + from * minute, to: start + to * minute })),
	);
});

it('a poll with time for one request reaches the newest transactions, whatever Look Back is', () => {
	const now = start + 48 * hour;
	const history = [{ id: 1, updatedAt: now, visibleAt: start }];
	for (const overlap of [minute, 5 * hour]) {
		let cursor = fresh;
		const found: number[] = [];
		for (let polls = 0; polls < 9; polls++) {
			const polled = poll(cursor, history, now + polls * minute, 1, overlap);
			({ cursor } = polled);
			found.push(...polled.ids);
		}
		expect(found).toEqual([1]);
	}
});

const entries = fc.array(
	fc.record({
		after: fc.oneof(fc.integer({ min: 0, max: 1800 }), fc.integer({ min: 0, max: 40 * 3600 })),
		delay: fc.integer({ min: 0, max: 600 }),
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

it('every transaction since the start is emitted once, whatever the delays, clocks and failures', () => {
	fc.assert(
		fc.property(entries, polls, fc.integer({ min: -120, max: 120 }), (made, waits, skew) => {
			const history = made.map(({ after, delay }, id): Transaction => ({
				id,
				updatedAt: start + (after + skew) * second,
				visibleAt: start + (after + delay) * second,
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
			const expected = history.filter(({ updatedAt }) => updatedAt >= start);
			expect(emitted.toSorted((one, other) => one - other)).toEqual(expected.map(({ id }) => id));
		}),
		{ numRuns: 500 },
	);
});

it('less than 100 kB is remembered, and a forgotten transaction is not emitted again', () => {
	const history = Array.from({ length: 25_000 }, (_, id): Transaction => ({
		id: 10_000_000_000 + id,
		updatedAt: start + minute + Math.floor(id / 50) * second,
		visibleAt: start,
	}));
	const first = poll(fresh, history, start + 10 * minute);
	expect(first.ids).toHaveLength(25_000);
	expect(first.cursor.emitted.length).toBeGreaterThan(2_900);
	expect(JSON.stringify(first.cursor).length).toBeLessThan(100_000);
	expect(poll(first.cursor, history, start + 11 * minute).ids).toEqual([]);
});
