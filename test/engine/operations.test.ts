import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { startEndpoint, type Endpoint } from '../support/endpoint';
import { assigning, giveTo, recipients, serviceKey } from '../support/gifting';
import { accountAt, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf, runNode } from '../support/runNode';

const node = new MobileDataGifting();

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

/** Runs an operation against the sandbox and gives the fields of its output items. */
async function run(parameters: INodeParameters, items: IDataObject[] = [{}]) {
	const record = await runNode({
		node,
		parameters,
		items,
		credentials: n8nWith(platform.account),
	});
	expect(errorOf(record)).toBeUndefined();
	return outputOf(record).map(({ json }) => json);
}

/** A reference that was made because nobody typed one. */
const madeUp = expect.stringMatching(/^n8n-run\.\w+\.\w+\.\d+\.\d+$/) as unknown;

describe('Data Gift: Assign', () => {
	test('gives the data, and every field of the answer is on the item', async () => {
		const [gift] = await run({
			...assigning,
			msisdn: '+33 6 39 98 00 01',
			amount: 500,
			clientId: 'spring-1',
		});
		const [given] = platform.gifts();
		expect(platform.gifts()).toHaveLength(1);
		expect(gift).toEqual({
			...given,
			outcome: 'given',
			nextStep: expect.stringContaining('has the data'),
		});
		expect(given).toMatchObject({
			serviceKey: 'LOYALTYDATA01',
			msisdn: '33639980001',
			amount: 500,
			clientId: 'spring-1',
		});
	});

	test('takes service, number, amount and reference from each item', async () => {
		const items = [
			{ service: 'LOYALTYDATA01', phone: '0033-639980001', mb: '100', ref: 1 },
			{ service: 'WINBACKDATA02', phone: 447700900001, mb: 0.5, ref: '' },
		];
		const gifts = await run(
			{
				...assigning,
				serviceKey: serviceKey('={{ $json.service }}'),
				msisdn: '={{ $json.phone }}',
				amount: '={{ $json.mb }}',
				clientId: '={{ $json.ref }}',
			},
			items,
		);
		expect(gifts).toMatchObject([
			{ serviceKey: 'LOYALTYDATA01', msisdn: '33639980001', amount: 100, clientId: '1' },
			{ serviceKey: 'WINBACKDATA02', msisdn: '447700900001', amount: 0.5, clientId: madeUp },
		]);
	});

	test('takes a service key that an expression or a list gives in the place of the whole field', async () => {
		const chosen = {
			__rl: true,
			mode: 'list',
			value: 'LOYALTYDATA01',
			cachedResultName: 'Loyalty',
		};
		for (const service of ['={{ $json.service }}', chosen]) {
			const [gift] = await run(
				{ ...assigning, serviceKey: service, msisdn: '33639980001', amount: 1, clientId: '' },
				[{ service: 'LOYALTYDATA01' }],
			);
			expect(gift).toMatchObject({ serviceKey: 'LOYALTYDATA01' });
		}
	});

	test('what the pool would refuse is an error that says so and names the field', async () => {
		const n8n = n8nWith(platform.account);
		const record = await giveTo(n8n, [{ phone: '33639980404', megabytes: 1 }]);
		const { message, description } = errorOf(record) ?? {};
		expect(message).toContain('number 33639980404 is not known');
		expect(message).toContain('UNKNOWN_MSISDN');
		expect(message).toContain('404');
		expect(message).toMatch(/field “(Phone Number|msisdn)”/);
		expect(description).toEqual(expect.stringMatching(/\w+ \w+/));
	});
});

