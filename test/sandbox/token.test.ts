import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Merchant, NEWER, OLDER } from './merchant';

let sandbox: Sandbox;
let merchant: Merchant;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	merchant = new Merchant(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => merchant.http.post('/_sandbox/reset'));

const settings = (change: object) => merchant.http.patch('/_sandbox/settings', change);
const advance = (advanceSeconds: number) =>
	merchant.http.post('/_sandbox/clock', { advanceSeconds });

describe('password grant', () => {
	test('answers as Keycloak does', async () => {
		const answer = await merchant.login();
		expect(answer.status).toBe(200);
		expect(answer.headers['cache-control']).toBe('no-store');
		expect(answer.data).toEqual({
			access_token: expect.any(String),
			expires_in: 300,
			refresh_expires_in: 1800,
			refresh_token: expect.any(String),
			token_type: 'Bearer',
			'not-before-policy': 0,
			session_state: expect.any(String),
			scope: 'profile email',
		});
		expect((await merchant.services(answer.data.access_token)).status).toBe(200);
	});

	test.each([['demo-merchant', 'wrong'] as const, ['nobody', 'demo-password'] as const])(
		'refuses %s with password %s',
		async (username, password) => {
			const answer = await merchant.login(username, password);
			expect(answer.status).toBe(401);
			expect(answer.data).toEqual({
				error: 'invalid_grant',
				error_description: 'Invalid user credentials',
			});
		},
	);

	test('refuses a request without a user name', async () => {
		const answer = await merchant.askToken({ grant_type: 'password', password: 'x' });
		expect(answer.status).toBe(400);
		expect(answer.data.error).toBe('invalid_request');
		expect(answer.data.error_description).toContain('username');
	});

	test('locks the account after ten wrong passwords in a row, and the right one is refused', async () => {
		for (let n = 0; n < 9; n += 1) await merchant.login('demo-merchant', 'wrong');
		const { refresh_token } = (await merchant.login()).data;
		for (let n = 0; n < 9; n += 1) await merchant.login('demo-merchant', 'wrong');
		expect((await merchant.refresh(refresh_token)).status).toBe(200);
		await merchant.login('demo-merchant', 'wrong');

		const locked = await merchant.login();
		expect(locked.status).toBe(400);
		expect(locked.data).toEqual({
			error: 'invalid_grant',
			error_description: 'Account disabled',
		});
		const [account] = (await merchant.http.get('/_sandbox/state')).data.accounts;
		expect(account).toMatchObject({ username: 'demo-merchant', locked: true });
	});

	test('a locked account cannot refresh', async () => {
		await settings({ lockAfterWrongPasswords: 1 });
		const { refresh_token } = (await merchant.login()).data;
		await merchant.login('demo-merchant', 'wrong');
		const answer = await merchant.refresh(refresh_token);
		expect(answer.status).toBe(400);
		expect(answer.data.error_description).toBe('User disabled');
	});

	test('the lock can be switched off', async () => {
		await settings({ lockAfterWrongPasswords: 0 });
		for (let n = 0; n < 12; n += 1) await merchant.login('demo-merchant', 'wrong');
		expect((await merchant.login()).status).toBe(200);
	});
});

describe('client', () => {
	const password = {
		grant_type: 'password',
		username: 'demo-merchant',
		password: 'demo-password',
	};
	const post = (address: string, form: Record<string, string>) =>
		merchant.http.post(address, new URLSearchParams({ ...password, ...form }));

	test('the older address needs no client secret, and takes only the right one', async () => {
		const status = async (secret: Record<string, string>) =>
			(await post(OLDER, { client_id: 'demo-client', ...secret })).status;
		expect(await status({})).toBe(200);
		expect(await status({ client_secret: 'demo-secret' })).toBe(200);
		expect(await status({ client_secret: 'no' })).toBe(401);
	});

	test.each([
		['both', [401, 401]],
		['optional', [200, 200]],
	])('a missing secret where the setting is %s', async (clientSecret, statuses) => {
		await settings({ clientSecret });
		const form = { client_id: 'demo-client' };
		const answers = [await post(OLDER, form), await post(NEWER, form)];
		expect(answers.map(({ status }) => status)).toEqual(statuses);
	});

	test.each([
		['no secret', { client_id: 'demo-client' }, 'unauthorized_client'],
		['a wrong secret', { client_id: 'demo-client', client_secret: 'no' }, 'unauthorized_client'],
		['an unknown client', { client_id: 'no', client_secret: 'no' }, 'invalid_client'],
		['no client', {}, 'invalid_client'],
	])('the newer address refuses %s', async (_what, form, error) => {
		const answer = await post(NEWER, { ...form });
		expect(answer.status).toBe(401);
		expect(answer.data).toEqual({
			error,
			error_description: 'Invalid client or Invalid client credentials',
		});
	});

	test('a refresh token works only for the client it was issued to', async () => {
		const { refresh_token } = (await merchant.login()).data;
		const answer = await merchant.askToken({
			grant_type: 'refresh_token',
			refresh_token,
			client_id: 'other-client',
			client_secret: 'other-secret',
		});
		expect(answer.status).toBe(400);
		expect(answer.data.error).toBe('invalid_grant');
	});
});

