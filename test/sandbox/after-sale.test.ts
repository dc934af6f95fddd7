import { NotifiedSeller } from './notified-seller';
import { signatureFor, until } from './receiver';

const KEYS: Record<string, string> = {
	GAMECLUB04: 'demo-signing-key-gameclub',
	COINSHOP07: 'demo-signing-key-coinshop',
};
const ACCEPTED = { status: 'ACCEPTED', errorMessage: '' };
const INVALID = (errorMessage: string) => ({ status: 'INVALID_REQUEST', errorMessage });

let seller: NotifiedSeller;

beforeAll(async () => {
	seller = await NotifiedSeller.open();
});
afterAll(() => seller.close());
beforeEach(async () => {
	seller.receiver.fresh();
	await seller.fresh();
});

/** A signed call, as [HTTP status, body]. */
const call = async (path: string, body: Record<string, string>) => {
	const key = KEYS[body.apikey ?? ''];
	const sign = key === undefined ? {} : { sign: signatureFor(body, 'SHA1', key) };
	const { status, data } = await seller.post(`/api/payment/1_4/${path}`, { ...sign, ...body });
	return [status, data];
};

describe('unsubscribe', () => {
	const cancel = (change: Record<string, string> = {}) =>
		call('unsubscribe', { apikey: 'GAMECLUB04', userid: 'user-1', ...change });
	const subscription = async () => (await seller.post('/v1/subscriptions', {})).data[0];

	test('ends a subscription after a while, with a notification and no renewal', async () => {
		await seller.service('GAMECLUB04', { notificationUrl: seller.receiver.url });
		await seller.optIn();
		await seller.set({ cancelDelaySeconds: 8 * 86_400 - 1 });
		expect(await cancel()).toEqual([200, ACCEPTED]);
		expect(await subscription()).toMatchObject({ active: true, timeUnsubscribed: null });
		expect(await cancel()).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
		await seller.advance(8);
		expect(await subscription()).toMatchObject({ active: false, timeToExpire: null });
		expect(await seller.history()).toEqual(['SUB_START COMPLETED', 'SUB CANCEL COMPLETED']);
		await until(() => seller.receiver.calls.length === 2);
		expect(seller.receiver.calls[1]?.fields).toMatchObject({
			event_type: 'opt_out',
			status: 'success',
			userid: 'user-1',
		});
		expect(await cancel()).toMatchObject([400, INVALID('Subscription does not exists.')]);
	});

	test('ends by itself, by subscription id, and what is paid stays valid', async () => {
		await seller.optIn();
		await seller.set({ cancelDelaySeconds: 0.02, acceptedStatus: 202 });
		const { subscriptionId } = await subscription();
		const body = { apikey: 'GAMECLUB04', subscriptionid: String(subscriptionId) };
		expect(await call('unsubscribe', body)).toEqual([202, ACCEPTED]);
		const { subscriptions } = seller.sandbox.world.payments;
		await until(() => subscriptions.find(subscriptionId)?.record.active === false);
		expect(await seller.cases()).toEqual([false, true]);
		await seller.advance(7);
		expect(await seller.cases()).toEqual([false, false]);
	});

	test('a customer who sends STOP meanwhile has left once', async () => {
		await seller.optIn();
		await cancel();
		await seller.answer('33639980001', 'STOP');
		await seller.advance(1);
		expect(await seller.history()).toEqual(['SUB_START COMPLETED', 'SUB CANCEL COMPLETED']);
		expect(await seller.cases()).toEqual([false, true]);
	});

	test.each([
		[{ userid: 'nobody' }, 'Subscription does not exists.'],
		[{ subscriptionid: '1' }, 'Subscription does not exists.'],
		[{ sign: 'x' }, 'Signature validation failed!'],
		[{ sign: '' }, 'Signature validation failed!'],
		[{ apikey: 'TICKETS08' }, 'Action is not supported'],
		[{ apikey: 'OTHERSHOP01' }, 'Service does not exists.'],
		[{ userid: '' }, 'subscriptionid or userid is needed'],
	])('%j is refused: %s', async (change: Record<string, string>, words) => {
		await seller.optIn();
		expect(await cancel(change)).toMatchObject([400, INVALID(words)]);
		expect(await seller.cases()).toEqual([true, true]);
	});
});

describe('refund', () => {
	const refund = (transactionid: string, change: Record<string, string> = {}) =>
		call('refund', { apikey: 'COINSHOP07', transactionid, ...change });
	const pay = async () => {
		const { transactionId } = (await seller.subscribe({ clientid: 'order-1' })).data;
		await seller.pin(transactionId, await seller.readPin());
		return String(transactionId);
	};

	test('is a transaction of its own, with a notification, and happens once', async () => {
		await seller.service('COINSHOP07', { notificationUrl: seller.receiver.url });
		const transactionId = await pay();
		expect(await refund(transactionId)).toEqual([200, ACCEPTED]);
		expect((await seller.post('/v1/transactions', { action: 'REFUND' })).data).toMatchObject([
			{ actionStatus: 'COMPLETED', price: 0.99, merchantReference: 'order-1' },
		]);
		await until(() => seller.receiver.calls.length === 2);
		expect(seller.receiver.calls[1]?.fields).toMatchObject({ event_type: 'refund' });
		expect(await refund(transactionId)).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
		expect(await seller.payments()).toHaveLength(2);
	});

	test('is refused for an old charge', async () => {
		const transactionId = await pay();
		await seller.advance(31);
		expect(await refund(transactionId)).toMatchObject([406, { status: 'NOT_ACCEPTABLE' }]);
		await seller.set({ refundMaxAgeDays: 0 });
		expect(await refund(transactionId)).toEqual([200, ACCEPTED]);
	});

	test('is invalid for what is no charge of the service, and with a wrong signature', async () => {
		const transactionId = await pay();
		const wrong = INVALID('Signature validation failed!');
		expect(await refund(transactionId, { sign: 'x' })).toMatchObject([400, wrong]);
		const unknown = INVALID('Transaction does not exists.');
		expect(await refund('1')).toMatchObject([400, unknown]);
		expect(await refund(transactionId, { apikey: 'GAMECLUB04' })).toMatchObject([400, unknown]);
		const open = (await seller.subscribe()).data.transactionId;
		const uncharged = INVALID('Transaction was not charged.');
		expect(await refund(open)).toMatchObject([400, uncharged]);
	});
});

test('the log of requests has them, and people cancel and refund by the control API', async () => {
	const { data } = await seller.optIn();
	await call('refund', { apikey: 'GAMECLUB04', transactionid: '1' });
	const { entries } = (await seller.http.get('/_sandbox/payment-requests')).data;
	expect(entries.at(-1)).toMatchObject({ operation: 'refund', httpStatus: 400 });
	const [{ subscriptionId }] = await seller.subscriptions();
	const act = (path: string) => seller.http.post(`/_sandbox/${path}`);
	expect((await act(`subscriptions/${subscriptionId}/cancel`)).data.canceling).toBe(true);
	expect((await act(`subscriptions/${subscriptionId}/cancel`)).status).toBe(406);
	expect((await act('subscriptions/1/cancel')).status).toBe(404);
	const id = encodeURIComponent(data.transactionId);
	expect((await act(`payments/${id}/refund`)).data.transaction.action).toBe('REFUND');
	expect((await act(`payments/${id}/refund`)).status).toBe(406);
	expect((await act('payments/1/refund')).status).toBe(404);
});
