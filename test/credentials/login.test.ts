import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { tokensOf, type Tokens } from '../../platform/account';
import { LoginError } from '../../platform/loginError';
import { addressOfNobody, startEndpoint } from '../support/endpoint';
import { httpHelperOf } from '../support/n8n';
import { accountAt, n8nWith, olderTokenRoute, Platform } from '../support/platform';

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
	test('logs in with user name and password, and both tokens are stored', async () => {
		const tokens = await renew(platform.account);
		expect(platform.traffic().tokenRequests).toEqual({ password: { granted: 1 } });
		expect(tokens.accessToken).not.toBe('');
		expect(tokens.refreshToken).not.toBe('');
		expect(tokens.accessExpiresAt - tokens.issuedAt).toBe(300_000);
		expect(tokens.refreshExpiresAt - tokens.issuedAt).toBe(1_800_000);
		expect(tokensOf(holding(platform.account, tokens))).toEqual(tokens);
	});

	test('at the older address goes to the base address', async () => {
		await renew({ ...platform.account, tokenProvider: 'base', authUrl: '', clientSecret: '' });
		expect(platform.requestsTo(olderTokenRoute)).toEqual({ 200: 1 });
	});

	test.each([
		{
			tokenProvider: 'identityProvider',
			path: '/realms/api/protocol/openid-connect/token',
			form: {
				client_id: 'demo-client',
				client_secret: 'demo-secret',
				grant_type: 'password',
				username: 'demo-merchant',
				password: 'pä ss&wörd=+%',
			},
		},
		{
			tokenProvider: 'base',
			path: '/auth/realms/api/protocol/openid-connect/token',
			form: {
				client_id: 'demo-client',
				grant_type: 'password',
				username: 'demo-merchant',
				password: 'pä ss&wörd=+%',
			},
		},
	])('is one form-encoded POST ($tokenProvider)', async ({ tokenProvider, path, form }) => {
		const endpoint = await startEndpoint(() => ({ body: { access_token: 'a', expires_in: 60 } }));
		await renew({ ...accountAt(endpoint.url), tokenProvider, password: 'pä ss&wörd=+%' });
		await endpoint.close();
		expect(endpoint.seen).toHaveLength(1);
		const [{ method, path: seenPath, headers, body } = { headers: {} }] = endpoint.seen;
		expect({ method, path: seenPath }).toEqual({ method: 'POST', path });
		expect(headers['content-type']).toContain('application/x-www-form-urlencoded');
		expect(Object.fromEntries(new URLSearchParams(body))).toEqual(form);
		expect(headers.authorization).toBeUndefined();
	});
});

describe('a refused access token', () => {
	test('is renewed with the refresh token; both tokens are new', async () => {
		const first = await renew(platform.account);
		const second = await renew(holding(platform.account, first));
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 1 },
		});
		expect(second.accessToken).not.toBe(first.accessToken);
		expect(second.refreshToken).not.toBe(first.refreshToken);
		expect(second.issuedAt).toBeGreaterThan(first.issuedAt);
	});

	test('is renewed again and again, each time with the newest refresh token', async () => {
		let tokens = await renew(platform.account);
		for (let round = 0; round < 5; round++) tokens = await renew(holding(platform.account, tokens));
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

	test('falls back to the password when no refresh token was given', async () => {
		const first = await renew(platform.account);
		await renew({ ...holding(platform.account, first), refreshToken: '' });
		expect(platform.traffic().tokenRequests).toEqual({ password: { granted: 2 } });
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
		const { trouble, message } = await refusalOf(renew(holding(platform.account, first)));
		expect(trouble).toBe('unavailable');
		expect(message).toContain('has given tokens before');
		// No minute of quiet: the next request asks again.
		await renew(holding(platform.account, first));
	});
});

