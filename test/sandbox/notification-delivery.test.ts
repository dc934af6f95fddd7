import { NotifiedSeller } from './notified-seller';
import { signatureFor, until } from './receiver';

let seller: NotifiedSeller;

beforeAll(async () => {
	seller = await NotifiedSeller.open();
});
afterAll(() => seller.close());
beforeEach(() => seller.freshWithAddress());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

describe.each(['get', 'form', 'json'])('as %s', (notificationEncoding) => {
	test.each(['SHA1', 'SHA256', 'MD5'])('signed with %s', async (algorithm) => {
		const signing = { algorithm, key: 'a key, ключ' };
		await seller.service('COINSHOP07', { notificationEncoding, signing });
		await seller.pay({ clientid: 'a+b &c=100 % é', userid: 'Zoë' });
		await until(() => seller.receiver.calls.length === 1);
		const { fields } = seller.receiver.calls[0] ?? {};
		expect(fields).toMatchObject({ reference: 'a+b &c=100 % é', userid: 'Zoë' });
		expect(fields?.sign).toBe(signatureFor(fields ?? {}, algorithm, signing.key));
	});

	test('unsigned where the service has no key', async () => {
		await seller.service('COINSHOP07', { notificationEncoding, signing: null });
		await seller.pay();
		await until(() => seller.receiver.calls.length === 1);
		expect(seller.receiver.calls[0]?.fields).not.toHaveProperty('sign');
	});
});

test.each([
	['get', 'GET', ''],
	['form', 'POST', 'application/x-www-form-urlencoded'],
	['json', 'POST', 'application/json'],
])('%s is a %s with content type "%s"', async (notificationEncoding, method, contentType) => {
	await seller.service('COINSHOP07', { notificationEncoding });
	const transactionId = await seller.pay({ clientid: 'order-1', userid: 'user-1' });
	await until(() => seller.receiver.calls.length === 1);
	expect(seller.receiver.calls[0]).toMatchObject({ method, contentType });
	expect(seller.receiver.calls[0]?.fields).toEqual({
		transactionid: transactionId,
		phone: '33639980001',
		userid: 'user-1',
		country: 'FR',
		mno: '00111',
		mnocode: 'FR_DEMOTEL',
		amount: '10',
		status: 'success',
		enduserprice: '0.99',
		revenue: '0.69',
		revenuecurrency: 'EUR',
		service: 'COINSHOP07',
		reference: 'order-1',
		event_type: 'one_off',
		sign: expect.stringMatching(/^[0-9a-f]{40}$/),
	});
	expect(transactionId).toMatch(/[+/].*==$/);
});

test('a price has the decimals of its currency, an id is plain, and a reference is clientid, as the service has it', async () => {
	await seller.service('TICKETS08', {
		notificationUrl: seller.receiver.url,
		notificationReference: 'clientid',
	});
	const transactionId = await seller.fail({
		apikey: 'TICKETS08',
		price: '7.00',
		msisdn: '999100000901',
		clientid: 'order-2',
	});
	await until(() => seller.receiver.calls.length === 1);
	expect(seller.receiver.calls[0]?.fields).toEqual({
		transactionid: transactionId,
		phone: '999100000901',
		userid: '999100000901',
		country: 'XZ',
		mno: '00199',
		mnocode: 'XZ_SANDBOX',
		amount: '5',
		status: 'failed',
		enduserprice: '7.000',
		revenue: '0.000',
		revenuecurrency: 'XTS',
		service: 'TICKETS08',
		clientid: 'order-2',
		event_type: 'one_off',
		errormessage: 'the customer has not enough credit',
	});
	expect(transactionId).toMatch(/^\d+$/);
});

