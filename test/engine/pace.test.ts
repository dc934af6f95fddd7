import { setMaxListeners } from 'node:events';
import type { IExecuteFunctions } from 'n8n-workflow';
import { connect, tokenProbe } from '../../nodes/engine/client';
import { paceFor } from '../../nodes/engine/pace';
import { startEndpoint, type Endpoint } from '../support/endpoint';
import type { CredentialsInMemory } from '../support/credentialsHelper';
import { giveTo, recipients } from '../support/gifting';
import { accountAt, n8nWith } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

/** When each request for anything but a token came, in milliseconds. */
let arrivals: number[];
/** Milliseconds until it is answered. */
let latency: number;
let server: Endpoint;
let n8n: CredentialsInMemory;

const after = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

beforeEach(async () => {
	arrivals = [];
	latency = 0;
	server = await startEndpoint(async ({ path }) => {
		if (path.endsWith('/token')) return { body: { access_token: 'abc', expires_in: 600 } };
		arrivals.push(performance.now());
		await after(latency);
		return { body: { status: 'ASSIGNED' } };
	});
	n8n = n8nWith(accountAt(server.url));
});
afterEach(() => server.close());

/** Gives to so many with these options, all of which must succeed. */
async function give(count: number, options: object): Promise<void> {
	const parameters = { options: { ...options } };
	const record = await giveTo(n8n, recipients(count), { parameters });
	expect(errorOf(record)).toBeUndefined();
	expect(outputOf(record)).toHaveLength(count);
}

/** The most requests that came in any window of one second. */
function mostInASecond(): number {
	return Math.max(
		...arrivals.map((start) => arrivals.filter((at) => at >= start && at < start + 1000).length),
	);
}

/** How many requests came in a second, from the first to the last of them. */
function perSecond(): number {
	const [first = 0] = arrivals;
	return ((arrivals.length - 1) * 1000) / ((arrivals.at(-1) ?? first) - first);
}

test.each([
	[1, 10, 4],
	[2, 50, 7],
	[5, 20, 16],
	[13, 50, 40],
	[20, 10, 60],
	[20, 50, 60],
])(
	'%d requests per second, %d at a time: no more, and not far fewer',
	async (limit, concurrency, count) => {
		await give(count, { requestsPerSecond: limit, concurrency });
		expect(arrivals).toHaveLength(count);
		expect(mostInASecond()).toBeLessThanOrEqual(limit);
		expect(perSecond()).toBeGreaterThanOrEqual(0.5 * limit);
	},
);

test('a platform that is slow to answer is not sent more, and not far less', async () => {
	await give(1, {});
	arrivals = [];
	latency = 600;
	await give(40, { requestsPerSecond: 10, concurrency: 50 });
	expect(mostInASecond()).toBeLessThanOrEqual(10);
	expect(perSecond()).toBeGreaterThanOrEqual(0.5 * 10);
});

test('two runs at once share the limit', async () => {
	const options = { requestsPerSecond: 11, concurrency: 20 };
	await Promise.all([give(20, options), give(20, options)]);
	expect(arrivals).toHaveLength(40);
	expect(mostInASecond()).toBeLessThanOrEqual(11);
	expect(perSecond()).toBeGreaterThanOrEqual(0.5 * 11);
});

test.each([
	[20, 4, 5],
	[20, 3, 6],
	[1, 2, 0.5],
])('%d requests per second over %d workers are %d for this one', async (all, workers, own) => {
	const count = own < 1 ? 3 : 4 * own;
	await give(count, { requestsPerSecond: all, workers, concurrency: 20 });
	expect(mostInASecond()).toBeLessThanOrEqual(Math.max(1, own));
	expect(perSecond()).toBeLessThanOrEqual(own * 1.4);
	expect(perSecond()).toBeGreaterThanOrEqual(0.5 * own);
});

