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

describe('a status that is not ACCEPTED', () => {
	const magic = (ending: string) => ({ msisdn: `999000000${ending}` });
	const refused: [string, string, Record<string, unknown>][] = [
		['INVALID_REQUEST', 'no service key', { apikey: undefined }],
		['INVALID_REQUEST', 'a service key that is none', { apikey: 'COIN-SHOP' }],
		['INVALID_REQUEST', 'no price', { price: undefined }],
		['INVALID_REQUEST', 'a price that is no text', { price: 0.99 }],
		['INVALID_REQUEST', 'nobody named', { msisdn: undefined }],
		['INVALID_REQUEST', 'no number where the operator needs it', { msisdn: '', mno: 'FR_DEMOTEL' }],
		['INVALID_REQUEST', 'a number that is no text', { msisdn: 33639980001 }],
		['INVALID_REQUEST', 'a clientid of 257 characters', { clientid: 'c'.repeat(257) }],
		['INVALID_REQUEST', 'a country that is none', { country: 'FRA' }],
		['INVALID_REQUEST', "another country than the operator's", { country: 'GB' }],
		['INVALID_REQUEST', 'no returnurl for a redirect', { msisdn: '33639985001' }],
		['INVALID_REQUEST', 'a returnurl that is none', { returnurl: 'shop' }],
		['INVALID_REQUEST', 'a returnurl that runs', { returnurl: 'javascript:alert(1)' }],
		['INVALID_REQUEST', 'a design the operator forbids', { params: 'design_id=night' }],
		['INVALID_REQUEST', 'params that are none', { params: 'design_id' }],
		['INVALID_REQUEST', 'an identid never given out', { identid: '820000003', mno: 'FR_DEMOTEL' }],
		['INVALID_REQUEST', 'an identid without mno', { identid: 'IDENT-33639980001' }],
		['INVALID_REQUEST', 'magic', magic('903')],
		['INVALID_SERVICE', 'an unknown service', { apikey: 'NOSUCHSERVICE' }],
		['INVALID_SERVICE', 'a service that sells nothing', { apikey: 'LOYALTYDATA01' }],
		['INVALID_SERVICE', 'magic', magic('904')],
		['UNAUTHORIZED', "another merchant's service", { apikey: 'OTHERSHOP01', price: '1.00' }],
		['UNAUTHORIZED', 'no panel login', { apikey: 'PARTNER09', price: '1.50' }],
		['UNAUTHORIZED', 'magic', magic('905')],
		['INACTIVE', 'a sleeping service', { apikey: 'SLEEPING10' }],
		['INACTIVE', 'magic', magic('906')],
		['INVALID_MSISDN', "nobody's number", { msisdn: '33639980404' }],
		['INVALID_MSISDN', 'a number with plus', { msisdn: '+33639980001' }],
		[
			'INVALID_MSISDN',
			'another number than the identified one',
			{ identid: 'IDENT-33639980002', mno: 'FR_DEMOTEL' },
		],
		['INVALID_MSISDN', 'magic', magic('907')],
		['INVALID_OPERATOR_CODE', 'an unknown operator', { mno: 'FR_NOBODY' }],
		['INVALID_OPERATOR_CODE', "another operator than the number's", { mno: 'FR_FICTEL' }],
		[
			'INVALID_OPERATOR_CODE',
			'another operator than the identified one',
			{ msisdn: undefined, identid: 'IDENT-33639980001', mno: 'FR_FICTEL' },
		],
		['INVALID_OPERATOR_CODE', 'magic', magic('908')],
		['INVALID_MCCMNC', 'an unknown network', { mccmnc: '00100' }],
		['INVALID_MCCMNC', "another network than the number's", { mccmnc: '00112' }],
		['INVALID_MCCMNC', 'another network than mno', { mno: 'FR_DEMOTEL', mccmnc: '00112' }],
		['INVALID_MCCMNC', 'magic', magic('909')],
		['INVALID_PRICE', 'no number', { price: '0,99' }],
		['INVALID_PRICE', 'a price of no package', { price: '1.00' }],
		['INVALID_PRICE', 'an unknown package', { priceid: 'COINS11' }],
		['INVALID_PRICE', 'the price of another package', { priceid: 'COINS60' }],
		['INVALID_PRICE', 'magic', magic('910')],
		['EXISTING_SUBSCRIPTION', 'magic', magic('902')],
		['DAILY_LIMIT_EXCEEDED', 'magic', magic('911')],
		['MONTHLY_LIMIT_EXCEEDED', 'magic', magic('912')],
		['UNDER_REVIEW', 'magic, unknown to the contract', magic('913')],
	];
	test.each(refused)('%s: %s', async (status, _why, change) => {
		const answer = await seller.subscribe(change);
		expect(answer.status).toBe(200);
		expect(answer.data).toEqual({ ...NOTHING, status, errorMessage: expect.any(String) });
		expect(await seller.payments()).toEqual([]);
		const { entries } = (await seller.http.get('/_sandbox/payment-requests')).data;
		expect(entries).toHaveLength(1);
		expect(entries[0]).toMatchObject({ operation: 'subscribe', status, transactionId: null });
	});

	test.each([
		['901', 'NOT_ENOUGH_CREDIT'],
		['403', 'SUBSCRIBER_BLACKLISTED'],
	])('CHARGING_FAILED: ending %s, a failed transaction with %s', async (ending, errorType) => {
		const { status, data } = await seller.subscribe(magic(ending));
		expect(status).toBe(200);
		expect(data).toMatchObject({
			status: 'CHARGING_FAILED',
			errorMessage: expect.any(String),
			sessionStatus: 'FAILED',
			action: null,
		});
		const { transaction } = await seller.payment(data.transactionId);
		expect(transaction).toMatchObject({
			transactionState: 'FAILED',
			actionStatus: 'FAILED',
			errorType,
		});
	});

	test('comes with HTTP 400 when the setting says so, and ACCEPTED does not', async () => {
		await seller.set({ paymentErrorStatus: 400 });
		const statuses = await Promise.all(
			[magic('904'), magic('901'), magic('000')].map(
				async (change) => (await seller.subscribe(change)).status,
			),
		);
		expect(statuses).toEqual([400, 400, 200]);
	});
});

