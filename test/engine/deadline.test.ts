import { deadline } from '../../nodes/engine/core/request/deadline';
import { PlatformError } from '../../nodes/engine/core/request/errors';
import type { PlatformRequest } from '../../nodes/engine/core/request/platformRequest';
import type { Clock, Send, Sent } from '../../nodes/engine/core/request/send';

const timeoutMs = 10_000;
const request: PlatformRequest = { method: 'GET', path: '/' };
const answered: Sent = { certainty: 'answered', answer: { status: 200, body: [] } };
const cut: Sent = { certainty: 'notProcessed', error: new PlatformError('The connection was cut') };

/** A platform that answers after so many milliseconds, and a clock that runs while somebody waits. */
function platform(cancel?: AbortSignal) {
	let time = 0;
	const sleep = async (milliseconds: number) => {
		await new Promise(setImmediate);
		time += milliseconds;
	};
	const clock: Clock = { now: () => 0, monotonic: () => time, sleep };
	const policy = deadline(timeoutMs, clock, cancel);
	/** Whether each request left with a connection that was given up before. */
	const wasGivenUp: unknown[] = [];
	const ask = async (answersAfter: number) => {
		const until = time + answersAfter;
		const send: Send = async ({ signal }) => {
			wasGivenUp.push(signal?.aborted);
			while (time < until && !signal?.aborted) await new Promise(setImmediate);
			return signal?.aborted ? cut : answered;
		};
		return { ...(await policy(send)(request)), at: time };
	};
	return { ask, wasGivenUp, wait: sleep };
}

const noResponse = expect.objectContaining({
	message: "The platform can't be reached: no response in time",
}) as PlatformError;

test.each([
	['an answer at once is taken', 0, answered],
	['an answer just in time is taken', timeoutMs, answered],
	[
		'without an answer the request is given up',
		Infinity,
		{ certainty: 'inDoubt', error: noResponse },
	],
])('%s', async (_, answersAfter, sent) => {
	const { ask } = platform();
	const { at, ...ended } = await ask(answersAfter);
	expect(ended).toEqual(sent);
	expect(at).toBeLessThanOrEqual(timeoutMs + 1_000);
});

test('each request has its own deadline, and none begins with a connection that was given up', async () => {
	const { ask, wasGivenUp, wait } = platform();
	const first = ask(Infinity);
	await wait(5_000);
	const second = ask(Infinity);
	const third = ask(1_000);
	expect((await third).certainty).toBe('answered');
	const [late, later] = [(await first).at, (await second).at];
	expect(later - late).toBeGreaterThanOrEqual(4_000);
	expect((await ask(1_000)).certainty).toBe('answered');
	await wait(60_000);
	expect((await ask(9_000)).certainty).toBe('answered');
	expect(wasGivenUp).toEqual([false, false, false, false, false]);
});

test('a canceled execution gives up what is under way at once, and sends nothing more', async () => {
	const cancel = new AbortController();
	const { ask, wasGivenUp } = platform(cancel.signal);
	const sending = [ask(Infinity), ask(Infinity)];
	cancel.abort();
	for (const { certainty, at } of await Promise.all(sending)) {
		expect(certainty).toBe('inDoubt');
		expect(at).toBeLessThan(timeoutMs);
	}
	const { certainty, error } = await ask(0);
	expect([certainty, error?.message]).toEqual(['notProcessed', 'The execution was canceled']);
	expect(wasGivenUp).toHaveLength(2);
});