test('the country may be in lower case, and the event an action', async () => {
	await seller.set({ notificationCountry: 'lower', notificationEvents: 'actions' });
	await seller.service('GAMECLUB04', { notificationUrl: seller.receiver.url });
	await seller.optIn();
	await seller.answer('33639980001', 'STOP');
	await until(() => seller.receiver.calls.length === 2);
	const told = seller.receiver.calls.map(({ fields }) => [fields.country, fields.event_type]);
	expect(told.sort()).toEqual([
		['fr', 'SUB_CANCEL'],
		['fr', 'SUB_START'],
	]);
});

test('a POST may have its fields in the query, with the own ones of the address', async () => {
	await seller.service('COINSHOP07', {
		notificationUrl: `${seller.receiver.url}?shop=7`,
		notificationEncoding: 'query',
	});
	await seller.fail();
	await until(() => seller.receiver.calls.length === 1);
	const [call] = seller.receiver.calls;
	expect(call).toMatchObject({ method: 'POST', body: '', fields: { shop: '7', status: 'failed' } });
	const { sign, ...signed } = call?.fields ?? {};
	expect(sign).toBe(signatureFor(signed, 'SHA1', 'demo-signing-key-coinshop'));
});

test('every kind of final state is told as what it is', async () => {
	await seller.service('GAMECLUB04', { notificationUrl: seller.receiver.url });
	await seller.set({ renewalAttempts: 1 });
	await seller.optIn({ msisdn: '33639980934' });
	await seller.advance(7);
	await seller.optIn({ msisdn: '33639980001' });
	await seller.advance(7);
	await seller.answer('33639980001', 'STOP');
	const handshake = { apikey: 'GAMECLUB04', price: '2.99', msisdn: '447700900501' };
	await seller.subscribe(handshake);
	await seller.answer(handshake.msisdn, 'NO');
	await seller.settled();
	const told = seller.receiver.calls.map(({ fields }) => `${fields.event_type} ${fields.status}`);
	expect(told.sort()).toEqual([
		'opt_in canceled',
		'opt_in success',
		'opt_in success',
		'opt_out success',
		'opt_out success',
		'recurring_billing failed',
		'recurring_billing success',
	]);
});

test('an address keeps its own query; a GET’s signature covers it', async () => {
	const notificationUrl = `${seller.receiver.url}?shop=7%2B1&status=mine#part`;
	await seller.service('COINSHOP07', { notificationUrl });
	await seller.pay();
	await seller.service('COINSHOP07', { notificationEncoding: 'json' });
	await seller.pay();
	await until(() => seller.receiver.calls.length === 2);
	const [get, post] = seller.receiver.calls;
	expect(get?.fields).toMatchObject({ shop: '7+1', status: 'success' });
	expect(post?.query).toBe('shop=7%2B1&status=mine');
	for (const { fields } of seller.receiver.calls) {
		expect(fields.sign).toBe(signatureFor(fields, 'SHA1', 'demo-signing-key-coinshop'));
	}
});