test('a daily and a monthly limit are counted from what was charged', async () => {
	await seller.set({ dailyLimit: 11, monthlyLimit: 21 });
	const buy = async (price: string) => {
		const { data } = await seller.subscribe({ price });
		return data.status === 'ACCEPTED'
			? (await seller.pin(data.transactionId, await seller.readPin())).data.status
			: data.status;
	};
	// The first of a month, so that three days stay in it.
	const now = new Date();
	const monthEnd = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
	await seller.advance((monthEnd - now.getTime()) / 86_400_000);
	expect(await buy('9.99')).toBe('ACCEPTED');
	expect(await buy('4.99')).toBe('DAILY_LIMIT_EXCEEDED');
	expect(await buy('0.99')).toBe('ACCEPTED');
	expect((await seller.subscribe({ msisdn: '33639980002', price: '4.99' })).data.status).toBe(
		'ACCEPTED',
	);
	await seller.advance(1);
	expect(await buy('9.99')).toBe('ACCEPTED');
	await seller.advance(1);
	expect(await buy('0.99')).toBe('MONTHLY_LIMIT_EXCEEDED');
	await seller.advance(30);
	expect(await buy('0.99')).toBe('ACCEPTED');
});

test('a limit holds also when two payments were begun before either was charged', async () => {
	await seller.set({ dailyLimit: 1 });
	const first = (await seller.subscribe()).data.transactionId;
	const firstPin = await seller.readPin();
	const second = (await seller.subscribe()).data.transactionId;
	const secondPin = await seller.readPin();
	expect((await seller.pin(first, firstPin)).data.status).toBe('ACCEPTED');
	const { status, data } = await seller.pin(second, secondPin);
	expect(status).toBe(200);
	expect(data).toMatchObject({ status: 'DAILY_LIMIT_EXCEEDED', sessionStatus: 'FAILED' });
});
