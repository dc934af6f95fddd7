import { setTimeout as pause } from 'node:timers/promises';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { accountAt, giftPath, giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';
import { PIN_PATH, Shop } from './support/shop';

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const refusal = { kind: 'answer', status: 422 } as const;

describe('with Retry On Fail', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	test('and Execute Once a gift whose answer was lost is looked for before it is sent again', async () => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ path: looks, fault: { kind: 'answer', status: 403 }, times: 1 },
		);
		const run = await giveTo(n8nWith(platform.account), recipients(1), {
			parameters: { clientId: '', options: { settlingTime: 0 } },
			settings: { ...retrying, executeOnce: true },
		});
		expect(outputOf(run)).toMatchObject([{ json: { confirmedByLookUp: true } }]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('a row that was left out because its customer is listed twice stays so', async () => {
		const [a = {}, b = {}] = recipients(2);
		platform.faults(
			{ path: giftPath, every: 2, times: 1, fault: refusal },
			// The list does not show yet what was given a second ago.
			{ path: looks, fault: { kind: 'answer', status: 200, body: [] } },
		);
		const run = await giveTo(n8nWith(platform.account), [a, b, a], {
			parameters: { clientId: '', campaign: 'spring', options: { concurrency: 1 } },
			settings: retrying,
		});
		expect(outputOf(run).map(({ json }) => json.skipped)).toEqual([
			undefined,
			undefined,
			'listed twice, see item 0 of the input',
		]);
		expect(platform.gifts()).toHaveLength(2);
	});

	test('a cancelled try shows what earlier ones gave, also when it has not come to its turn', async () => {
		const spring = { clientId: '', campaign: 'spring' };
		platform.faults({ path: giftPath, every: 5, times: 1, fault: refusal });
		const cancelling = new AbortController();
		const betweenTries = async () => {
			while (!platform.requestsTo(giftRoute)['422']) await new Promise(setImmediate);
			platform.faults({ path: giftPath, fault: { kind: 'delay', ms: 3000 }, times: 1 });
			const last = recipients(5).slice(4);
			const other = giveTo(n8nWith(platform.account), last, { parameters: spring });
			await pause(2000);
			cancelling.abort();
			await other;
		};
		const other = betweenTries();
		const run = await giveTo(n8nWith(platform.account), recipients(5), {
			parameters: { ...spring, options: { concurrency: 1 } },
			settings: { ...retrying, waitBetweenTries: 1000 },
			onStart: (cancel) => {
				cancelling.signal.addEventListener('abort', cancel);
			},
		});
		expect(run.status).toBe('canceled');
		expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(4).fill('given'));
		await other;
		expect(platform.gifts()).toHaveLength(5);
	});

	test('what was lost is not sent again when another run has given since, by another reference', async () => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'before' }, times: 1 },
			// The first look finds whom to leave alone, the second whether it arrived.
			{ path: looks, fault: { kind: 'answer', status: 403 }, every: 2, times: 1 },
		);
		const parameters = { campaign: 'spring', options: { tries: 1 } };
		const first = giveTo(n8nWith(platform.account), recipients(1), {
			parameters: { ...parameters, clientId: 'order-1' },
			settings: { ...retrying, waitBetweenTries: 1500 },
		});
		while (!platform.requestsTo(`GET ${looks}`)['403']) await new Promise(setImmediate);
		const second = await giveTo(n8nWith(platform.account), recipients(1), {
			parameters: { ...parameters, clientId: '' },
		});
		const outcomes = [second, await first].map((run) => outputOf(run)[0]?.json.outcome);
		expect(outcomes).toEqual(['given', 'alreadyGiven']);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('a gift that never left is not called lost', async () => {
		const n8n = n8nWith({ ...accountAt(platform.url), baseUrl: await addressOfNobody() });
		const run = await giveTo(n8n, recipients(1), {
			parameters: { options: { tries: 1 } },
			settings: retrying,
		});
		expect(errorOf(run)?.message).toContain('nothing answers at this address');
		expect(errorOf(run)?.description).toContain('Nothing was sent');
	});

	test('a gift that was not found is looked for again, though sending it again was refused', async () => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ path: giftPath, fault: { kind: 'answer', status: 403 }, times: 1 },
			{ path: looks, fault: { kind: 'answer', status: 200, body: [] }, times: 2 },
		);
		const run = await giveTo(n8nWith(platform.account), recipients(1), {
			parameters: { options: { settlingTime: 0 } },
			settings: retrying,
		});
		expect(outputOf(run)).toMatchObject([{ json: { confirmedByLookUp: true } }]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('a try that ends before its first gift says what the tries before gave', async () => {
		platform.faults({ path: giftPath, every: 3, times: 1, fault: refusal });
		platform.whenGiven(2, () =>
			platform.faults(
				{ path: giftPath, fault: refusal },
				{ path: looks, fault: { kind: 'answer', status: 500 } },
			),
		);
		const run = await giveTo(n8nWith(platform.account), recipients(3), {
			parameters: { clientId: '', campaign: 'spring', options: { concurrency: 1, tries: 1 } },
			settings: retrying,
		});
		expect(errorOf(run)?.message).toContain('cannot say who was given already');
		expect(errorOf(run)?.description).toContain('2 of 3 items were sent and answered');
	});

	test('the last error counts what was given in all tries', async () => {
		platform.whenGiven(9, () => platform.faults({ path: giftPath, fault: refusal }));
		const run = await giveTo(n8nWith(platform.account), recipients(10), {
			parameters: { options: { concurrency: 1 } },
			settings: retrying,
		});
		expect(platform.gifts()).toHaveLength(9);
		expect(errorOf(run)?.description).toMatch(
			/^(?!.*Before this.*Before this).*9 of 10 items were sent and answered/,
		);
	});
});

