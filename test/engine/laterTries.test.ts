import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { callAsTool } from '../support/asTool';
import { assigning, giveTo, loggedIn, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';
import { byKey, CUSTOMER, PIN_PATH, RETURN_URL, Shop, SUBSCRIBE_PATH } from './support/shop';

// With Retry On Fail n8n runs the whole node again. What was not the same the second time has cost somebody a gift.

const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };
const continuing = { onError: 'continueRegularOutput' as const, ...retrying, maxTries: 2 };
const options = { settlingTime: 0, tries: 3 };
const lost = { path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 } as const;
const refused = { path: giftPath, fault: { kind: 'answer', status: 422 }, times: 1 } as const;
const lookFails = { path: looks, fault: { kind: 'answer', status: 403 }, times: 1 } as const;
const noLook = { path: looks, fault: { kind: 'answer', status: 403 } } as const;

/** Lists in lists, so many that whoever goes through them has no memory left to do it. */
const bottomless = {
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: `{"status":"INVALID_PIN","note":${'['.repeat(15_000)}${']'.repeat(15_000)}}`,
} as const;

describe('a gift', () => {
	let platform: Platform;
	beforeEach(async () => {
		platform = await Platform.start();
	});
	afterEach(() => platform.close());

	test.each(['=vip-{{ $now.toMillis() }}', '=vip-{{ Math.random() }}'])(
		'is looked for by the reference it was sent with: %s',
		async (clientId) => {
			platform.faults(lost, lookFails);
			const run = await giveTo(n8nWith(platform.account), recipients(1), {
				parameters: { clientId, options },
				settings: retrying,
			});
			expect(outputOf(run)).toMatchObject([{ json: { confirmedByLookUp: true } }]);
			expect(platform.gifts()).toHaveLength(1);
		},
	);

	test.each(['', 'vip-1'])(
		'is given once as a tool of an agent, its reference %j',
		async (clientId) => {
			platform.faults(lost, lookFails);
			const msisdn = '999000001000';
			const parameters = { ...assigning, msisdn, amount: 5, clientId, options };
			const type = new MobileDataGifting();
			const told = await callAsTool(type, n8nWith(platform.account), parameters, retrying);
			expect(told).toContain('"confirmedByLookUp":true');
			expect(platform.gifts()).toHaveLength(1);
		},
	);

	test('that may be given stays so when the platform is given up before its turn', async () => {
		platform.faults(refused, { ...lost, times: undefined }, noLook);
		platform.whenGiven(2, () => {
			platform.faults({ path: giftPath, fault: { kind: 'drop', when: 'before' } }, noLook);
		});
		const run = await giveTo(n8nWith(platform.account), recipients(3), {
			parameters: {
				options: { settlingTime: 0, tries: 1, concurrency: 1, stopAfterFailures: 2 },
			},
			settings: continuing,
		});
		expect(outputOf(run)[2]?.json).toMatchObject({
			message: { outcomeUnknown: true, reference: 'gift-2' },
		});
	});

	test('that may be given stays so when the login is refused by then', async () => {
		const n8n = await loggedIn(platform);
		platform.faults(refused, lost, noLook);
		platform.whenGiven(1, () => {
			setTimeout(() => {
				platform.revokeSessions();
				platform.expireAccessTokens();
				platform.faults({
					path: '*/token',
					fault: { kind: 'answer', status: 401, body: { error: 'invalid_grant' } },
				});
			}, 1000);
		});
		const run = await giveTo(n8n, recipients(2), {
			parameters: { options: { ...options, concurrency: 1 } },
			settings: { ...continuing, waitBetweenTries: 3000 },
		});
		expect(outputOf(run)[1]?.json).toMatchObject({ message: { outcomeUnknown: true } });
	});

	test('is looked for after an answer that nobody could have expected', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', when: 'after', ...bottomless } });
		const run = await giveTo(n8nWith(platform.account), recipients(1), { settings: retrying });
		expect(outputOf(run)).toMatchObject([{ json: { confirmedByLookUp: true } }]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('whose answer nobody could have expected is not said to be unsent', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', when: 'after', ...bottomless } });
		const run = await giveTo(n8nWith(platform.account), recipients(1));
		expect(errorOf(run)?.description).toContain('Whether the platform acted is not known');
	});

	test('that may be given is not counted again by Check Balance First', async () => {
		const operator = 'XZ_SANDBOX';
		const [pool, ...others] = platform.sandbox.world.pools.of('LOYALTYDATA01', operator);
		for (const other of others) other.assignedAmount = other.totalAmount;
		if (pool) pool.assignedAmount = pool.totalAmount - 6;
		platform.faults(lost, lookFails);
		const run = await giveTo(n8nWith(platform.account), recipients(3), {
			parameters: { checkBalance: true, operator, options: { ...options, concurrency: 1 } },
			settings: retrying,
		});
		expect(errorOf(run)).toBeUndefined();
		expect(platform.gifts()).toHaveLength(3);
	});

	test('waits for its turn without losing the time for trying again', async () => {
		platform.faults({ ...refused, every: 5, fault: { kind: 'answer', status: 429 } });
		const run = await giveTo(n8nWith(platform.account), recipients(5), {
			parameters: {
				options: { ...options, tries: 5, retryFor: 3, requestsPerSecond: 1, concurrency: 5 },
			},
			settings: { onError: 'continueRegularOutput' },
		});
		expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(5).fill('given'));
	});
});

