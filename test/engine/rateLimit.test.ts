import { EventEmitter, once } from 'node:events';
import { givenUp } from '../../nodes/engine/core/request/errors';
import { senderOf } from '../../nodes/engine/core/request/pipeline';
import { RateLimiter } from '../../nodes/engine/core/request/rateLimit';
import type { ConnectedAccount, Clock, Send } from '../../nodes/engine/core/request/send';
import type { PlatformRequest } from '../../nodes/engine/core/request/platformRequest';
import { LoginError } from '../../platform/token';

const host = 'billing.example.com';

/** A request, named by the one who waits for it, and its special properties. */
interface Asked extends Partial<PlatformRequest> {
	name: string;
	logIn?: () => Promise<void>;
}

/** A clock on which time passes while somebody waits. */
function clockOf(): Clock {
	let time = 0;
	const sleep = async (milliseconds: number) => {
		// Requests that may leave now leave before time passes.
		await new Promise(setImmediate);
		time += milliseconds;
	};
	return { now: () => time, monotonic: () => time, sleep };
}

/** An account at the host. @param onSend called with the path of what leaves */
function accountOf(onSend: (path: string) => void): ConnectedAccount {
	return {
		host,
		key: '',
		baseUrl: '',
		transport: ({ path }) => {
			onSend(path);
			return Promise.resolve({ status: 200, body: [] });
		},
		logIn: () => undefined,
		secrets: () => [],
	};
}

/** Lets requests go by a limiter that have all come at once: when each one left, in order, and why others did not. */
async function letGo(limiter: RateLimiter, requests: Asked[]) {
	const clock = clockOf();
	const left: [name: string, at: number][] = [];
	const failed: Record<string, string> = {};
	await Promise.all(
		requests.map(async ({ name, logIn, ...more }) => {
			const account = { host, logIn: () => logIn?.() } as unknown as ConnectedAccount;
			const send: Send = (request) => {
				left.push([request.path, clock.now()]);
				return Promise.resolve({ certainty: 'answered', answer: { status: 200, body: [] } });
			};
			const request: PlatformRequest = { method: 'GET', path: name, ...more };
			const isList = !name.startsWith('person');
			const { error } = await limiter.policy(account, clock, isList)(send)(request);
			if (error) failed[name] = error.message;
		}),
	);
	return { left, failed };
}

test('a limit sends first the requests that a person waits for, then look-ups and retries, and every fourth time the longest waiting', async () => {
	const limiter = new RateLimiter();
	limiter.limit(host, 1);
	const arrived = ['list 1', 'list 2', 'list 3', 'retry 1', 'retry 2', 'person 1', 'person 2'];
	const { left } = await letGo(
		limiter,
		arrived.map((name) => ({ name, isFollowUp: name.startsWith('retry') })),
	);
	const fair = 'list 2';
	const inOrder = ['list 1', 'person 1', 'person 2', fair, 'retry 1', 'retry 2', 'list 3'];
	expect(left.map(([name]) => name)).toEqual(inOrder);
	// Never more than one a second.
	expect(left.at(-1)?.[1]).toBeGreaterThanOrEqual(6_000);
});

test('a limit ends with its run, and leaves those of other runs', async () => {
	const limiter = new RateLimiter();
	const [end] = [0.1, 1, 1].map((limit) => limiter.limit(host, limit));
	end?.();
	const { left } = await letGo(limiter, [{ name: '1' }, { name: '2' }]);
	expect(left[1]?.[1]).toBeGreaterThanOrEqual(1_000);
	expect(left[1]?.[1]).toBeLessThan(1_200);
});