test('a list that stops names the gifts of which nobody can tell whether they were given', async () => {
	const platform = await Platform.start();
	platform.set({ latencyMs: 20 });
	platform.faults(
		{ path: giftPath, times: 1, fault: refusal },
		{ path: giftPath, fault: { kind: 'drop', when: 'after' } },
		{ path: looks, fault: { kind: 'drop' } },
	);
	const run = await giveTo(n8nWith(platform.account), recipients(14), {
		parameters: { options: { settlingTime: 0, concurrency: 14, tries: 2 } },
	});
	await platform.close();
	expect(platform.gifts()).toHaveLength(13);
	expect(errorOf(run)?.description).toMatch(
		/Of 13 more nobody can tell whether they were done: look at the platform for (gift-\d+, ){9}gift-\d+ and 3 others before/,
	);
});

describe('a PIN', () => {
	let shop: Shop;
	beforeAll(async () => {
		shop = await Shop.open();
	});
	afterAll(() => shop.close());
	beforeEach(() => shop.fresh());

	/** Submits a wrong PIN of a payment that waits for one. */
	const submit = async (fault: object, path = PIN_PATH, settings: object = retrying) => {
		const { transactionId } = await shop.awaitingPin();
		await shop.forgetRequests();
		await shop.breakWith(path, fault);
		const run = await shop.submitPin({ transactionId, pin: 'wr0ng' }, { settings });
		return { run, sent: await shop.pinCount() };
	};

	test.each([
		['400', { status: 400, body: { errorMessage: 'no' } }],
		['403 and a web page', { status: 403, body: '<html>WAF</html>' }],
		['409 and nothing', { status: 409, body: '' }],
		['200 that refuses', { status: 200, body: { status: 'INVALID_REQUEST' } }],
	])('is not sent again by Retry On Fail after %s', async (_what, answer) => {
		expect((await submit({ kind: 'answer', when: 'after', ...answer })).sent).toBe(1);
	});

	test('is not sent again by Retry On Fail with Execute Once', async () => {
		const settings = { ...retrying, executeOnce: true };
		expect((await submit({ kind: 'drop', when: 'after' }, PIN_PATH, settings)).sent).toBe(1);
	});

	test('that is listed three times with its transaction is sent once', async () => {
		const { transactionId } = await shop.awaitingPin();
		await shop.forgetRequests();
		const settings = { onError: 'continueRegularOutput' as const };
		const run = await shop.submitPin(
			{ transactionId, pin: 'wr0ng' },
			{ items: [{}, {}, {}], settings },
		);
		expect(await shop.pinCount()).toBe(1);
		const twice = { outcome: 'unknown', skipped: 'listed twice, see item 0 of the input' };
		expect(outputOf(run).map(({ json }) => json)).toMatchObject([
			{ outcome: 'invalidPin' },
			twice,
			twice,
		]);
	});

	test('that is listed twice is sent once in all tries, and so is the one between', async () => {
		const { transactionId } = await shop.awaitingPin();
		await shop.forgetRequests();
		await shop.breakWith(PIN_PATH, { kind: 'answer', status: 500 }, { every: 2, times: 1 });
		await shop.submitPin(
			{ transactionId, pin: '={{ $json.pin }}' },
			{
				items: [{ pin: 'wr0ng' }, { pin: 'wr1ng' }, { pin: 'wr0ng' }],
				settings: retrying,
				concurrency: 1,
			},
		);
		expect(await shop.pinCount()).toBe(2);
	});

	test('that never left says so', async () => {
		const { run, sent } = await submit({ kind: 'drop' }, '/datagifting/v1/services', {});
		expect(sent).toBe(0);
		expect(errorOf(run)?.description).toBe('Nothing was sent for this item: run it again.');
	});
});
