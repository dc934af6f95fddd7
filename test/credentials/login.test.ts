import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Logins } from '../../credentials/login';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { tokensOf, type Tokens } from '../../platform/account';
import { LoginError } from '../../platform/token';
import { startEndpoint } from '../support/endpoint';
import { httpHelperOf } from '../support/n8n';
import { accountAt, n8nWith, Platform } from '../support/platform';

const type = new MobileBillingApi();

/** What n8n does when a token is missing or was refused, up to where it would send the request (again). */
async function renew(credential: ICredentialDataDecryptedObject): Promise<Tokens> {
	const helper = httpHelperOf(n8nWith(credential, type));
	const renewed = { ...credential, ...(await type.preAuthentication.call(helper, credential)) };
	await type.authenticate(renewed, { url: platform.url });
	return tokensOf(renewed);
}

/** The stored credential after these tokens came. */
const holding = (account: ICredentialDataDecryptedObject, tokens: Tokens) => ({
	...account,
	...tokens,
});

const refusalOf = async (asking: Promise<unknown>): Promise<LoginError> => {
	const error: unknown = await asking.then(
		() => undefined,
		(caught: unknown) => caught,
	);
	if (error instanceof LoginError) return error;
	throw new Error('the login was not refused with a LoginError', { cause: error });
};

const times = <T>(count: number, make: (n: number) => T) =>
	Array.from({ length: count }, (_, n) => make(n));

let platform: Platform;

beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await platform.close();
});

/** Lets n8n's clock stand so many seconds ahead of the platform's. */
const later = (seconds: number) => {
	const now = Date.now() + seconds * 1000;
	jest.spyOn(Date, 'now').mockReturnValue(now);
};

describe('the first use', () => {
	test.each([
		['identity provider', 'demo-secret', '/realms/api/protocol/openid-connect/token'],
		['base address', '', '/auth/realms/api/protocol/openid-connect/token'],
	])('is one form-encoded POST (%s)', async (provider, clientSecret, path) => {
		const endpoint = await startEndpoint(() => ({ body: { access_token: 'a', expires_in: 60 } }));
		const changes = { clientSecret, password: 'pä ss&wörd=+%' };
		await renew({
			...accountAt(endpoint.url),
			...changes,
			...(provider === 'base address' && { authUrl: '' }),
		});
		await endpoint.close();
		expect(endpoint.seen).toHaveLength(1);
		expect(endpoint.seen[0]).toMatchObject({ method: 'POST', path });
		const { headers = {}, body = '' } = endpoint.seen[0] ?? {};
		expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
		expect(headers.authorization).toBeUndefined();
		expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
			client_id: 'demo-client',
			...(clientSecret && { client_secret: clientSecret }),
			grant_type: 'password',
			username: 'demo-merchant',
			password: 'pä ss&wörd=+%',
		});
	});
});

describe('a refused access token', () => {
	test('is renewed again and again, each time with the newest refresh token', async () => {
		let tokens = await renew(platform.account);
		for (let round = 0; round < 5; round++) {
			const renewed = await renew(holding(platform.account, tokens));
			expect(renewed.accessToken).not.toBe(tokens.accessToken);
			expect(renewed.issuedAt).toBeGreaterThan(tokens.issuedAt);
			tokens = renewed;
		}
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 5 },
		});
	});

	test('falls back to the password when the refresh token is refused', async () => {
		const first = await renew(platform.account);
		platform.revokeSessions();
		const second = await renew(holding(platform.account, first));
		expect(second.accessToken).not.toBe(first.accessToken);
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 2 },
			refresh_token: { invalid_grant: 1 },
		});
	});

	test('falls back to the password without asking when the refresh token is past its expiry', async () => {
		platform.set({ refreshTokenLifetime: 60 });
		const first = await renew(platform.account);
		later(61);
		await renew(holding(platform.account, first));
		expect(platform.traffic().tokenRequests).toEqual({ password: { granted: 2 } });
	});

	test('of another password is not renewed: the new password is asked with', async () => {
		const first = await renew(platform.account);
		const refused = renew({ ...holding(platform.account, first), password: 'mistyped' });
		expect((await refusalOf(refused)).trouble).toBe('user');
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1, invalid_grant: 1 },
		});
	});

	test('does not cost the password when the token endpoint is down', async () => {
		const first = await renew(platform.account);
		platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 503 } });
		expect((await refusalOf(renew(holding(platform.account, first)))).trouble).toBe('unavailable');
		expect(platform.tokenRequestCount()).toBe(2);
		platform.faults();
		await renew(holding(platform.account, first));
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 1 },
		});
	});

	test.each([
		['half an answer', { kind: 'truncate' }],
		['a web page', { kind: 'answer', status: 200, body: '<html>Sign in to this network</html>' }],
	] as const)('does not count as a wrong address for %s', async (_what, fault) => {
		const first = await renew(platform.account);
		platform.faults({ path: '/realms/*', fault, times: 1 });
		expect((await refusalOf(renew(holding(platform.account, first)))).trouble).toBe('unavailable');
		// No quiet time: the next request asks again.
		await renew(holding(platform.account, first));
	});
});

