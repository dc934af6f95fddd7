import fc from 'fast-check';
import { accountOf, fingerprintOf, type Account } from '../../platform/account';
import { LoginError } from '../../platform/loginError';
import { readTokenAnswer, tokenForm, unreachableLogin } from '../../platform/tokenExchange';

const newer = accountOf({
	tokenProvider: 'identityProvider',
	authUrl: 'https://login.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'shop',
	clientSecret: 'the-client-secret',
	username: 'loyalty',
	password: 'the-password',
});
const older: Account = { ...newer, tokenProvider: 'base' };
const secrets = [newer.clientSecret, newer.password];

function refusal(
	status: number,
	body: unknown,
	{ account = newer, hasGiven = false } = {},
): LoginError {
	try {
		readTokenAnswer(account, { status, body }, 0, hasGiven);
	} catch (error) {
		if (error instanceof LoginError) return error;
		throw error;
	}
	throw new Error('the answer was taken for tokens');
}

describe('the form of a token request', () => {
	test('asks with user name and password', () => {
		expect(tokenForm(newer, { type: 'password' })).toEqual({
			client_id: 'shop',
			client_secret: 'the-client-secret',
			grant_type: 'password',
			username: 'loyalty',
			password: 'the-password',
		});
	});

	test('asks with a refresh token, and then without the password', () => {
		expect(tokenForm(newer, { type: 'refresh_token', refreshToken: 'r' })).toEqual({
			client_id: 'shop',
			client_secret: 'the-client-secret',
			grant_type: 'refresh_token',
			refresh_token: 'r',
		});
	});

	test('has no client secret for the older address', () => {
		expect(tokenForm(older, { type: 'password' })).toEqual({
			client_id: 'shop',
			grant_type: 'password',
			username: 'loyalty',
			password: 'the-password',
		});
		expect(tokenForm(older, { type: 'refresh_token', refreshToken: 'r' })).not.toHaveProperty(
			'client_secret',
		);
	});
});

