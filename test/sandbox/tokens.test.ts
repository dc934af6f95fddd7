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
	await shop.seller.http.post('/_sandbox/clock', { advanceSeconds: 301 });
	expect(await services(data.access_token)).toBe(401);
});

const invented = { grant_type: 'refresh_token', refresh_token: 'x' };
const secretless = { client_secret: '' };
it.each<[object, string, number, string | undefined]>([
	[secretless, OLDER, 200, undefined],
	[secretless, NEWER, 401, 'unauthorized_client'],
	[{ client_secret: 'no' }, OLDER, 401, 'unauthorized_client'],
	[{ client_id: 'no' }, NEWER, 401, 'invalid_client'],
	[{ password: 'no' }, NEWER, 401, 'invalid_grant'],
	[{ grant_type: 'implicit' }, NEWER, 400, 'unsupported_grant_type'],
	[{ grant_type: 'refresh_token' }, NEWER, 400, 'invalid_request'],
	[invented, NEWER, 400, 'invalid_grant'],
])('a login with %j at %s is answered with %i', async (change, address, status, error) => {
	const answer = await shop.seller.askToken({ ...password, ...change }, address);
	expect([answer.status, answer.data.error]).toEqual([status, error]);
	expect('error_description' in answer.data).toBe(error !== undefined);
});

describe('a refresh token', () => {
	const refresh = (refresh_token: string, client = {}) =>
		shop.seller.askToken({ grant_type: 'refresh_token', refresh_token, ...client });

	it.each([
		[{}, [200, 400, 401]],
		[{ rotateRefreshTokens: false }, [200, 200, 200]],
	])('used twice with %j', async (settings, expected) => {
		await shop.seller.set(settings);
		const first = (await shop.seller.login()).data;
		const { status } = await refresh(first.refresh_token);
		const again = (await refresh(first.refresh_token)).status;
		expect([status, again, await services(first.access_token)]).toEqual(expected);
	});

	it('serves its own client, and expires', async () => {
		const { refresh_token } = (await shop.seller.login()).data;
		const other = { client_id: 'other-client', client_secret: 'other-secret' };
		expect((await refresh(refresh_token, other)).data.error).toBe('invalid_grant');
		await shop.seller.advance(1);
		expect((await refresh(refresh_token)).data.error_description).toBe('Token is not active');
	});
});

it.each([
	['GET', '/datagifting/v1/services'],
	['POST', '/datagifting/v1/service/transaction'],
	['POST', '/api/payment/1_4/subscribe'],
	['POST', '/v1/transactions'],
])('%s %s needs a Bearer token', async (method, url) => {
	for (const authorization of ['', 'Bearer invented', 'Basic ZGVtbw==', 'Bearer two words']) {
		const answer = await shop.seller.http.request({ method, url, headers: { authorization } });
		expect(answer).toMatchObject({ status: 401, data: { status: 'UNAUTHORIZED' } });
		expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
	}
});
