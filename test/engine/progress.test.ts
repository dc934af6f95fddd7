import { giveTo, loggedIn, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { errorOf } from '../support/runNode';
import { Shop, SUBSCRIBE_PATH } from './support/shop';

// What the error of a list that stopped says of the other items.

jest.setTimeout(60_000);

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
