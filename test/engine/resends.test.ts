import { PlatformError } from '../../nodes/engine/core/request/errors';
import { renewToken, type Clock, type Sent } from '../../nodes/engine/core/request/send';
import { retry } from '../../nodes/engine/core/request/retry';

/** The limits that end the retries of a request. */
interface Limits {
	attempts?: number;
	retryForMs?: number;
	sendUntil?: number;
	cancelAt?: number;
}

describe('a refused token', () => {
	const answerOf = (status: number): Sent => ({
		certainty: status === 401 ? 'notProcessed' : 'answered',
		answer: { status, body: {}, tokenIssuedAt: 7 },
	});

	it.each<[string, number[], number[], number]>([
		['nothing for one that works', [200], [], 200],
		['at once the first time', [401, 200], [], 200],
		['a little the second time', [401, 401, 200], [250], 200],
		['never a third time', [401, 401, 401, 200], [250], 401],
	])('is renewed after %s', async (_, statuses, waits, last) => {
		const slept: number[] = [];
		const sleep = (milliseconds: number) => Promise.resolve(void slept.push(milliseconds));
		const clock: Clock = { now: () => 0, monotonic: () => 0, sleep };
		const asked: (number | undefined)[] = [];
		const send = renewToken(
			clock,
			() => 0.75,
		)(({ refusedTokenIssuedAt }) => {
			asked.push(refusedTokenIssuedAt);
			return Promise.resolve(answerOf(statuses[asked.length - 1] ?? 0));
		});
		const { answer } = await send({ method: 'GET', path: '/' });
		expect(answer?.status).toBe(last);
		expect(slept).toEqual(waits);
		expect(asked).toEqual(asked.map((_one, at) => (at > 0 ? 7 : undefined)));
	});
});

describe('retries of a request', () => {
	const lost: Sent = { certainty: 'inDoubt', error: new PlatformError('No response') };
	const busy: Sent = {
		certainty: 'notProcessed',
		answer: { status: 429, body: {}, retryAfterMs: 4_000 },
	};
	const refusedLogin: Sent = {
		certainty: 'notProcessed',
		error: new PlatformError('Wrong password', undefined, { status: 401 }),
	};
	const late = expect.objectContaining({
		message: "Not sent, because 'Send Until' has passed",
	}) as PlatformError;
	const tooLate: Sent = { certainty: 'notProcessed', error: late };

	it.each<[string, Limits, Sent, number[], Sent]>([
		['wait twice as long each time', {}, lost, [500, 1_000, 2_000], lost],
		['end with Max Attempts', { attempts: 2 }, lost, [500], lost],
		["don't follow the only attempt", { attempts: 1 }, lost, [], lost],
		['end with Retry For', { retryForMs: 1_500 }, lost, [500, 1_000], lost],
		['wait as long as Retry-After says', { attempts: 2 }, busy, [4_000], busy],
		['end before Send Until', { sendUntil: 10_500 }, lost, [500], tooLate],
		["don't follow a refused login", {}, refusedLogin, [], refusedLogin],
		['end when the execution is canceled', { cancelAt: 10_500 }, lost, [500], lost],
	])('%s', async (_, { cancelAt = NaN, sendUntil, ...limits }, each, waits, last) => {
		let time = 10_000;
		const slept: number[] = [];
		const cancel = new AbortController();
		const sleep = (milliseconds: number) => {
			slept.push(milliseconds);
			time += milliseconds;
			if (time >= cancelAt) cancel.abort();
			return Promise.resolve();
		};
		const clock: Clock = { now: () => time, monotonic: () => time, sleep };
		const ports = { attempts: 4, retryForMs: 60_000, clock, random: () => 1, ...limits };
		const isFollowUp: unknown[] = [];
		const send = retry({ ...ports, signal: cancel.signal })((request) => {
			isFollowUp.push(request.isFollowUp);
			return Promise.resolve(each);
		});
		expect(await send({ method: 'GET', path: '/', sendUntil })).toEqual(last);
		expect(slept).toEqual(waits);
		expect(isFollowUp[0]).toBeUndefined();
		expect(isFollowUp.slice(1).every(Boolean)).toBe(true);
	});
});
