import fc from 'fast-check';
import { aliasOf, numberOf } from '../../sandbox/payments/aliases';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

const HIDDEN = '33639980951';
const ALIAS = aliasOf(HIDDEN);

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const identify = async (handset: string) => {
	const params = {
		apikey: 'COINSHOP07',
		returnurl: 'https://shop.example/',
		timestamp: String(Date.now()),
		handset,
	};
	const answer = await seller.http.get('/payment/pages/userIdentify.jsf', {
		maxRedirects: 0,
		params,
	});
	return Object.fromEntries(new URL(String(answer.headers.location)).searchParams);
};

test('every number has one alias of 15 letters and digits, and is found by it', () => {
	const msisdn = fc.stringMatching(/^[1-9]\d{7,14}$/);
	fc.assert(
		fc.property(msisdn, (number) => {
			expect(aliasOf(number)).toMatch(/^[0-9A-Za-z]{15}$/);
			expect(numberOf(aliasOf(number))).toBe(number);
			expect(numberOf(number)).toBe(number);
		}),
	);
	expect(numberOf('VX9cC2xFmkw4UTP')).toBe('VX9cC2xFmkw4UTP');
});

test('identification gives some customers an alias, or all, or none', async () => {
	expect(await identify(HIDDEN)).toMatchObject({ msisdn: ALIAS, operator: 'FR_DEMOTEL' });
	expect((await identify('33639980001')).msisdn).toBe('33639980001');
	await seller.set({ hashedNumbers: 'all' });
	expect((await identify('33639980001')).msisdn).toBe(aliasOf('33639980001'));
	await seller.set({ hashedNumbers: 'none' });
	expect((await identify(HIDDEN)).msisdn).toBe(HIDDEN);
});

test('a number is resolved to its alias, nobody’s is left out', async () => {
	const resolve = (msisdns: unknown) =>
		seller.post('/api/payment/1_4/subscriber/resolve', { msisdns });
	expect((await resolve([HIDDEN, '33639980404'])).data).toEqual({
		status: 'ACCEPTED',
		errorMessage: null,
		subscribers: [{ msisdn: HIDDEN, subscriberId: ALIAS }],
	});
	for (const wrong of [[], 'x', [ALIAS]]) {
		const { status, data } = await resolve(wrong);
		expect([status, data.status]).toEqual([400, 'INVALID_REQUEST']);
	}
});

test('who has only the alias pays by it, and never sees the number', async () => {
	const { identid, operator: mno } = await identify(HIDDEN);
	for (const named of [{ msisdn: ALIAS }, { msisdn: undefined, identid, mno }]) {
		const { data } = await seller.subscribe({ clientid: 'order-1', ...named });
		expect(data).toMatchObject({ status: 'ACCEPTED', action: 'PIN', msisdn: ALIAS });
		await seller.pin(data.transactionId, await seller.readPin(HIDDEN));
	}
	const found = (await seller.post('/v1/transactions', { msisdn: ALIAS, action: 'CHARGE' })).data;
	expect(found).toHaveLength(2);
	expect(JSON.stringify(found)).not.toContain(HIDDEN);
	const byNumber = await seller.subscribe({ msisdn: HIDDEN });
	expect(byNumber.data.msisdn).toBe(HIDDEN);
});

test('a subscription is identified, found and ended by the alias', async () => {
	const asked = { apikey: 'NEWSDAILY05', price: '0.49', msisdn: ALIAS };
	const { transactionId } = (await seller.subscribe(asked)).data;
	await seller.pin(transactionId, await seller.readPin(HIDDEN));
	await seller.advance(1);
	const { data } = await seller.identify({ apikey: 'NEWSDAILY05', userid: ALIAS });
	expect(data).toMatchObject({ active: true, msisdn: ALIAS, userid: ALIAS });
	const byNumber = await seller.identify({ apikey: 'NEWSDAILY05', userid: HIDDEN });
	expect(byNumber.data.active).toBe(true);
	const search = (path: string) => seller.post(path, { msisdn: HIDDEN });
	expect((await search('/v1/subscriptions')).data).toMatchObject([{ msisdn: ALIAS }]);
	expect((await search('/v1/transactions')).data).toMatchObject([
		{ action: 'SUB_START', msisdn: ALIAS },
		{ action: 'SUB_RENEW', msisdn: ALIAS },
	]);
});

test('data is given to an alias and listed by it or by the number', async () => {
	const headers = await seller.headers();
	const gift = (await seller.gift(headers, { msisdn: ALIAS })).data;
	expect(gift).toMatchObject({ status: 'ASSIGNED', msisdn: ALIAS });
	for (const msisdn of [ALIAS, HIDDEN]) {
		const params = { serviceKey: 'LOYALTYDATA01', msisdn };
		const listed = await seller.http.get('/datagifting/v1/transaction', { headers, params });
		expect(listed.data).toEqual([gift]);
	}
	expect((await seller.gift(headers, { msisdn: 'VX9cC2xFmkw4UTP' })).status).toBe(400);
});
