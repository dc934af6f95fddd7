import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
const fields = [
	...['status', 'errorMessage', 'transactionId', 'apiKey', 'clientId', 'price', 'countryCode'],
	...['operatorCode', 'mcc', 'mnc', 'msisdn', 'action', 'sessionStatus', 'urlRedirect'],
	...['premiumInstructions', 'shortCode', 'smsBody', 'handshakeInstructions', 'operatorType'],
	...['wap', 'chargeURL', 'pinPattern', 'mtShortCode', 'message'],
];
const nothing = Object.fromEntries(fields.map((name) => [name, null]));

it('answers with every field, apiKey in camel case and the price a number', async () => {
	const { status, data } = await shop.seller.subscribe({ clientid: 'order-1' });
	expect(status).toBe(200);
	expect(data).toEqual({
		...nothing,
		status: 'ACCEPTED',
		transactionId: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
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

const instructions: Record<string, string[]> = {
	PIN: [],
	URL_REDIRECT: ['urlRedirect'],
	PREMIUM: ['premiumInstructions', 'shortCode', 'smsBody'],
	HANDSHAKE: ['handshakeInstructions'],
	EYE_SCAN: [],
};
it.each([
	['33639980001', 'PIN'],
	['33639985001', 'URL_REDIRECT'],
	['447700900001', 'PREMIUM'],
	['447700900501', 'HANDSHAKE'],
	['999200000001', 'URL_REDIRECT'],
	['33639980923', 'PREMIUM'],
	['999000000914', 'EYE_SCAN'],
])('a payment of %s goes on with %s', async (msisdn, action) => {
	const returnurl = 'https://shop.example/back';
	const { data } = await shop.seller.subscribe({ msisdn, returnurl });
	expect(data).toMatchObject({ status: 'ACCEPTED', action, sessionStatus: 'PENDING' });
	const all = Object.values(instructions).flat();
	expect(all.filter((name) => data[name] !== null)).toEqual(instructions[action]);
});

const magic = (ending: string) => ({ msisdn: `33639980${ending}` });
it.each([
	['INVALID_REQUEST', { apikey: 'COIN-SHOP' }],
	['INVALID_REQUEST', { msisdn: undefined }],
	['INVALID_REQUEST', { msisdn: '', mno: 'FR_DEMOTEL' }],
	['INVALID_REQUEST', { clientid: 'c'.repeat(257) }],
	['INVALID_REQUEST', { country: 'GB' }],
	['INVALID_REQUEST', { msisdn: '33639985001', returnurl: '' }],
	['INVALID_REQUEST', { returnurl: 'javascript:alert(1)' }],
	['INVALID_REQUEST', { identid: '820000003', mno: 'FR_DEMOTEL' }],
	['INVALID_REQUEST', { identid: 'IDENT-33639980001' }],
	['INVALID_SERVICE', { apikey: 'LOYALTYDATA01' }],
	['UNAUTHORIZED', { apikey: 'OTHERSHOP01', price: '1.00' }],
	['UNAUTHORIZED', { apikey: 'PARTNER09', price: '1.50', username: 'demo-panel' }],
	['INACTIVE', { apikey: 'SLEEPING10' }],
	['INVALID_MSISDN', { msisdn: '33639980404' }],
	['INVALID_MSISDN', { identid: 'IDENT-33639980002', mno: 'FR_DEMOTEL' }],
	['INVALID_OPERATOR_CODE', { mno: 'FR_NOBODY' }],
	['INVALID_OPERATOR_CODE', { mno: 'FR_FICTEL' }],
	['INVALID_MCCMNC', { mccmnc: '00112' }],
	['INVALID_PRICE', { price: '0,99' }],
	['INVALID_PRICE', { price: '1.00' }],
	['INVALID_PRICE', { priceid: 'COINS60' }],
	['EXISTING_SUBSCRIPTION', magic('902')],
	['MONTHLY_LIMIT_EXCEEDED', magic('912')],
	['UNDER_REVIEW', magic('913')],
])('%s: %j begins no transaction', async (status, change) => {
	const answer = await shop.seller.subscribe(change);
	expect(answer.status).toBe(200);
	expect(answer.data).toEqual({ ...nothing, status, errorMessage: expect.any(String) });
	expect(await shop.seller.payments()).toEqual([]);
	await shop.seller.set({ paymentErrorStatus: 400 });
	expect((await shop.seller.subscribe(change)).status).toBe(400);
});

it.each([
	['901', 'CHARGING_FAILED', 'FAILED', 'NOT_ENOUGH_CREDIT'],
	['403', 'CHARGING_FAILED', 'FAILED', 'SUBSCRIBER_BLACKLISTED'],
	['942', 'ACCEPTED', 'FAILED', 'NOT_ENOUGH_CREDIT'],
	['941', 'ACCEPTED', 'COMPLETED', null],
])('a number ending in %s ends at once: %s, %s', async (ending, status, session, errorType) => {
	const { data } = await shop.seller.subscribe(magic(ending));
	expect(data).toMatchObject({ status, sessionStatus: session, action: null });
	expect((await shop.seller.payment(data.transactionId)).transaction.errorType).toBe(errorType);
});

it.each([
	['0.99', 'COINSHOP07', {}, 10],
	['7.00', 'TICKETS08', { priceid: 'GROUP', params: 'design_id=night' }, 5],
	['1.50', 'PARTNER09', { username: 'demo-panel', password: 'demo-panel-password-hash' }, 1],
])('%s for %s with %j buys %i', async (price, apikey, change, amount) => {
	const { data } = await shop.seller.subscribe({ apikey, price, ...change });
	const { transaction } = await shop.seller.payment(data.transactionId);
	expect(transaction).toMatchObject({ price: Number(price), amount });
});

it('takes number and operator from an identification, and fields that are empty as not sent', async () => {
	const named = { msisdn: '', identid: 'IDENT-33639980007', mccmnc: '00111', mno: null };
	const { data } = await shop.seller.subscribe(named);
	expect(data).toMatchObject({ status: 'ACCEPTED', msisdn: '33639980007' });
});

it.each([
	['service', /==$/, /^\d+$/],
	['plain', /^\d+$/, /^\d+$/],
	['encrypted', /==$/, /==$/],
])('shows ids as the setting %s says', async (transactionIds, coins, tickets) => {
	await shop.seller.set({ transactionIds });
	const ids = [{}, { apikey: 'TICKETS08', price: '6.05' }].map(async (change) => {
		return (await shop.seller.subscribe(change)).data.transactionId;
	});
	const [coin, ticket] = await Promise.all(ids);
	expect([coin, ticket]).toEqual([expect.stringMatching(coins), expect.stringMatching(tickets)]);
});
