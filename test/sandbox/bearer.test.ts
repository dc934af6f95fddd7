import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Merchant } from './merchant';

let sandbox: Sandbox;
let merchant: Merchant;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	merchant = new Merchant(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => merchant.http.post('/_sandbox/reset'));

test.each([
	['GET', '/datagifting/v1/services'],
	['GET', '/datagifting/v1/services/balance'],
	['GET', '/datagifting/v1/transaction'],
	['POST', '/datagifting/v1/service/transaction'],
])('%s %s without a token is refused', async (method, url) => {
	const answer = await merchant.http.request({ method, url });
	expect(answer.status).toBe(401);
	expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
	expect(answer.data).toEqual({ status: 'UNAUTHORIZED', errorMessage: expect.any(String) });
});

test.each(['Bearer invented', 'Basic ZGVtbw==', 'Bearer', 'Bearer two words'])(
	'Authorization: %s is refused',
	async (authorization) => {
		const answer = await merchant.http.get('/datagifting/v1/services', {
			headers: { authorization },
		});
		expect(answer.status).toBe(401);
		expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
	},
);

test('an access token stops working when its lifetime is over', async () => {
	const { access_token } = (await merchant.login()).data;
	await merchant.http.post('/_sandbox/clock', { advanceSeconds: 299 });
	expect((await merchant.services(access_token)).status).toBe(200);
	await merchant.http.post('/_sandbox/clock', { advanceSeconds: 2 });
	const late = await merchant.services(access_token);
	expect(late.status).toBe(401);
	expect(late.headers['www-authenticate']).toContain('invalid_token');
});

test('a lifetime below a second is possible', async () => {
	await merchant.http.patch('/_sandbox/settings', { accessTokenLifetime: 0.05 });
	const { access_token } = (await merchant.login()).data;
	await new Promise((resolve) => setTimeout(resolve, 80));
	expect((await merchant.services(access_token)).status).toBe(401);
});

test('expiring all access tokens leaves refresh tokens and later access tokens alone', async () => {
	const { access_token, refresh_token } = (await merchant.login()).data;
	const expired = await merchant.http.post('/_sandbox/expire-access-tokens');
	expect(expired.data).toEqual({ expired: 1 });
	expect((await merchant.services(access_token)).status).toBe(401);
	const later = (await merchant.refresh(refresh_token)).data;
	expect((await merchant.services(later.access_token)).status).toBe(200);
});

test('revoking sessions ends tokens of both kinds', async () => {
	const { access_token, refresh_token } = (await merchant.login()).data;
	const revoked = await merchant.http.post('/_sandbox/revoke-sessions');
	expect(revoked.data).toEqual({ revoked: 1 });
	expect((await merchant.services(access_token)).status).toBe(401);
	expect((await merchant.refresh(refresh_token)).status).toBe(400);
	expect((await merchant.login()).status).toBe(200);
});

describe('header "token" of the assignment', () => {
	const forms = (token: string) => ({
		raw: token,
		bearer: `Bearer ${token}`,
		wrong: 'invented',
		missing: undefined,
	});

	test.each([
		['either', ['raw', 'bearer']],
		['raw', ['raw']],
		['bearer', ['bearer']],
	])('setting %s accepts %j and nothing else', async (giftTokenHeader, accepted) => {
		await merchant.http.patch('/_sandbox/settings', { giftTokenHeader });
		const { access_token } = (await merchant.login()).data;
		for (const [form, token] of Object.entries(forms(access_token))) {
			const headers = { authorization: `Bearer ${access_token}`, ...(token && { token }) };
			const answer = await merchant.gift(headers);
			expect([form, answer.status]).toEqual([form, accepted.includes(form) ? 200 : 401]);
		}
		expect(sandbox.world.ledger.entries).toHaveLength(accepted.length);
	});
});
