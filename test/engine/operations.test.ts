import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { addressOfNobody, startEndpoint } from '../support/endpoint';
import { assigning, giveTo, recipients, serviceKey } from '../support/gifting';
import { searchList } from '../support/listSearch';
import { accountAt, n8nWith, Platform } from '../support/platform';
import { errorOf, fieldsOf, outputOf, runNode } from '../support/runNode';

const node = new MobileDataGifting();
let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	await runNode({ node, parameters, items, credentials: n8nWith(platform.account) });
const gifts = {
	resource: 'dataGift',
	operation: 'getMany',
	serviceKey: serviceKey('LOYALTYDATA01'),
};
const services = { resource: 'service', operation: 'getMany' };
const balance = { ...gifts, resource: 'service', operation: 'getBalance' };

/** The gifts of the platform as items show them. */
const simplifiedGifts = () =>
	platform.gifts().map(({ transactionId, clientId, status, timeCreated, ...same }) => ({
		...same,
		transactionId: String(transactionId),
		...(clientId && { clientReference: clientId }),
		status: status.toLowerCase(),
		timeCreated: `${timeCreated.replace(' ', 'T')}.000Z`,
	}));

test('Assign takes its fields from each item, and gives every field of the answer', async () => {
	const items = [
		{ service: 'LOYALTYDATA01', phone: '0033-639980001', mb: '100', ref: 1 },
		{ service: 'WINBACKDATA02', phone: 447700900001, mb: 0.5, ref: '' },
	];
	const parameters = {
		...assigning,
		serviceKey: serviceKey('={{ $json.service }}'),
		amount: '={{ $json.mb }}',
		clientId: '={{ $json.ref }}',
	};
	const given = fieldsOf(await run(parameters, items));
	expect(given).toMatchObject(simplifiedGifts());
	expect(given).toMatchObject([
		{ serviceKey: 'LOYALTYDATA01', msisdn: '33639980001', amount: 100, clientReference: '1' },
		{ serviceKey: 'WINBACKDATA02', msisdn: '447700900001', amount: 0.5 },
	]);
});

test('Data Gift: Get Many lists the gifts of a service, or of one customer', async () => {
	await giveTo(n8nWith(platform.account), recipients(3));
	expect(fieldsOf(await run(gifts))).toEqual(simplifiedGifts());
	const one = await run({ ...gifts, msisdn: '+999 000 001 001' });
	expect(fieldsOf(one)).toEqual([simplifiedGifts()[1]]);
	expect(fieldsOf(await run({ ...gifts, msisdn: '33639980009' }))).toEqual([]);
});

test.each(['dataGift', 'service'])(
	'Get Many of %s stops at the limit, or gives all',
	async (resource) => {
		await giveTo(n8nWith(platform.account), recipients(60));
		const asked = { ...gifts, resource };
		const all = fieldsOf(await run({ ...asked, returnAll: true }));
		expect(all.length).toBeGreaterThan(4);
		expect(fieldsOf(await run(asked))).toEqual(all.slice(0, 50));
		expect(fieldsOf(await run({ ...asked, limit: 3 }))).toEqual(all.slice(0, 3));
		const error = errorOf(await run({ ...asked, limit: 0 }));
		expect(error?.message).toContain("'Limit' must be more than 0");
	},
);

test('Service: Get Many lists the services with their packages', async () => {
	const listed = fieldsOf(await run(services));
	const keys = listed.map((service) => service.serviceKey);
	expect(keys).toEqual(expect.arrayContaining([...platform.giftingKeys(), 'GAMECLUB04']));
	expect(listed[0]?.packages).toContainEqual(expect.objectContaining({ packageId: 101 }));
	const of = async (merchantId: string) => {
		const credentials = n8nWith({ ...platform.account, merchantId });
		return await runNode({ node, parameters: services, items: [{}], credentials });
	};
	expect(fieldsOf(await of('1001'))).toEqual(listed);
	const error = errorOf(await of('1002'));
	expect(error?.message).toMatch(/does not belong to merchant 1002.*403/);
});

test('Service: Get Balance shows every pool with what remains, paired with its item', async () => {
	await giveTo(n8nWith(platform.account), [{ phone: '33639980001', megabytes: 1500 }]);
	const items = ['FR_DEMOTEL', 'SE_EXEMPELTEL', 'GB_MADEUP'].map((operator) => ({ operator }));
	const pools = outputOf(
		await run({ ...balance, operator: serviceKey('={{ $json.operator }}') }, items),
	);
	const timeToExpire = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.000Z$/) as string;
	expect(pools).toMatchObject([
		{
			json: { totalAmount: 50_000, remainingAmount: 48_500, timeToExpire },
			pairedItem: { item: 0 },
		},
		{ json: { totalAmount: 500_000, remainingAmount: 500_000 }, pairedItem: { item: 0 } },
		{ json: { totalAmount: 500_000 }, pairedItem: { item: 2 } },
	]);
});

