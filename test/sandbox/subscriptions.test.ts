import { sellerForEach, signatureFor } from '../support/sandbox/seller';

const shop = sellerForEach();
const [renewed, failed] = ['SUB_RENEW COMPLETED', 'SUB_RENEW FAILED'];

/** Action and status of each transaction, oldest first. */
const history = async () => {
	const records = (await shop.seller.payments()).map(({ transaction }) => transaction).reverse();
	return records.map(({ action, actionStatus }) => `${action} ${actionStatus}`);
};

/** A signed call, as [HTTP status, body]. */
async function call(path: string, body: Record<string, string>) {
	const keys = { GAMECLUB04: 'gameclub', COINSHOP07: 'coinshop' };
	const key = `demo-signing-key-${keys[body.apikey as keyof typeof keys]}`;
	const sign = signatureFor(body, 'SHA1', key);
	const { status, data } = await shop.seller.post(`/api/payment/1_4/${path}`, { sign, ...body });
	return [status, data];
}
const accepted = { status: 'ACCEPTED', errorMessage: '' };
const invalid = (errorMessage: string) => ({ status: 'INVALID_REQUEST', errorMessage });

it.each([
	['123', 15, [true, true], [renewed, renewed]],
	['933', 7, [true, false], [failed]],
	['933', 8, [true, true], [failed, renewed]],
	['934', 30, [false, false], [...Array(10).fill(failed), 'SUB_ADMIN CANCEL COMPLETED']],
	['935', 8, [true, true], ['SUB_RENEW null', renewed]],
	['936', 1, [true, true], ['SUB_REMIND COMPLETED', 'SUB_RENEW null']],
	[
		'936',
		8,
		[true, true],
		['SUB_REMIND COMPLETED', renewed, 'SUB_REMIND COMPLETED', 'SUB_RENEW null'],
	],
])('a number ending in %s, %i days later, is %j', async (ending, days, cases, events) => {
	await shop.seller.optIn({ msisdn: `33639980${ending}`, clientid: 'order-1' });
	await shop.seller.advance(days);
	expect(await shop.seller.cases()).toEqual(cases);
	expect(await history()).toEqual(['SUB_START COMPLETED', ...events]);
	const [last] = await shop.seller.payments();
	const own = { merchantReference: 'order-1', subscriptionId: 5_000_001 };
	expect(last?.transaction).toMatchObject(own);
});

describe('unsubscribe', () => {
	const cancel = (change: Record<string, string> = {}) =>
		call('unsubscribe', { apikey: 'GAMECLUB04', userid: 'user-1', ...change });
	beforeEach(() => shop.seller.optIn());

	it('ends a subscription after a while, without a renewal; what is paid stays valid', async () => {
		await shop.seller.set({ cancelDelaySeconds: 86_000 });
		expect(await cancel({ userid: '', subscriptionid: '5000001' })).toEqual([200, accepted]);
		expect(await shop.seller.cases()).toEqual([true, true]);
		expect(await cancel()).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
		await shop.seller.advance(1);
		expect(await shop.seller.cases()).toEqual([false, true]);
		expect(await history()).toEqual(['SUB_START COMPLETED', 'SUB CANCEL COMPLETED']);
		expect(await cancel()).toMatchObject([400, invalid('Subscription does not exists.')]);
	});

	it.each(['961', '962'])('never ends that of a number ending in %s', async (ending) => {
		await shop.seller.optIn({ msisdn: `33639980${ending}`, userid: 'user-2' });
		expect(await cancel({ userid: 'user-2' })).toEqual([200, accepted]);
		await shop.seller.advance(6);
		expect(await shop.seller.cases('user-2')).toEqual([true, true]);
		expect(await cancel({ userid: 'user-2' })).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
	});

	it.each([
		[{ userid: 'nobody' }, 'Subscription does not exists.'],
		[{ sign: '' }, 'Signature validation failed!'],
		[{ apikey: 'TICKETS08' }, 'Action is not supported'],
		[{ apikey: 'OTHERSHOP01' }, 'Service does not exists.'],
		[{ userid: '' }, 'subscriptionid or userid is needed'],
	])('%j is refused: %s', async (change: Record<string, string>, words) => {
		expect(await cancel(change)).toMatchObject([400, invalid(words)]);
	});
});

const refund = (transactionid: string, change: Record<string, string> = {}) =>
	call('refund', { apikey: 'COINSHOP07', transactionid, ...change });
const pay = async (msisdn = '33639980001') => {
	const { transactionId } = (await shop.seller.subscribe({ msisdn, clientid: 'order-1' })).data;
	await shop.seller.pin(transactionId, await shop.seller.readPin(msisdn));
	return String(transactionId);
};

it.each([
	['961', { transactionState: 'FAILED', actionStatus: 'FAILED' }, [202, accepted]],
	['962', { transactionState: 'PENDING', actionStatus: null }, [406, {}]],
	['963', { transactionState: 'EXECUTING', actionStatus: null }, [406, {}]],
])(
	'an accepted refund of a number ending in %s ends as %j',
	async (ending, expected, secondAnswer) => {
		const paid = await pay(`33639980${ending}`);
		expect(await refund(paid)).toEqual([202, accepted]);
		const { data } = await shop.seller.post('/v1/transactions', { action: 'REFUND' });
		expect(data).toMatchObject([expected]);
		expect(await refund(paid)).toMatchObject(secondAnswer);
	},
);

it.each([
	['935', 7, { transactionState: 'SKIPPED', timeCharged: /./ }],
	['936', 1, { transactionState: 'SCHEDULED', executionTime: /^\d{4}-/ }],
])('a renewal of a number ending in %s is, %i days later, %j', async (ending, days, shown) => {
	await shop.seller.optIn({ msisdn: `33639980${ending}` });
	await shop.seller.advance(days);
	const [last] = await shop.seller.payments();
	for (const [field, value] of Object.entries(shown)) {
		const expected = typeof value === 'string' ? value : (expect.stringMatching(value) as string);
		expect(last?.transaction).toHaveProperty(field, expected);
	}
});

it("a refund by the operator's people names who did it", async () => {
	const paid = await pay();
	await shop.seller.http.post(`/_sandbox/payments/${encodeURIComponent(paid)}/refund`, {});
	const { data } = await shop.seller.post('/v1/transactions', { action: 'REFUND' });
	expect(data).toMatchObject([{ comment: 'Refunded by hand', finishedBy: 'operator-desk' }]);
});

it('a refund is a transaction of its own, and happens once, in time', async () => {
	const [paid, old] = [await pay(), await pay()];
	const unknown = invalid('Transaction does not exists.');
	const unsigned = invalid('Signature validation failed!');
	expect(await refund(paid, { sign: 'x' })).toMatchObject([400, unsigned]);
	expect(await refund('1')).toMatchObject([400, unknown]);
	expect(await refund(paid, { apikey: 'GAMECLUB04' })).toMatchObject([400, unknown]);
	const open = (await shop.seller.subscribe()).data.transactionId;
	expect(await refund(open)).toMatchObject([400, invalid('Transaction was not charged.')]);

	expect(await refund(paid)).toEqual([202, accepted]);
	const { data } = await shop.seller.post('/v1/transactions', { action: 'REFUND' });
	const charge = { price: 0.99, merchantReference: 'order-1' };
	expect(data).toMatchObject([{ actionStatus: 'COMPLETED', ...charge }]);
	expect(await refund(paid)).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
	await shop.seller.advance(31);
	expect(await refund(old)).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
	expect(await shop.seller.payments()).toHaveLength(4);
});
