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

function signed(
	user = 'demo-search',
	key = 'demo-search-key',
	timestamp = seconds(),
	algorithm = 'sha1',
): Record<string, string> {
	const signature = createHmac(algorithm, key).update(`${timestamp}${user}`).digest('hex');
	return { user, signature, timestamp };
}

const ask = async (headers: Record<string, string>, path = '/v1/transactions') => {
	const { status, data } = await seller.http.post(path, {}, { headers });
	return { status, data };
};

describe.each(PATHS)('%s', (path) => {
	test('needs a Bearer token that is valid', async () => {
		expect((await seller.post(path, {})).status).toBe(200);
		for (const headers of [{}, { authorization: 'Bearer nonsense' }, signed()]) {
			expect(await ask(headers, path)).toMatchObject({
				status: 401,
				data: { status: 'UNAUTHORIZED', errorMessage: expect.any(String) },
			});
		}
		await seller.http.post('/_sandbox/expire-access-tokens');
		expect((await seller.post(path, {})).status).toBe(401);
	});

	test('takes three headers instead when the setting says so', async () => {
		await seller.set({ queryLogin: 'headers' });
		expect((await ask(signed(), path)).status).toBe(200);
		expect((await seller.post(path, {})).status).toBe(401);
		await seller.set({ queryLogin: 'either' });
		expect((await ask(signed(), path)).status).toBe(200);
		expect((await seller.post(path, {})).status).toBe(200);
		expect((await ask({}, path)).status).toBe(401);
	});
});

test.each([
	['no user', { user: '' }, 'user'],
	['an unknown user', signed('nobody'), 'user'],
	['no signature', { signature: '' }, 'signature'],
	['a wrong signature', { signature: 'a'.repeat(40) }, 'signature'],
	['a signature by another key', signed('demo-search', 'other-search-key'), 'signature'],
	["another user's signature", { user: 'other-search' }, 'signature'],
	['no timestamp', { timestamp: '' }, 'timestamp'],
	['a timestamp that was not signed', { timestamp: seconds(-60) }, 'signature'],
	['milliseconds', signed(undefined, undefined, `${seconds()}000`), 'timestamp'],
	['an old timestamp', signed(undefined, undefined, seconds(-320)), 'timestamp'],
	['a future timestamp', signed(undefined, undefined, seconds(320)), 'timestamp'],
])('three headers with %s are refused', async (_what, change, field) => {
	await seller.set({ queryLogin: 'headers' });
	const { status, data } = await ask({ ...signed(), ...change });
	expect({ status, data }).toMatchObject({ status: 401, data: { status: 'UNAUTHORIZED', field } });
});

test('names of the headers, algorithm and age can be set', async () => {
	await seller.set({
		queryLogin: 'headers',
		queryUserHeader: 'X-Api-User',
		querySignatureHeader: 'X-Api-Sign',
		queryTimestampHeader: 'X-Api-Time',
		queryAlgorithm: 'SHA256',
		queryTimestampMaxAge: 0,
	});
	const old = signed(undefined, undefined, seconds(-86_400), 'sha256');
	expect((await ask(old)).status).toBe(401);
	const named = {
		'x-api-user': old.user ?? '',
		'x-api-sign': old.signature ?? '',
		'x-api-time': old.timestamp ?? '',
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
	const { data } = await ask(signed('other-search', 'other-search-key'));
	expect(data).toHaveLength(9);
	expect(new Set(data.map((row: { serviceKey: string }) => row.serviceKey))).toEqual(
		new Set(['OTHERSHOP01']),
	);
	expect(demos?.length).toBeGreaterThan(0);
	expect((await ask(signed('other-search', 'other-search-key'), '/v1/subscriptions')).data).toEqual(
		[],
	);
});
