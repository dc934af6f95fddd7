import { createHmac } from 'node:crypto';
import { fillHistory } from '../../sandbox/history';
import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
type Row = Record<string, unknown>;
const search = async (kind: string, body: unknown = {}) =>
	(await shop.seller.post(`/v1/${kind}`, body)).data as Row[];

describe('filters', () => {
	beforeEach(() => {
		fillHistory(shop.seller.sandbox.world, { transactions: 400, days: 60, seed: 4 });
	});

	it.each([
		['transactions', 'timeCharged', 'transactionId'],
		['subscriptions', 'timeSubscribed', 'subscriptionId'],
	])('find %s by any field, also by null, and by ranges of time', async (kind, time, id) => {
		const all = await search(kind);
		for (const field of Object.keys(all[0] ?? {})) {
			const value = all.at(-1)?.[field];
			const expected = all.filter((row) => row[field] === value);
			expect([field, await search(kind, { [field]: value })]).toEqual([field, expected]);
		}
		const [operator, { [id]: known, [time]: at } = {}] = [all[3]?.operator, all[3]];
		expect(await search(kind, { operator, [id]: known })).toEqual([all[3]]);
		const later = all.filter((row) => String(row[time]) > String(at));
		const sooner = all.filter((row) => String(row[time]) < String(at));
		expect(await search(kind, { [time]: { gt: at } })).toEqual(later);
		expect(await search(kind, { [time]: { lt: at } })).toEqual(sooner);
		expect(await search(kind, { [time]: { lt: at, gt: at } })).toEqual([]);
		await shop.seller.as('other-merchant', 'other-password');
		expect(await search(kind)).toEqual([]);
	});

	it.each([
		[2.99, [2.99]],
		[{ gt: '0.48', lt: '3.00' }, [0.49, 2.99]],
		[{ gt: '9.99' }, []],
	])('find subscriptions by price %j', async (price, expected) => {
		const found = (await search('subscriptions', { price })).map((row) => row.price);
		expect([...new Set(found)].sort()).toEqual(expected);
	});
});

it.each([
	['transactions', 'msisdn', 33639980001],
	['transactions', 'action', 'CANCEL'],
	['transactions', 'price', { gt: '1.00', lt: '3.00' }],
	['transactions', 'timeCharged', '2026-02-30 10:00:00'],
	['transactions', 'timeCharged', {}],
	['transactions', 'timeCharged.gt', { gt: '2026-01-31 10:00' }],
	['subscriptions', 'active', 'true'],
	['subscriptions', 'price.gt', { gt: '2' }],
	['subscriptions', 'transactionId', 17],
	['transactions', 'MSISDN', '33639980001'],
])('%s: %s as %j is refused in words that name the field', async (kind, field, value) => {
	await shop.seller.set({ unknownFilters: 'refused' });
	const [name = ''] = field.split('.');
	const { status, data } = await shop.seller.post(`/v1/${kind}`, { [name]: value });
	expect([status, data.status, data.field]).toEqual([400, 'INVALID_REQUEST', field]);
	expect(data.errorMessage).toMatch(new RegExp(`^${field}: .{8,}`));
});

const [one, two, three] = ['one', 'two', 'three'].map((merchantReference) => ({
	merchantReference,
}));
it.each<[Row, object]>([
	[{}, [one, two, three]],
	[{ queryOrder: 'newest' }, [three, two, one]],
	[{ queryAnswer: 'record' }, { merchantReference: 'three' }],
	[{ queryDelaySeconds: 60 }, []],
])('a search with the settings %j answers as they say', async (settings, expected) => {
	for (const clientid of ['one', 'two', 'three']) await shop.seller.subscribe({ clientid });
	await shop.seller.set(settings);
	expect(await search('transactions', { clientid: 'no filter' })).toMatchObject(expected);
	const { status, data } = await shop.seller.post('/v1/transactions', { msisdn: '1' });
	if ('queryAnswer' in settings) expect([status, data.status]).toEqual([404, 'NOT_FOUND']);
	else expect([status, data]).toEqual([200, []]);
});

