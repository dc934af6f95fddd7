import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const search = (body: object = {}, kind = 'transactions') => seller.post(`/v1/${kind}`, body);
const references = async (body: object = {}) =>
	(await search(body)).data.map((row: { merchantReference: string }) => row.merchantReference);

async function buyThree(): Promise<void> {
	for (const clientid of ['one', 'two', 'three']) await seller.subscribe({ clientid });
}

test('a live payment is found from its start to its end', async () => {
	const { transactionId } = (await seller.subscribe({ clientid: 'order-1' })).data;
	const find = async () =>
		(await search({ msisdn: '33639980001', serviceKey: 'COINSHOP07' })).data[0];
	expect(await find()).toMatchObject({ transactionState: 'PENDING', actionStatus: null });
	expect(await find()).toMatchObject({ encryptedTransactionId: transactionId });
	await seller.pin(transactionId, await seller.readPin());
	const paid = await find();
	expect(paid).toMatchObject({ transactionState: 'FINISHED', merchantReference: 'order-1' });
	const since = { timeUpdated: { gt: '2020-01-01 00:00:00' } };
	expect((await search({ ...since, actionStatus: 'COMPLETED' })).data).toEqual([paid]);
});

test('a subscription is found with what its renewals have changed', async () => {
	await seller.optIn();
	await seller.advance(8);
	const [renewal] = (await search({ action: 'SUB_RENEW' })).data;
	const { data } = await search({ subscriptionId: renewal.subscriptionId }, 'subscriptions');
	expect(data).toEqual([expect.objectContaining({ lastCharge: renewal.timeCharged })]);
	const { optInTrid } = data[0];
	expect((await search({ optInTrid }, 'subscriptions')).data).toEqual(data);
	const all = (await search({ subscriptionId: renewal.subscriptionId })).data;
	expect(all.map((row: { action: string }) => row.action)).toEqual(['SUB_START', 'SUB_RENEW']);
	await seller.answer('33639980001', 'STOP');
	const ended = { timeUnsubscribed: { gt: '2020-01-01 00:00:00' } };
	expect((await search(ended, 'subscriptions')).data).toMatchObject([{ active: false }]);
});

test('a list comes oldest first, or newest first', async () => {
	await buyThree();
	expect(await references()).toEqual(['one', 'two', 'three']);
	await seller.set({ queryOrder: 'newest' });
	expect(await references()).toEqual(['three', 'two', 'one']);
	expect(await references({ merchantReference: 'four' })).toEqual([]);
});

test('the answer may be the newest record alone, and then nothing found is a 404', async () => {
	await seller.set({ queryAnswer: 'record', queryOrder: 'newest' });
	await buyThree();
	expect((await search()).data).toMatchObject({ merchantReference: 'three' });
	for (const kind of ['transactions', 'subscriptions']) {
		expect(await search({ msisdn: '33639980009' }, kind)).toMatchObject({
			status: 404,
			data: { status: 'NOT_FOUND', errorMessage: expect.any(String) },
		});
	}
});

test('an unknown filter is ignored, or refused', async () => {
	await buyThree();
	const strange = { clientid: 'one', toString: 'x' };
	expect(await references(strange)).toHaveLength(3);
	expect(await references({ ...strange, merchantReference: 'two' })).toEqual(['two']);
	await seller.set({ unknownFilters: 'refuse' });
	const { status, data } = await search(strange);
	expect([status, data.status, data.field]).toEqual([400, 'INVALID_REQUEST', 'clientid']);
	expect((await search({ toString: 'x' }, 'subscriptions')).status).toBe(400);
	expect(await references({ merchantReference: 'two' })).toEqual(['two']);
});