describe('the record of the transaction', () => {
	test.each([200, 202, 299])('%i is delivered', async (status) => {
		seller.receiver.answer = () => status;
		const id = await seller.fail();
		await until(async () => (await seller.told(id))[0] === 'DELIVERED');
		expect(await seller.told(id)).toEqual(['DELIVERED', TIME]);
	});

	test.each([400, 401, 403, 410, 422])('%i is rejected, without another try', async (status) => {
		seller.receiver.answer = () => status;
		const id = await seller.fail();
		await until(async () => (await seller.told(id))[0] === 'REJECTED');
		expect(await seller.told(id)).toEqual(['REJECTED', null]);
		expect(seller.receiver.calls).toHaveLength(1);
	});

	test('anything else is tried again, and fails after the last try', async () => {
		await seller.set({ notificationAttempts: 9, notificationTimeoutMs: 1000 });
		const loop = { status: 302, headers: { location: seller.receiver.url } };
		seller.receiver.answerFirst(500, 503, 404, 408, 425, 429, loop, 'hang', 500);
		const id = await seller.fail();
		await seller.set({ notificationRetryFactor: 1 });
		expect(await seller.told(id)).toEqual(['PENDING', null]);
		await until(async () => (await seller.told(id))[0] === 'FAILED');
		expect(await seller.told(id)).toEqual(['FAILED', null]);
		const [{ attempts }] = (await seller.notifications({ transactionId: id })).notifications;
		const answers = attempts.map((one: { httpStatus: number | null; error: string | null }) => [
			one.httpStatus ?? one.error,
		]);
		expect(answers.flat()).toEqual([
			...[500, 503, 404, 408, 425, 429, 302],
			'no answer in 1000 ms',
			500,
		]);
		expect(attempts[0]).toEqual({
			time: TIME,
			httpStatus: 500,
			error: null,
			ms: expect.any(Number),
		});
		expect(seller.receiver.calls).toHaveLength(9);
	});

	test('a service without an address, and an identification, are excluded', async () => {
		await seller.service('COINSHOP07', { notificationUrl: null });
		expect(await seller.told(await seller.fail())).toEqual(['EXCLUDED', null]);
		await seller.service('COINSHOP07', { notificationUrl: seller.receiver.url });
		const visit = { serviceKey: 'COINSHOP07', msisdn: '33639980001' };
		const { identid } = (await seller.http.post('/_sandbox/identifications', visit)).data;
		expect(await seller.told(identid)).toEqual(['EXCLUDED', null]);
		expect((await seller.notifications()).total).toBe(0);
	});

	test('the time of the platform’s clock is noted', async () => {
		await seller.advance(30);
		const id = await seller.fail();
		await seller.settled();
		const [, timeNotified] = await seller.told(id);
		const days = (Date.parse(`${timeNotified}Z`) - Date.now()) / 86_400_000;
		expect(days).toBeCloseTo(30, 1);
	});
});

test('each wait is longer than the one before, by the factor', async () => {
	await seller.set({
		notificationRetryMs: 40,
		notificationRetryFactor: 3,
		notificationAttempts: 4,
	});
	seller.receiver.answerFirst(500, 500, 500);
	const id = await seller.fail();
	await until(async () => (await seller.told(id))[0] === 'DELIVERED');
	const times = seller.receiver.calls.map(({ at }) => at);
	const waits = times.slice(1).map((at, n) => at - (times[n] ?? 0));
	expect(waits).toHaveLength(3);
	[40, 120, 360].forEach((wait, n) => {
		expect(waits[n]).toBeGreaterThanOrEqual(wait - 2);
		expect(waits[n]).toBeLessThan(wait + 1000);
	});
});

test('a merchant who is away gets it when he is back', async () => {
	const { port } = seller.receiver;
	await seller.receiver.close();
	const id = await seller.fail();
	await until(async () => (await seller.notifications()).notifications[0].attempts.length > 1);
	const [{ attempts }] = (await seller.notifications()).notifications;
	expect(attempts[0]).toMatchObject({ httpStatus: null, error: 'ECONNREFUSED' });
	await seller.receiver.listen(port);
	await until(async () => (await seller.told(id))[0] === 'DELIVERED');
});

test('no more are under way at a time than the setting says, and one that waits holds up nobody', async () => {
	await seller.set({ notificationConcurrency: 3, notificationTimeoutMs: 150 });
	seller.receiver.answer = () => 'hang';
	for (let n = 0; n < 8; n += 1) await seller.fail();
	await until(() => seller.receiver.calls.length >= 8);
	expect(seller.receiver.highestInFlight).toBe(3);
	seller.receiver.fresh();
	await seller.set({ notificationConcurrency: 1, notificationRetryMs: 500 });
	seller.receiver.answer = ({ fields }) => (fields.reference === 'unlucky' ? 500 : 200);
	await seller.settled();
	await seller.fail({ clientid: 'unlucky' });
	await seller.fail({ clientid: 'lucky' });
	await until(() => seller.receiver.calls.some(({ fields }) => fields.reference === 'lucky'));
});
