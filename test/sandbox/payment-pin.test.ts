import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { PAID, PENDING, Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

describe('PIN', () => {
	const wrong = (pin: string) => (pin === '1111' ? '2222' : '1111');

	test('the right one is accepted and charges', async () => {
		const { transactionId } = (await seller.subscribe()).data;
		expect(await seller.stateOf(transactionId)).toEqual(PENDING);
		const answer = await seller.pin(transactionId, await seller.readPin());
		expect(answer.status).toBe(200);
		expect(answer.data).toMatchObject({
			status: 'ACCEPTED',
			sessionStatus: 'COMPLETED',
			apiKey: 'COINSHOP07',
			transactionId,
		});
		expect(await seller.stateOf(transactionId)).toEqual(PAID);
	});

	test('three wrong ones fail the transaction, and the right one comes too late', async () => {
		const { transactionId } = (await seller.subscribe()).data;
		const pin = await seller.readPin();
		for (const left of [2, 1]) {
			const answer = await seller.pin(transactionId, wrong(pin));
			expect(answer.status).toBe(406);
			expect(answer.data).toMatchObject({ status: 'INVALID_PIN', sessionStatus: 'PENDING' });
			expect(answer.data.errorMessage).toContain(String(left));
			expect((await seller.payment(transactionId)).session.pinAttemptsLeft).toBe(left);
		}
		for (const entered of [wrong(pin), pin]) {
			const answer = await seller.pin(transactionId, entered);
			expect(answer.status).toBe(403);
			expect(answer.data).toMatchObject({
				status: 'PIN_MAX_ATTEMPTS_EXCEEDED',
				sessionStatus: 'FAILED',
			});
		}
		expect(await seller.stateOf(transactionId)).toEqual([
			'FAILED',
			'FAILED',
			'FAILED',
			'WRONG_PIN',
		]);
	});

	test.each([
		['no PIN', undefined],
		['an empty one', ''],
		['a number', 1234],
	])('%s is refused and is no attempt', async (_what, pin) => {
		const { transactionId } = (await seller.subscribe()).data;
		const answer = await seller.pin(transactionId, pin);
		expect([answer.status, answer.data.status]).toEqual([400, 'INVALID_REQUEST']);
		expect((await seller.payment(transactionId)).session.pinAttemptsLeft).toBe(3);
	});

	test('after the end, or in another flow, is refused with 409', async () => {
		const { transactionId } = (await seller.subscribe()).data;
		const pin = await seller.readPin();
		await seller.pin(transactionId, pin);
		const again = await seller.pin(transactionId, pin);
		expect([again.status, again.data.status]).toEqual([409, 'INVALID_REQUEST']);
		const handshake = (await seller.subscribe({ msisdn: '447700900501' })).data.transactionId;
		expect((await seller.pin(handshake, '1111')).status).toBe(409);
	});

	test('for a transaction that is not there, or of another merchant, is refused with 404', async () => {
		const { transactionId } = (await seller.subscribe()).data;
		for (const id of ['1', 'abc', 'AAAAAAAAAAAAAAAAAAAAAA==', `${transactionId}x`, '../x']) {
			expect((await seller.pin(id, '1111')).status).toBe(404);
		}
		await seller.as('other-merchant', 'other-password');
		expect((await seller.pin(transactionId, '1111')).status).toBe(404);
	});

	test.each([
		['931', 'NOT_ENOUGH_CREDIT'],
		['932', 'SUBSCRIBER_BLACKLISTED'],
	])(
		'the right one of a number ending in %s: charging fails with %s',
		async (ending, errorType) => {
			const msisdn = `33639980${ending}`;
			const { transactionId } = (await seller.subscribe({ msisdn })).data;
			const answer = await seller.pin(transactionId, await seller.readPin(msisdn));
			expect(answer.status).toBe(200);
			expect(answer.data).toMatchObject({ status: 'CHARGING_FAILED', sessionStatus: 'FAILED' });
			expect(await seller.stateOf(transactionId)).toEqual([
				'FAILED',
				'FAILED',
				'FAILED',
				errorType,
			]);
		},
	);

	test('a service with API authentication wants its login with the PIN too', async () => {
		const login = { username: 'demo-panel', password: 'demo-panel-password-hash' };
		const body = { apikey: 'PARTNER09', price: '1.50', ...login };
		const { transactionId } = (await seller.subscribe(body)).data;
		const pin = await seller.readPin();
		const answer = await seller.pin(transactionId, pin);
		expect([answer.status, answer.data.status]).toEqual([403, 'UNAUTHORIZED']);
		expect((await seller.pin(transactionId, pin, login)).status).toBe(200);
	});

	test('begins with 0 at one operator, and is to be read on the handset alone', async () => {
		const msisdn = '4917604069001';
		const { data } = await seller.subscribe({ msisdn });
		const pin = await seller.readPin(msisdn);
		expect(pin).toMatch(/^0\d{3}$/);
		const { transaction } = await seller.payment(data.transactionId);
		expect(transaction.mtMessage).toContain('****');
		await seller.pin(data.transactionId, pin);
		for (const path of ['/payments', '/payment-requests', '/state']) {
			const { data: shown } = await seller.http.get(`/_sandbox${path}`);
			expect(JSON.stringify(shown)).not.toMatch(new RegExp(`\\D${pin}\\D`));
		}
	});

	test('can be answered from the handset', async () => {
		const { transactionId } = (await seller.subscribe()).data;
		const pin = await seller.readPin();
		await seller.answer('33639980001', wrong(pin));
		expect((await seller.inbox('33639980001')).at(-1)).toContain('attempts left: 2');
		const { data } = await seller.answer('33639980001', pin);
		expect(data).toMatchObject({ understood: 'PIN', transactionId: expect.any(Number) });
		expect(await seller.stateOf(transactionId)).toEqual(PAID);
	});
});
