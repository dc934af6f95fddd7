import { createHmac } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

const PATHS = ['/v1/transactions', '/v1/subscriptions'];

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

const seconds = (off = 0) => String(Math.floor(Date.now() / 1000) + off);

interface Login {
	user?: string;
	key?: string;
	timestamp?: string;
	algorithm?: string;
	path?: string;
	body?: string;
	url?: string;
}

const USER = 'CENTILI-ACCESS-USER';
const TIMESTAMP = 'CENTILI-ACCESS-TIMESTAMP';
const SIGN = 'CENTILI-ACCESS-SIGN';

function signed(login: Login = {}): Record<string, string> {
	const {
		user = 'demo-search',
		key = 'demo-search-key',
		timestamp = seconds(),
		algorithm = 'sha1',
		path = '/v1/transactions',
		body = '{}',
		url = sandbox.url + path,
	} = login;
	const text = `${timestamp}POST${url}${body}`;
	const sign = createHmac(algorithm, key).update(text).digest('hex');
	return { [USER]: user, [SIGN]: sign, [TIMESTAMP]: timestamp };
}

const ask = async (
	headers: Record<string, string>,
	{ path = '/v1/transactions', body = '{}' }: Login = {},
) => {
	const { status, data } = await seller.http.post(path, body, {
		headers: { 'content-type': 'application/json', ...headers },
		transformRequest: (text: string) => text,
	});
	return { status, data };
};

describe.each(PATHS)('%s', (path) => {
	test('takes a Bearer token that is valid, or the three headers', async () => {
		expect((await seller.post(path, {})).status).toBe(200);
		expect((await ask(signed({ path }), { path })).status).toBe(200);
		for (const authorization of ['', 'Bearer nonsense']) {
			expect(await ask({ authorization }, { path })).toMatchObject({
				status: 401,
				data: { status: 'UNAUTHORIZED', errorMessage: expect.any(String) },
			});
		}
		await seller.http.post('/_sandbox/expire-access-tokens');
		expect((await seller.post(path, {})).status).toBe(401);
	});

	test('takes only one of them when the setting says so', async () => {
		await seller.set({ queryLogin: 'headers' });
		expect((await ask(signed({ path }), { path })).status).toBe(200);
		expect((await seller.post(path, {})).status).toBe(401);
		await seller.set({ queryLogin: 'bearer' });
		expect((await ask(signed({ path }), { path })).status).toBe(401);
		expect((await seller.post(path, {})).status).toBe(200);
	});
});

test('signs the exact body and the query of the address', async () => {
	const body = '{ "serviceKey" : "COINSHOP07",\n"transactionId":"820000003" }';
	const path = '/v1/transactions?page=1&name=a%20b';
	expect((await ask(signed({ path, body }), { path, body })).status).toBe(200);
	const others = [
		{ path, body: `${body} ` },
		{ path: '/v1/transactions?page=2', body },
	];
	for (const other of others) expect((await ask(signed({ path, body }), other)).status).toBe(401);
	await seller.set({ querySignedUrl: 'path' });
	expect((await ask(signed({ url: path, body }), { path, body })).status).toBe(200);
});

test.each([
	['no user', () => ({ [USER]: '' }), 'USER'],
	['an unknown user', () => signed({ user: 'nobody' }), 'USER'],
	['no signature', () => ({ [SIGN]: '' }), 'SIGN'],
	['a wrong signature', () => ({ [SIGN]: 'a'.repeat(40) }), 'SIGN'],
	['a signature in capitals', () => upper(signed()), 'SIGN'],
	['a signature by another key', () => signed({ key: 'other-search-key' }), 'SIGN'],
	["another user's signature", () => ({ [USER]: 'other-search' }), 'SIGN'],
	['no timestamp', () => ({ [TIMESTAMP]: '' }), 'TIMESTAMP'],
	['a timestamp that was not signed', () => ({ [TIMESTAMP]: seconds(-30) }), 'SIGN'],
	['milliseconds', () => signed({ timestamp: `${seconds()}000` }), 'TIMESTAMP'],
	['an old timestamp', () => signed({ timestamp: seconds(-65) }), 'TIMESTAMP'],
	['a future timestamp', () => signed({ timestamp: seconds(65) }), 'TIMESTAMP'],
])('three headers with %s are refused', async (_what, change, field) => {
	await seller.set({ queryLogin: 'headers' });
	const { status, data } = await ask({ ...signed(), ...change() });
	expect({ status, data }).toMatchObject({
		status: 401,
		data: { status: 'UNAUTHORIZED', field: `CENTILI-ACCESS-${field}` },
	});
});

function upper(headers: Record<string, string>): Record<string, string> {
	return { ...headers, [SIGN]: (headers[SIGN] ?? '').toUpperCase() };
}

test('names of the headers, algorithm and age can be set', async () => {
	await seller.set({
		queryLogin: 'headers',
		queryUserHeader: 'X-Api-User',
		querySignatureHeader: 'X-Api-Sign',
		queryTimestampHeader: 'X-Api-Time',
		queryAlgorithm: 'SHA256',
		queryTimestampMaxAge: 0,
	});
	const old = signed({ timestamp: seconds(-86_400), algorithm: 'sha256' });
	expect((await ask(old)).status).toBe(401);
	const named = {
		'x-api-user': old[USER] ?? '',
		'x-api-sign': old[SIGN] ?? '',
		'x-api-time': old[TIMESTAMP] ?? '',
	};
	expect((await ask(named)).status).toBe(200);
	await seller.set({ queryAlgorithm: 'MD5' });
	expect((await ask(named)).status).toBe(401);
	expect((await seller.set({ queryUserHeader: 'no header' })).status).toBe(400);
});

test('nobody sees the records of another merchant, whatever is asked', async () => {
	await seller.http.post('/_sandbox/history', { transactions: 300, days: 30 });
	const [others, demos] = ['OTHERSHOP01', 'COINSHOP07'].map((key) => {
		return sandbox.world.payments.transactions.ofService(key).map(({ record }) => record);
	});
	const theirs = others?.[0];
	expect(theirs).toBeDefined();
	const asDemo = async (body: object) => (await seller.post('/v1/transactions', body)).data;
	for (const body of [
		{ serviceKey: 'OTHERSHOP01' },
		{ transactionId: theirs?.transactionId },
		{ encryptedTransactionId: theirs?.encryptedTransactionId },
		{ merchantName: 'Other Merchant' },
		{ timeCharged: theirs?.timeCharged, serviceKey: 'OTHERSHOP01' },
	]) {
		expect(await asDemo(body)).toEqual([]);
	}
	expect(await asDemo({})).toHaveLength(300);
	await seller.set({ queryLogin: 'headers' });
	const { data } = await ask(signed({ user: 'other-search', key: 'other-search-key' }));
	expect(data).toHaveLength(9);
	expect(new Set(data.map((row: { serviceKey: string }) => row.serviceKey))).toEqual(
		new Set(['OTHERSHOP01']),
	);
	expect(demos?.length).toBeGreaterThan(0);
	const path = '/v1/subscriptions';
	const other = signed({ user: 'other-search', key: 'other-search-key', path });
	expect((await ask(other, { path })).data).toEqual([]);
});
