import fc from 'fast-check';
import {
	accountOf,
	fingerprintOf,
	giftHeaderOf,
	hasUsableAccessToken,
	hasUsableRefreshToken,
	noTokens,
	tokensOf,
	tokenUrlOf,
} from '../../platform/account';
import { LoginError } from '../../platform/loginError';

const newer = {
	tokenProvider: 'identityProvider',
	authUrl: 'https://login.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'shop',
	clientSecret: 'shop-secret',
	username: 'loyalty',
	password: 'correct horse',
};
const older = { ...newer, tokenProvider: 'base' };

const tokens = {
	accessToken: 'access',
	refreshToken: 'refresh',
	accessExpiresAt: 2_000,
	refreshExpiresAt: 3_000,
	issuedAt: 1_000,
};

/** A stored credential as it is after a login. */
const loggedIn = (account: typeof newer) => ({
	...account,
	...tokens,
	tokenFingerprint: fingerprintOf(accountOf(account)),
});

describe('the account in a credential', () => {
	test('loses slashes and spaces around its addresses', () => {
		const { authUrl, baseUrl } = accountOf({
			authUrl: ' https://login.example.com/// ',
			baseUrl: 'https://api.example.com/billing/\n',
		});
		expect(authUrl).toBe('https://login.example.com');
		expect(baseUrl).toBe('https://api.example.com/billing');
	});

	test('keeps user name, password and secret to the letter', () => {
		const written = { clientId: ' a ', clientSecret: ' b/', username: ' c ', password: ' d / ' };
		expect(accountOf(written)).toMatchObject(written);
	});

	test('is empty where nothing sensible is stored, and never an exception', () => {
		expect(accountOf({})).toEqual({
			tokenProvider: 'identityProvider',
			authUrl: '',
			baseUrl: '',
			clientId: '',
			clientSecret: '',
			username: '',
			password: '',
		});
		fc.assert(
			fc.property(
				fc.dictionary(fc.constantFrom(...Object.keys(newer)), fc.anything()),
				(stored) => {
					for (const value of Object.values(accountOf(stored))) expect(typeof value).toBe('string');
				},
			),
		);
	});
});

describe('the tokens in a credential', () => {
	test('are those of the last login', () => {
		expect(tokensOf(loggedIn(newer))).toMatchObject(tokens);
		expect(tokensOf(loggedIn(older))).toMatchObject(tokens);
	});

	test.each([
		['the kind of token address', { tokenProvider: 'base' }],
		['the address', { authUrl: 'https://login.example.org' }],
		['the client', { clientId: 'other' }],
		['the secret', { clientSecret: 'other' }],
		['the user', { username: 'other' }],
		['the password', { password: 'other' }],
	])('are none after a change of %s', (_what, change) => {
		expect(tokensOf({ ...loggedIn(newer), ...change })).toEqual(noTokens);
	});

	test.each([
		['the base address', { baseUrl: 'https://api.example.org' }],
		['the client', { clientId: 'other' }],
		['the user', { username: 'other' }],
		['the password', { password: 'other' }],
	])('of the older token address are none after a change of %s', (_what, change) => {
		expect(tokensOf({ ...loggedIn(older), ...change })).toEqual(noTokens);
	});

	test('survive what a login does not depend on', () => {
		expect(tokensOf({ ...loggedIn(newer), giftHeader: 'bearer' })).toMatchObject(tokens);
		expect(tokensOf({ ...loggedIn(newer), authUrl: `${newer.authUrl}/` })).toMatchObject(tokens);
		expect(tokensOf({ ...loggedIn(older), clientSecret: 'not asked for' })).toMatchObject(tokens);
	});

	test('are none when no fingerprint is stored with them', () => {
		expect(tokensOf({ ...newer, ...tokens })).toEqual(noTokens);
		expect(tokensOf({ ...newer, ...tokens, tokenFingerprint: '' })).toEqual(noTokens);
	});

	test('are read from n8n’s storage also where numbers became text', () => {
		const stored = {
			...loggedIn(newer),
			accessExpiresAt: '2000',
			issuedAt: '',
			refreshExpiresAt: null,
		};
		expect(tokensOf(stored)).toMatchObject({
			accessExpiresAt: 2_000,
			refreshExpiresAt: 0,
			issuedAt: 0,
		});
	});
});