describe('request form', () => {
	test('a JSON body is refused', async () => {
		const answer = await merchant.http.post(NEWER, { grant_type: 'password' });
		expect(answer.status).toBe(415);
		expect(answer.data).toEqual({ error: 'HTTP 415 Unsupported Media Type' });
	});

	test.each([
		['no grant type', 'client_id=demo-client', 'invalid_request'],
		['a grant type twice', 'grant_type=password&grant_type=password', 'invalid_request'],
		['an empty body', '', 'invalid_request'],
		['another grant', 'grant_type=client_credentials', 'unsupported_grant_type'],
		['an invented grant', 'grant_type=__proto__', 'unsupported_grant_type'],
	])('%s is refused', async (_what, body, error) => {
		const answer = await merchant.http.post(NEWER, body, {
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect(answer.status).toBe(400);
		expect(answer.data.error).toBe(error);
	});
});

describe('refresh grant', () => {
	test('gives new tokens in the same session', async () => {
		const first = (await merchant.login()).data;
		const answer = await merchant.refresh(first.refresh_token);
		expect(answer.status).toBe(200);
		expect(answer.data.session_state).toBe(first.session_state);
		expect(answer.data.refresh_token).not.toBe(first.refresh_token);
		expect((await merchant.services(answer.data.access_token)).status).toBe(200);
		expect((await merchant.services(first.access_token)).status).toBe(200);
	});

	test('an invented token is refused', async () => {
		const answer = await merchant.refresh('invented');
		expect(answer.status).toBe(400);
		expect(answer.data).toEqual({
			error: 'invalid_grant',
			error_description: 'Invalid refresh token',
		});
	});

	test('an expired token is refused', async () => {
		const { refresh_token } = (await merchant.login()).data;
		await advance(1801);
		const answer = await merchant.refresh(refresh_token);
		expect(answer.status).toBe(400);
		expect(answer.data.error_description).toBe('Token is not active');
	});

	test('a token used twice ends the whole session', async () => {
		const first = (await merchant.login()).data;
		const second = (await merchant.refresh(first.refresh_token)).data;
		const reuse = await merchant.refresh(first.refresh_token);
		expect(reuse.status).toBe(400);
		expect(reuse.data).toEqual({
			error: 'invalid_grant',
			error_description: 'Maximum allowed refresh token reuse exceeded',
		});
		expect((await merchant.services(second.access_token)).status).toBe(401);
		expect((await merchant.refresh(second.refresh_token)).data.error_description).toBe(
			'Session not active',
		);
	});

	test('of many uses at once exactly one succeeds, and the session ends', async () => {
		const first = (await merchant.login()).data;
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => merchant.refresh(first.refresh_token)),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect((await merchant.services(first.access_token)).status).toBe(401);
	});

	test('without reuse detection the second use is refused and the session lives on', async () => {
		await settings({ detectRefreshReuse: false });
		const first = (await merchant.login()).data;
		const second = (await merchant.refresh(first.refresh_token)).data;
		expect((await merchant.refresh(first.refresh_token)).status).toBe(400);
		expect((await merchant.services(second.access_token)).status).toBe(200);
		expect((await merchant.refresh(second.refresh_token)).status).toBe(200);
	});

	test('without rotation a token works again and again', async () => {
		await settings({ rotateRefreshTokens: false });
		const { refresh_token } = (await merchant.login()).data;
		expect((await merchant.refresh(refresh_token)).status).toBe(200);
		expect((await merchant.refresh(refresh_token)).status).toBe(200);
	});
});

test('token requests are counted by grant and result', async () => {
	const { refresh_token } = (await merchant.login()).data;
	await merchant.login('demo-merchant', 'wrong');
	await merchant.refresh(refresh_token);
	await merchant.refresh('invented');
	await merchant.askToken({ grant_type: 'invented' });
	const { tokenRequests } = (await merchant.http.get('/_sandbox/requests')).data;
	expect(tokenRequests).toEqual({
		password: { granted: 1, invalid_grant: 1 },
		refresh_token: { granted: 1, invalid_grant: 1 },
		other: { unsupported_grant_type: 1 },
	});
});
