import fc from 'fast-check';
import {
	boundsOf,
	isFinal,
	slicesOf,
	takeSlice,
	type PollState,
	type Slice,
} from '../../platform/pollWindow';
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

/** What the platform answers: the contract's exclusive bounds, to the second. */
function answerOf(history: Past[], slice: Slice, now: number) {
	const { gt, lt } = boundsOf(slice);
	return history
		.filter(({ visibleAt }) => visibleAt <= now)
		.filter(
			({ updatedAt }) =>
				utcTimeOf(updatedAt) > utcTimeOf(gt) && utcTimeOf(updatedAt) < utcTimeOf(lt),
		)
		.map(({ id, updatedAt, actionStatus }) => ({
			transactionId: id,
			actionStatus,
			timeUpdated: utcTimeOf(updatedAt),
		}));
}

/** A look that may fail at one of its slices. */
function look(state: PollState, history: Past[], now: number, failAt = Infinity) {
	const ids: number[] = [];
	for (const [index, slice] of slicesOf(state, overlap, now).entries()) {
		if (index >= failAt) break;
		const taken = takeSlice(state, slice, answerOf(history, slice, now), () => true, overlap, now);
		ids.push(...taken.fresh.map(({ transactionId }) => Number(transactionId)));
		state = taken.state;
	}
	return { ids, state };
}

const fresh: PollState = { since: begin, doneUntil: begin, emitted: [] };

describe('the spans of a look', () => {
	it('reach from the overlap before the last look to a little after now', () => {
		const state = { ...fresh, doneUntil: begin + 60 * minute };
		const [first] = slicesOf(state, overlap, begin + 61 * minute);
		expect(first).toEqual({ from: begin + 45 * minute, to: begin + 63 * minute });
	});

	it('never begin before the very first look', () => {
		expect(slicesOf(fresh, overlap, begin)[0]?.from).toBe(begin);
	});

	it('cut the gap of a week into pieces without a hole', () => {
		const slices = slicesOf(fresh, overlap, begin + 7 * 24 * 60 * minute);
		expect(slices.length).toBeGreaterThan(20);
		for (const [index, slice] of slices.entries()) {
			expect(slice.to - slice.from).toBeLessThanOrEqual(6 * 60 * minute);
			if (index > 0) expect(slice.from).toBe(slices[index - 1]?.to);
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

describe('a polling trigger', () => {
	it('emits every transaction that became final, each once, whatever the history, the delays, the clocks and the failures', () => {
		const pasts = fc.array(
			fc.record({
				after: fc.integer({ min: 0, max: 40 * 3600 }),
				delay: fc.integer({ min: 0, max: 600 }),
				final: fc.boolean(),
			}),
			{ maxLength: 60 },
		);
		const looks = fc.array(
			fc.record({
				wait: fc.integer({ min: 1, max: 12 * 3600 }),
				failAt: fc.option(fc.integer({ min: 0, max: 4 }), { nil: Infinity }),
			}),
			{ minLength: 1, maxLength: 20 },
		);
		const skews = fc.integer({ min: -60, max: 60 });
		fc.assert(
			fc.property(pasts, looks, skews, (entries, waits, skew) => {
				const history = entries.map(({ after, delay, final }, id): Past => {
					const realTime = begin + (after + 120) * second;
					return {
						id,
						updatedAt: realTime + skew * second,
						visibleAt: realTime + delay * second,
						actionStatus: final ? 'COMPLETED' : null,
					};
				});
				let state = fresh;
				let now = begin;
				const emitted: number[] = [];
				for (const { wait, failAt } of [...waits, { wait: 45 * 3600, failAt: Infinity }]) {
					now += wait * second;
					// What n8n keeps goes through JSON, as over a restart.
					const result = look(JSON.parse(JSON.stringify(state)) as PollState, history, now, failAt);
					emitted.push(...result.ids);
					state = result.state;
				}
				const expected = history.filter(({ actionStatus }) => actionStatus).map(({ id }) => id);
				expect(emitted.toSorted((a, b) => a - b)).toEqual(expected);
			}),
			{ numRuns: 500 },
		);
	});

	it('remembers a bounded number and never repeats one it had to forget', () => {
		const history = Array.from({ length: 25_000 }, (_, id): Past => ({
			id,
			updatedAt: begin + minute + Math.floor(id / 50) * second,
			visibleAt: begin,
			actionStatus: 'FAILED',
		}));
		const first = look(fresh, history, begin + 10 * minute);
		const second_ = look(first.state, history, begin + 11 * minute);
		expect(first.ids).toHaveLength(25_000);
		expect(first.state.emitted.length).toBeLessThanOrEqual(20_000);
		expect(second_.ids).toEqual([]);
	});
});