it.each([
	['exact', 'Order-17'],
	['lowerCase', 'order-17'],
	['upperCase', 'ORDER-17'],
	['cut', 'Orde'],
	['padded', '0000Order-17'],
	['hidden', undefined],
])('if references are %s, Order-17 is shown as %s', async (references, shown) => {
	await shop.seller.gift({ clientId: 'Order-17' });
	await shop.seller.subscribe({ clientid: 'Order-17' });
	await shop.seller.set({ references });
	const serviceKey = 'LOYALTYDATA01';
	const [gift] = (await shop.seller.get('/datagifting/v1/transaction', { serviceKey })).data;
	const [transaction] = await search('transactions', { merchantReference: 'Order-17' });
	expect([gift.clientId, transaction?.merchantReference]).toEqual([shown, shown]);
});

it.each([
	['all', ['order-1']],
	['shown', ['order-0', 'order-1', 'order-2']],
])('if %s filters work, a filter by the reference finds %j', async (filters, found) => {
	for (const at of [0, 1, 2]) await shop.seller.subscribe({ clientid: `order-${at}` });
	await shop.seller.set({ filters });
	const rows = await search('transactions', { merchantReference: 'order-1' });
	expect(rows.map((row) => row.merchantReference)).toEqual(found);
	expect(await search('transactions', { msisdn: '1' })).toEqual([]);
});

it('numbers, true and false are text if the setting says so', async () => {
	await shop.seller.optIn();
	await shop.seller.set({ recordValues: 'text' });
	const [subscription] = await search('subscriptions', {});
	const [transaction] = await search('transactions', {});
	const texts = { subscriptionId: '5000001', periodAmount: '1', active: 'true' };
	expect(subscription).toMatchObject({ ...texts, timeUnsubscribed: null });
	expect(transaction).toMatchObject({ transactionId: expect.stringMatching(/^\d+$/) as string });
	expect(await shop.seller.cases()).toEqual(['true', 'true']);
});

it('a list of services may need the merchant', async () => {
	await shop.seller.set({ merchantId: 'required' });
	const path = '/datagifting/v1/services';
	const answers = await Promise.all(
		[{}, { merchantId: '1001' }].map((query) => shop.seller.get(path, query)),
	);
	expect(answers.map(({ status }) => status)).toEqual([400, 200]);
});

describe('the login by three headers', () => {
	const path = '/v1/transactions?x=1';
	const ask = async (change: Partial<Record<'user' | 'timestamp' | 'sign' | 'body', string>>) => {
		const { user = 'demo-search', body = '{}' } = change;
		const { timestamp = String(Math.floor(Date.now() / 1000)) } = change;
		const text = `${timestamp}POST${shop.seller.sandbox.url}${path}{}`;
		const sign = createHmac('sha1', 'demo-search-key').update(text).digest('hex');
		const headers = {
			'content-type': 'application/json',
			'CENTILI-ACCESS-USER': user,
			'CENTILI-ACCESS-SIGN': change.sign ?? sign,
			'CENTILI-ACCESS-TIMESTAMP': timestamp,
		};
		return await shop.seller.http.post(path, body, { headers });
	};

	it.each([
		[{}, 200, undefined],
		[{ user: 'nobody' }, 401, 'CENTILI-ACCESS-USER'],
		[{ sign: 'x' }, 401, 'CENTILI-ACCESS-SIGN'],
		[{ body: '{ }' }, 401, 'CENTILI-ACCESS-SIGN'],
		[{ timestamp: '1700000000' }, 401, 'CENTILI-ACCESS-TIMESTAMP'],
	])('with %j is answered with %i', async (change, status, field) => {
		const answer = await ask(change);
		expect([answer.status, answer.data.field]).toEqual([status, field]);
	});

	it.each([
		['either', 200, 200],
		['bearer', 401, 200],
		['headers', 200, 401],
	])('where the setting is %s', async (queryLogin, headers, bearer) => {
		await shop.seller.set({ queryLogin });
		expect((await ask({})).status).toBe(headers);
		expect((await shop.seller.post(path, {})).status).toBe(bearer);
	});
});
