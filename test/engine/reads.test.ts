import { setGlobalState, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { errorOf } from '../support/runNode';
import { byKey, continued, endsOf, itemsOf, nothing, Stub, token } from '../support/stub';

const stub = Stub.forEach();

const get = async (resource: string, fields: INodeParameters, call = {}) =>
	await stub.run({ resource, operation: 'get', ...fields }, call);
const getMany = async (fields: INodeParameters = {}, resource = 'transaction') =>
	await stub.run({ resource, operation: 'getMany', returnAll: true, ...fields });
const transactions = 'POST /v1/transactions';
const unreadable = "sent a response that can't be read";

describe('the search of Get Many', () => {
	beforeEach(() => {
		stub.answersWith({ body: [] });
	});
	afterEach(() => {
		setGlobalState({ defaultTimezone: 'UTC' });
	});
	const other = (...pairs: [name: string, value: string][]): INodeParameters => ({
		otherFilters: { filter: pairs.map(([name, value]) => ({ name, value })) },
	});

	it.each<[INodeParameters, object, string?]>([
		[{}, { timeCharged: { gt: '1970-01-01 00:00:00' } }, 'transaction'],
		[{}, { timeSubscribed: { gt: '1970-01-01 00:00:00' } }, 'subscription'],
		[{ serviceKey: byKey('TICKETS08') }, { serviceKey: 'TICKETS08' }, 'transaction'],
		[
			{
				filters: {
					...{ action: 'SUB CANCEL', actionStatus: 'null', merchantReference: 'order-17' },
					...{ operator: ' fr_demotel ', country: 'fr', msisdn: '+33 6 39 98 00 01' },
					...{ transactionId: 820, errorType: '', timeUpdatedFrom: '2026-03-01T09:29:59' },
					...{ timeChargedFrom: '2026-03-01T09:29:59', timeChargedTo: '2026-03-01 09:30' },
				},
			},
			{
				...{ action: 'SUB CANCEL', actionStatus: null, merchantReference: 'order-17' },
				...{ operator: 'fr_demotel', country: 'fr', msisdn: '33639980001', transactionId: 820 },
				timeUpdated: { gt: '2026-03-01 09:29:59' },
				timeCharged: { gt: '2026-03-01 09:29:59', lt: '2026-03-01 09:30:00' },
			},
			'transaction',
		],
		[{ filters: { msisdn: ' VX9c ', sendAsEntered: true } }, { msisdn: 'VX9c' }, 'transaction'],
		[
			{ filters: { active: false, priceFrom: '6', priceTo: 6.5, period: 'WEEK' } },
			{ active: false, price: { gt: '6.00', lt: '6.50' }, period: 'WEEK' },
			'subscription',
		],
		[
			other(['endUserPrice', '1.5'], ['reference', 'op-17'], ['timeNotified', '2026-03-01 09:30']),
			{ endUserPrice: 1.5, reference: 'op-17', timeNotified: '2026-03-01 09:30:00' },
			'transaction',
		],
		[
			other(['timeChargedLocalFrom', '2026-03-01 09:29:59'], ['timeChargedLocalTo', 'x']),
			{ timeChargedLocal: { gt: '2026-03-01 09:29:59', lt: 'x' } },
			'transaction',
		],
		[other(['active', 'TRUE'], ['price', '1.5']), { active: true, price: 1.5 }, 'subscription'],
	])('with %j is %j', async (fields, body, resource) => {
		itemsOf(await getMany(fields, resource));
		expect(stub.asked).toEqual([[`POST /v1/${resource}s`, body]]);
	});

	it('names the service of the credential', async () => {
		stub.fresh({ serviceKey: 'COINSHOP07' });
		stub.answersWith({ body: [] });
		itemsOf(await getMany());
		expect(stub.asked).toEqual([[transactions, { serviceKey: 'COINSHOP07' }]]);
	});

	it.each([
		['Europe/Vienna', '2026-07-15T12:00:00', '2026-07-15 10:00:00'],
		['America/New_York', '2026-11-21T12:00:00+05:45', '2026-11-21 06:15:00'],
		['Asia/Kathmandu', "={{ DateTime.fromISO('2026-11-21T00:00:00') }}", '2026-11-20 18:15:00'],
	])('has the time picked in %s, %s, in UTC: %s', async (defaultTimezone, picked, gt) => {
		setGlobalState({ defaultTimezone });
		itemsOf(await getMany({ filters: { timeChargedFrom: picked } }));
		expect(stub.asked).toEqual([[transactions, { timeCharged: { gt } }]]);
	});

	const unset = 'has an expression that resolves to nothing';
	it.each<[INodeParameters, string]>([
		[{ filters: { transactionId: 'abc' } }, "'Transaction ID' must be a number"],
		[{ filters: { msisdn: 'no number' } }, "'Phone Number' must be a phone number"],
		[{ filters: { msisdn: nothing } }, `'Phone Number' ${unset}`],
		[other(['userId', nothing]), `'Other Filters' ${unset}`],
		[{ returnAll: false, limit: 0 }, "'Limit' must be more than 0"],
		[{ returnAll: false, limit: 1.5 }, "'Limit' must be a whole number"],
		[
			{ filters: { timeChargedFrom: '2026-11-21' }, ...other(['timeCharged', '2026-11-21']) },
			"'timeCharged' must be either one value or a range",
		],
	])('with %j is refused', async (fields, message) => {
		expect(errorOf(await getMany(fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});
});

const sale = {
	...{
		transactionId: 820,
		merchantReference: 'order-17',
		msisdn: 33639980001,
		operator: 'FR_DEMOTEL',
	},
	...{ action: 'CHARGE', actionStatus: 'COMPLETED', transactionState: 'FINISHED', price: 0.9 },
	...{ endUserPrice: '0.99', currency: 'EUR', errorType: null, reference: 'op-17' },
	...{ timeCharged: '2026-03-01 09:30:00', pinIdentification: '4711', mtMessage: 'PIN 4711' },
};
const simpleSale = {
	...{ transactionId: '820', clientReference: 'order-17', msisdn: '33639980001' },
	...{ operator: 'FR_DEMOTEL', action: 'CHARGE', status: 'success', price: 0.99, currency: 'EUR' },
	timeCharged: '2026-03-01T09:30:00.000Z',
};
const hidden = { pinIdentification: '•••', mtMessage: 'PIN •••' };

describe('the answer of a search', () => {
	const records = Array.from({ length: 60 }, (_, transactionId) => ({ transactionId }));
	const warning =
		'The platform answered with one record and no list: more may match. Narrow the filters until only one can.';
	const full = { simplify: false };

	it.each<[string, INodeParameters, unknown, number, IDataObject[]]>([
		['simplified', {}, [sale], 200, [simpleSale]],
		[
			'in full without PINs',
			full,
			[sale, { error: 'no' }],
			200,
			[{ ...sale, ...hidden }, { platformError: 'no' }],
		],
		['all', full, records, 200, records],
		['up to the limit', { ...full, returnAll: false }, records, 200, records.slice(0, 50)],
		['up to a limit', { ...full, returnAll: false, limit: 7 }, records, 200, records.slice(0, 7)],
		['none', full, [], 200, []],
		['none, in other words', full, { status: 'NOT_FOUND' }, 404, []],
		['a single one', full, records[5], 200, [{ transactionId: 5, warning }]],
		['one of one', { ...full, returnAll: false }, records[5], 200, [{ transactionId: 5 }]],
	])('is %s', async (_what, fields, body, status, items) => {
		stub.answersWith({ status, body });
		expect(itemsOf(await getMany(fields))).toEqual(items);
	});

	it('of subscriptions is simplified, too', async () => {
		const record = {
			...{ subscriptionId: 500, userid: 7, serviceKey: 'GAMECLUB04', active: true, x: 1 },
			...{ timeSubscribed: '2026-03-01 09:30:00', expirationDate: '2026-03-08 09:30:00' },
		};
		stub.answersWith({ body: [record] });
		expect(itemsOf(await getMany({}, 'subscription'))).toEqual([
			{
				...{ subscriptionId: '500', userId: '7', serviceKey: 'GAMECLUB04', active: true },
				...{ timeSubscribed: '2026-03-01T09:30:00.000Z', timeToExpire: '2026-03-08T09:30:00.000Z' },
			},
		]);
	});

	const notYours = { status: 'UNAUTHORIZED', errorMessage: 'not yours' };
	it.each<[unknown, number, string]>([
		['<html>Welcome</html>', 200, unreadable],
		[['a', 'b'], 200, unreadable],
		['<html>Not found</html>', 404, 'says: HTTP 404'],
		[notYours, 403, 'says: not yours – UNAUTHORIZED (HTTP 403)'],
		[notYours, 200, 'says: not yours – UNAUTHORIZED'],
	])('%j (HTTP %i) is an error', async (body, status, words) => {
		stub.answersWith({ status, body });
		expect(errorOf(await getMany())?.message).toBe(`${stub.host} ${words}`);
	});
});

describe('a record by its ID', () => {
	const advice = 'Check the ID or number, the service, and the account of the credential.';
	const encryptedTransactionId = 'a/b+c==';
	it.each<[string, INodeParameters, object, unknown, IDataObject]>([
		[
			'transaction',
			{ transactionId: '820' },
			{ transactionId: '820' },
			[{ x: 1 }, sale],
			simpleSale,
		],
		[
			'transaction',
			{ transactionId: encryptedTransactionId, simplify: false, serviceKey: byKey('COINSHOP07') },
			{ serviceKey: 'COINSHOP07', encryptedTransactionId },
			{ ...sale, encryptedTransactionId },
			{ ...sale, encryptedTransactionId, ...hidden },
		],
		[
			'transaction',
			{ transactionId: '9007199254740993' },
			{ transactionId: '9007199254740993' },
			'[{"transactionId":9007199254740993}]',
			{ transactionId: '9007199254740993' },
		],
		[
			'subscription',
			{ subscriptionId: 500 },
			{ subscriptionId: '500' },
			[{ subscriptionId: 400 }, { subscriptionId: 500, active: false }],
			{ subscriptionId: '500', active: false },
		],
	])('%s %j is searched and found', async (resource, fields, sent, body, item) => {
		stub.answersWith({ body });
		expect(itemsOf(await get(resource, fields))).toEqual([item]);
		expect(stub.asked).toEqual([[`POST /v1/${resource}s`, sent]]);
	});

	it.each<[string, INodeParameters, unknown, string]>([
		['transaction', { transactionId: '123' }, [{ transactionId: 124 }], 'transaction 123'],
		['subscription', { subscriptionId: '123' }, [], 'subscription 123'],
	])('%s %j that nobody has fails on its item alone', async (resource, fields, body, what) => {
		stub.answersWith({ body });
		const message = `The platform shows no ${what}`;
		const items = [{}, {}];
		const ends = endsOf(await get(resource, fields, { ...continued, items }));
		expect(ends).toEqual([
			{ message, description: advice },
			{ message, description: advice },
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['transaction', { transactionId: nothing }, "'Transaction ID' is required"],
		['subscription', { subscriptionId: 'x' }, "'Subscription ID' must have only digits"],
		[
			'subscription',
			{ subscriptionId: 2 ** 53 },
			"'Subscription ID' must be text: a number of this length loses digits",
		],
	])('%s %j is refused', async (resource, fields, message) => {
		expect(errorOf(await get(resource, fields))?.message).toBe(message);
		expect(stub.asked).toEqual([]);
	});
});

describe('the login of a search', () => {
	const headers = { searchLogin: 'headers', searchUser: 'gc', searchSecret: 'search-key' };
	const signed = ['centili-access-sign', 'centili-access-timestamp', 'centili-access-user'];
	const sent = () => {
		const all = stub.requests.at(-1)?.headers ?? {};
		const names = Object.keys(all).filter((name) => /^centili|^x-/.test(name));
		return [all.authorization, names.sort()];
	};
	const search = async (account: IDataObject) => {
		stub.fresh(undefined, account);
		stub.answersWith({ body: [] });
		itemsOf(await getMany());
		return sent();
	};

	it('is what the credential says, for searches alone', async () => {
		const bearer = `Bearer ${token}`;
		expect(await search({})).toEqual([bearer, []]);
		expect(await search({ ...headers, searchLogin: 'both' })).toEqual([bearer, signed]);
		const own = await search({ ...headers, userHeader: 'X-User' });
		expect(own).toEqual([undefined, [...signed.slice(0, 2), 'x-user']]);
		expect(await search(headers)).toEqual([undefined, signed]);
		stub.answersWith({ body: { active: true, valid: true } });
		itemsOf(
			await stub.run({
				resource: 'subscription',
				operation: 'checkStatus',
				serviceKey: byKey('A1'),
				userid: '1',
			}),
		);
		expect(sent()).toEqual([bearer, []]);
	});
});