describe('many requests at once', () => {
	test('fifty without a token cause one token request', async () => {
		const all = await Promise.all(times(50, () => renew({ ...platform.account })));
		expect(platform.tokenRequestCount()).toBe(1);
		expect(new Set(all.map(({ accessToken }) => accessToken)).size).toBe(1);
	});

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

	test('one that comes late with an older token gets the newest without a request', async () => {
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

	test('one that comes late renews with the newest refresh token when the newest access token is past', async () => {
		const first = await renew(platform.account);
		await renew(holding(platform.account, first));
		later(301);
		await renew(holding(platform.account, first));
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 2 },
		});
	});

	test('newer is told from older also when both came within one millisecond', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		const first = await renew(platform.account);
		const second = await renew(holding(platform.account, first));
		expect(second.issuedAt).toBeGreaterThan(first.issuedAt);
		expect(await renew(holding(platform.account, first))).toEqual(second);
	});

	test('tokens another process has stored are newer than what this one remembers', async () => {
		const first = await renew(platform.account);
		const foreign = { ...first, accessToken: 'foreign', issuedAt: first.issuedAt + 1 };
		await renew(holding(platform.account, foreign));
		expect(platform.traffic().tokenRequests).toEqual({
			password: { granted: 1 },
			refresh_token: { granted: 1 },
		});
	});

	test('new tokens are newer than those held also when the machine that stored these has a fast clock', async () => {
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

	test('two accounts at once do not mix', async () => {
		const other = {
			...platform.account,
			clientId: 'other-client',
			clientSecret: 'other-secret',
			username: 'other-merchant',
			password: 'other-password',
		};
		const [one, two] = await Promise.all([renew(platform.account), renew(other)]);
		expect(one.accessToken).not.toBe(two.accessToken);
		expect(one.tokenFingerprint).not.toBe(two.tokenFingerprint);
		expect(platform.traffic().tokenRequests).toEqual({ password: { granted: 2 } });
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

	test('costs at most two also when there is a refresh token of better days', async () => {
		const first = await renew(platform.account);
		platform.set({ lockAfterWrongPasswords: 1 });
		await refusalOf(renew(wrong()));
		const before = platform.tokenRequestCount();
		await Promise.all(times(100, () => refusalOf(renew(holding(platform.account, first)))));
		expect(platform.tokenRequestCount() - before).toBeLessThanOrEqual(2);
	});

	test('that is put right works at once', async () => {
		await refusalOf(renew(wrong()));
		await expect(renew(platform.account)).resolves.toMatchObject({
			accessToken: expect.any(String),
		});
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

	test('put right at the identity provider works after the quiet time', async () => {
		const merchant = platform.sandbox.world.accounts.find('demo-merchant');
		await refusalOf(renew(wrong()));
		if (merchant) merchant.password = 'mistyped-password';
		await refusalOf(renew(wrong()));
		later(61);
		await expect(renew(wrong())).resolves.toMatchObject({ accessToken: expect.any(String) });
	});

	test.each([
		['client', { clientSecret: 'wrong' }],
		['client', { clientId: 'wrong' }],
	])('a wrong %s is remembered as well (%j)', async (trouble, change) => {
		for (let n = 0; n < 5; n++) {
			expect((await refusalOf(renew({ ...platform.account, ...change }))).trouble).toBe(trouble);
		}
		expect(platform.tokenRequestCount()).toBe(1);
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

	test('an endpoint that is down is said to be unreachable, with its host', async () => {
		const nobody = await addressOfNobody();
		const { trouble, message } = await refusalOf(renew(accountAt(nobody)));
		expect(trouble).toBe('unreachable');
		expect(message).toContain(new URL(nobody).host);
		expect(message).toContain('nothing answers');
	});

	test.each([301, 302, 307, 308])(
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

	test('an address that is none costs no request', async () => {
		const error = await refusalOf(renew({ ...platform.account, authUrl: 'login.example.com' }));
		expect(error.trouble).toBe('address');
		expect(platform.traffic().total).toBe(0);
	});
});
