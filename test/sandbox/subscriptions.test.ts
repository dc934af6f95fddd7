import { sellerForEach, signatureFor } from '../support/sandbox/seller';

const shop = sellerForEach();
const keys: Record<string, string> = {
	GAMECLUB04: 'demo-signing-key-gameclub',
	COINSHOP07: 'demo-signing-key-coinshop',
};
const renewed = 'SUB_RENEW COMPLETED';
const failed = 'SUB_RENEW FAILED';

/** A signed call, as [HTTP status, body]. */
async function call(path: string, body: Record<string, string>) {
	const key = keys[body.apikey ?? ''];
	const sign = key === undefined ? {} : { sign: signatureFor(body, 'SHA1', key) };
	const { status, data } = await shop.seller.post(`/api/payment/1_4/${path}`, { ...sign, ...body });
	return [status, data];
}
const accepted = { status: 'ACCEPTED', errorMessage: '' };
const invalid = (errorMessage: string) => ({ status: 'INVALID_REQUEST', errorMessage });

it('identification tells whether a user is subscribed and has paid', async () => {
	const unknown = { msisdn: null, operator: null, expirationdate: null };
	const nobody = { active: false, valid: false, ...unknown };
	const ok = { status: 'ACCEPTED', errorMessage: null, userid: 'user-1' };
	expect((await shop.seller.identify()).data).toEqual({ ...ok, ...nobody });
	await shop.seller.optIn();
	const { data } = await shop.seller.identify();
	const [subscription] = await shop.seller.subscriptions();
	const expirationdate = Date.parse(`${subscription?.timeToExpire}Z`) / 1000;
	const customer = { msisdn: '33639980001', operator: 'FR_DEMOTEL', expirationdate };
	expect(data).toEqual({ ...ok, active: true, valid: true, ...customer });
	await shop.seller.set({ flagsAsText: true });
	expect(await shop.seller.cases()).toEqual(['true', 'true']);
});

it.each([
	['123', 15, [true, true], [renewed, renewed]],
	['933', 7, [true, false], [failed]],
	['933', 8, [true, true], [failed, renewed]],
	['934', 30, [false, false], [...Array(10).fill(failed), 'SUB_ADMIN CANCEL COMPLETED']],
])('a number ending in %s, %i days later, is %j', async (ending, days, cases, events) => {
	await shop.seller.optIn({ msisdn: `33639980${ending}`, clientid: 'order-1' });
	await shop.seller.advance(days);
	expect(await shop.seller.cases()).toEqual(cases);
	expect(await shop.seller.history()).toEqual(['SUB_START COMPLETED', ...events]);
	const [last] = await shop.seller.payments();
	expect(last?.transaction).toMatchObject({
		merchantReference: 'order-1',
		subscriptionId: 5_000_001,
	});
});

it('STOP ends every subscription of the number, STOP and a keyword one', async () => {
	await shop.seller.optIn();
	await shop.seller.optIn({ apikey: 'NEWSDAILY05', price: '0.49' });
	await shop.seller.answer('33639980001', 'stop game');
	expect(await shop.seller.cases()).toEqual([false, true]);
	await shop.seller.answer('33639980001', 'STOP');
	expect((await shop.seller.subscriptions()).map(({ active }) => active)).toEqual([false, false]);
	await shop.seller.advance(8);
	expect(await shop.seller.cases()).toEqual([false, false]);
	expect(await shop.seller.payments()).toHaveLength(4);
});

describe('unsubscribe', () => {
	const cancel = (change: Record<string, string> = {}) =>
		call('unsubscribe', { apikey: 'GAMECLUB04', userid: 'user-1', ...change });
	beforeEach(() => shop.seller.optIn());

	it('ends a subscription after a while, without a renewal; what is paid stays valid', async () => {
		await shop.seller.set({ cancelDelaySeconds: 86_000, acceptedStatus: 202 });
		const subscriptionid = '5000001';
		expect(await cancel({ userid: '', subscriptionid })).toEqual([202, accepted]);
		expect(await shop.seller.cases()).toEqual([true, true]);
		expect(await cancel()).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
		await shop.seller.advance(1);
		expect(await shop.seller.cases()).toEqual([false, true]);
		expect(await shop.seller.history()).toEqual(['SUB_START COMPLETED', 'SUB CANCEL COMPLETED']);
		expect(await cancel()).toMatchObject([400, invalid('Subscription does not exists.')]);
	});

	it.each([
		[{ userid: 'nobody' }, 'Subscription does not exists.'],
		[{ sign: '' }, 'Signature validation failed!'],
		[{ apikey: 'TICKETS08' }, 'Action is not supported'],
		[{ apikey: 'OTHERSHOP01' }, 'Service does not exists.'],
		[{ userid: '' }, 'subscriptionid or userid is needed'],
	])('%j is refused: %s', async (change: Record<string, string>, words) => {
		expect(await cancel(change)).toMatchObject([400, invalid(words)]);
		expect(await shop.seller.cases()).toEqual([true, true]);
	});
});

describe('refund', () => {
	const pay = async () => {
		const { transactionId } = (await shop.seller.subscribe({ clientid: 'order-1' })).data;
		await shop.seller.pin(transactionId, await shop.seller.readPin());
		return String(transactionId);
	};
	const refund = (transactionid: string, change: Record<string, string> = {}) =>
		call('refund', { apikey: 'COINSHOP07', transactionid, ...change });

	it('is a transaction of its own, and happens once', async () => {
		const transactionId = await pay();
		expect(await refund(transactionId)).toEqual([200, accepted]);
		expect((await shop.seller.post('/v1/transactions', { action: 'REFUND' })).data).toMatchObject([
			{ actionStatus: 'COMPLETED', price: 0.99, merchantReference: 'order-1' },
		]);
		expect(await refund(transactionId)).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
		expect(await shop.seller.payments()).toHaveLength(2);
	});

	it('is refused for what is old, not charged, of another service, or wrongly signed', async () => {
		const transactionId = await pay();
		const unknown = invalid('Transaction does not exists.');
		const unsigned = invalid('Signature validation failed!');
		expect(await refund(transactionId, { sign: 'x' })).toMatchObject([400, unsigned]);
		expect(await refund('1')).toMatchObject([400, unknown]);
		expect(await refund(transactionId, { apikey: 'GAMECLUB04' })).toMatchObject([400, unknown]);
		const open = (await shop.seller.subscribe()).data.transactionId;
		expect(await refund(open)).toMatchObject([400, invalid('Transaction was not charged.')]);
		await shop.seller.advance(31);
		expect(await refund(transactionId)).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
	});
});
