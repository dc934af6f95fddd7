import { setTimeout as pause } from 'node:timers/promises';
import { errorOf, outputOf } from '../support/runNode';
import { PIN_PATH, Shop, theItem } from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const SERVICES = '/datagifting/v1/services';
// No PIN of the sandbox has letters.
const wrong = 'wr0ng';

/** Hands a wrong PIN in for each of these payments, and goes on after an error. */
const submitAll = async (ids: string[], concurrency = 1) =>
	await shop.submitPin(
		{ transactionId: '={{ $json.id }}', pin: wrong },
		{
			items: ids.map((id) => ({ id })),
			concurrency,
			settings: { onError: 'continueRegularOutput' },
		},
	);
/** The transaction ids of so many payments that wait for their PIN. */
const awaitingPins = async (count: number) => {
	const ids: string[] = [];
	for (let last = 1; last <= count; last += 1) {
		ids.push((await shop.awaitingPin({ msisdn: `3363998000${last}` })).transactionId);
	}
	return ids;
};

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
		// Nobody needs to ask what became of the token.
		const { data } = await shop.seller.http.get('/_sandbox/requests');
		expect(data.routes[`GET ${SERVICES}`]).toEqual({ 200: 1 });
	});

	const refusals: [string, { body: unknown }][] = [
		['that says nothing', { body: '' }],
		['of the panel login', { body: { status: 'UNAUTHORIZED', errorMessage: 'wrong panel login' } }],
		['in words nobody knows', { body: { status: 'PIN_NOT_TAKEN' } }],
		['in another shape', { body: { error: 'wrong_pin' } }],
	];
	it.each(refusals)(
		'is not what a 401 %s means while the token is good',
		async (_what, { body }) => {
			const { transactionId } = await shop.awaitingPin();
			await shop.forgetRequests();
			await shop.breakWith(PIN_PATH, { kind: 'answer', when: 'after', status: 401, body });
			const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5 };
			const run = await shop.submitPin({ transactionId, pin: wrong }, { settings });
			expect(errorOf(run)?.message).toContain('HTTP 401');
			expect(errorOf(run)?.description).toContain('It may have used up an attempt all the same');
			expect(await shop.pinCount()).toBe(1);
			expect(await shop.attemptsLeft(transactionId)).toBe(2);
		},
	);

	it('by its own clock, on the way: it was not read, and a further try submits it', async () => {
		const { transactionId } = await shop.awaitingPin();
		await shop.seller.set({ accessTokenLifetime: 2 });
		await shop.seller.http.post('/_sandbox/revoke-sessions');
		await shop.breakWith(PIN_PATH, { kind: 'delay', when: 'before', ms: 2600 }, { times: 1 });
		const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 5 };
		const fields = { transactionId, pin: wrong, earlierAttempts: '0' };
		const item = theItem(await shop.submitPin(fields, { settings }));
		expect(item).toMatchObject({ outcome: 'invalidPin', attemptsLeft: 2 });
		expect(await shop.attemptsLeft(transactionId)).toBe(2);
	});

	it('on the way, while others of the list get a new one, does not end the list', async () => {
		const ids = await awaitingPins(5);
		await shop.seller.http.put('/_sandbox/faults', [
			{ path: PIN_PATH, fault: { kind: 'delay', when: 'before', ms: 5000 }, times: 1 },
			{ path: PIN_PATH, fault: { kind: 'delay', when: 'after', ms: 3000 }, times: 2 },
		]);
		const run = submitAll(ids, 2);
		await pause(1500);
		await shop.seller.http.post('/_sandbox/expire-access-tokens');
		const [first, ...others] = outputOf(await run).map(({ json }) => json);
		expect(others.map(({ outcome }) => outcome)).toEqual(Array(4).fill('invalidPin'));
		expect(first).toMatchObject({
			message: { advice: expect.stringContaining('used nothing up') },
		});
		expect(await Promise.all(ids.map((id) => shop.attemptsLeft(id)))).toEqual([3, 2, 2, 2, 2]);
	});

	it.each([
		[500, {}],
		[404, {}],
		[401, { status: 'UNAUTHORIZED', errorMessage: 'the access token has expired' }],
	])(
		'or not, nobody knows where a question with its token is answered with %d %j; that ends the list',
		async (status, body) => {
			const refused = { status: 'UNAUTHORIZED', errorMessage: 'wrong panel login' };
			await shop.forgetRequests();
			await shop.seller.http.put('/_sandbox/faults', [
				{ path: PIN_PATH, fault: { kind: 'answer', when: 'after', status: 401, body: refused } },
				{ path: SERVICES, fault: { kind: 'answer', status, body }, every: 2 },
			]);
			const run = await submitAll(['1', '2', '3']);
			expect(outputOf(run)[0]?.json).toMatchObject({
				message: { advice: expect.stringContaining('Whether the token had ended') },
			});
			expect(await shop.pinCount()).toBe(1);
		},
	);

	it('at an account that may not do this ends the list', async () => {
		await shop.forgetRequests();
		await shop.seller.http.put('/_sandbox/faults', [
			{ path: SERVICES, fault: { kind: 'answer', status: 403 } },
			{ path: PIN_PATH, fault: { kind: 'answer', status: 401 } },
		]);
		const run = await submitAll(['1', '2', '3', '4']);
		expect(outputOf(run).map(({ json }) => json.error)).toEqual([
			expect.stringContaining('HTTP 401'),
			...Array<unknown>(3).fill(expect.stringContaining('Not sent, because')),
		]);
		expect(await shop.pinCount()).toBe(1);
	});

	it.each([true, false])(
		'in words nobody knows is an error and no outcome, the login refused so too: %p',
		async (alsoProbe) => {
			const body = { status: 'TOKEN_EXPIRED', errorMessage: 'The access token has expired' };
			const fault = { kind: 'answer', status: 401, body };
			await shop.forgetRequests();
			await shop.seller.http.put('/_sandbox/faults', [
				{ path: PIN_PATH, fault },
				...(alsoProbe ? [{ path: SERVICES, fault }] : []),
			]);
			const items = ['1', '2', '3', '4'].map((id) => ({ id }));
			const fields = { transactionId: '={{ $json.id }}', pin: wrong };
			const run = await shop.submitPin(fields, { items, concurrency: 1 });
			expect(errorOf(run)?.message).toContain('The access token has expired – TOKEN_EXPIRED');
			expect(await shop.pinCount()).toBe(1);
		},
	);

	it('at a platform that takes none ends the list, and says where to look', async () => {
		const refusing = { kind: 'answer', status: 401 };
		await shop.seller.http.put('/_sandbox/faults', [
			{ path: SERVICES, fault: refusing },
			{ path: PIN_PATH, fault: refusing },
		]);
		const run = await submitAll(['1', '2', '3']);
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
		const ids = await awaitingPins(6);
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
