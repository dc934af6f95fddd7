import fc from 'fast-check';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { FR_NUMBER, Merchant } from './merchant';

let sandbox: Sandbox;
let merchant: Merchant;
let headers: Record<string, string>;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	merchant = new Merchant(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
	await merchant.http.post('/_sandbox/reset');
	headers = await merchant.headers();
});

const get = (url: string, params: object) => merchant.http.get(url, { headers, params });
const balance = (serviceKey: string, operator: string) =>
	get('/datagifting/v1/services/balance', { serviceKey, operator });
const gifts = (serviceKey: string, msisdn?: string) =>
	get('/datagifting/v1/transaction', { serviceKey, msisdn });
const ledger = async () => (await merchant.http.get('/_sandbox/ledger')).data.entries;

describe('assignment', () => {
	test('gives the data, takes it from the pool and keeps a record', async () => {
		const answer = await merchant.gift(headers);
		expect(answer.status).toBe(200);
		expect(answer.data).toEqual({
			transactionId: expect.any(Number),
			serviceKey: 'LOYALTYDATA01',
			msisdn: FR_NUMBER,
			clientId: 'c-1',
			amount: 100,
			operator: 'FR_DEMOTEL',
			country: 'FR',
			status: 'ASSIGNED',
			timeCreated: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
		});
		expect((await gifts('LOYALTYDATA01')).data).toEqual([answer.data]);
		expect((await balance('LOYALTYDATA01', 'FR_DEMOTEL')).data[0].assignedAmount).toBe(100);
	});

	test('a clientId seen before is given to again', async () => {
		const first = await merchant.gift(headers);
		const second = await merchant.gift(headers);
		expect(second.data.transactionId).not.toBe(first.data.transactionId);
		expect((await gifts('LOYALTYDATA01', FR_NUMBER)).data).toHaveLength(2);
	});

	test('goes without a clientId', async () => {
		const answer = await merchant.gift(headers, { clientId: undefined });
		expect(answer.data).toMatchObject({ status: 'ASSIGNED', clientId: null });
	});

	test('takes from the pool that expires soonest and has room for the whole gift', async () => {
		await merchant.gift(headers, { amount: 49_990 });
		await merchant.gift(headers, { amount: 20 });
		await merchant.gift(headers, { amount: 10 });
		const pools = (await balance('LOYALTYDATA01', 'FR_DEMOTEL')).data;
		expect(pools.map((pool: { assignedAmount: number }) => pool.assignedAmount)).toEqual([
			50_000, 20,
		]);
	});

	test('passes over an expired pool when another has room', async () => {
		const msisdn = '447700900001';
		expect((await merchant.gift(headers, { serviceKey: 'SUMMERDATA03', msisdn })).status).toBe(200);
		const pools = (await balance('SUMMERDATA03', 'GB_SAMPLECELL')).data;
		expect(pools.map((pool: { assignedAmount: number }) => pool.assignedAmount)).toEqual([
			10_000, 100,
		]);
	});

	test('a pool expires when its time has come', async () => {
		const gift = () => merchant.gift(headers, { serviceKey: 'WINBACKDATA02', amount: 1 });
		await merchant.http.patch('/_sandbox/settings', { accessTokenLifetime: 365 * 86_400 });
		headers = await merchant.headers();
		await merchant.http.post('/_sandbox/clock', { advanceSeconds: 59 * 86_400 });
		expect((await gift()).status).toBe(200);
		await merchant.http.post('/_sandbox/clock', { advanceSeconds: 2 * 86_400 });
		expect((await gift()).data.status).toBe('POOL_EXPIRED');
	});
});

