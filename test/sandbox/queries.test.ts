import { createHmac } from 'node:crypto';
import { sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
type Row = Record<string, unknown>;
const search = async (kind: string, body: unknown = {}) =>
	(await shop.seller.post(`/v1/${kind}`, body)).data as Row[];
const idOf = { transactions: 'transactionId', subscriptions: 'subscriptionId' } as const;
const kinds = ['transactions', 'subscriptions'] as const;

describe('filters', () => {
	const at = '2025-06-01 12:00:00';
	beforeEach(async () => {
		const history = { transactions: 400, days: 60, seed: 4, until: at };
		await shop.seller.http.post('/_sandbox/history', history);
		// The first request charges what has come due since.
		shop.seller.sandbox.world.payments.subscriptions.all.forEach((one) => (one.dueAt = Infinity));
	});

	it.each(kinds)(
		'%s are found by the value of any field, also by null, and of one merchant',
		async (kind) => {
			const all = await search(kind);
			expect(all.length).toBeGreaterThan(3);
			expect(kind === 'transactions' ? all.length : 400).toBe(400);
			for (const field of Object.keys(all[0] ?? {})) {
				const value = all.at(-1)?.[field];
				const expected = all.filter((row) => row[field] === value);
				expect([field, await search(kind, { [field]: value })]).toEqual([field, expected]);
			}
			const sample = all[3] ?? {};
			const two = { operator: sample.operator, serviceKey: sample.serviceKey };
			const expected = all.filter((row) => row.operator === two.operator);
			const both = expected.filter((row) => row.serviceKey === two.serviceKey);
			expect(await search(kind, two)).toEqual(both);
		},
	);

	it.each([
		['transactions', 'timeCharged'],
		['transactions', 'timeUpdated'],
		['subscriptions', 'timeSubscribed'],
		['subscriptions', 'timeUnsubscribed'],
	] as const)('%s are found by ranges of %s, bounds excluded', async (kind, field) => {
		const rows = (await search(kind)).filter((row) => row[field] !== null);
		const middle = rows[rows.length >> 1] ?? {};
		const time = String(middle[field]);
		const near = (seconds: number) => {
			const instant = Date.parse(`${time.replace(' ', 'T')}Z`) + seconds * 1000;
			return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
		};
		const finds = async (range: Row) =>
			(await search(kind, { [field]: range })).some(
				(row) => row[idOf[kind]] === middle[idOf[kind]],
			);
		expect(await finds({ gt: near(-1), lt: near(1) })).toBe(true);
		expect([await finds({ gt: time }), await finds({ lt: time })]).toEqual([false, false]);
	});

	it.each([
		[2.99, [2.99]],
		[{ gt: '0.48', lt: '3.00' }, [0.49, 2.99]],
		[{ gt: '9.99' }, []],
	])('subscriptions are found by price %j', async (price, expected) => {
		const found = (await search('subscriptions', { price })).map((row) => row.price);
		expect([...new Set(found)].sort()).toEqual(expected);
	});
});

const at = '2026-01-31 10:00:00';
it.each([
	['transactions', 'msisdn', 33639980001],
	['transactions', 'action', 'CANCEL'],
	['transactions', 'price', { gt: '1.00', lt: '3.00' }],
	['transactions', 'timeCharged', '2026-02-30 10:00:00'],
	['transactions', 'timeCharged', {}],
	['transactions', 'timeCharged', { gte: at }],
	['transactions', 'timeCharged.gt', { gt: '2026-01-31 10:00' }],
	['subscriptions', 'active', 'true'],
	['subscriptions', 'price.gt', { gt: '2' }],
])('%s: %s as %j is refused in words that name the field', async (kind, field, value) => {
	const [name = ''] = field.split('.');
	const { status, data } = await shop.seller.post(`/v1/${kind}`, { [name]: value });
	expect([status, data.status, data.field]).toEqual([400, 'INVALID_REQUEST', field]);
	expect(data.errorMessage).toMatch(new RegExp(`^${field}: .{8,}`));
});

it('a payment is found from its start to its end, with its PIN, and unknown filters are ignored', async () => {
	const { transactionId } = (await shop.seller.subscribe({ clientid: 'order-1' })).data;
	const pinIdentification = await shop.seller.readPin();
	const find = () => search('transactions', { pinIdentification, clientid: 'unknown' });
	expect(await find()).toMatchObject([{ transactionState: 'PENDING', actionStatus: null }]);
	await shop.seller.pin(transactionId, pinIdentification);
	const paid = { transactionState: 'FINISHED', encryptedTransactionId: transactionId };
	expect(await find()).toMatchObject([{ ...paid, merchantReference: 'order-1' }]);
});

it.each([
	[{}, ['one', 'two', 'three']],
	[{ queryOrder: 'newest' }, ['three', 'two', 'one']],
	[{ queryAnswer: 'record' }, ['three']],
	[{ queryDelaySeconds: 60 }, []],
])('an answer with %j', async (settings, expected) => {
	for (const clientid of ['one', 'two', 'three']) await shop.seller.subscribe({ clientid });
	await shop.seller.set(settings);
	const found = [await search('transactions')].flat();
	expect(found.map((row) => row.merchantReference)).toEqual(expected);
});

it('one record alone is a 404 where nothing is found, and a cancellation has its other name', async () => {
	await shop.seller.optIn();
	await shop.seller.answer('33639980001', 'STOP');
	await shop.seller.set({ queryAnswer: 'record', cancelWord: 'underscore' });
	expect(await search('transactions', { action: 'SUB_CANCEL' })).toMatchObject({
		action: 'SUB_CANCEL',
	});
	const { status, data } = await shop.seller.post('/v1/transactions', { msisdn: '1' });
	expect([status, data.status]).toEqual([404, 'NOT_FOUND']);
});

it('ids and amounts may be texts', async () => {
	await shop.seller.subscribe();
	await shop.seller.set({ numberForm: 'text' });
	expect(await search('transactions')).toMatchObject([
		{ transactionId: expect.stringMatching(/^\d+$/), amount: '10', price: '0.99' },
	]);
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
		[{ sign: '' }, 401, 'CENTILI-ACCESS-SIGN'],
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