describe('a payment', () => {
	let shop: Shop;
	beforeEach(async () => {
		shop = await Shop.open();
		await shop.fresh();
	});
	afterEach(() => shop.close());

	const loseOne = async () =>
		await shop.seller.http.put('/_sandbox/faults', [
			{ path: SUBSCRIBE_PATH, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ path: '/v1/transactions', fault: { kind: 'answer', status: 403 }, times: 1 },
		]);
	const started = async () =>
		(await shop.received()).filter(({ operation }) => operation === 'subscribe');

	test('is looked for by the reference it was sent with', async () => {
		await loseOne();
		await shop.start({ clientid: '=order-{{ $now.toMillis() }}', options }, { settings: retrying });
		expect(await started()).toHaveLength(1);
	});

	test('is started once as a tool of an agent', async () => {
		await loseOne();
		const parameters = {
			resource: 'payment',
			operation: 'start',
			serviceKey: byKey('COINSHOP07'),
			price: '0.99',
			msisdn: CUSTOMER,
			returnurl: RETURN_URL,
			clientid: 'order-17',
			options,
		};
		await callAsTool(new MobileBilling(), shop.credentials, parameters, retrying);
		expect(await started()).toHaveLength(1);
	});

	test('that was accepted stays so when the service credential cannot be read by then', async () => {
		shop.useService({ serviceKey: 'COINSHOP07' });
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status: 422 }, { times: 1 });
		const read = shop.credentials.getDecrypted.bind(shop.credentials);
		let reads = 0;
		jest.spyOn(shop.credentials, 'getDecrypted').mockImplementation(async (...asked) => {
			if (asked[2] === 'mobileBillingServiceApi') reads += 1;
			if (reads === 2) throw new Error('database is locked');
			return await read(...asked);
		});
		const run = await shop.start(
			{ clientid: '={{ $json.ref }}', options: { settlingTime: 0, concurrency: 1 } },
			{ items: [{ ref: 'a' }, { ref: 'b' }], settings: continuing },
		);
		expect(outputOf(run).map(({ json }) => json.error !== undefined)).toEqual([true, false]);
	});
});

test('a PIN leaves once as a tool of an agent', async () => {
	const shop = await Shop.open();
	await shop.fresh();
	const { transactionId } = await shop.awaitingPin();
	await shop.forgetRequests();
	await shop.breakWith(PIN_PATH, { kind: 'answer', when: 'after', status: 500 });
	const parameters = {
		resource: 'payment',
		operation: 'submitPin',
		transactionId,
		pin: 'wr0ng',
		earlierAttempts: '0',
	};
	await callAsTool(new MobileBilling(), shop.credentials, parameters, retrying);
	expect(await shop.pinCount()).toBe(1);
	await shop.close();
});

test('a PIN leaves once when its answer is one that nobody could have expected', async () => {
	const shop = await Shop.open();
	await shop.fresh();
	const { transactionId } = await shop.awaitingPin();
	await shop.forgetRequests();
	await shop.breakWith(PIN_PATH, { kind: 'answer', when: 'after', ...bottomless });
	await shop.submitPin({ transactionId, pin: 'wr0ng' }, { settings: retrying });
	expect(await shop.pinCount()).toBe(1);
	await shop.close();
});
