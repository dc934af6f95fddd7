import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { NOTHING, Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

describe('an accepted payment', () => {
	test('is answered with every field, apiKey in camel case and the price a number', async () => {
		const { status, data } = await seller.subscribe({ clientid: 'order-1', userid: 'user-1' });
		expect(status).toBe(200);
		expect(data).toEqual({
			...NOTHING,
			status: 'ACCEPTED',
			transactionId: expect.any(String),
			apiKey: 'COINSHOP07',
			clientId: 'order-1',
			price: 0.99,
			countryCode: 'FR',
			operatorCode: 'FR_DEMOTEL',
			mcc: '001',
			mnc: '11',
			msisdn: '33639980001',
			action: 'PIN',
			sessionStatus: 'PENDING',
			pinPattern: '[0-9]{4}',
			mtShortCode: '90007',
		});
	});

	test('is charged without a further step at numbers ending in 941', async () => {
		const { data } = await seller.subscribe({ msisdn: '33639980941' });
		expect(data).toMatchObject({ status: 'ACCEPTED', sessionStatus: 'COMPLETED', action: null });
		expect(await seller.history()).toEqual(['CHARGE COMPLETED']);
		await seller.subscribe({ msisdn: '33639980941', apikey: 'GAMECLUB04', price: '2.99' });
		expect((await seller.subscriptions())[0]).toMatchObject({ active: true });
	});

	test('has failed at once at numbers ending in 942, and is ACCEPTED all the same', async () => {
		const { data } = await seller.subscribe({ msisdn: '33639980942' });
		expect(data).toMatchObject({
			status: 'ACCEPTED',
			sessionStatus: 'FAILED',
			errorMessage: 'the customer has not enough credit',
		});
		expect(await seller.history()).toEqual(['CHARGE FAILED']);
	});

	test('has all of the fields that may be null, or omits them, when the setting says so', async () => {
		const extras = async () => {
			const { operatorType, wap, chargeURL, pinPattern, mtShortCode, message } = (
				await seller.subscribe()
			).data;
			return [operatorType, wap, chargeURL, pinPattern, mtShortCode, message];
		};
		await seller.set({ responseExtras: 'all' });
		expect(await extras()).not.toContain(null);
		await seller.set({ responseExtras: 'none' });
		expect(await extras()).toEqual([null, null, null, null, null, null]);
	});

	test('needs a Bearer token', async () => {
		const answer = await seller.http.post('/api/payment/1_4/subscribe', {});
		expect([answer.status, answer.data.status]).toEqual([401, 'UNAUTHORIZED']);
	});

	const returnurl = 'https://shop.example/back';
	test.each([
		['33639980001', 'PIN'],
		['33639985001', 'URL_REDIRECT'],
		['447700900001', 'PREMIUM'],
		['447700900501', 'HANDSHAKE'],
		['4917604069001', 'PIN'],
		['46701740605', 'URL_REDIRECT'],
		['999000000001', 'PIN'],
		['999100000001', 'PIN'],
		['999200000001', 'URL_REDIRECT'],
		['999300000001', 'PREMIUM'],
		['999400000001', 'HANDSHAKE'],
		['999300000921', 'PIN'],
		['999000000922', 'URL_REDIRECT'],
		['33639980923', 'PREMIUM'],
		['999000000924', 'HANDSHAKE'],
		['999000000914', 'EYE_SCAN'],
		['999900001907', 'PIN'],
	])('of %s goes on with %s', async (msisdn, action) => {
		const { data } = await seller.subscribe({ msisdn, returnurl });
		expect(data).toMatchObject({ status: 'ACCEPTED', action, sessionStatus: 'PENDING' });
		const given = Object.keys(data).filter((name) => data[name] !== null);
		expect(given.includes('urlRedirect')).toBe(action === 'URL_REDIRECT');
		for (const name of ['premiumInstructions', 'shortCode', 'smsBody']) {
			expect(given.includes(name)).toBe(action === 'PREMIUM');
		}
		expect(given.includes('handshakeInstructions')).toBe(action === 'HANDSHAKE');
	});

	test.each([
		['0.99', 'COINSHOP07', {}, 10],
		['0.990', 'COINSHOP07', {}, 10],
		['4.99', 'COINSHOP07', { priceid: 'COINS60' }, 60],
		['1', 'TICKETS08', {}, 1],
		['7.00', 'TICKETS08', { priceid: 'GROUP' }, 5],
	])('of %s for %s %j buys %i', async (price, apikey, change, amount) => {
		const { data } = await seller.subscribe({ apikey, price, ...change });
		const { transaction } = await seller.payment(data.transactionId);
		expect(transaction).toMatchObject({
			price: Number(price),
			servicePrice: Number(price),
			amount,
		});
	});

	test('takes fields that are null or empty as not sent', async () => {
		const empty = {
			mno: '',
			mccmnc: null,
			clientid: '',
			identid: null,
			returnurl: '',
			params: null,
		};
		expect((await seller.subscribe(empty)).data.status).toBe('ACCEPTED');
	});
});

describe('the 3G flow', () => {
	const visit = async (serviceKey = 'COINSHOP07') =>
		(await seller.http.post('/_sandbox/identifications', { serviceKey, msisdn: '33639980005' }))
			.data;

	test('takes number and operator from the identification', async () => {
		const { identid, operator } = await visit();
		for (const named of [{ mno: operator }, { mccmnc: '00111' }]) {
			const { data } = await seller.subscribe({ msisdn: undefined, identid, ...named });
			expect(data).toMatchObject({ status: 'ACCEPTED', msisdn: '33639980005' });
		}
	});

	test('refuses an identification for another service', async () => {
		const { identid, operator } = await visit('TICKETS08');
		const { data } = await seller.subscribe({ msisdn: undefined, identid, mno: operator });
		expect(data.status).toBe('INVALID_REQUEST');
	});

	test('takes the magic identid IDENT-<number>', async () => {
		const magic = { msisdn: undefined, identid: 'IDENT-33639980007', mno: 'FR_DEMOTEL' };
		expect((await seller.subscribe(magic)).data).toMatchObject({
			status: 'ACCEPTED',
			msisdn: '33639980007',
		});
	});
});

test.each([
	['a JSON list', '[{"name":"design_id","value":"night"},{"name":"n","value":1}]'],
	['a JSON object', '{"design_id":"night","n":1}'],
	['text with &', 'design_id=n%69ght&n=1'],
	['text with ;', 'design_id=night; n=1'],
	[
		'a real list',
		[
			{ name: 'design_id', value: 'night' },
			{ name: 'n', value: '1' },
		],
	],
	['a real object', { design_id: 'night', n: 1 }],
])('params as %s are read and kept', async (_form, params) => {
	const { data } = await seller.subscribe({
		msisdn: '33639985001',
		returnurl: 'https://shop.example/',
		params,
	});
	expect((await seller.payment(data.transactionId)).session.params).toEqual([
		{ name: 'design_id', value: 'night' },
		{ name: 'n', value: '1' },
	]);
});

test('a service with API authentication takes the login of its partner panel', async () => {
	const body = { apikey: 'PARTNER09', price: '1.50', username: 'demo-panel' };
	const wrong = await seller.subscribe({ ...body, password: 'demo-panel-password' });
	expect(wrong.data.status).toBe('UNAUTHORIZED');
	const right = await seller.subscribe({ ...body, password: 'demo-panel-password-hash' });
	expect(right.data.status).toBe('ACCEPTED');
	const { data } = await seller.http.get('/_sandbox/payment-requests');
	expect(data.entries[1].asked).toMatchObject({ username: 'demo-panel', password: '(hidden)' });
});
