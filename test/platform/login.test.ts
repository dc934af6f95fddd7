import fc from 'fast-check';
import {
	accountOf,
	fingerprintOf,
	giftHeaderOf,
	hasUsableAccessToken,
	hasUsableRefreshToken,
	mayHaveToken,
	merchantQueryOf,
	noTokens,
	originOf,
	tokensOf,
	type Account,
} from '../../platform/account';
import { type Grant, type LoginError, readTokenAnswer, tokenRequest } from '../../platform/token';
import { alike, gives } from '../support/examples';

const newer = {
	authUrl: 'https://login.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'shop',
	clientSecret: 'the-client-secret',
	username: 'loyalty',
	password: 'the-password',
};
const older = { ...newer, authUrl: '' };
const path = '/realms/api/protocol/openid-connect/token';
const tokens = {
	accessToken: 'a',
	refreshToken: 'r',
	issuedAt: 1_000,
	accessExpiresAt: 2_000,
	refreshExpiresAt: 3_000,
};

describe('a stored credential', () => {
	/** As it is after a login. */
	const stored = (account: typeof newer, change: object = {}) => {
		const tokenFingerprint = fingerprintOf(accountOf(account));
		return { ...account, ...tokens, tokenFingerprint, ...change };
	};
	const given = (account: typeof newer) => {
		return { ...tokens, tokenFingerprint: fingerprintOf(accountOf(account)) };
	};

	test('gives the account, with its addresses trimmed', () => {
		const address = 'https://l.example';
		const other = { ...newer, clientId: ' a/ ' };
		const written = { ...other, authUrl: ` ${address}/// `, baseUrl: 7 };
		expect(accountOf(written)).toEqual({ ...other, authUrl: address, baseUrl: '' });
	});

	const read = (account: typeof newer, change: object) => tokensOf(stored(account, change));
	const untimed = { issuedAt: 0, refreshExpiresAt: 0 };
	gives('the tokens', read, [
		[older, { giftHeader: 'bearer' }, given(older)],
		[newer, { baseUrl: 'https://b.example', authUrl: `${newer.authUrl}/` }, given(newer)],
		[newer, { issuedAt: '', refreshExpiresAt: null }, { ...given(newer), ...untimed }],
	]);
	test.each([...Object.keys(older), 'tokenFingerprint'])(
		'has no tokens after a change of %s',
		(name) => {
			expect(read(older, { [name]: 'other' })).toEqual(noTokens);
		},
	);

	const held = { ...noTokens, ...tokens };
	const lasting = { ...held, accessExpiresAt: 0, refreshExpiresAt: 0 };
	const usable = (one: typeof held, now: number, minLife?: number) => [
		hasUsableAccessToken(one, now, minLife),
		hasUsableRefreshToken(one, now),
	];
	gives('whether tokens may be sent', usable, [
		[held, 1_899, 100, [true, true]],
		[held, 1_900, 100, [false, true]],
		[held, 3_000, undefined, [false, false]],
		[lasting, 9_999_999, 30_000, [true, true]],
		[noTokens, 0, undefined, [false, false]],
	]);
	gives('the header “token” of a gift', giftHeaderOf, [
		[{ giftHeader: 'token' }, 'abc', 'abc'],
		[{ giftHeader: 'bearer' }, 'abc', 'Bearer abc'],
		[{}, 'abc', 'abc'],
	]);
	const idn = {
		baseUrl: 'https://Zahlung.Müller.example:8443/tenant/',
		authUrl: ' http://l.example ',
	};
	const isGiven = (address: string) => mayHaveToken(idn, originOf(address));
	gives('whether the token may go', isGiven, [
		['https://zahlung.xn--mller-kva.example:8443', true],
		['HTTPS://someone:word@ZAHLUNG.MÜLLER.EXAMPLE:8443/any?q#f', true],
		['http://l.example:80/realms/api/protocol/openid-connect/userinfo', true],
		...[
			'https://zahlung.müller.example',
			'http://zahlung.müller.example:8443',
			'https://zahlung.muller.example:8443',
			'https://zahlung.müller.example:8443@evil.example',
			'https://zahlung.müller.example:8443.evil.example',
			'https://evil.example/https://zahlung.müller.example:8443',
			'https://x.zahlung.müller.example:8443',
			'https://l.example',
			'http://l.example.',
			'http://l.example:8080',
			'http://evil.example#@l.example',
			'blob:http://l.example/1',
			'file:///l.example',
			'//l.example',
			' http://evil.example',
			'',
		].map((address): [string, boolean] => [address, false]),
	]);
	test('gives its token to nothing when it has no web address', () => {
		for (const baseUrl of ['', 'file:///', 'l.example', 'http://a b']) {
			expect(mayHaveToken({ baseUrl }, originOf(baseUrl))).toBe(false);
		}
	});
	const services = 'https://b.example/datagifting/v1/services';
	gives('the query for the services', merchantQueryOf, [
		[{ merchantId: ' 1042 ' }, services, { merchantId: '1042' }],
		[{ merchantId: ' ' }, services, undefined],
		[{ merchantId: '1042' }, `${services}/balance`, undefined],
	]);
});

