import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { itemsOf, Office } from '../support/pollOffice';
import { errorOf } from '../support/runNode';

let office: Office;
beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());
beforeEach(() => office.fresh());

type Resource = 'subscription' | 'transaction';
const sale = Date.UTC(2026, 2, 1, 9, 30, 0);
const search = async (resource: Resource, fields: INodeParameters = {}, zone = 'UTC') =>
	itemsOf(await office.getMany(resource, fields, zone));
const otherFilter = (name: string, value: string): INodeParameters => ({
	otherFilters: { filter: [{ name, value }] },
});
const byKey = (value: string) => ({ serviceKey: { __rl: true, mode: 'id', value } });
/** n8n leaves an empty body out, so there is always a filter. */
const everything = { timeCharged: { gt: '1970-01-01 00:00:00' } };

describe('the body of a search', () => {
	const bodies: [Resource, INodeParameters, object][] = [
		['transaction', { action: 'SUB_ADMIN CANCEL' }, { action: 'SUB_ADMIN CANCEL' }],
		['transaction', { merchantReference: 'order-17' }, { merchantReference: 'order-17' }],
		['transaction', { operator: ' fr_demotel ' }, { operator: 'fr_demotel' }],
		['transaction', { msisdn: '+33 6 39 98 00 01' }, { msisdn: '33639980001' }],
		['transaction', { transactionId: 820_000_003 }, { transactionId: 820_000_003 }],
		[
			'transaction',
			{ timeChargedFrom: '2026-03-01T09:29:59', timeChargedTo: '2026-03-01T09:30:01' },
			{ timeCharged: { gt: '2026-03-01 09:29:59', lt: '2026-03-01 09:30:01' } },
		],
		['transaction', { msisdn: '', errorType: '', timeChargedFrom: '' }, everything],
		['subscription', { priceFrom: '6', priceTo: 6.5 }, { price: { gt: '6.00', lt: '6.50' } }],
	];
	it.each(bodies)('of %ss with %j is %j', async (resource, filters, body) => {
		await search(resource, { filters });
		expect(office.onlyBody).toEqual(body);
	});

	it.each<[Resource, string, string, unknown]>([
		['transaction', 'endUserPrice', '1.5', 1.5],
		['transaction', 'reference', 'op-17', 'op-17'],
		['transaction', 'timeNotified', '2026-03-01 09:30:00', '2026-03-01 09:30:00'],
		['transaction', 'timeCharged', '2026-03-01 09:30:00', '2026-03-01 09:30:00'],
		['subscription', 'active', 'true', true],
		['subscription', 'price', '1.5', 1.5],
	])('of %ss takes another field by its name: %s', async (resource, name, value, sent) => {
		office.answerWith([]);
		await search(resource, otherFilter(name, value));
		expect(office.onlyBody).toEqual({ [name]: sent });
	});

	it('takes the ends of a range by name, also of a local time', async () => {
		const filter = [
			{ name: 'timeChargedLocalFrom', value: '2026-03-01 09:29:59' },
			{ name: 'timeChargedLocalTo', value: '2026-03-01 09:30:01' },
		];
		await search('transaction', { otherFilters: { filter } });
		expect(office.onlyBody).toEqual({
			timeChargedLocal: { gt: '2026-03-01 09:29:59', lt: '2026-03-01 09:30:01' },
		});
	});

	it.each<[string, string | undefined, INodeParameters, object]>([
		['of the credential', 'COINSHOP07', {}, { serviceKey: 'COINSHOP07' }],
		['of the node', 'COINSHOP07', byKey('TICKETS08'), { serviceKey: 'TICKETS08' }],
		['of neither: any', undefined, {}, everything],
	])('names the service %s', async (_what, credential, fields, body) => {
		if (credential) office.useService(credential);
		await search('transaction', fields);
		expect(office.onlyBody).toEqual(body);
	});

	it.each([
		['Europe/Vienna', '2026-07-15T12:00:00', '2026-07-15 10:00:00'],
		['Asia/Kathmandu', '2026-11-21 06:00', '2026-11-21 00:15:00'],
		['America/New_York', '2026-11-21T12:00:00+05:45', '2026-11-21 06:15:00'],
		['Asia/Kathmandu', "={{ DateTime.fromISO('2026-11-21T00:00:00') }}", '2026-11-20 18:15:00'],
	])('has the time picked in %s, %s, in UTC: %s', async (zone, picked, utc) => {
		await search('transaction', { filters: { timeChargedFrom: picked } }, zone);
		expect(office.onlyBody).toEqual({ timeCharged: { gt: utc } });
	});
});

describe('before any request', () => {
	const sameDay = '2026-11-21';
	const nothing = '={{ $json.nothing }}';
	it.each<[Resource, INodeParameters, string]>([
		['transaction', { transactionId: 'abc' }, "'Transaction ID' must be a number"],
		['transaction', { msisdn: 'no number' }, "'Phone Number' must be a phone number"],
		['transaction', { msisdn: nothing }, "'Phone Number' has an expression"],
	])('a search of %ss with %j is refused', async (resource, filters, words) => {
		const message = errorOf(await office.getMany(resource, { filters }))?.message;
		expect(message).toContain(words);
		expect(office.recorder.sent).toEqual([]);
	});

	it.each<[INodeParameters, string]>([
		[otherFilter('userId', nothing), "'Other Filters' has an expression"],
		[{ returnAll: false, limit: 0 }, "'Limit' must be"],
		[
			{ filters: { timeChargedFrom: sameDay }, ...otherFilter('timeCharged', sameDay) },
			"'timeCharged' must be either one value or a range",
		],
	])('a search with %j is refused', async (fields, words) => {
		expect(errorOf(await office.getMany('transaction', fields))?.message).toContain(words);
		expect(office.recorder.sent).toEqual([]);
	});
});

