import { DateTime } from 'luxon';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Merchant } from './merchant';

let sandbox: Sandbox;
let merchant: Merchant;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0, accessTokenLifetime: 60 });
	merchant = new Merchant(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => merchant.http.post('/_sandbox/reset'));

const state = async () => (await merchant.http.get('/_sandbox/state')).data;

test('the state shows the platform without passwords, secrets or tokens', async () => {
	const { access_token, refresh_token } = (await merchant.login()).data;
	const text = JSON.stringify(await state());
	for (const secret of ['demo-password', 'demo-secret', access_token, refresh_token]) {
		expect(text).not.toContain(secret);
	}
	expect(text).toContain('FR_DEMOTEL');
	expect(text).toContain('LOYALTYDATA01');
});

test('the state counts sessions, gifts and refusals', async () => {
	const headers = await merchant.headers();
	await merchant.gift(headers);
	await merchant.gift(headers, { amount: 0 });
	const { accounts, ledger } = await state();
	expect(accounts[0]).toMatchObject({ username: 'demo-merchant', openSessions: 1, locked: false });
	expect(ledger).toEqual({ gifts: 1, refused: 1 });
});

test('a reset goes back to the start: pools, ledger, tokens, settings, faults, clock, counts', async () => {
	const fresh = await state();
	const headers = await merchant.headers();
	await merchant.gift(headers);
	await merchant.http.patch('/_sandbox/settings', { accessTokenLifetime: 1, latencyMs: 1 });
	await merchant.http.put('/_sandbox/faults', [{ fault: { kind: 'drop' } }]);
	await merchant.http.post('/_sandbox/clock', { advanceSeconds: 86_400 });

	expect((await merchant.http.post('/_sandbox/reset')).data).toEqual({ reset: true });

	const again = await state();
	const timeless = ({ pools, ...rest }: { pools: object[] }) => ({
		...rest,
		now: undefined,
		pools: pools.map((pool) => ({ ...pool, expirationDate: undefined })),
	});
	expect(timeless(again)).toEqual(timeless(fresh));
	const clockError = DateTime.fromSQL(again.now, { zone: 'utc' }).diffNow('seconds').seconds;
	expect(Math.abs(clockError)).toBeLessThan(5);
	expect((await merchant.http.get('/_sandbox/requests')).data.total).toBe(0);
	expect((await merchant.http.get('/_sandbox/faults')).data).toEqual([]);
	expect((await merchant.http.get('/_sandbox/settings')).data).toMatchObject({
		accessTokenLifetime: 60,
		latencyMs: 0,
	});
	expect((await merchant.gift(headers)).status).toBe(401);
});

test('settings change at once and answer as a whole', async () => {
	const answer = await merchant.http.patch('/_sandbox/settings', { accessTokenLifetime: 5 });
	expect(answer.data).toMatchObject({ accessTokenLifetime: 5, rotateRefreshTokens: true });
	expect((await merchant.login()).data.expires_in).toBe(5);
});

test.each([
	['PATCH', '/_sandbox/settings', { accessTokenLifetime: '5' }],
	['PATCH', '/_sandbox/settings', { accessTokenLifetime: 0 }],
	['PATCH', '/_sandbox/settings', { port: 1 }],
	['PATCH', '/_sandbox/settings', { acessTokenLifetime: 5 }],
	['POST', '/_sandbox/clock', { advanceSeconds: -1 }],
	['POST', '/_sandbox/clock', {}],
	['GET', '/_sandbox/ledger?service=X', undefined],
])('%s %s %j is refused in words', async (method, url, data) => {
	const answer = await merchant.http.request({ method, url, data });
	expect(answer.status).toBe(400);
	expect(answer.data).toMatchObject({
		status: 'INVALID_REQUEST',
		errorMessage: expect.any(String),
	});
});

test('moving the clock moves what the platform writes down', async () => {
	const { data } = await merchant.http.post('/_sandbox/clock', { advanceSeconds: 86_400 });
	const { timeCreated } = (await merchant.gift(await merchant.headers())).data;
	expect(timeCreated.slice(0, 10)).toBe(data.now.slice(0, 10));
	const ahead = DateTime.fromSQL(timeCreated, { zone: 'utc' }).diffNow('hours').hours;
	expect(ahead).toBeCloseTo(24, 1);
});

test('requests are counted by route and status, without those of the control API', async () => {
	const headers = await merchant.headers();
	await merchant.gift(headers);
	await merchant.gift(headers);
	await merchant.gift(headers, { amount: 0 });
	await merchant.http.get('/no/such/route');
	const counts = (await merchant.http.get('/_sandbox/requests')).data;
	expect(counts.total).toBe(5);
	expect(counts.routes).toEqual({
		'POST /realms/api/protocol/openid-connect/token': { '200': 1 },
		'POST /datagifting/v1/service/transaction': { '200': 2, '400': 1 },
		'GET (unknown)': { '404': 1 },
	});
	expect((await merchant.http.delete('/_sandbox/requests')).data).toEqual({
		total: 0,
		inFlight: 0,
		highestInFlight: 0,
		routes: {},
		tokenRequests: {},
	});
});
