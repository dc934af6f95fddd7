import { errorOf, outputOf } from '../support/runNode';
import { PIN_PATH, Shop, theItem } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

// No PIN of the sandbox has letters.
const wrong = 'wr0ng';

describe('an expired token at the PIN', () => {
	beforeEach(async () => {
		await shop.seller.set({ accessTokenLifetime: 300 });
	});

	it('costs no attempt: the wrong one is the first, not the second', async () => {
		const { transactionId } = await shop.awaitingPin();
		await shop.seller.http.post('/_sandbox/expire-access-tokens');
		const item = theItem(await shop.submitPin({ transactionId, pin: wrong, earlierAttempts: '0' }));
		expect(item).toMatchObject({ outcome: 'invalidPin', attemptsLeft: 2 });
		expect(await shop.attemptsLeft(transactionId)).toBe(2);
		expect(await shop.pinCount()).toBe(1);
	});

	it('in the moment before it: it was not read, and a further try submits it', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		const expiring = { kind: 'expire', what: 'accessTokens' };
		await shop.breakWith(PIN_PATH, expiring, { times: 1 });
		const error = errorOf(await shop.submitPin({ transactionId, pin }));
		expect(error?.message).toContain('UNAUTHORIZED (HTTP 401)');
		expect(error?.description).toContain('this was not read and used nothing up');
		await shop.breakWith(PIN_PATH, expiring, { times: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5 };
		const again = await shop.submitPin({ transactionId, pin }, { settings });
		expect(theItem(again)).toMatchObject({ outcome: 'accepted' });
	});

	it.each([
		['INVALID_PIN', 'invalidPin'],
		['PIN_MAX_ATTEMPTS_EXCEEDED', 'attemptsExceeded'],
	])('is not what a 401 means that says %s of the PIN', async (status, outcome) => {
		const { transactionId } = await shop.awaitingPin();
		await shop.forgetRequests();
		const fault = { kind: 'answer', when: 'after', status: 401, body: { status } };
		await shop.breakWith(PIN_PATH, fault);
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };
		const run = await shop.submitPin({ transactionId, pin: wrong }, { settings });
		expect(theItem(run)).toMatchObject({ outcome });
		expect(await shop.pinCount()).toBe(1);
	});

	it('at a platform that takes none ends the list, and says where to look', async () => {
		const refusing = { kind: 'answer', status: 401 };
		await shop.seller.http.put('/_sandbox/faults', [
			{ path: '/datagifting/v1/services', fault: refusing },
			{ path: PIN_PATH, fault: refusing },
		]);
		const run = await shop.submitPin(
			{ transactionId: '={{ $json.id }}', pin: wrong },
			{
				items: ['1', '2', '3'].map((id) => ({ id })),
				concurrency: 1,
				settings: { onError: 'continueRegularOutput' },
			},
		);
		for (const { json } of outputOf(run)) {
			expect(json).toMatchObject({
				message: { advice: expect.stringContaining('does not accept its token') },
			});
		}
		expect(await shop.pinCount()).toBeLessThanOrEqual(1);
	});

	it('does not keep the right one from being accepted', async () => {
		const { transactionId, pin } = await shop.awaitingPin();
		await shop.seller.http.post('/_sandbox/revoke-sessions');
		expect(theItem(await shop.submitPin({ transactionId, pin })).outcome).toBe('accepted');
		expect(await shop.pinCount()).toBe(1);
	});

	it('is renewed once for a list of PINs, and each of them counts once', async () => {
		const ids: string[] = [];
		for (const last of ['1', '2', '3', '4', '5', '6']) {
			ids.push((await shop.awaitingPin({ msisdn: `3363998000${last}` })).transactionId);
		}
		await shop.seller.http.post('/_sandbox/expire-access-tokens');
		await shop.forgetRequests();
		const fields = { transactionId: '={{ $json.id }}', pin: wrong };
		await shop.submitPin(fields, { items: ids.map((id) => ({ id })) });
		expect(await Promise.all(ids.map((id) => shop.attemptsLeft(id)))).toEqual(ids.map(() => 2));
		expect(await shop.pinCount()).toBe(6);
		const { data } = await shop.seller.http.get('/_sandbox/requests');
		expect(data.tokenRequests).toEqual({ password: { granted: 1 } });
	});
});