test.each<[INodeParameters, string, unknown?]>([
	[
		{ ...assigning, msisdn: '33639980001', amount: 5, clientId: 'a/b c' },
		'POST /datagifting/v1/service/transaction',
		{ serviceKey: 'LOYALTYDATA01', msisdn: '33639980001', clientId: 'a/b c', amount: 5 },
	],
	[gifts, 'GET /datagifting/v1/transaction?serviceKey=LOYALTYDATA01'],
	[
		{ ...gifts, msisdn: '+33639980001' },
		'GET /datagifting/v1/transaction?serviceKey=LOYALTYDATA01&msisdn=33639980001',
	],
	[services, 'GET /datagifting/v1/services'],
	[
		{ ...balance, operator: { ...serviceKey('FR_ORANGE'), mode: 'list' } },
		'GET /datagifting/v1/services/balance?serviceKey=LOYALTYDATA01&operator=FR_ORANGE',
	],
])('%j leaves as %s', async (parameters, line, body = undefined) => {
	const endpoint = await startEndpoint(({ path }) => ({
		body: path.endsWith('/token') ? { access_token: 'abc', expires_in: 60 } : [{}],
	}));
	const credentials = n8nWith(accountAt(`${endpoint.url}/gateway/`));
	await runNode({ node, parameters, items: [{}], credentials });
	await endpoint.close();
	const [, request] = endpoint.seen;
	expect(`${request?.method} ${request?.path}`).toBe(line.replace(' ', ' /gateway'));
	expect(request?.headers.authorization).toBe('Bearer abc');
	expect('token' in (request?.headers ?? {})).toBe(body !== undefined);
	expect(request?.body && (JSON.parse(request.body) as unknown)).toEqual(body ?? '');
});

describe('the dropdown', () => {
	const search = async (
		method: 'searchServices' | 'searchOperators',
		{
			filter,
			service = '',
			account = {},
		}: { filter?: string; service?: string; account?: object } = {},
	) => {
		const n8n = n8nWith({ ...platform.account, ...account });
		const parameters = { ...balance, serviceKey: serviceKey(service) };
		return (await searchList(node, method, n8n, { parameters, filter })).results;
	};
	const answerWith = (body: unknown, status = 200) => {
		platform.faults({ path: '/datagifting/v1/services', fault: { kind: 'answer', status, body } });
	};

	test('of services shows names and gives keys, also where a platform spells them otherwise', async () => {
		expect((await search('searchServices'))[0]).toEqual({
			name: 'Loyalty Data (LOYALTYDATA01)',
			value: 'LOYALTYDATA01',
		});
		answerWith({ services: [{ apikey: 'K1', name: 'One' }, { apiKey: 'K2' }, { no: 'key' }] });
		expect(await search('searchServices')).toEqual([
			{ name: 'One (K1)', value: 'K1' },
			{ name: 'K2', value: 'K2' },
		]);
	});

	test.each([
		['the chosen service', { service: 'K1' }, ['AT_A1', 'FR_ORANGE']],
		['all services before one is chosen', {}, ['AT_A1', 'DE_O2', 'FR_ORANGE']],
		['all services for an expression', { service: '={{ 1 }}' }, ['AT_A1', 'DE_O2', 'FR_ORANGE']],
		['a filter', { filter: 'fr_' }, ['FR_ORANGE']],
	])('of operators shows those of %s', async (_what, asked, codes) => {
		answerWith([
			{ serviceKey: 'K1', packages: [{ operator: 'FR_ORANGE' }, { operator: 'AT_A1' }] },
			{ serviceKey: 'K2', operators: ['DE_O2', 'FR_ORANGE'] },
		]);
		const found = await search('searchOperators', asked);
		expect(found.map(({ value }) => value)).toEqual(codes);
	});

	test.each(['searchServices', 'searchOperators'] as const)(
		'that fails says why (%s)',
		async (method) => {
			const failing = async (account: object) => await search(method, { account });
			await expect(failing({ password: 'x' })).rejects.toThrow('Wrong user name or password');
			await expect(failing({ baseUrl: '' })).rejects.toThrow('must be a web address');
			const baseUrl = await addressOfNobody();
			await expect(failing({ baseUrl })).rejects.toThrow(/nothing answers/);
			answerWith({ status: 'UNAUTHORIZED', errorMessage: 'not for you' }, 403);
			await expect(failing({})).rejects.toThrow(/not for you.*403/);
			answerWith('<html>Welcome</html>');
			await expect(failing({})).rejects.toThrow(/can't be read/);
		},
	);
});
