import type { ItemResult } from '../../nodes/engine/core/exchange';
import { Journal, JournalRun } from '../../nodes/engine/core/list/journal';
import { PlatformError } from '../../nodes/engine/core/request/errors';
import type { Clock } from '../../nodes/engine/core/request/send';

const done: ItemResult = { kind: 'done', result: { records: [] }, isSent: true };
const error = new PlatformError('HTTP 500');
const doubted: ItemResult = { kind: 'failed', certainty: 'inDoubt', error };
const declined: ItemResult = { kind: 'refused', error };
const lookUpFirst: ItemResult = { ...declined, lookUpFirst: true };

const settleMs = 5_000;
let time: number;
const clock: Clock = { now: () => 0, monotonic: () => time, sleep: () => Promise.resolve() };
let journal: Journal;
beforeEach(() => {
	time = 0;
	journal = new Journal();
});
const begin = () => new JournalRun(journal, clock, settleMs);

/** Sends under a key: the result, and with which earlier one it was sent, if it was sent. */
async function send(run: JournalRun, key: string, itemIndex: number, ends: ItemResult = done) {
	const sent: (ItemResult | undefined)[] = [];
	const sending = async (earlier?: ItemResult) => {
		sent.push(earlier);
		await new Promise(setImmediate);
		return ends;
	};
	return { ...(await run.oncePerKey(key, itemIndex, sending)), sent };
}

test('two items with one key are sent once: the second has the result of the first', async () => {
	const run = begin();
	const both = await Promise.all([send(run, 'a', 3), send(run, 'a', 7), send(run, 'b', 8)]);
	const own = { result: done, sent: [undefined] };
	expect(both).toEqual([own, { result: done, sharedWith: 3, sent: [] }, own]);
	expect(await send(run, 'a', 9)).toEqual({ result: done, sharedWith: 3, sent: [] });
});

test.each<[string, ItemResult, ItemResult | undefined]>([
	['may have been done', doubted, doubted],
	['may still arrive', lookUpFirst, lookUpFirst],
	['was refused', declined, undefined],
])('after an item that %s, the next with its key is sent with what is known', async (...row) => {
	const [, first, known] = row;
	const run = begin();
	await send(run, 'a', 0, first);
	expect(await send(run, 'a', 1)).toEqual({ result: done, sent: [known] });
});

test('what another execution sends at the same time is not sent again', async () => {
	const [run, other] = [begin(), begin()];
	const sending = send(other, 'a', 0);
	expect(await send(run, 'a', 5)).toEqual({
		result: done,
		sharedWith: 'anotherExecution',
		sent: [],
	});
	await sending;
	other.close();
	// The look-up of the first run may have been too early to show it.
	time += 60_000;
	expect(await send(run, 'a', 6)).toEqual({
		result: done,
		sharedWith: 'anotherExecution',
		sent: [],
	});
});

test.each([
	['not before the platform has had time to show it', settleMs - 1, false],
	['once the platform shows it', settleMs + 1, true],
])('what was sent is forgotten %s', async (_, wait, isForgotten) => {
	const run = begin();
	await send(run, 'a', 0);
	run.close();
	time += wait;
	const next = begin();
	const { sent } = await send(next, 'a', 0);
	expect(sent).toHaveLength(isForgotten ? 1 : 0);
	next.close();
	time += settleMs + 1;
	begin().close();
	expect(journal.entries.size).toBe(0);
	expect(journal.runs.size).toBe(0);
});

test('an item that waits for another execution is not sent once its own is canceled', async () => {
	const [run, other] = [begin(), begin()];
	void other.oncePerKey('a', 0, () => new Promise(() => undefined));
	const cancel = new AbortController();
	const sending = jest.fn(() => Promise.resolve(done));
	const waiting = run.oncePerKey('a', 1, sending, cancel.signal);
	cancel.abort();
	const message = 'The execution was canceled';
	expect(await waiting).toMatchObject({
		result: { kind: 'notSent', reason: 'canceled', error: { message } },
	});
	expect(sending).not.toHaveBeenCalled();
});

test('what an earlier repetition did counts, unless it is sent at the moment', async () => {
	const run = begin();
	run.enter('a', 2, done);
	run.enter('b', 3, declined);
	expect(await send(run, 'a', 4)).toEqual({ result: done, sharedWith: 2, sent: [] });
	expect(await send(run, 'b', 4)).toEqual({ result: done, sent: [undefined] });
	const sending = send(run, 'c', 5, doubted);
	run.enter('c', 6, done);
	expect((await sending).sent).toEqual([undefined]);
	expect((await send(run, 'c', 7)).sent).toEqual([doubted]);
});