describe('a refused assignment', () => {
	test.each([
		['an unknown service', { serviceKey: 'NOSUCHSERVICE' }, 404, 'INVALID_SERVICE', 'serviceKey'],
		['another merchant', { serviceKey: 'OTHERDATA01' }, 403, 'UNAUTHORIZED', 'serviceKey'],
		['a content service', { serviceKey: 'GAMECLUB04' }, 422, 'NOT_A_GIFTING_SERVICE', 'serviceKey'],
		['a number of no operator', { msisdn: '15550100000' }, 404, 'UNKNOWN_MSISDN', 'msisdn'],
		['an unassigned number', { msisdn: '33639980404' }, 404, 'UNKNOWN_MSISDN', 'msisdn'],
		['a number below its range', { msisdn: '46701740604' }, 404, 'UNKNOWN_MSISDN', 'msisdn'],
		['a blacklisted number', { msisdn: '33639980403' }, 422, 'SUBSCRIBER_BLACKLISTED', 'msisdn'],
		['no pool', { msisdn: '46701740605' }, 422, 'NO_POOL_FOR_OPERATOR', 'msisdn'],
		['an empty pool', { serviceKey: 'WINBACKDATA02', amount: 51 }, 409, 'POOL_EXHAUSTED', 'amount'],
		['an expired pool', { serviceKey: 'SUMMERDATA03' }, 409, 'POOL_EXPIRED', 'serviceKey'],
		['amount as text', { amount: '100' }, 400, 'INVALID_REQUEST', 'amount'],
		['amount zero', { amount: 0 }, 400, 'INVALID_REQUEST', 'amount'],
		['no amount', { amount: undefined }, 400, 'INVALID_REQUEST', 'amount'],
		['number as a number', { msisdn: 33639980001 }, 400, 'INVALID_REQUEST', 'msisdn'],
		['number with plus', { msisdn: '+33639980001' }, 400, 'INVALID_REQUEST', 'msisdn'],
		['short number', { msisdn: '3363998' }, 400, 'INVALID_REQUEST', 'msisdn'],
		['long number', { msisdn: '3363998000000000' }, 400, 'INVALID_REQUEST', 'msisdn'],
		['long service key', { serviceKey: 'A'.repeat(33) }, 400, 'INVALID_REQUEST', 'serviceKey'],
		['service key with a dash', { serviceKey: 'LOYAL-01' }, 400, 'INVALID_REQUEST', 'serviceKey'],
		['long clientId', { clientId: 'c'.repeat(257) }, 400, 'INVALID_REQUEST', 'clientId'],
		['clientId as a number', { clientId: 1 }, 400, 'INVALID_REQUEST', 'clientId'],
	])('%s', async (_what, change, httpStatus, status, field) => {
		const pools = (await merchant.http.get('/_sandbox/state')).data.pools;
		const answer = await merchant.gift(headers, change);
		expect(answer.status).toBe(httpStatus);
		expect(answer.data).toEqual({ status, errorMessage: expect.any(String), field });
		expect((await merchant.http.get('/_sandbox/state')).data.pools).toEqual(pools);
		const entries = await ledger();
		expect(entries).toHaveLength(1);
		expect(entries[0]).toMatchObject({ result: status, httpStatus });
		expect(entries[0].asked).toEqual(JSON.parse(String(answer.config.data)));
		expect(entries[0].gift).toBeUndefined();
	});

	test('a body that is no object', async () => {
		const url = '/datagifting/v1/service/transaction';
		const answer = await merchant.http.post(url, '[]', {
			headers: { ...headers, 'content-type': 'application/json' },
		});
		expect(answer.status).toBe(400);
		expect(answer.data.status).toBe('INVALID_REQUEST');
	});
});

test('the ledger keeps every assignment in order, with what was asked and done', async () => {
	await merchant.gift(headers, { clientId: 'first' });
	await merchant.gift(headers, { clientId: 'second', amount: -1 });
	await merchant.gift(headers, { clientId: 'third', serviceKey: 'WINBACKDATA02', amount: 50 });
	const entries = await ledger();
	expect(
		entries.map((entry: { asked: { clientId: string }; result: string }) => [
			entry.asked.clientId,
			entry.result,
		]),
	).toEqual([
		['first', 'ASSIGNED'],
		['second', 'INVALID_REQUEST'],
		['third', 'ASSIGNED'],
	]);
	const { data } = await merchant.http.get('/_sandbox/ledger?serviceKey=WINBACKDATA02');
	expect(data.entries).toEqual([entries[2]]);
});

test('whatever is asked, pools and ledger agree and no pool is overdrawn', async () => {
	const amounts = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(amounts, async (tenths) => {
			await merchant.http.post('/_sandbox/reset');
			headers = await merchant.headers();
			const asked = tenths.map((tenth) => tenth / 10);
			await Promise.all(asked.map((amount) => merchant.gift(headers, { amount })));
			const pools = (await balance('LOYALTYDATA01', 'FR_DEMOTEL')).data;
			const taken = pools.reduce((sum: number, pool: { assignedAmount: number }) => {
				return sum + pool.assignedAmount;
			}, 0);
			const given = (await gifts('LOYALTYDATA01')).data.reduce(
				(sum: number, gift: { amount: number }) => sum + gift.amount,
				0,
			);
			expect(taken).toBeCloseTo(given, 6);
			for (const pool of pools) expect(pool.assignedAmount).toBeLessThanOrEqual(pool.totalAmount);
		}),
		{ numRuns: 25 },
	);
});

test('a pool can be emptied to the last kilobyte by decimal amounts', async () => {
	const gift = () => merchant.gift(headers, { serviceKey: 'WINBACKDATA02', amount: 16.6 });
	expect((await gift()).status).toBe(200);
	expect((await gift()).status).toBe(200);
	expect((await gift()).status).toBe(200);
	const rest = await merchant.gift(headers, { serviceKey: 'WINBACKDATA02', amount: 0.2 });
	expect(rest.status).toBe(200);
	const [pool] = (await balance('WINBACKDATA02', 'FR_DEMOTEL')).data;
	expect(pool.assignedAmount).toBe(1000);
});

