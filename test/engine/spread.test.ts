import { setMaxListeners } from 'node:events';
import { spreadOver } from '../../nodes/engine/spread';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Lets so many requests ask for their turn at once; when each left, in milliseconds from now, and what ends it. */
async function crowd(turn: ReturnType<typeof spreadOver>, size: number) {
	const start = performance.now();
	const left = Array.from({ length: size }, async () => {
		const end = await turn(true);
		return { at: performance.now() - start, end };
	});
	await jest.advanceTimersByTimeAsync(1000);
	return await Promise.all(left);
}

/** A run that has seen its first requests answered, all after so many milliseconds. */
async function runWhereAnswersTake(milliseconds: number, width: number) {
	const turn = spreadOver(width);
	const ends = await Promise.all(Array.from({ length: width }, async () => await turn(true)));
	await jest.advanceTimersByTimeAsync(milliseconds);
	for (const end of ends) end();
	return turn;
}

test('before anything is answered nobody waits', async () => {
	const left = await crowd(spreadOver(50), 50);
	expect(left.map(({ at }) => at)).toEqual(Array(50).fill(0));
});

test('those that were answered together leave one after the other, over the time an answer takes', async () => {
	const turn = await runWhereAnswersTake(20, 50);
	const times = (await crowd(turn, 50)).map(({ at }) => at);
	expect(times.slice(0, 3)).toEqual([0, 0, 0]);
	expect(times).toEqual([...times].sort((a, b) => a - b));
	expect(times.at(-1)).toBeGreaterThanOrEqual(18);
	expect(times.at(-1)).toBeLessThanOrEqual(20);
	const together = Math.max(...times.map((at) => times.filter((one) => one === at).length));
	expect(together).toBeLessThanOrEqual(3);
});

test('however slow the platform is, a request gives way for half a millisecond to each before it', async () => {
	const turn = await runWhereAnswersTake(30_000, 50);
	const times = (await crowd(turn, 50)).map(({ at }) => at);
	expect(times.at(-1)).toBeGreaterThanOrEqual(23);
	expect(times.at(-1)).toBeLessThanOrEqual(25);
});

test('the fastest answer counts, so that a slow one holds nobody up', async () => {
	const turn = await runWhereAnswersTake(1, 50);
	const slow = await crowd(turn, 1);
	slow[0]?.end();
	const times = (await crowd(turn, 50)).map(({ at }) => at);
	expect(times.at(-1)).toBeLessThanOrEqual(1);
});

test('a request that logs in first says nothing of how fast the platform is', async () => {
	const turn = spreadOver(10);
	const end = await turn(false);
	await jest.advanceTimersByTimeAsync(400);
	end();
	const times = (await crowd(turn, 10)).map(({ at }) => at);
	expect(times).toEqual(Array(10).fill(0));
});

test('one at a time never waits', async () => {
	const turn = await runWhereAnswersTake(20, 1);
	for (let count = 0; count < 5; count += 1) {
		const start = performance.now();
		const end = await turn(true);
		expect(performance.now()).toBe(start);
		await jest.advanceTimersByTimeAsync(20);
		end();
	}
});

test('nobody gives way once the run is cancelled', async () => {
	const turn = await runWhereAnswersTake(20, 50);
	const cancelling = new AbortController();
	setMaxListeners(Infinity, cancelling.signal);
	const start = performance.now();
	const all = Promise.all(
		Array.from({ length: 50 }, async () => await turn(true, cancelling.signal)),
	);
	cancelling.abort();
	await all;
	expect(performance.now()).toBe(start);
});