describe('a token answer', () => {
	test('gives both tokens, when they end, when they came and for whom', () => {
		const body = {
			access_token: 'a',
			expires_in: 300,
			refresh_token: 'r',
			refresh_expires_in: 1800,
			token_type: 'Bearer',
			'not-before-policy': 0,
			session_state: 's',
			scope: 'profile email',
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

	test.each([
		['without a refresh token', { access_token: 'a', expires_in: 60 }],
		['with an empty refresh token', { access_token: 'a', expires_in: 60, refresh_token: null }],
	])('%s is one all the same', (_what, body) => {
		expect(readTokenAnswer(newer, { status: 200, body }, 1)).toMatchObject({
			accessToken: 'a',
			refreshToken: '',
			accessExpiresAt: 60_001,
			refreshExpiresAt: 0,
		});
	});

	test.each([undefined, null, 0, -1, 'soon', {}])(
		'that says %p about expiry lasts as far as anybody knows',
		(expires_in) => {
			const body = { access_token: 'a', expires_in, refresh_expires_in: expires_in };
			expect(readTokenAnswer(newer, { status: 200, body }, 1)).toMatchObject({
				accessExpiresAt: 0,
				refreshExpiresAt: 0,
			});
		},
	);

	test('may give lifetimes as text', () => {
		const body = { access_token: 'a', expires_in: '300' };
		expect(readTokenAnswer(newer, { status: 200, body }, 0).accessExpiresAt).toBe(300_000);
	});
});

describe('a refused login tells apart', () => {
	test.each([
		[401, 'Invalid user credentials'],
		[400, 'Invalid user credentials'],
		[400, 'Account disabled'],
		[400, 'Account is not fully set up'],
	])('wrong user name or password (%d %s)', (status, error_description) => {
		const { trouble, message, isRefusal } = refusal(status, {
			error: 'invalid_grant',
			error_description,
		});
		expect({ trouble, isRefusal }).toEqual({ trouble: 'user', isRefusal: true });
		expect(message).toContain('Wrong user name or password');
		expect(message).toContain('login.example.com');
		expect(message).toContain(`“${error_description}”`);
		expect(message).toContain('Check User Name and Password');
	});

	test.each(['invalid_client', 'unauthorized_client'])('wrong client (%s)', (error) => {
		const { trouble, message, isRefusal } = refusal(401, {
			error,
			error_description: 'Invalid client or Invalid client credentials',
		});
		expect({ trouble, isRefusal }).toEqual({ trouble: 'client', isRefusal: true });
		expect(message).toContain('Wrong client');
		expect(message).toContain('“Invalid client or Invalid client credentials”');
		expect(message).toContain('Check Client ID and Client Secret');
	});

	test.each(['unsupported_grant_type', 'invalid_request', 'invalid_scope', 'something_new'])(
		'a login the endpoint does not know how to give (%s)',
		(error) => {
			const { trouble, message } = refusal(400, { error });
			expect(trouble).toBe('client');
			expect(message).toContain(`“${error}”`);
		},
	);

	test.each([
		[200, '<!doctype html><title>Welcome</title>'],
		[404, '<html>Not found</html>'],
		[404, { message: 'no such route' }],
		[302, ''],
		[200, { ok: true }],
		[200, { access_token: '' }],
		[200, null],
		[405, ''],
		[403, 'Forbidden'],
	])('an address that is no token endpoint (%d %j)', (status, body) => {
		const { trouble, message, isRefusal } = refusal(status, body);
		expect({ trouble, isRefusal }).toEqual({ trouble: 'address', isRefusal: true });
		expect(message).toContain('This is not a token address');
		expect(message).toContain('https://login.example.com/realms/api/protocol/openid-connect/token');
		expect(message).toContain(`HTTP ${status}`);
		expect(message).toContain('newer or the older');
	});

	test.each([
		[200, '{"access_token":"eyJhb'],
		[200, '<html>Sign in to this network</html>'],
		[200, {}],
	])('an address that has given tokens before (%d %j)', (status, body) => {
		const { trouble, message, isRefusal } = refusal(status, body, { hasGiven: true });
		expect({ trouble, isRefusal }).toEqual({ trouble: 'unavailable', isRefusal: false });
		expect(message).toContain('has given tokens before');
		expect(message).not.toContain('eyJhb');
	});

	test.each([
		[404, '<html>Not found</html>', 'address'],
		[401, { error: 'invalid_grant' }, 'user'],
	])('a refusal from whom it got tokens before (%d %j)', (status, body, trouble) => {
		expect(refusal(status, body, { hasGiven: true }).trouble).toBe(trouble);
	});

	test.each([
		[500, ''],
		[502, '<html>Bad gateway</html>'],
		[503, { error: 'temporarily_unavailable' }],
		[503, { error: 'invalid_grant' }],
		[429, { error: 'slow_down' }],
	])('an endpoint that is failing for now (%d %j)', (status, body) => {
		const { trouble, message, isRefusal } = refusal(status, body);
		expect({ trouble, isRefusal }).toEqual({ trouble: 'unavailable', isRefusal: false });
		expect(message).toContain(`(HTTP ${status})`);
		expect(message).toContain('Try again later');
	});

	test.each([
		['ECONNREFUSED', 'nothing answers at this address'],
		['ENOTFOUND', 'this host name does not exist'],
		['ETIMEDOUT', 'no answer came in time'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate cannot be trusted'],
		[undefined, 'the connection failed'],
	])('an identity provider that cannot be reached (%p)', (code, words) => {
		const { trouble, message, isRefusal } = unreachableLogin(newer, code);
		expect({ trouble, isRefusal }).toEqual({ trouble: 'unreachable', isRefusal: false });
		expect(message).toContain('login.example.com cannot be reached');
		expect(message).toContain(words);
	});

	test('names the base address when that gives the tokens', () => {
		expect(refusal(404, '', { account: older }).message).toContain(
			'https://api.example.com/auth/realms/api/protocol/openid-connect/token',
		);
		expect(unreachableLogin(older, 'ENOTFOUND').message).toContain('api.example.com');
	});

	test('in words that are short, however long the endpoint’s are', () => {
		const body = { error: 'invalid_grant', error_description: 'x'.repeat(100_000) };
		expect(refusal(401, body).message.length).toBeLessThan(600);
		expect(refusal(401, { error: 'y'.repeat(100_000) }).message.length).toBeLessThan(600);
	});
});

describe('no secret is in the words', () => {
	const text = fc.oneof(fc.string(), fc.constantFrom('invalid_grant', 'invalid_client'));
	const body = fc.oneof(fc.record({ error: text, error_description: text }), fc.jsonValue(), text);

	test('of any refusal', () => {
		fc.assert(
			fc.property(fc.integer({ min: 201, max: 599 }), body, (status, answer) => {
				const { message } = refusal(status, answer);
				for (const secret of secrets) expect(message).not.toContain(secret);
			}),
		);
	});

	test.each(['invalid_grant', 'invalid_client', 'invalid_request'])(
		'of %s, even when the endpoint repeats what it was sent',
		(error) => {
			const error_description = `refused: ${new URLSearchParams(tokenForm(newer, { type: 'password' })).toString()}`;
			const { message } = refusal(400, { error, error_description });
			for (const secret of secrets) expect(message).not.toContain(secret);
		},
	);

	test('when the address itself holds a password', () => {
		const account = accountOf({
			...newer,
			authUrl: 'https://proxy:proxy-password@login.example.com',
		});
		for (const error of [
			refusal(404, '<html>', { account }),
			refusal(401, { error: 'invalid_grant' }, { account }),
			refusal(503, '', { account }),
			unreachableLogin(account, 'ECONNREFUSED'),
		]) {
			expect(error.message).not.toContain('proxy-password');
		}
	});
});