describe('Data Gift: Get Many', () => {
	beforeEach(async () => {
		await giveTo(n8nWith(platform.account), recipients(3));
	});

	const listing = {
		resource: 'dataGift',
		operation: 'getMany',
		serviceKey: serviceKey('LOYALTYDATA01'),
	};

	test('lists all gifts of the service', async () => {
		expect(await run(listing)).toEqual(platform.gifts());
	});

	test.each(['999000001001', '+999 000 001 001'])(
		'lists those of one customer (%s)',
		async (msisdn) => {
			expect(await run({ ...listing, msisdn })).toEqual([platform.gifts()[1]]);
		},
	);

	test('without a gift makes no item', async () => {
		expect(await run({ ...listing, msisdn: '33639980009' })).toEqual([]);
	});
});

describe('Service: Get Many', () => {
	const services = { resource: 'service', operation: 'getMany' };

	test('lists the services with their packages; the merchant is taken from the login', async () => {
		const listed = await run(services);
		const gifting = listed.filter(({ type }) => type === 'DATA_GIFTING');
		expect(gifting.map((service) => service.serviceKey)).toEqual(platform.giftingKeys());
		expect(listed.map((service) => service.serviceKey)).toContain('GAMECLUB04');
		expect(gifting[0]?.packages).toContainEqual({
			packageId: 101,
			name: '100 MB',
			amount: 100,
			validityDays: 7,
		});
	});

	test.each(['1001', 1001])('sends a merchant id when there is one (%p)', async (merchantId) => {
		expect(await run({ ...services, merchantId })).toEqual(await run(services));
	});

	test('of another merchant is refused by the platform', async () => {
		const record = await runNode({
			node,
			parameters: { ...services, merchantId: '1002' },
			items: [{}],
			credentials: n8nWith(platform.account),
		});
		expect(errorOf(record)?.message).toMatch(/does not belong to merchant 1002.*403/);
	});
});

describe('Service: Get Balance', () => {
	const balance = {
		resource: 'service',
		operation: 'getBalance',
		serviceKey: serviceKey('LOYALTYDATA01'),
		operator: { __rl: true, mode: 'id', value: 'fr_demotel' },
	};

	test('shows every pool with what is left in it', async () => {
		const expirationDate = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		await giveTo(n8nWith(platform.account), [{ phone: '33639980001', megabytes: 1500 }]);
		expect(await run(balance)).toEqual([
			{ totalAmount: 50_000, assignedAmount: 1_500, expirationDate, remainingAmount: 48_500 },
			{ totalAmount: 500_000, assignedAmount: 0, expirationDate, remainingAmount: 500_000 },
		]);
	});

	test('pairs every pool with the item that asked', async () => {
		const record = await runNode({
			node,
			credentials: n8nWith(platform.account),
			parameters: {
				...balance,
				operator: { __rl: true, mode: 'id', value: '={{ $json.operator }}' },
			},
			items: [{ operator: 'FR_DEMOTEL' }, { operator: 'SE_EXEMPELTEL' }, { operator: 'GB_MADEUP' }],
		});
		expect(outputOf(record).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 2 },
		]);
	});
});