describe('transactions', () => {
	test('of a service, or of one number in it', async () => {
		await merchant.gift(headers);
		await merchant.gift(headers, { msisdn: '33639980002' });
		await merchant.gift(headers, { serviceKey: 'WINBACKDATA02', amount: 1 });
		expect((await gifts('LOYALTYDATA01')).data).toHaveLength(2);
		expect((await gifts('LOYALTYDATA01', '33639980002')).data).toHaveLength(1);
		expect((await gifts('LOYALTYDATA01', '33639980003')).data).toEqual([]);
	});

	test.each([
		[{}, 400],
		[{ serviceKey: 'LOYALTYDATA01', msisdn: '+33639980001' }, 400],
		[{ serviceKey: ['LOYALTYDATA01', 'WINBACKDATA02'] }, 400],
		[{ serviceKey: 'NOSUCHSERVICE' }, 404],
		[{ serviceKey: 'OTHERDATA01' }, 403],
	])('query %j is answered with %i', async (params, status) => {
		expect((await get('/datagifting/v1/transaction', params)).status).toBe(status);
	});

	test('one number is found among 100,000 gifts', async () => {
		const xz = (n: number) => String(999_000_001_000 + n);
		await merchant.gift(headers, { msisdn: xz(0) });
		const [sample] = sandbox.world.ledger.entries;
		if (!sample?.gift) throw new Error('the first gift is not in the ledger');
		for (let n = 1; n < 100_000; n += 1) {
			sandbox.world.ledger.add({ ...sample, gift: { ...sample.gift, msisdn: xz(n) } });
		}
		for (let n = 0; n < 100; n += 1) {
			expect((await gifts('LOYALTYDATA01', xz(n * 999))).data).toHaveLength(1);
		}
		expect((await gifts('LOYALTYDATA01')).data).toHaveLength(100_000);
	});
});

describe('services', () => {
	const keys = (data: { serviceKey: string }[]) => data.map(({ serviceKey }) => serviceKey);

	test('all services and packages of the merchant in the token', async () => {
		const { data } = await get('/datagifting/v1/services', {});
		expect(keys(data)).toEqual([
			...['LOYALTYDATA01', 'WINBACKDATA02', 'SUMMERDATA03'],
			...['GAMECLUB04', 'NEWSDAILY05', 'MUSICMONTH06', 'COINSHOP07', 'TICKETS08', 'PARTNER09'],
			'SLEEPING10',
		]);
		expect(data[0].packages[0]).toEqual({
			packageId: 101,
			name: '100 MB',
			amount: 100,
			validityDays: 7,
		});
		headers = await merchant.headers('other-merchant', 'other-password');
		expect(keys((await get('/datagifting/v1/services', {})).data)).toEqual([
			'OTHERDATA01',
			'OTHERSHOP01',
		]);
	});

	test('one that sells has its prices as packages and names every operator', async () => {
		const { data } = await get('/datagifting/v1/services', {});
		const tickets = data.find((one: { serviceKey: string }) => one.serviceKey === 'TICKETS08');
		expect(tickets).toEqual({
			serviceKey: 'TICKETS08',
			serviceName: 'City Tickets',
			merchantId: 1001,
			type: 'CONTENT',
			packages: [
				{ priceId: 'SHORT', name: 'SHORT', amount: 1, price: 1 },
				{ priceId: 'DAY', name: 'DAY', amount: 1, price: 6.05 },
				{ priceId: 'GROUP', name: 'GROUP', amount: 5, price: 7 },
			],
			operators: expect.arrayContaining(['FR_DEMOTEL', 'SE_EXEMPELTEL', 'XZ_SANDBOX']),
		});
		const winback = data.find((one: { serviceKey: string }) => one.serviceKey === 'WINBACKDATA02');
		expect(winback.operators).toEqual(['FR_DEMOTEL', 'GB_SAMPLECELL']);
	});

	test('a merchantId may be given, but only the own one', async () => {
		expect((await get('/datagifting/v1/services', { merchantId: 1001 })).status).toBe(200);
		expect((await get('/datagifting/v1/services', { merchantId: 1002 })).status).toBe(403);
	});
});

describe('balance', () => {
	test('every pool of the service for the operator', async () => {
		const { status, data } = await balance('LOYALTYDATA01', 'FR_DEMOTEL');
		expect(status).toBe(200);
		const expirationDate = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
		expect(data).toEqual([
			{ totalAmount: 50_000, assignedAmount: 0, expirationDate },
			{ totalAmount: 500_000, assignedAmount: 0, expirationDate },
		]);
	});

	test('is an empty list where the service has no pool', async () => {
		expect((await balance('LOYALTYDATA01', 'SE_EXEMPELTEL')).data).toEqual([]);
	});

	test.each([
		[{ operator: 'FR_DEMOTEL' }, 400, 'INVALID_REQUEST'],
		[{ serviceKey: 'LOYALTYDATA01' }, 400, 'INVALID_REQUEST'],
		[{ serviceKey: 'LOYALTYDATA01', operator: 'FR_NOBODY' }, 404, 'INVALID_OPERATOR_CODE'],
		[{ serviceKey: 'NOSUCHSERVICE', operator: 'FR_DEMOTEL' }, 404, 'INVALID_SERVICE'],
		[{ serviceKey: 'OTHERDATA01', operator: 'FR_DEMOTEL' }, 403, 'UNAUTHORIZED'],
	])('query %j is refused with %i %s', async (params, status, code) => {
		const answer = await get('/datagifting/v1/services/balance', params);
		expect([answer.status, answer.data.status]).toEqual([status, code]);
	});
});