describe('the fingerprint', () => {
	const accounts = fc.record({
		tokenProvider: fc.constantFrom('identityProvider', 'base'),
		authUrl: fc.webUrl(),
		baseUrl: fc.webUrl(),
		clientId: fc.string(),
		clientSecret: fc.string(),
		username: fc.string(),
		password: fc.string(),
	});

	test('tells any two logins apart', () => {
		const loginOf = (credential: object) => {
			const account = accountOf(credential);
			const { tokenProvider, authUrl, baseUrl, clientId, clientSecret, username, password } =
				account;
			return tokenProvider === 'base'
				? [tokenProvider, baseUrl, clientId, username, password]
				: [tokenProvider, authUrl, clientId, clientSecret, username, password];
		};
		fc.assert(
			fc.property(accounts, accounts, (one, other) => {
				const same = JSON.stringify(loginOf(one)) === JSON.stringify(loginOf(other));
				expect(fingerprintOf(accountOf(one)) === fingerprintOf(accountOf(other))).toBe(same);
			}),
		);
	});

	test('tells apart where one field ends and the next begins', () => {
		const one = accountOf({ ...newer, username: 'ab', password: 'c' });
		const other = accountOf({ ...newer, username: 'a', password: 'bc' });
		expect(fingerprintOf(one)).not.toBe(fingerprintOf(other));
	});

	test('shows nothing of what it is made of', () => {
		fc.assert(
			fc.property(accounts, (account) => {
				expect(fingerprintOf(accountOf(account))).toMatch(/^[0-9a-f]{64}$/);
			}),
		);
	});
});

describe('a token may be sent', () => {
	const held = { ...noTokens, ...tokens };

	test('until its own expiry', () => {
		expect(hasUsableAccessToken(held, 1_999)).toBe(true);
		expect(hasUsableAccessToken(held, 2_000)).toBe(false);
		expect(hasUsableRefreshToken(held, 2_999)).toBe(true);
		expect(hasUsableRefreshToken(held, 3_000)).toBe(false);
	});

	test('always, when nobody said that it expires', () => {
		const lasting = { ...held, accessExpiresAt: 0, refreshExpiresAt: 0 };
		expect(hasUsableAccessToken(lasting, Number.MAX_SAFE_INTEGER)).toBe(true);
		expect(hasUsableRefreshToken(lasting, Number.MAX_SAFE_INTEGER)).toBe(true);
	});

	test('never, when there is none', () => {
		expect(hasUsableAccessToken(noTokens, 0)).toBe(false);
		expect(hasUsableRefreshToken(noTokens, 0)).toBe(false);
	});
});

describe('the token address', () => {
	test('the newer one is on the identity provider', () => {
		expect(tokenUrlOf(accountOf(newer))).toBe(
			'https://login.example.com/realms/api/protocol/openid-connect/token',
		);
	});

	test('the older one is on the base address', () => {
		expect(tokenUrlOf(accountOf(older))).toBe(
			'https://api.example.com/auth/realms/api/protocol/openid-connect/token',
		);
	});

	test.each([
		'',
		'login.example.com',
		'ftp://login.example.com',
		'https://',
		'http:///x',
		'javascript:1',
	])('%j is none, and the words name the field', (address) => {
		const trouble = expect.objectContaining({ trouble: 'address', isRefusal: true });
		const ask = (credential: object) => {
			try {
				return tokenUrlOf(accountOf(credential));
			} catch (error) {
				return error;
			}
		};
		const wrongNewer = ask({ ...newer, authUrl: address });
		expect(wrongNewer).toBeInstanceOf(LoginError);
		expect(wrongNewer).toEqual(trouble);
		expect((wrongNewer as LoginError).message).toContain('Identity Provider Address');
		const wrongOlder = ask({ ...older, baseUrl: address });
		expect(wrongOlder).toEqual(trouble);
		expect((wrongOlder as LoginError).message).toContain('Base Address');
	});
});

test('the header “token” of a gift carries the token alone or after the word Bearer', () => {
	expect(giftHeaderOf({ giftHeader: 'token' }, 'abc')).toBe('abc');
	expect(giftHeaderOf({ giftHeader: 'bearer' }, 'abc')).toBe('Bearer abc');
	expect(giftHeaderOf({}, 'abc')).toBe('abc');
	expect(giftHeaderOf({ giftHeader: 42 }, 'abc')).toBe('abc');
});
