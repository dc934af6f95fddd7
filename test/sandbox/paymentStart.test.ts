import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
/** As the contract writes them, in its order. */
const fields = [
	'status errorMessage transactionId apiKey clientId price countryCode operatorCode mcc',
	'mnc msisdn action sessionStatus urlRedirect premiumInstructions shortCode',
	'smsBody handshakeInstructions operatorType wap chargeURL pinPattern mtShortCode message',
].flatMap((names) => names.split(' '));
const nothing = Object.fromEntries(fields.map((name) => [name, null]));

it('a payment is answered with every field, apiKey in camel case and the price a number', async () => {
	const { status, data } = await shop.seller.subscribe({ clientid: 'order-1' });
	expect(status).toBe(200);
	expect(data).toEqual({
		...nothing,
		status: 'ACCEPTED',
		apiKey: 'COINSHOP07',
		clientId: 'order-1',
		price: 0.99,
		transactionId: expect.stringMatching(/^[A-Za-z0-9+/]{22}==$/),
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

const magic = (ending: string) => ({ msisdn: `33639980${ending}` });
it.each([
	['INVALID_REQUEST', { msisdn: undefined }],
	['INVALID_REQUEST', { clientid: 'c'.repeat(257) }],
	['INVALID_REQUEST', { country: 'GB' }],
	['INVALID_REQUEST', { msisdn: '33639985001', returnurl: '' }],
	['INVALID_REQUEST', { returnurl: 'javascript:alert(1)' }],
	['INVALID_REQUEST', { identid: '820000003', mno: 'FR_DEMOTEL' }],
	['INVALID_SERVICE', { apikey: 'LOYALTYDATA01' }],
	['UNAUTHORIZED', { apikey: 'OTHERSHOP01', price: '1.00' }],
	['UNAUTHORIZED', { apikey: 'PARTNER09', price: '1.50', username: 'demo-panel' }],
	['INACTIVE', { apikey: 'SLEEPING10' }],
	['INVALID_MSISDN', { msisdn: '33639980404' }],
	['INVALID_OPERATOR_CODE', { mno: 'FR_FICTEL' }],
	['INVALID_MCCMNC', { mccmnc: '00112' }],
	['INVALID_PRICE', { price: '0,99' }],
	['INVALID_PRICE', { priceid: 'COINS60' }],
	['EXISTING_SUBSCRIPTION', magic('902')],
])('%s: %j begins no transaction', async (status, change) => {
	const answer = await shop.seller.subscribe(change);
	expect(answer.status).toBe(200);
	expect(answer.data).toEqual({ ...nothing, status, errorMessage: expect.any(String) });
	expect(await shop.seller.payments()).toEqual([]);
});

const panel = { username: 'demo-panel', password: 'demo-panel-password-hash' };
it.each([
	['7.00', 'TICKETS08', { priceid: 'GROUP', params: 'design_id=night', mccmnc: '00111' }, 5],
	['1.50', 'PARTNER09', { ...panel, mno: null, identid: '', country: 'fr' }, 1],
])('%s for %s with %j buys %i', async (price, apikey, change, amount) => {
	const { data } = await shop.seller.subscribe({ apikey, price, ...change });
	const { transaction } = await shop.seller.payment(data.transactionId);
	expect(transaction).toMatchObject({ price: Number(price), amount });
});
