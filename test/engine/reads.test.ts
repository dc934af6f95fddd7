import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { errorOf, failureIn, fieldsOf } from '../support/runNode';
import { byKey, CUSTOMER, RETURN_URL, SEARCHES, Shop, theItem } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const answered = async (path: string, body: unknown, status = 200) => {
	await shop.breakWith(path, { kind: 'answer', status, body });
};

describe('a transaction or subscription by its ID', () => {
	const get = async (resource: string, fields: INodeParameters) =>
		await shop.run(resource, 'get', { simplify: false, ...fields });
	const pay = async () => {
		const { transactionId } = (await shop.seller.subscribe()).data as IDataObject;
		return (await shop.seller.payment(String(transactionId))).transaction as IDataObject;
	};

	it.each(['transactionId', 'encryptedTransactionId'])('is found by %s', async (name) => {
		const sold = await pay();
		await pay();
		const { transactionId } = sold;
		const found = theItem(await get('transaction', { transactionId: String(sold[name]) }));
		expect(found).toMatchObject({ transactionId, pinIdentification: '•••' });
		const simple = { transactionId: String(sold[name]), simplify: true };
		const simplified = theItem(await get('transaction', simple));
		expect(simplified).toMatchObject({ transactionId: String(transactionId) });
		expect(simplified).not.toHaveProperty('pinIdentification');
	});

	it('is a subscription', async () => {
		await shop.seller.optIn();
		await shop.seller.optIn({ msisdn: '33639980002', userid: 'user-2' });
		const [{ subscriptionId }] = await shop.seller.subscriptions();
		const found = theItem(await get('subscription', { subscriptionId: String(subscriptionId) }));
		expect(found).toMatchObject({ subscriptionId, active: true });
	});

	it.each(['list', 'record'])('that nobody has is an error (%s)', async (queryAnswer) => {
		await shop.seller.set({ queryAnswer });
		await pay();
		const run = await get('transaction', { transactionId: '123' });
		expect(errorOf(run)).toMatchObject({
			message: 'The platform shows no transaction 123',
			description: expect.stringContaining('Check the ID') as string,
		});
	});

	it.each([[{}], [{ serviceKey: byKey('GAMECLUB04') }]])('is searched with %j', async (service) => {
		const { transactionId } = await pay();
		const run = await get('transaction', { ...service, transactionId: String(transactionId) });
		expect(errorOf(run) === undefined).toBe(!('serviceKey' in service));
	});

	it('is not another record, on a platform that does not filter by it', async () => {
		await answered(SEARCHES, [{ transactionId: 124 }]);
		expect(errorOf(await get('transaction', { transactionId: '123' }))?.message).toContain('no');
		await answered(SEARCHES, [{ transactionId: '9007199254740993' }]);
		const long = await get('transaction', { transactionId: '9007199254740993' });
		expect(theItem(long).transactionId).toBe('9007199254740993');
	});

	it.each<[string, INodeParameters, string]>([
		['transaction', { transactionId: '={{ $json.nothing }}' }, "'Transaction ID' is required"],
		['subscription', { subscriptionId: 'x' }, "'Subscription ID' must have only digits"],
		['subscription', { subscriptionId: 9007199254740993 }, "'Subscription ID' must be text"],
	])('%s with %j is not asked for', async (resource, fields, words) => {
		expect(errorOf(await get(resource, fields))?.message).toContain(words);
		expect(await shop.requestCount()).toBe(0);
	});

	it('fails on its item alone', async () => {
		const { transactionId } = await pay();
		const run = await shop.run(
			'transaction',
			'get',
			{ transactionId: '={{ $json.id }}' },
			{
				items: [{ id: '123' }, { id: String(transactionId) }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		const [failed = {}, found] = fieldsOf(run);
		expect(failureIn(failed).message).toBe('The platform shows no transaction 123');
		expect(found).toMatchObject({ transactionId: String(transactionId) });
	});
});

describe('Customer: Resolve Alias', () => {
	const path = '/api/payment/1_4/subscriber/resolve';
	const resolve = async (msisdn = '+33 6 39 98 00 01') =>
		await shop.run('customer', 'resolveAlias', { msisdn });

	it('gives the alias, which a payment takes', async () => {
		const item = theItem(await resolve());
		const { alias } = item;
		expect(item).toEqual({ msisdn: CUSTOMER, alias: expect.stringMatching(/^\w{15}$/) as string });
		expect((await shop.onlyBody()).msisdns).toEqual([CUSTOMER]);
		const payment = await shop.start({ msisdn: String(alias), sendAsEntered: true });
		expect(theItem(payment).msisdn).toBe(alias);
	});

	it.each<[unknown, string]>([
		[{ status: 'ACCEPTED', subscribers: [] }, `The platform knows no alias of ${CUSTOMER}`],
		[
			{ status: 'ACCEPTED', subscribers: [{ msisdn: '33639980009', subscriberId: 'a' }] },
			`The platform knows no alias of ${CUSTOMER}`,
		],
		[{ status: 'INVALID_REQUEST', errorMessage: 'not yours' }, 'not yours'],
		[{ status: 'ACCEPTED' }, 'says: ACCEPTED'],
		['<html></html>', "can't be read"],
	])('takes %j for an error', async (body, words) => {
		await answered(path, body);
		expect(errorOf(await resolve())?.message).toContain(words);
	});
});

describe('Customer: Create Identification Link', () => {
	const create = async (fields: INodeParameters = {}) =>
		theItem(
			await shop.run('customer', 'createIdentificationLink', {
				serviceKey: byKey('COINSHOP07'),
				returnurl: RETURN_URL,
				...fields,
			}),
		);
	const visit = async (link: unknown, handset = CUSTOMER) => {
		const { headers } = await shop.seller.http.get(`${String(link)}&handset=${handset}`, {
			maxRedirects: 0,
		});
		return Object.fromEntries(new URL(String(headers.location)).searchParams) as IDataObject;
	};

	it.each([
		['demo-signing-key-coinshop', true],
		['', false],
	])('with the key “%s” leads to a payment (signed: %j)', async (signingSecret, signed) => {
		shop.useService({ serviceKey: 'COINSHOP07', signingSecret });
		const item = await create();
		expect(item).toMatchObject({ signed });
		expect(item.link).toContain(`${shop.sandbox.url}/payment/pages/userIdentify.jsf?`);
		expect(await shop.requestCount()).toBe(0);
		const { identid, operator, msisdn, order } = await visit(item.link);
		expect([msisdn, order]).toEqual([CUSTOMER, '17']);
		const payment = await shop.start({
			flow: '3g',
			identid: String(identid),
			operator: byKey(String(operator)),
		});
		expect(theItem(payment)).toMatchObject({ outcome: 'pin', msisdn: CUSTOMER });
	});
});
