import type { Exchange, Reconciliation } from '../../nodes/engine/core/exchange';
import { Journal } from '../../nodes/engine/core/list/journal';
import { runList } from '../../nodes/engine/core/list/run';
import { PlatformError } from '../../nodes/engine/core/request/errors';
import type { PlatformRequest } from '../../nodes/engine/core/request/platformRequest';
import { RateLimiter } from '../../nodes/engine/core/request/rateLimit';
import { runOptionsSchema } from '../../nodes/engine/panel/options';

interface Run {
	/** The HTTP status of the platform's answer to a path. */
	statusOf?: (path: string) => number;
	reconcile?: Partial<Reconciliation>;
	operation?: Partial<Exchange>;
	/** Called where the run waits. */
	onWait?: () => void;
	signal?: AbortSignal;
}

/** Carries out a write for each path, one after the other: the results, and what left. */
async function write(paths: string[], { statusOf = () => 200, onWait, ...run }: Run) {
	const left: string[] = [];
	const account = {
		host: 'billing.example.com',
		key: '',
		baseUrl: 'https://billing.example.com',
		transport: ({ path }: PlatformRequest) => {
			left.push(path);
			return Promise.resolve({ status: statusOf(path), body: {} });
		},
		logIn: () => undefined,
		secrets: () => [],
	};
	const reconcile: Reconciliation = {
		key: (path) => ({ reference: String(path), serviceKey: 'A1' }),
		withReference: (path) => path,
		request: () => ({ method: 'GET', path: '/look-up' }),
		read: () => ({ state: 'notDone' }),
		result: (record) => ({ records: [record] }),
		...run.reconcile,
	};
	const operation: Exchange = {
		value: 'give',
		effect: 'write',
		costs: 'data',
		request: (path) => ({ method: 'POST', path: String(path) }),
		parse: () => ({ records: [{}] }),
		reconcile,
		...run.operation,
	};
	const sleep = async () => {
		await new Promise(setImmediate);
		onWait?.();
	};
	const results = await runList({
		operation,
		account,
		inputs: paths.map((params) => ({ params })),
		options: { ...runOptionsSchema.parse({ timezone: 'UTC' }), skipLookUp: true, concurrency: 1 },
		services: [],
		journal: new Journal(),
		limiter: new RateLimiter(),
		clock: { now: () => 0, monotonic: () => 0, sleep },
		random: () => 0,
		runName: 'run',
		continueOnFail: false,
		signal: run.signal,
	});
	return { results, left };
}

test('a write that ends in an error of this package is in doubt, with its reference, and the list stops', async () => {
	const isDeclined = () => {
		throw new Error('No such outcome');
	};
	const { results, left } = await write(['/first', '/second'], { reconcile: { isDeclined } });
	const unexpected = new PlatformError('No such outcome');
	expect(results).toEqual([
		{ kind: 'failed', certainty: 'inDoubt', error: unexpected, reference: '/first' },
		{ kind: 'notSent', reason: 'stopped', error: unexpected },
	]);
	expect(left).toEqual(['/first']);
});

test("a write whose request can't be made was not sent", async () => {
	const request = () => {
		throw new Error('No such path');
	};
	const { results, left } = await write(['/first'], { operation: { request } });
	const message = "n8n can't make the request: No such path";
	expect(results).toMatchObject([
		{ kind: 'failed', certainty: 'notProcessed', error: { message } },
	]);
	expect(left).toEqual([]);
});

test('a write is in doubt where the execution is canceled before the second look-up, and the next is not sent', async () => {
	const cancel = new AbortController();
	const isLookedUp = jest.fn(() => ({ state: 'notDone' }) as const);
	const { results, left } = await write(['/first', '/second'], {
		statusOf: (path) => (path === '/look-up' ? 200 : 500),
		reconcile: { read: isLookedUp },
		onWait: () => {
			if (isLookedUp.mock.calls.length > 0) cancel.abort();
		},
		signal: cancel.signal,
	});
	const message = 'Outcome unknown: The platform says: HTTP 500. A look-up gave no result';
	expect(results).toMatchObject([
		{ kind: 'failed', certainty: 'inDoubt', error: { message }, reference: '/first' },
		{ kind: 'notSent', reason: 'canceled', error: { message: 'The execution was canceled' } },
	]);
	expect(left).toEqual(['/first', '/look-up']);
});
