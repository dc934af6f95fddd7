import fc from 'fast-check';
import {
	accountOf,
	fingerprintOf,
	giftHeaderOf,
	hasUsableAccessToken,
	hasUsableRefreshToken,
	noTokens,
	tokensOf,
} from '../../platform/account';

const newer = {
	authUrl: 'https://login.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'shop',
	clientSecret: 'shop-secret',
	username: 'loyalty',
	password: 'correct horse',
};
const older = { ...newer, authUrl: '' };

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
	test('loses slashes and spaces around its addresses, and nothing else', () => {
		const written = { clientId: ' a ', clientSecret: ' b/', username: ' c ', password: ' d / ' };
		const addresses = { authUrl: ' https://l.example/// ', baseUrl: 'https://a.example/x/\n' };
		expect(accountOf({ ...written, ...addresses })).toEqual({
			...written,
			authUrl: 'https://l.example',
			baseUrl: 'https://a.example/x',
		});
	});
});

describe('the tokens in a credential', () => {
	test.each([
		['authUrl', '', newer],
		['authUrl', 'https://login.example.org', newer],
		['clientId', 'other', newer],
		['clientSecret', 'other', newer],
		['username', 'other', newer],
		['password', 'other', newer],
		['baseUrl', 'https://api.example.org', older],
		['clientSecret', 'other', older],
		['password', 'other', older],
		['tokenFingerprint', '', newer],
		['tokenFingerprint', undefined, newer],
	])('do not count after a change of %s to %j', (field, value, account) => {
		expect(tokensOf(loggedIn(account))).toMatchObject(tokens);
		expect(tokensOf({ ...loggedIn(account), [field]: value })).toEqual(noTokens);
	});

	test('survive what a login does not depend on', () => {
		expect(tokensOf({ ...loggedIn(newer), giftHeader: 'bearer' })).toMatchObject(tokens);
		expect(tokensOf({ ...loggedIn(newer), authUrl: `${newer.authUrl}/` })).toMatchObject(tokens);
		expect(tokensOf({ ...loggedIn(newer), baseUrl: 'https://b.example' })).toMatchObject(tokens);
	});

	test('may be stored with numbers as text', () => {
		const times = { accessExpiresAt: '2000', issuedAt: '', refreshExpiresAt: null };
		expect(tokensOf({ ...loggedIn(newer), ...times })).toMatchObject({
			accessExpiresAt: 2_000,
			refreshExpiresAt: 0,
			issuedAt: 0,
		});
	});
});

describe('the fingerprint', () => {
	const text = fc.constantFrom('', 'a', 'b', 'ab');
	const accounts = fc.record({
		authUrl: text,
		baseUrl: text,
		clientId: text,
		clientSecret: text,
		username: text,
		password: text,
	});

	test('tells any two logins apart, and shows nothing of them', () => {
		const loginOf = ({ authUrl, baseUrl, ...login }: typeof newer) =>
			JSON.stringify({ ...login, address: authUrl === '' ? `${baseUrl}/auth` : authUrl });
		fc.assert(
			fc.property(accounts, accounts, (one, other) => {
				const [first, second] = [one, other].map((each) => fingerprintOf(accountOf(each)));
				expect(first === second).toBe(loginOf(one) === loginOf(other));
				expect(first).toMatch(/^[0-9a-f]{64}$/);
			}),
		);
	});
});

describe('a token may be sent', () => {
	const held = { ...noTokens, ...tokens };

	test('until its own expiry', () => {
		expect(hasUsableAccessToken(held, 1_999)).toBe(true);
		expect(hasUsableAccessToken(held, 2_000)).toBe(false);
		expect(hasUsableAccessToken(held, 1_899, 100)).toBe(true);
		expect(hasUsableAccessToken(held, 1_900, 100)).toBe(false);
		expect(hasUsableRefreshToken(held, 2_999)).toBe(true);
		expect(hasUsableRefreshToken(held, 3_000)).toBe(false);
	});

	test('always without an expiry, and never when there is none', () => {
		const lasting = { ...held, accessExpiresAt: 0, refreshExpiresAt: 0 };
		expect(hasUsableAccessToken(lasting, Number.MAX_SAFE_INTEGER, 30_000)).toBe(true);
		expect(hasUsableRefreshToken(lasting, Number.MAX_SAFE_INTEGER)).toBe(true);
		expect(hasUsableAccessToken(noTokens, 0)).toBe(false);
		expect(hasUsableRefreshToken(noTokens, 0)).toBe(false);
	});
});

test.each([
	['token', 'abc'],
	['bearer', 'Bearer abc'],
	[undefined, 'abc'],
	[42, 'abc'],
])('the header “token” of a gift, set to %j, is %j', (giftHeader, header) => {
	expect(giftHeaderOf({ giftHeader }, 'abc')).toBe(header);
});