describe('a token request', () => {
	const client = { client_id: 'shop', client_secret: 'the-client-secret' };
	const user = { grant_type: 'password', username: 'loyalty', password: 'the-password' };
	const refresh = { type: 'refresh_token', refreshToken: 'r' } as const;
	const formOf = (account: Account, grant: Grant) =>
		Object.fromEntries(tokenRequest(account, grant).body);
	const urlOf = (account: Account) => tokenRequest(account, refresh).url;
	gives('the form', formOf, [
		[newer, { type: 'password' }, { ...client, ...user }],
		[older, refresh, { ...client, grant_type: 'refresh_token', refresh_token: 'r' }],
		[{ ...newer, clientSecret: '' }, { type: 'password' }, { client_id: 'shop', ...user }],
	]);
	gives('the address', urlOf, [
		[newer, `https://login.example.com${path}`],
		[older, `https://api.example.com/auth${path}`],
	]);

	test('is a form of text', () => {
		const { method, headers } = tokenRequest(newer, refresh);
		const accepted = {
			'Content-Type': 'application/x-www-form-urlencoded',
			Accept: 'application/json',
		};
		expect({ method, headers }).toEqual({ method: 'POST', headers: accepted });
	});

	test.each(['login.example.com', 'https://'])('to %j is refused, and names the field', (url) => {
		const words =
			'in the credential must be a web address. Write it in full, for example https://billing.example.com';
		const at = (change: object) => () => urlOf({ ...older, ...change });
		expect(at({ authUrl: url })).toThrow(`'Identity Provider Address' ${words}`);
		expect(at({ baseUrl: url })).toThrow(`'Base Address' ${words}`);
	});
});