describe('the answer of a search', () => {
	const idsOf = (items: IDataObject[]) => items.map(({ transactionId }) => transactionId);

	it('is an item per record, in the platform’s order, up to the limit', async () => {
		const ids = Array.from({ length: 60 }, (_, at) => office.sell(sale + at * 1000).transactionId);
		expect(idsOf(await search('transaction'))).toEqual(ids);
		expect(idsOf(await search('transaction', { limit: 3 }))).toEqual(ids);
		const limited = async (limit?: number) =>
			await search('transaction', { returnAll: false, ...(limit && { limit }) });
		expect(idsOf(await limited(7))).toEqual(ids.slice(0, 7));
		expect(await limited()).toHaveLength(50);
		expect(await limited(100)).toHaveLength(60);
	});

	it.each<[unknown, IDataObject[]]>([
		[[], []],
		[[{ transactionId: 1, error: 'declined' }], [{ transactionId: 1, platformError: 'declined' }]],
		[
			[{ transactionId: 1, pinIdentification: '4711' }],
			[{ transactionId: 1, pinIdentification: '•••' }],
		],
	])('%j has the items %j', async (body, items) => {
		office.answerWith(body);
		expect(await search('transaction')).toEqual(items);
	});

	it.each([
		['<html>Welcome</html>', 200, "sent a response that can't be read"],
		[['a', 'b'], 200, "sent a response that can't be read"],
		['<html>Not found</html>', 404, 'HTTP 404'],
		[{ status: 'UNAUTHORIZED', errorMessage: 'not yours' }, 403, 'not yours'],
		[{ status: 'UNAUTHORIZED', errorMessage: 'not yours' }, 200, 'not yours'],
	])('%j (HTTP %i) is an error', async (body, status, words) => {
		office.answerWith(body, status);
		expect(errorOf(await office.getMany('transaction'))?.message).toContain(words);
	});

	it('of an older platform is one record, which warns that more may match', async () => {
		const { transactionId } = office.sell(sale);
		await office.seller.set({ queryAnswer: 'record' });
		const warned = { transactionId, warning: expect.stringContaining('more may match') as string };
		expect(await search('transaction')).toEqual([expect.objectContaining(warned)]);
		const [limited] = await search('transaction', { returnAll: false });
		expect(limited).not.toHaveProperty('warning');
		expect(await search('transaction', { filters: { msisdn: '33639980009' } })).toEqual([]);
	});

	it('simplified has the fields people look at, and times as ISO', async () => {
		const { transactionId } = office.sell(sale, { pinIdentification: '4711' });
		expect(await search('transaction', { simplify: true })).toEqual([
			{
				transactionId: String(transactionId),
				action: 'CHARGE',
				status: 'success',
				msisdn: '33639980001',
				operator: 'FR_DEMOTEL',
				price: 0.99,
				currency: 'EUR',
				timeCharged: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
			},
		]);
		await office.seller.optIn();
		const [subscription = {}] = await search('subscription', { simplify: true });
		expect(subscription).toMatchObject({
			serviceKey: 'GAMECLUB04',
			userId: 'user-1',
			active: true,
		});
		expect(subscription.timeToExpire).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
	});
});

describe('the login of a search', () => {
	const headers = {
		searchLogin: 'headers',
		searchUser: 'demo-search',
		searchSecret: 'demo-search-key',
	};
	const withLogin = async (change: object, settings: object = {}) => {
		await office.fresh({ ...headers, ...change });
		await office.seller.set({ queryLogin: 'headers', ...settings });
		office.sell(sale);
		return await office.getMany('transaction');
	};
	const sentHeaders = () => office.recorder.sent.at(-1)?.headers ?? {};

	it('is the Bearer token unless the credential says otherwise, renewed where it is refused', async () => {
		await office.seller.http.post('/_sandbox/expire-access-tokens');
		expect(await search('transaction')).toEqual([]);
		expect(sentHeaders().authorization).toMatch(/^Bearer ./);
		expect(sentHeaders()).not.toHaveProperty('centili-access-sign');
		expect(office.credentials.stores).toBe(1);
	});

	it.each<[string, object, object, string]>([
		['published names', {}, {}, 'centili-access-user'],
		['names that are none', { userHeader: 'my user:' }, {}, 'centili-access-user'],
	])('is in three headers with %s', async (_what, change, settings, name) => {
		expect(itemsOf(await withLogin(change, settings))).toHaveLength(1);
		expect(sentHeaders()).toHaveProperty(name);
		expect(sentHeaders()).toHaveProperty('centili-access-timestamp');
		expect(sentHeaders()).toHaveProperty('centili-access-sign');
		expect(sentHeaders()).not.toHaveProperty('authorization');
		await office.checkStatus('user-1');
		expect(sentHeaders().authorization).toMatch(/^Bearer ./);
		expect(sentHeaders()).not.toHaveProperty('centili-access-sign');
	});

	it.each([
		['another key', { searchSecret: 'another key' }, 'the signature is wrong'],
		['an unknown user', { searchUser: 'nobody' }, 'the user is not known'],
	])('with %s is refused in words, without the key', async (_what, change, words) => {
		const run = await withLogin(change);
		expect(errorOf(run)?.message).toContain(words);
		expect(JSON.stringify(run.data.resultData)).not.toContain('demo-search-key');
	});
});
