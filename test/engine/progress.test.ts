import { giveTo, loggedIn, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';
import { PIN_PATH, Shop, SUBSCRIBE_PATH } from './support/shop';

// What the error of a list that stopped says of the other items.

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

test('those that were only asked for may be asked for again', async () => {
	platform.faults({ path: looks, every: 3, times: 1, fault: { kind: 'answer', status: 403 } });
	const run = await giveTo(n8nWith(platform.account), recipients(5), {
		parameters: { operation: 'getMany', options: { concurrency: 1 } },
	});
	expect(errorOf(run)?.message).toContain('403');
	expect(errorOf(run)?.description).not.toContain('do not send those again');
});

test('a refused login tells that others may have been under way', async () => {
	const n8n = await loggedIn(platform);
	platform.set({ latencyMs: 20 });
	platform.faults(
		{ path: giftPath, times: 1, fault: { kind: 'answer', status: 401 } },
		{ path: '*/token', fault: { kind: 'answer', status: 401, body: { error: 'invalid_grant' } } },
	);
	const run = await giveTo(n8n, recipients(3), { parameters: { options: { concurrency: 3 } } });
	expect(platform.gifts()).toHaveLength(2);
	expect(errorOf(run)?.description).toContain('no other was begun after it');
	expect(errorOf(run)?.description).toContain('2 of 3 items were sent and answered');
});

test('a payment that was declined was answered, and is not called accepted', async () => {
	const shop = await Shop.open();
	await shop.fresh();
	const body = { status: 'CHARGING_FAILED', errorMessage: 'no credit' };
	await shop.seller.http.put('/_sandbox/faults', [
		{ path: SUBSCRIBE_PATH, fault: { kind: 'answer', status: 200, body }, times: 1 },
		{ path: SUBSCRIBE_PATH, fault: { kind: 'answer', status: 422 } },
	]);
	const run = await shop.start(
		{ clientid: '={{ $json.ref }}', options: { settlingTime: 0, concurrency: 1 } },
		{ items: [{ ref: 'a' }, { ref: 'b' }] },
	);
	await shop.close();
	expect(errorOf(run)?.description).toContain('1 of 2 items were sent and answered');
});

test('which items were answered is told by their places in the list', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'answer', status: 422 }, every: 4, times: 1 });
	const run = await giveTo(n8nWith(platform.account), recipients(12));
	expect(errorOf(run)?.description).toMatch(
		/11 of 12 items were sent and answered \((0 to \d+, )?\d+ to 1[01] of the input\); do not send those again/,
	);
});

test('a PIN of which nobody can tell is named when another one stops the list', async () => {
	const shop = await Shop.open();
	await shop.fresh();
	const { transactionId, pin } = await shop.awaitingPin();
	const own = PIN_PATH.replace('*', encodeURIComponent(transactionId));
	await shop.breakWith(own, { kind: 'drop', when: 'after' });
	const run = await shop.submitPin(
		{ transactionId: '={{ $json.id }}', pin: '={{ $json.pin }}' },
		{
			items: [
				{ id: '999', pin: 'abcd' },
				{ id: transactionId, pin },
			],
			concurrency: 2,
		},
	);
	await shop.close();
	expect(errorOf(run)?.description).toContain(
		'Of 1 more nobody can tell whether they were done: look at the platform for item 1 before you send them again.',
	);
});

test('items that never left do not carry the words of the one that ended the list', async () => {
	platform.faults(
		{ path: giftPath, fault: { kind: 'drop', when: 'before' }, times: 1 },
		{ path: giftPath, fault: { kind: 'answer', status: 401 } },
	);
	const run = await giveTo(n8nWith(platform.account), recipients(3), {
		parameters: { options: { concurrency: 1, tries: 3, settlingTime: 0 } },
		settings: { onError: 'continueRegularOutput' },
	});
	const [first, ...others] = outputOf(run).map(({ json }) => json);
	expect(first).toMatchObject({ message: { outcomeUnknown: true, reference: 'gift-0' } });
	for (const { error, message } of others) {
		expect(error).toBe('Not sent, because the platform refused the token of an item before it');
		expect(message).not.toHaveProperty('outcomeUnknown');
	}
});

test('a list that cannot be read at a further try does not deny what was sent before', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'answer', status: 422 }, every: 3, times: 1 });
	platform.whenGiven(2, () => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'answer', status: 422 }, times: 1 },
			{ path: looks, fault: { kind: 'answer', status: 403 } },
		);
	});
	const run = await giveTo(n8nWith(platform.account), recipients(4), {
		parameters: { clientId: '', campaign: 'spring', options: { concurrency: 1 } },
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 },
	});
	expect(errorOf(run)?.description).toContain('No gift was sent after this check.');
	expect(errorOf(run)?.description).not.toContain('Nothing was sent');
	expect(errorOf(run)?.description).toContain('2 of 4 items were sent and answered');
});