test('requests for looking up are counted too', async () => {
	const lost = await startEndpoint(({ method, path }) => {
		if (path.endsWith('/token')) return { body: { access_token: 'abc', expires_in: 600 } };
		arrivals.push(performance.now());
		return method === 'GET' ? { body: [] } : { status: 500 };
	});
	const parameters = {
		options: { requestsPerSecond: 8, concurrency: 20, tries: 1, stopAfterFailures: 0 },
	};
	const settings = { onError: 'continueRegularOutput' as const };
	await giveTo(n8nWith(accountAt(lost.url)), recipients(10), { parameters, settings });
	await lost.close();
	expect(arrivals).toHaveLength(30);
	expect(mostInASecond()).toBeLessThanOrEqual(8);
});

test('without a limit nobody waits', async () => {
	await give(60, { concurrency: 50 });
	expect(arrivals).toHaveLength(60);
	expect(mostInASecond()).toBeGreaterThan(20);
});

test('a run that is cancelled does not wait for its turn', async () => {
	const pace = paceFor('cancelled.example', 0.01);
	const cancelling = new AbortController();
	(await pace(true, cancelling.signal))();
	const started = performance.now();
	const waiting = pace(true, cancelling.signal);
	setTimeout(() => {
		cancelling.abort();
	}, 50);
	await waiting;
	expect(performance.now() - started).toBeLessThan(20_000);
});

test('a run that is cancelled waits for nobody before it, and holds nobody up behind it', async () => {
	const pace = paceFor('shared.example', 2);
	const cancelling = new AbortController();
	setMaxListeners(Infinity, cancelling.signal);
	const order: string[] = [];
	const turnOf = async (name: string, signal?: AbortSignal) => {
		(await pace(true, signal))();
		order.push(name);
	};
	const all = [turnOf('first'), turnOf('before')];
	// Their turns would take minutes.
	for (let count = 0; count < 500; count++) all.push(turnOf('cancelled', cancelling.signal));
	all.push(turnOf('behind'));
	await all[0];
	cancelling.abort();
	await Promise.all(all);
	expect(order).toEqual(['first', ...Array<string>(500).fill('cancelled'), 'before', 'behind']);
});

test('the turn that a cancelled run was waiting for is left to the next', async () => {
	const pace = paceFor('left.example', 1);
	(await pace(true))();
	const started = performance.now();
	for (let count = 0; count < 60; count++) {
		const cancelling = new AbortController();
		const waiting = pace(true, cancelling.signal);
		// Long enough to have come to the head of the queue.
		await after(1);
		cancelling.abort();
		(await waiting)();
	}
	const next = await pace(true);
	next();
	expect(performance.now() - started).toBeLessThan(30_000);
});

test('of a request that is cancelled on its way it is not known when it arrives', async () => {
	const pace = paceFor('underway.example', 1);
	const cancelling = new AbortController();
	const end = await pace(true, cancelling.signal);
	const left = performance.now();
	cancelling.abort();
	end();
	(await pace(true))();
	expect(performance.now() - left).toBeGreaterThanOrEqual(1200);
});

test('what waits for its turn when the run is cancelled is not sent', async () => {
	const pace = paceFor('stopped.example', 0.01);
	const cancelling = new AbortController();
	const request = jest.fn().mockResolvedValue({ statusCode: 200, body: {}, headers: {} });
	// An n8n before 2.41 sends also what was cancelled.
	const context = {
		getCredentials: async () => await Promise.resolve(accountAt(server.url)),
		helpers: { httpRequestWithAuthentication: request },
	} as unknown as IExecuteFunctions;
	const { send } = await connect(context, {
		timeout: 1000,
		signal: cancelling.signal,
		pace: async (_host, isReady) => await pace(isReady, cancelling.signal),
	});
	await send(tokenProbe);
	const waiting = send(tokenProbe);
	cancelling.abort();
	await expect(waiting).rejects.toThrow('The execution was cancelled');
	expect(request).toHaveBeenCalledTimes(1);
});

test('limits towards two platforms do not hold each other up', async () => {
	const [one, other] = ['one.example', 'other.example'].map((host) => paceFor(host, 0.01));
	const started = performance.now();
	await Promise.all([one?.(true), other?.(true)]);
	expect(performance.now() - started).toBeLessThan(20_000);
});
