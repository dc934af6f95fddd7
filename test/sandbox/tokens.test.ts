import { NEWER, OLDER, sellerForEach } from '../support/sandbox/seller';

const shop = sellerForEach();
const password = { grant_type: 'password', username: 'demo-merchant', password: 'demo-password' };
const services = async (token: string) => {
	const headers = { authorization: `Bearer ${token}` };
	return (await shop.seller.http.get('/datagifting/v1/services', { headers })).status;
};

it('a login is answered as Keycloak does', async () => {
	await shop.seller.set({ accessTokenLifetime: 300 });
	const { status, headers, data } = await shop.seller.login();
	expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
	expect(data).toEqual({
		access_token: expect.any(String),
		expires_in: 300,
		refresh_expires_in: 1800,
		refresh_token: expect.any(String),
		token_type: 'Bearer',
		'not-before-policy': 0,
		session_state: expect.any(String),
		scope: 'profile email',
	});
	expect(await services(data.access_token)).toBe(200);
});

const credentials = 'Invalid client or Invalid client credentials';
it.each<[string, string, Record<string, string>, number, string, string]>([
	['wrong password', NEWER, { password: 'no' }, 401, 'invalid_grant', 'Invalid user credentials'],
	['unknown user', NEWER, { username: 'no' }, 401, 'invalid_grant', 'Invalid user credentials'],
	['no secret', NEWER, { client_secret: '' }, 401, 'unauthorized_client', credentials],
	['wrong secret', NEWER, { client_secret: 'no' }, 401, 'unauthorized_client', credentials],
	['wrong secret', OLDER, { client_secret: 'no' }, 401, 'unauthorized_client', credentials],
	['unknown client', NEWER, { client_id: 'no' }, 401, 'invalid_client', credentials],
	['other grant', NEWER, { grant_type: 'implicit' }, 400, 'unsupported_grant_type', 'grant_type'],
	['no refresh token', NEWER, { grant_type: 'refresh_token' }, 400, 'invalid_request', 'refresh'],
	[
		'invented refresh token',
		NEWER,
		{ grant_type: 'refresh_token', refresh_token: 'x' },
		400,
		'invalid_grant',
		'Invalid refresh token',
	],
])('refuses %s at %s', async (_what, address, change, status, error, words) => {
	const answer = await shop.seller.askToken({ ...password, ...change }, address);
	expect([answer.status, answer.data.error]).toEqual([status, error]);
	expect(answer.data.error_description).toContain(words);
});

it.each([
	['newer', 200, 401],
	['both', 401, 401],
	['optional', 200, 200],
])('needs a client secret where the setting %s says so', async (clientSecret, older, newer) => {
	await shop.seller.set({ clientSecret });
	const form = { ...password, client_secret: '' };
	expect((await shop.seller.askToken(form, OLDER)).status).toBe(older);
	expect((await shop.seller.askToken(form, NEWER)).status).toBe(newer);
});

it.each([
	['application/json', '{}', 415],
	['application/x-www-form-urlencoded', 'grant_type=password&grant_type=password', 400],
])('takes no body of type %s such as %s', async (type, body, status) => {
	const headers = { 'content-type': type };
	expect((await shop.seller.http.post(NEWER, body, { headers })).status).toBe(status);
});

describe('a refresh token', () => {
	const refresh = (refresh_token: string, client = {}) =>
		shop.seller.askToken({ grant_type: 'refresh_token', refresh_token, ...client });

	it('gives new tokens in the same session, and only to its client', async () => {
		const first = (await shop.seller.login()).data;
		const other = { client_id: 'other-client', client_secret: 'other-secret' };
		expect((await refresh(first.refresh_token, other)).data.error).toBe('invalid_grant');
		const { data } = await refresh(first.refresh_token);
		expect(data.session_state).toBe(first.session_state);
		expect([await services(data.access_token), await services(first.access_token)]).toEqual([
			200, 200,
		]);
	});

	it.each([
		[{}, [200, 400, 401]],
		[{ detectRefreshReuse: false }, [200, 400, 200]],
		[{ rotateRefreshTokens: false }, [200, 200, 200]],
	])('used twice with %j', async (settings, expected) => {
		await shop.seller.set(settings);
		const first = (await shop.seller.login()).data;
		const answers = await Promise.all([1, 2].map(() => refresh(first.refresh_token)));
		const statuses = answers.map(({ status }) => status);
		expect([...statuses, await services(first.access_token)]).toEqual(expected);
	});

	it('expires, and is not given when the setting says so', async () => {
		const { refresh_token } = (await shop.seller.login()).data;
		await shop.seller.advance(1);
		expect((await refresh(refresh_token)).data.error_description).toBe('Token is not active');
		await shop.seller.set({ issueRefreshTokens: false });
		const { data } = await shop.seller.login();
		expect(data).not.toHaveProperty('refresh_token');
	});
});

it.each(['', 'Bearer invented', 'Basic ZGVtbw==', 'Bearer two words'])(
	'Authorization "%s" is refused',
	async (authorization) => {
		for (const [method, url] of [
			['GET', '/datagifting/v1/services'],
			['POST', '/datagifting/v1/service/transaction'],
			['POST', '/api/payment/1_4/subscribe'],
			['POST', '/v1/transactions'],
		]) {
			const answer = await shop.seller.http.request({ method, url, headers: { authorization } });
			expect(answer).toMatchObject({ status: 401, data: { status: 'UNAUTHORIZED' } });
			expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
		}
	},
);

it('an access token dies with its lifetime, or when a test says so', async () => {
	await shop.seller.set({ accessTokenLifetime: 300 });
	const { access_token: first } = (await shop.seller.login()).data;
	await shop.seller.http.post('/_sandbox/clock', { advanceSeconds: 301 });
	const { access_token: second } = (await shop.seller.login()).data;
	expect([await services(first), await services(second)]).toEqual([401, 200]);
	await shop.seller.http.post('/_sandbox/expire-access-tokens');
	expect(await services(second)).toBe(401);
});

it.each([
	['either', [200, 200, 401]],
	['raw', [200, 401, 401]],
	['bearer', [401, 200, 401]],
])('header "token" of a gift with setting %s', async (giftTokenHeader, expected) => {
	await shop.seller.set({ giftTokenHeader });
	const { access_token } = (await shop.seller.login()).data;
	const statuses = [access_token, `Bearer ${access_token}`, ''].map(async (token) => {
		const headers = { authorization: `Bearer ${access_token}`, token };
		const gift = { serviceKey: 'LOYALTYDATA01', msisdn: '33639980001', amount: 1 };
		const path = '/datagifting/v1/service/transaction';
		return (await shop.seller.http.post(path, gift, { headers })).status;
	});
	expect(await Promise.all(statuses)).toEqual(expected);
});
