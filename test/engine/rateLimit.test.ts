import { EventEmitter, once } from 'node:events';
import { senderOf } from '../../nodes/engine/core/request/pipeline';
import { RateLimiter } from '../../nodes/engine/core/request/rateLimit';
import { classify, type ConnectedAccount, type Clock } from '../../nodes/engine/core/request/send';

const host = 'billing.example.com';

/** A clock on which time passes while somebody waits. */
function clockOf(): Clock {
	let time = 0;
	const sleep = async (milliseconds: number) => {
		// What may leave now leaves before time passes.
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

test('a limit lets go first who a person waits for, then look-ups and retries, and each fourth time who came first', async () => {
	const limiter = new RateLimiter();
	limiter.limit(host, 1);
	const clock = clockOf();
	const left: [name: string, at: number][] = [];
	const account = accountOf((path) => left.push([path, clock.now()]));
	const arrived = ['list 1', 'list 2', 'list 3', 'retry 1', 'retry 2', 'person 1', 'person 2'];
	await Promise.all(
		arrived.map(async (path) => {
			const send = limiter.policy(account, clock, !path.startsWith('person'))(classify(account));
			await send({ method: 'GET', path, isFollowUp: path.startsWith('retry') });
		}),
	);
	const fair = 'list 2';
	const inOrder = ['list 1', 'person 1', 'person 2', fair, 'retry 1', 'retry 2', 'list 3'];
	expect(left.map(([name]) => name)).toEqual(inOrder);
	// Never more than one a second.
	expect(left.at(-1)?.[1]).toBeGreaterThanOrEqual(6_000);
});

test('what a person waits for needs no room among requests that have no answer', async () => {
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

test('the editor and few awaited items go before what nobody waits for', async () => {
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
