import fc from 'fast-check';
import {
	accountOf,
	fingerprintOf,
	giftHeaderOf,
	hasUsableAccessToken,
	hasUsableRefreshToken,
	merchantQueryOf,
	noTokens,
	tokensOf,
} from '../../platform/account';
import {
	type LoginError,
	readTokenAnswer,
	tokenForm,
	tokenRequest,
	tokenUrlOf,
	type LoginTrouble,
} from '../../platform/token';
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
	...{ accessToken: 'a', refreshToken: 'r', issuedAt: 1_000 },
	...{ accessExpiresAt: 2_000, refreshExpiresAt: 3_000 },
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
	gives('the form', tokenForm, [
		[newer, { type: 'password' }, { ...client, ...user }],
		[older, refresh, { ...client, grant_type: 'refresh_token', refresh_token: 'r' }],
		[{ ...newer, clientSecret: '' }, { type: 'password' }, { client_id: 'shop', ...user }],
	]);
	gives('the address', tokenUrlOf, [
		[newer, `https://login.example.com${path}`],
		[older, `https://api.example.com/auth${path}`],
	]);

	test('is a form of text', () => {
		const { body, ...request } = tokenRequest(newer, refresh);
		const accepted = {
			'Content-Type': 'application/x-www-form-urlencoded',
			Accept: 'application/json',
		};
		expect(request).toEqual({ method: 'POST', url: tokenUrlOf(newer), headers: accepted });
		expect(Object.fromEntries(body)).toEqual(tokenForm(newer, refresh));
	});

	test.each(['login.example.com', 'https://'])('to %j is refused, and names the field', (url) => {
		const words =
			'in the credential must be a web address. Write it in full, for example https://billing.example.com';
		const at = (change: object) => () => tokenUrlOf({ ...older, ...change });
		expect(at({ authUrl: url })).toThrow(`'Identity Provider Address' ${words}`);
		expect(at({ baseUrl: url })).toThrow(`'Base Address' ${words}`);
	});
});

describe('a token answer', () => {
	const answer = (body: unknown, status = 200, hasGiven = false) =>
		readTokenAnswer(newer, { status, body }, 1_000_000, hasGiven);
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

	const says = 'The identity provider login.example.com says';
	const user = `Wrong user name or password, or a locked account. ${says} “Invalid user credentials”. Check 'User Name' and 'Password' in the credential`;
	const client = (error: string) =>
		`Wrong client ID or client secret. ${says} “${error}”. Check 'Client ID' and 'Client Secret' in the credential`;
	const odd = `The login was refused. ${says} “something_new”. Check 'Client ID' and 'Identity Provider Address' in the credential`;
	const address = (status: number) =>
		`This is not a token address: https://login.example.com${path} answered HTTP ${status} without a token. Check 'Base Address' in the credential, and 'Identity Provider Address' under Advanced`;
	const later = (status: number) =>
		`The identity provider login.example.com can't issue tokens at the moment (HTTP ${status}). Run this again later`;
	const invalid = { error: 'invalid_grant', error_description: 'Invalid user credentials' };

	test.each<[LoginTrouble, string, unknown, boolean, number]>([
		['user', user, invalid, false, 401],
		['user', user, invalid, true, 400],
		['client', client('invalid_client'), { error: 'invalid_client' }, false, 401],
		['client', odd, { error: 'something_new' }, false, 400],
		['address', address(404), '<html>', true, 404],
		['address', address(200), { access_token: '' }, false, 200],
		['unavailable', later(503), invalid, false, 503],
		['unavailable', later(200), '{"access_token":"eyJhb', true, 200],
	])('is refused as %s: %s', (trouble, message, said, hasGiven, status) => {
		const isRefusal = trouble !== 'unavailable';
		const error = { name: 'LoginError', trouble, message, isRefusal };
		expect(() => answer(said, status, hasGiven)).toThrow(expect.objectContaining(error) as Error);
	});

	test('shows no secret, whatever it repeats and whatever the address holds', () => {
		const secrets = /the-client-secret|the-password|proxy-password/;
		const authUrl = 'https://p:proxy-password@l.example';
		const account = { ...newer, password: 'the-password ü+', authUrl };
		const form = new URLSearchParams(tokenForm(account, { type: 'password' })).toString();
		const said = fc.oneof(fc.string(), fc.constantFrom(form, 'the-password ü+'));
		const codes = fc.constantFrom('invalid_grant', 'invalid_client', 'invalid_request');
		const bodies = fc.oneof(fc.jsonValue(), fc.record({ error: codes, error_description: said }));
		fc.assert(
			fc.property(fc.integer({ min: 201, max: 599 }), bodies, (status, said) => {
				let message = '';
				try {
					readTokenAnswer(account, { status, body: said }, 0);
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
