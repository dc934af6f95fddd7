import fc from 'fast-check';
import { accountOf, fingerprintOf, type Account } from '../../platform/account';
import {
	LoginError,
	readTokenAnswer,
	tokenForm,
	tokenUrlOf,
	providerOf,
} from '../../platform/token';

const newer = accountOf({
	authUrl: 'https://login.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'shop',
	clientSecret: 'the-client-secret',
	username: 'loyalty',
	password: 'the-password',
});
const older: Account = { ...newer, authUrl: '' };
const path = '/realms/api/protocol/openid-connect/token';

function loginError(make: () => unknown): LoginError {
	try {
		make();
	} catch (error) {
		if (error instanceof LoginError) return error;
		throw error;
	}
	throw new Error('there was no LoginError');
}

const refusal = (status: number, body: unknown, account = newer, hasGiven = false) =>
	loginError(() => readTokenAnswer(account, { status, body }, 0, hasGiven));

describe('the token address', () => {
	test('is on the identity provider, or on the base address', () => {
		expect(tokenUrlOf(newer)).toBe(`https://login.example.com${path}`);
		expect(tokenUrlOf(older)).toBe(`https://api.example.com/auth${path}`);
	});

	test.each(['login.example.com', 'ftp://login.example.com', 'https://', 'http:///x'])(
		'%j is refused, and the words name the field',
		(address) => {
			const wrongNewer = loginError(() => tokenUrlOf({ ...newer, authUrl: address }));
			expect(wrongNewer).toMatchObject({ trouble: 'address', isRefusal: true });
			expect(wrongNewer.message).toContain('Identity Provider Address');
			const wrongOlder = loginError(() => tokenUrlOf({ ...older, baseUrl: address }));
			expect(wrongOlder.message).toContain('Base Address');
		},
	);
});

describe('the form of a token request', () => {
	const client = { client_id: 'shop', client_secret: 'the-client-secret' };

	test.each([newer, older])('has the client secret at either address', (account) => {
		expect(tokenForm(account, { type: 'password' })).toEqual({
			...client,
			grant_type: 'password',
			username: 'loyalty',
			password: 'the-password',
		});
		expect(tokenForm(account, { type: 'refresh_token', refreshToken: 'r' })).toEqual({
			...client,
			grant_type: 'refresh_token',
			refresh_token: 'r',
		});
	});

	test('has no client secret where there is none', () => {
		const form = tokenForm({ ...newer, clientSecret: '' }, { type: 'password' });
		expect(form).not.toHaveProperty('client_secret');
	});
});

describe('a token answer', () => {
	test('gives both tokens, when they end, when they came and for whom', () => {
		const body = {
			access_token: 'a',
			expires_in: 300,
			refresh_token: 'r',
			refresh_expires_in: '1800',
			token_type: 'Bearer',
			'not-before-policy': 0,
		};
		expect(readTokenAnswer(newer, { status: 200, body }, 1_000_000)).toEqual({
			accessToken: 'a',
			refreshToken: 'r',
			accessExpiresAt: 1_300_000,
			refreshExpiresAt: 2_800_000,
			issuedAt: 1_000_000,
			tokenFingerprint: fingerprintOf(newer),
		});
	});

	test.each([undefined, null, 0, -1, 'soon', {}])('may say %p about expiry', (expires_in) => {
		const body = { access_token: 'a', expires_in, refresh_expires_in: expires_in };
		expect(readTokenAnswer(newer, { status: 200, body }, 1)).toMatchObject({
			refreshToken: '',
			accessExpiresAt: 0,
			refreshExpiresAt: 0,
		});
	});
});

describe('a refused login', () => {
	const invalid = { error: 'invalid_grant', error_description: 'Invalid user credentials' };

	test.each<[number, unknown, string, string[]]>([
		[401, invalid, 'user', ['Wrong user name or password', '“Invalid user credentials”']],
		[400, invalid, 'user', ['login.example.com', "Check 'User Name' and 'Password'"]],
		[
			401,
			{ error: 'invalid_client' },
			'client',
			['Wrong client', "'Client ID' and 'Client Secret'"],
		],
		[400, { error: 'unauthorized_client' }, 'client', ['Wrong client']],
		[400, { error: 'something_new' }, 'client', ['“something_new”', 'Identity Provider Address']],
		[404, '<html>', 'address', ['not a token address', `login.example.com${path}`, 'HTTP 404']],
		[200, '<html>', 'address', ["'Base Address'"]],
		[200, { access_token: '' }, 'address', ['HTTP 200']],
		[302, '', 'address', ['HTTP 302']],
		[403, 'Forbidden', 'address', ['HTTP 403']],
		[500, '', 'unavailable', ['(HTTP 500)', 'Run this again later']],
		[503, { error: 'invalid_grant' }, 'unavailable', ['(HTTP 503)']],
		[429, { error: 'slow_down' }, 'unavailable', ['(HTTP 429)']],
	])('HTTP %d %j is of the kind %s', (status, body, trouble, words) => {
		const error = refusal(status, body);
		expect(error).toMatchObject({ trouble, isRefusal: trouble !== 'unavailable' });
		for (const word of words) expect(error.message).toContain(word);
	});

	test.each<[number, unknown, string]>([
		[200, '{"access_token":"eyJhb', 'unavailable'],
		[200, {}, 'unavailable'],
		[404, '<html>Not found</html>', 'address'],
		[401, { error: 'invalid_grant' }, 'user'],
	])('HTTP %d %j from an address that has given tokens is %s', (status, body, trouble) => {
		expect(refusal(status, body, newer, true)).toMatchObject({ trouble });
		expect(refusal(status, body, newer, true).message).not.toContain('eyJhb');
	});

	test('by no answer is no refusal', () => {
		expect(new LoginError('unreachable', '').isRefusal).toBe(false);
		expect(providerOf(tokenUrlOf(newer))).toBe('The identity provider login.example.com');
		expect(providerOf(tokenUrlOf(older))).toContain('api.example.com');
	});
});

describe('no secret is in the words', () => {
	const secrets = /the-client-secret|the-password|proxy-password/;
	const text = fc.oneof(fc.string(), fc.constantFrom('invalid_grant', 'invalid_client'));
	const bodies = fc.oneof(fc.record({ error: text, error_description: text }), fc.jsonValue());

	test('of any refusal', () => {
		fc.assert(
			fc.property(fc.integer({ min: 201, max: 599 }), bodies, (status, body) => {
				expect(refusal(status, body).message).not.toMatch(secrets);
			}),
		);
	});

	test('even when the endpoint repeats what it was sent', () => {
		const form = new URLSearchParams(tokenForm(newer, { type: 'password' })).toString();
		for (const error of ['invalid_grant', 'invalid_client', 'invalid_request']) {
			expect(refusal(400, { error, error_description: form }).message).not.toMatch(secrets);
		}
	});

	test('when the address itself holds a password', () => {
		const account = { ...newer, authUrl: 'https://proxy:proxy-password@login.example.com' };
		for (const error of [
			refusal(404, '<html>', account),
			refusal(401, { error: 'invalid_grant' }, account),
			refusal(503, '', account),
			new Error(providerOf(tokenUrlOf(account))),
		]) {
			expect(error.message).not.toMatch(secrets);
		}
	});
});