test('a record is found only so many seconds after its last update', async () => {
	await seller.set({ queryDelaySeconds: 60 });
	const found = async () => [
		(await search()).data.length,
		(await search({}, 'subscriptions')).data.length,
	];
	const move = (advanceSeconds: number) => seller.http.post('/_sandbox/clock', { advanceSeconds });
	await seller.optIn();
	expect(await found()).toEqual([0, 0]);
	await move(58);
	expect(await found()).toEqual([0, 0]);
	await move(3);
	expect(await found()).toEqual([1, 1]);
	const { transactionId } = (await seller.subscribe()).data;
	await move(61);
	expect(await found()).toEqual([2, 1]);
	await seller.pin(transactionId, await seller.readPin());
	expect(await found()).toEqual([1, 1]);
	await move(61);
	expect(await found()).toEqual([2, 1]);
});

test.each([-90, 90])('the clock of the platform may be %i seconds off', async (skew) => {
	await seller.set({ clockSkewSeconds: skew });
	await seller.subscribe();
	const [{ timeCharged }] = (await search()).data;
	const ahead = (Date.parse(`${timeCharged.replace(' ', 'T')}Z`) - Date.now()) / 1000;
	expect(Math.abs(ahead - skew)).toBeLessThan(3);
});

test('the PIN is in pinIdentification and mtMessage, unless the setting is off', async () => {
	const { transactionId } = (await seller.subscribe()).data;
	const pin = await seller.readPin();
	const [{ pinIdentification, ...rest }] = (await search()).data;
	expect(pinIdentification).toBe(pin);
	expect(rest.mtMessage).toBe(`${pin} is your PIN to buy Coin Shop for 0.99 EUR.`);
	expect((await search({ pinIdentification: pin })).data).toHaveLength(1);
	const { transaction } = await seller.payment(transactionId);
	expect(transaction).toMatchObject({
		pinIdentification: null,
		mtMessage: expect.stringContaining('****'),
	});
	await seller.set({ recordPins: false });
	await seller.subscribe({ clientid: 'later' });
	const [later] = (await search({ merchantReference: 'later' })).data;
	expect(later.pinIdentification).toBeNull();
	expect(later.mtMessage).toContain('****');
});

test('ids and amounts are text, a cancellation has an underscore, when the settings say so', async () => {
	await seller.optIn({ msisdn: '999100000001' });
	await seller.answer('999100000001', 'STOP');
	const plain = (await search({ action: 'SUB CANCEL' })).data[0];
	expect(plain).toMatchObject({ action: 'SUB CANCEL', transactionId: expect.any(Number) });
	await seller.set({ numberForm: 'text', cancelWord: 'underscore' });
	expect((await search({ action: 'SUB_CANCEL' })).data[0]).toMatchObject({
		action: 'SUB_CANCEL',
		transactionId: String(plain.transactionId),
		subscriptionId: String(plain.subscriptionId),
	});
	const [optIn] = (await search({ action: 'SUB_START' })).data;
	expect(optIn).toMatchObject({ amount: '7', price: '2.990', endUserPrice: '2.990' });
	const filters = { optInTrid: optIn.transactionId, price: '2.990' };
	const { data } = await seller.post('/v1/subscriptions', filters);
	expect(data[0]).toMatchObject({ optInTrid: optIn.transactionId, price: '2.990' });
	const { price } = (await seller.subscribe()).data;
	expect(price).toBe('0.99');
});

test('a long list comes in pieces and as one JSON text', async () => {
	await seller.http.post('/_sandbox/history', { transactions: 2501, days: 30 });
	const { status, headers, data } = await search();
	expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
	expect(headers['content-length']).toBeUndefined();
	expect(data).toHaveLength(2501);
	expect(new Set(data.map((row: { transactionId: number }) => row.transactionId)).size).toBe(2501);
});

test('faults and counts know the query APIs', async () => {
	const rule = { path: '/v1/transactions', times: 1, fault: { kind: 'truncate' } };
	await buyThree();
	await seller.http.put('/_sandbox/faults', [rule]);
	expect(typeof (await search()).data).toBe('string');
	expect((await search()).data).toHaveLength(3);
	const { routes } = (await seller.http.get('/_sandbox/requests')).data;
	expect(routes['POST /v1/transactions']).toEqual({ '200': 2 });
});