test('a request that is not sent takes no turn: too late, or without a login', async () => {
	const limiter = new RateLimiter();
	limiter.limit(host, 1);
	let logins = 0;
	// The token ends while the request waits.
	const logIn = async () => {
		if (++logins > 1) throw new LoginError('unreachable', 'No login', 'Check it.');
		await Promise.resolve();
	};
	const { left, failed } = await letGo(limiter, [
		{ name: 'first' },
		{ name: 'late', sendUntil: 500 },
		{ name: 'logged out', logIn },
		{ name: 'second' },
	]);
	expect(failed).toEqual({
		late: "Not sent, because 'Send Until' has passed",
		'logged out': 'No login',
	});
	expect(left.map(([name]) => name)).toEqual(['first', 'second']);
	expect(left[1]?.[1]).toBeLessThan(2_000);
});

test('a request that is canceled while it waits is not sent, and takes no turn', async () => {
	const limiter = new RateLimiter();
	limiter.limit(host, 1);
	const clock = clockOf();
	const left: [name: string, at: number][] = [];
	const account = accountOf((path) => left.push([path, clock.now()]));
	const cancel = new AbortController();
	setImmediate(() => {
		cancel.abort();
	});
	const send = async (path: string, signal?: AbortSignal) =>
		await senderOf(account, 60_000, { limiter, clock, signal })({ method: 'GET', path });
	const [, canceled] = await Promise.all([
		send('first'),
		send('canceled', cancel.signal),
		send('second'),
	]);
	expect(canceled.error?.message).toBe('The execution was canceled');
	expect(left.map(([name]) => name)).toEqual(['first', 'second']);
	expect(left[1]?.[1]).toBeLessThan(1_500);
});

test('a request that a person waits for needs no room among unanswered requests', async () => {
	const limiter = new RateLimiter();
	const clock = clockOf();
	const left: string[] = [];
	const answer = new EventEmitter();
	const answered = once(answer, 'now');
	const account = accountOf(() => undefined);
	const send = async (path: string, isList: boolean) =>
		await limiter.policy(
			account,
			clock,
			isList,
		)(async (request) => {
			left.push(request.path);
			if (isList) await answered;
			return { certainty: 'answered', answer: { status: 200, body: [] } };
		})({ method: 'GET', path });
	const list = ['1', '2', '3', '4', '5', '6'].map(async (path) => await send(path, true));
	await send('person', false);
	expect(left).toEqual(['1', '2', '3', '4', 'person']);
	answer.emit('now');
	await Promise.all(list);
	expect(left).toHaveLength(7);
});

test('the pace is halved by a timeout, and not by a cancellation', async () => {
	const clock = clockOf();
	const account = accountOf(() => undefined);
	const given = async (isCanceled: boolean) => {
		const limiter = new RateLimiter();
		const cancel = new AbortController();
		const policy = limiter.policy(account, clock, true, cancel.signal);
		const send = policy(async () => {
			if (isCanceled) cancel.abort();
			return await Promise.resolve(givenUp());
		});
		const figures = limiter.figures(host, clock);
		await send({ method: 'POST', path: '/give' });
		return figures(0).backOffs;
	};
	expect(await given(false)).toBe(1);
	expect(await given(true)).toBe(0);
});

test('the editor and a few awaited items go before requests that nobody waits for', async () => {
	const limiter = new RateLimiter();
	limiter.limit(host, 1);
	const clock = clockOf();
	const left: string[] = [];
	const account = accountOf((path) => left.push(path));
	const operation = { isAwaited: true } as const;
	const arrived: Record<string, { operation?: { isAwaited?: true }; inputs?: unknown[] }> = {
		first: {},
		'gift in a workflow': { operation: {}, inputs: [1] },
		'eleven PINs': { operation, inputs: Array(11).fill(1) },
		'ten PINs': { operation, inputs: Array(10).fill(1) },
		editor: {},
	};
	await Promise.all(
		Object.entries(arrived).map(async ([path, run]) => {
			await senderOf(account, 60_000, { limiter, clock, ...run })({ method: 'GET', path });
		}),
	);
	const fair = 'gift in a workflow';
	expect(left).toEqual(['first', 'ten PINs', 'editor', fair, 'eleven PINs']);
});