describe('the request on the wire', () => {
	let endpoint: Endpoint;
	beforeEach(async () => {
		endpoint = await startEndpoint(({ path }) =>
			path.endsWith('/token') ? { body: { access_token: 'abc', expires_in: 60 } } : { body: [{}] },
		);
	});
	afterEach(() => endpoint.close());

	/** What leaves for the platform, after the login. */
	const sent = async (parameters: INodeParameters, change: ICredentialDataDecryptedObject = {}) => {
		const credentials = n8nWith({ ...accountAt(`${endpoint.url}/gateway/`), ...change });
		const record = await runNode({ node, parameters, items: [{}], credentials });
		expect(errorOf(record)).toBeUndefined();
		const [request, ...more] = endpoint.seen.filter(({ path }) => !path.endsWith('/token'));
		expect(more).toEqual([]);
		if (!request) throw new Error('nothing was sent');
		return request;
	};

	test('of Assign', async () => {
		const parameters = { ...assigning, msisdn: '33639980001', amount: 5, clientId: 'a/b c' };
		const { method, path, headers, body } = await sent(parameters);
		expect(`${method} ${path}`).toBe('POST /gateway/datagifting/v1/service/transaction');
		expect(headers).toMatchObject({ authorization: 'Bearer abc', token: 'abc' });
		expect(headers['content-type']).toContain('application/json');
		expect(JSON.parse(body)).toEqual({
			serviceKey: 'LOYALTYDATA01',
			msisdn: '33639980001',
			clientId: 'a/b c',
			amount: 5,
		});
	});

	test('of Assign without a reference has one made up, another in another run', async () => {
		const parameters = { ...assigning, msisdn: '33639980001', amount: '5', clientId: '' };
		const bodies: { clientId: string }[] = [];
		for (let run = 0; run < 2; run++) {
			bodies.push(JSON.parse((await sent(parameters)).body) as { clientId: string });
			endpoint.seen.length = 0;
		}
		for (const body of bodies) {
			expect(body).toEqual({
				serviceKey: 'LOYALTYDATA01',
				msisdn: '33639980001',
				clientId: madeUp,
				amount: 5,
			});
		}
		expect(bodies[0]?.clientId).not.toBe(bodies[1]?.clientId);
	});

	test('of Assign with the word Bearer in the second header, when the account says so', async () => {
		const parameters = { ...assigning, msisdn: '33639980001', amount: 5, clientId: '' };
		const { headers } = await sent(parameters, { giftHeader: 'bearer' });
		expect(headers).toMatchObject({ authorization: 'Bearer abc', token: 'Bearer abc' });
	});

	test.each([
		[
			{ resource: 'dataGift', operation: 'getMany', serviceKey: serviceKey('K1') },
			'/datagifting/v1/transaction?serviceKey=K1',
		],
		[
			{
				resource: 'dataGift',
				operation: 'getMany',
				serviceKey: serviceKey('K1'),
				msisdn: '+33639980001',
			},
			'/datagifting/v1/transaction?serviceKey=K1&msisdn=33639980001',
		],
		[{ resource: 'service', operation: 'getMany' }, '/datagifting/v1/services'],
		[
			{ resource: 'service', operation: 'getMany', merchantId: 'a&b=c' },
			'/datagifting/v1/services?merchantId=a%26b%3Dc',
		],
		[
			{
				resource: 'service',
				operation: 'getBalance',
				serviceKey: serviceKey('K1'),
				operator: { __rl: true, mode: 'list', value: 'FR_ORANGE' },
			},
			'/datagifting/v1/services/balance?serviceKey=K1&operator=FR_ORANGE',
		],
	])('of %j is GET %s, with the token as Bearer only', async (parameters, path) => {
		const request = await sent(parameters);
		expect(`${request.method} ${request.path}`).toBe(`GET /gateway${path}`);
		expect(request.headers.authorization).toBe('Bearer abc');
		expect(request.headers).not.toHaveProperty('token');
		expect(request.body).toBe('');
	});
});

describe.each(['raw', 'bearer'] as const)('a platform that wants the header “token” %s', (form) => {
	test('gives the data to an account set to it', async () => {
		platform.set({ giftTokenHeader: form });
		const giftHeader = form === 'raw' ? 'token' : 'bearer';
		const record = await giveTo(n8nWith({ ...platform.account, giftHeader }), recipients(5));
		expect(outputOf(record)).toHaveLength(5);
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 5 });
	});
});

test.each([
	[{ resource: 'dataGift', operation: 'giveAll' }, 'no operation “giveAll” on “dataGift”'],
	[{ resource: 'dataGift', operation: 'getBalance' }, 'no operation “getBalance” on “dataGift”'],
	[{ resource: 'refund', operation: 'create' }, 'on “refund”'],
])('%j is refused in words, and nothing is sent', async (parameters, words) => {
	const record = await runNode({
		node,
		parameters,
		items: [{}, {}],
		credentials: n8nWith(platform.account),
	});
	expect(errorOf(record)?.message).toContain(words);
	expect(errorOf(record)?.description).toContain('update the package');
	expect(platform.traffic().total).toBe(0);
});
