import { setTimeout as pause } from 'node:timers/promises';
import { giveTo, recipients } from '../support/gifting';
import { giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

jest.setTimeout(180_000);

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const withPoolOf = (concurrency: number) => ({ parameters: { options: { concurrency } } });

/** Answers that come back in another order than they were asked for. */
const randomLatency = () => {
	platform.faults(
		{ path: '/datagifting/*', chance: 0.3, seed: 1, fault: { kind: 'delay', ms: 40 } },
		{
			path: '/datagifting/*',
			chance: 0.3,
			seed: 2,
			fault: { kind: 'delay', when: 'after', ms: 15 },
		},
		{ path: '/datagifting/*', chance: 0.5, seed: 3, fault: { kind: 'delay', ms: 3 } },
	);
};

test('order and pairing are those of the input, whatever the order of the answers', async () => {
	randomLatency();
	const items = recipients(150);
	const record = await giveTo(n8nWith(platform.account), items, withPoolOf(25));
	const given = platform.gifts().map(({ msisdn }) => msisdn);
	expect(given).toHaveLength(150);
	expect(given).not.toEqual(items.map(({ phone }) => phone));
	expect(
		outputOf(record).map(({ json, pairedItem }) => [json.msisdn, json.clientId, pairedItem]),
	).toEqual(items.map(({ phone, reference }, item) => [phone, reference, { item }]));
});

test.each([1, 7, 50])('never more than %d requests are in flight', async (concurrency) => {
	platform.set({ latencyMs: 150 });
	await giveTo(n8nWith(platform.account), recipients(concurrency * 3), withPoolOf(concurrency));
	expect(platform.traffic().highestInFlight).toBe(concurrency);
});

test('ten requests are in flight when nothing is set', async () => {
	platform.set({ latencyMs: 15 });
	await giveTo(n8nWith(platform.account), recipients(40));
	expect(platform.traffic().highestInFlight).toBe(10);
});

test.each([0, -1, 1.5, 201, 'many'])(
	'a Concurrency of %p is refused before any request leaves',
	async (concurrency) => {
		const record = await giveTo(n8nWith(platform.account), recipients(3), {
			parameters: { options: { concurrency } },
		});
		expect(errorOf(record)?.message).toMatch(/concurrency/i);
		expect(platform.traffic().total).toBe(0);
	},
);

test('the credential is read once a run', async () => {
	const n8n = n8nWith(platform.account);
	await giveTo(n8n, recipients(50));
	expect(n8n.reads).toBe(1);
	expect(n8n.stores).toBeGreaterThanOrEqual(1);
	expect(platform.tokenRequestCount()).toBe(1);
});

test('a run without an item sends nothing', async () => {
	await giveTo(n8nWith(platform.account), []);
	expect(platform.traffic().total).toBe(0);
});

test('5,000 items are all given, each once, and stay in order', async () => {
	const items = recipients(5000);
	const record = await giveTo(n8nWith(platform.account), items, {
		parameters: { amount: 1, clientId: '', options: { concurrency: 50 } },
	});
	const phones = items.map(({ phone }) => phone);
	expect(outputOf(record).map(({ json }) => json.msisdn)).toEqual(phones);
	expect(outputOf(record).map(({ pairedItem }) => pairedItem)).toEqual(
		items.map((_, item) => ({ item })),
	);
	const given = platform.gifts().map(({ msisdn }) => msisdn);
	expect(given).toHaveLength(5000);
	expect(new Set(given)).toEqual(new Set(phones));
	expect(platform.tokenRequestCount()).toBe(1);
});

test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'nothing more is sent after the run was cancelled (on error: %s)',
	async (onError) => {
		platform.set({ latencyMs: 10 });
		const record = await giveTo(n8nWith(platform.account), recipients(300), {
			parameters: { options: { concurrency: 5 } },
			settings: { onError },
			onStart: (cancel) => void pause(120).then(cancel),
		});
		expect(record.status).toBe('canceled');
		await pause(60);
		const asked = platform.traffic().routes[giftRoute];
		expect(platform.gifts().length).toBeLessThan(150);
		await pause(60);
		expect(platform.traffic().routes[giftRoute]).toEqual(asked);
	},
);