describe('many requests at once', () => {
	test('fifty with the same refused token cause one, with rotation and reuse detection', async () => {
		expect(platform.sandbox.world.settings).toMatchObject({
			rotateRefreshTokens: true,
			detectRefreshReuse: true,
		});
		platform.set({ latencyMs: 20 });
		const first = await renew(platform.account);
		const all = await Promise.all(times(50, () => renew(holding(platform.account, first))));
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 1 },
		});
		expect(new Set(all.map(({ refreshToken }) => refreshToken)).size).toBe(1);
	});

	test('one that is a little late with an older token gets the newest without a request', async () => {
		const first = await renew(platform.account);
		const second = await renew(holding(platform.account, first));
		const third = await renew(holding(platform.account, second));
		const before = platform.tokenRequestCount();
		for (const old of [first, second]) {
			expect(await renew(holding(platform.account, old))).toEqual(third);
		}
		expect(await renew(platform.account)).toEqual(third);
		expect(platform.tokenRequestCount()).toBe(before);
	});

	test('new tokens are newer than those held, also after a machine with a fast clock', async () => {
		const first = await renew(platform.account);
		const foreign = { ...first, issuedAt: first.issuedAt + 60_000 };
		const second = await renew(holding(platform.account, foreign));
		expect(second.issuedAt).toBeGreaterThan(foreign.issuedAt);
		expect(await renew(holding(platform.account, foreign))).toEqual(second);
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 1 },
		});
	});
});

describe('a wrong password', () => {
	const wrong = () => ({ ...platform.account, password: 'mistyped-password' });

	test('costs at most two token requests, however many ask at once and one after the other', async () => {
		const together = await Promise.all(times(100, () => refusalOf(renew(wrong()))));
		const inTurn: LoginError[] = [];
		for (let n = 0; n < 50; n++) inTurn.push(await refusalOf(renew(wrong())));
		for (const { trouble, message } of [...together, ...inTurn]) {
			expect(trouble).toBe('user');
			expect(message).toContain('Wrong user name or password');
		}
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
	});

	test('is asked about again after a minute, and then less and less often', async () => {
		const start = Date.now();
		const clock = jest.spyOn(Date, 'now');
		const requestsWithin = async (seconds: number) => {
			const before = platform.tokenRequestCount();
			for (let at = 0; at < seconds; at += 10) {
				clock.mockReturnValue(start + at * 1000);
				await refusalOf(renew(wrong()));
			}
			return platform.tokenRequestCount() - before;
		};
		platform.set({ lockAfterWrongPasswords: 0 });
		expect(await requestsWithin(60)).toBe(1);
		expect(await requestsWithin(180)).toBe(1);
		expect(await requestsWithin(420)).toBe(1);
		clock.mockReturnValue(start + 30 * 24 * 3_600_000);
		await refusalOf(renew(wrong()));
		expect(platform.tokenRequestCount()).toBe(4);
	});
});

describe('trouble on the way', () => {
	test.each([
		['503', { kind: 'answer', status: 503 } as const, 'unavailable'],
		['429', { kind: 'answer', status: 429 } as const, 'unavailable'],
		['a cut connection', { kind: 'drop' } as const, 'unreachable'],
	])('%s is not remembered as a refusal', async (_what, fault, trouble) => {
		platform.faults({ path: '/realms/*', fault, times: 1 });
		const error = await refusalOf(renew(platform.account));
		expect(error.trouble).toBe(trouble);
		expect(error.isRefusal).toBe(false);
		await expect(renew(platform.account)).resolves.toMatchObject({
			accessToken: expect.any(String),
		});
	});

	test.each([302, 307])(
		'a redirect (%d) is not followed: the password goes nowhere else',
		async (status) => {
			const elsewhere = await startEndpoint(() => ({ body: { access_token: 'stolen' } }));
			const endpoint = await startEndpoint(() => ({
				status,
				headers: { location: `${elsewhere.url}/token` },
			}));
			const error = await refusalOf(renew(accountAt(endpoint.url)));
			await Promise.all([endpoint.close(), elsewhere.close()]);
			expect(error.trouble).toBe('address');
			expect(elsewhere.seen).toEqual([]);
		},
	);
});

describe('what stays in memory', () => {
	const answer = (statusCode: number, body: unknown) =>
		jest.fn(() => Promise.resolve({ statusCode, body, headers: {} })) as jest.Mock;
	const account = accountAt('https://billing.example.com');

	test('is the last login, for five seconds', async () => {
		const later: [number, () => void][] = [];
		const logins = new Logins(undefined, (ms, act) => void later.push([ms, act]));
		const httpRequest = answer(200, { access_token: 'a', expires_in: 60 });
		const first = await logins.renew(httpRequest, account);
		expect(await logins.renew(httpRequest, account)).toBe(first);
		expect(httpRequest).toHaveBeenCalledTimes(1);
		expect(later.map(([ms]) => ms)).toEqual([5000]);
		for (const [, act] of later) act();
		await logins.renew(httpRequest, account);
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});

	test('is of a refused login its words and its time, and no secret', async () => {
		let now = 0;
		const logins = new Logins(() => now);
		const httpRequest = answer(401, { error: 'invalid_grant' });
		const login = async () => await refusalOf(logins.renew(httpRequest, account));
		const { trouble, message } = await login();
		expect(await login()).toMatchObject({ trouble, message });
		expect(httpRequest).toHaveBeenCalledTimes(1);
		expect(inspect(logins, { depth: 9 })).not.toMatch(/demo-(secret|password|merchant)/);
		now = 60_000;
		await login();
		expect(httpRequest).toHaveBeenCalledTimes(2);
	});
});