describe('a token answer', () => {
	const first: Grant = { type: 'password' };
	const later: Grant = { type: 'password', hasGiven: true };
	const refreshing: Grant = { type: 'refresh_token', refreshToken: 'r' };
	const answer = (body: unknown, status = 200, grant: Grant = first, account = newer) =>
		readTokenAnswer(account, grant, { status, body }, 1_000_000);
	const tokenFingerprint = fingerprintOf(newer);
	const times = { accessExpiresAt: 1_300_000, refreshExpiresAt: 2_800_000, issuedAt: 1_000_000 };
	const refresh = { refresh_token: 'r', refresh_expires_in: '1800' };
	const body = { access_token: 'a', expires_in: 300, ...refresh, 'not-before-policy': 0 };
	const least = { ...noTokens, accessToken: 'a', issuedAt: 1_000_000, tokenFingerprint };
	gives('the tokens', (said: unknown) => answer(said, 201), [
		[body, { accessToken: 'a', refreshToken: 'r', ...times, tokenFingerprint }],
		...alike(
			least,
			...[undefined, null, 0, -1, 'soon', {}].map((time) => {
				return { access_token: 'a', expires_in: time, refresh_expires_in: time };
			}),
		),
	]);

	const provider = 'The identity provider login.example.com';
	const saying = (what: string, reason: string, nextStep: string) =>
		`${what}. ${provider} says “${reason}”. ${nextStep}`;
	const passes = (why: string) =>
		`${provider} can't issue tokens at the moment (${why}). Run this again later.`;
	const refusal = (error: string, error_description?: string) => ({ error, error_description });

	const wrong = 'Wrong user name or password, or a locked account';
	const wrongClient = 'Wrong client ID or client secret';
	const checkUser = "Check 'User Name' and 'Password' in the credential.";
	const checkClient = "Check 'Client ID' and 'Client Secret' in the credential.";
	const checkOther = "Check 'Client ID' and 'Identity Provider Address' in the credential.";

	test.each<[Grant, refusal: [string, string?], what: string, nextStep: string]>([
		[first, ['invalid_grant', 'Invalid user credentials'], wrong, checkUser],
		[later, ['invalid_grant', 'Account disabled'], wrong, checkUser],
		[refreshing, ['invalid_grant'], 'The login was refused', checkOther],
		[first, ['invalid_client'], wrongClient, checkClient],
		[refreshing, ['unauthorized_client', 'Invalid client secret'], wrongClient, checkClient],
		[first, ['something_new'], 'The login was refused', checkOther],
	])('refuses, for %j: %j', (grant, [error, description], what, nextStep) => {
		const message = saying(what, description ?? error, nextStep);
		const expected = { name: 'LoginError', message, isRefusal: true };
		for (const status of [400, 401]) {
			expect(() => answer(refusal(error, description), status, grant)).toThrow(
				expect.objectContaining(expected) as Error,
			);
		}
	});

	const proxied = (status: number) => passes(`HTTP ${status}, perhaps from a proxy`);
	test.each<[status: number, body: unknown, Grant, message: string]>([
		...[408, 425, 429, 500, 502, 503, 504].flatMap((status) =>
			[first, later, refreshing].map((grant): [number, unknown, Grant, string] => [
				status,
				'<html>',
				grant,
				passes(`HTTP ${status}`),
			]),
		),
		[503, refusal('invalid_grant'), first, passes('HTTP 503')],
		[400, refusal('temporarily_unavailable'), first, passes('“temporarily_unavailable”')],
		[400, refusal('server_error', 'Out of order'), refreshing, passes('“Out of order”')],
		...[302, 403, 404, 405].flatMap((status) =>
			[later, refreshing].map((grant): [number, unknown, Grant, string] => [
				status,
				'<html>',
				grant,
				proxied(status),
			]),
		),
		[403, refusal('Forbidden'), later, proxied(403)],
		[200, '{"access_token":"eyJhb', later, proxied(200)],
	])('passes when it is %d %j, for %j', (status, body, grant, message) => {
		const expected = { trouble: 'unavailable', message, isRefusal: false };
		expect(() => answer(body, status, grant)).toThrow(expect.objectContaining(expected) as Error);
	});

	const own = { ...newer, baseUrl: 'https://api.example.com', authUrl: '' };
	const elsewhere = '. If tokens have an address of their own, fill it in under Advanced.';
	test.each<[number, unknown, Grant]>([
		[404, '<html>', first],
		[403, { message: 'no' }, first],
		[200, { access_token: '' }, first],
		// It may be a refusal in a gateway's own words, and the account must not be locked.
		[401, { message: 'Unauthorized' }, later],
	])('is of no token address when it is %d %j, for %j', (status, body, grant) => {
		const says = (address: string, nextStep: string) =>
			`This is not a token address: ${address}${path} answered HTTP ${status} without a token. Check ${nextStep}`;
		const expected = (message: string) =>
			expect.objectContaining({ message, isRefusal: true }) as Error;
		expect(() => answer(body, status, grant)).toThrow(
			expected(says(newer.authUrl, "'Identity Provider Address' in the credential.")),
		);
		expect(() => answer(body, status, grant, own)).toThrow(
			expected(says(`${own.baseUrl}/auth`, `'Base Address' in the credential${elsewhere}`)),
		);
	});

	test('names the identity provider only if one was entered', () => {
		for (const [status, error] of [
			[400, 'invalid_grant'],
			[400, 'something_new'],
			[503, ''],
			[404, ''],
		] as const) {
			const asked = () => answer(refusal(error), status, first, own);
			expect(asked).toThrow(/[Pp]latform api\.example\.com|https:\/\/api\.example\.com/);
			expect(asked).not.toThrow(/identity provider/i);
		}
	});

	test('shows no secret, whatever it repeats and whatever the address holds', () => {
		const secrets = /the-client-secret|the-password|proxy-password/;
		const authUrl = 'https://p:proxy-password@l.example';
		const account = { ...newer, password: 'the-password ü+', authUrl };
		const form = tokenRequest(account, { type: 'password' }).body.toString();
		const said = fc.oneof(fc.string(), fc.constantFrom(form, 'the-password ü+'));
		const codes = fc.constantFrom('invalid_grant', 'invalid_client', 'invalid_request');
		const bodies = fc.oneof(fc.jsonValue(), fc.record({ error: codes, error_description: said }));
		const statuses = fc.integer({ min: 201, max: 599 });
		const grants = fc.constantFrom(first, later, refreshing);
		fc.assert(
			fc.property(statuses, grants, bodies, (status, grant, said) => {
				let message = '';
				try {
					readTokenAnswer(account, grant, { status, body: said }, 0);
				} catch (error) {
					({ message } = error as LoginError);
				}
				expect(message).toMatch(/^[A-Z].{50,500}$/s);
				expect(message).not.toMatch(secrets);
				expect(message).not.toContain('%C3%BC');
			}),
		);
	});
});
