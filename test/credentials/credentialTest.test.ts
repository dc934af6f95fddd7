import '../support/oneRealm';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { testCredential } from '../support/credentialTest';
import {
	addressOfNobody,
	startEndpoint,
	type Endpoint,
	type PlainAnswer,
} from '../support/endpoint';
import { accountAt, n8nWith, Platform } from '../support/platform';
import { startUntrusted } from '../support/selfSigned';

const type = new MobileBillingApi();
const good = { status: 'OK', message: 'Connection successful!' };

let platform: Platform;
const endpoints: Endpoint[] = [];

beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all([platform, ...endpoints.splice(0)].map((one) => one.close()));
});

/** Presses “Test” on an account stored in n8n. */
const press = async (account: ICredentialDataDecryptedObject) =>
	await testCredential(type, n8nWith(account, type));

/** A web server that answers everything alike. */
const answering = async (answer: PlainAnswer): Promise<string> => {
	const endpoint = await startEndpoint(() => answer);
	endpoints.push(endpoint);
	return endpoint.url;
};

/** A stored credential as it is after a run. */
const afterLogin = async () => {
	const n8n = n8nWith(platform.account, type);
	expect(await testCredential(type, n8n)).toEqual(good);
	return n8n;
};

describe('a right account', () => {
	test('passes, and the tokens of the test are stored', async () => {
		const n8n = await afterLogin();
		expect(n8n.stored.mobileBillingApi).toMatchObject({
			accessToken: expect.stringMatching(/./),
			refreshToken: expect.stringMatching(/./),
		});
	});

	test('passes at the older address', async () => {
		expect(await press({ ...platform.account, tokenProvider: 'base' })).toEqual(good);
	});

	test('passes with slashes after its addresses', async () => {
		const { url } = platform;
		expect(await press({ ...platform.account, authUrl: `${url}/`, baseUrl: `${url}/` })).toEqual(
			good,
		);
	});

	test.each([403, 404, 500])(
		'passes without gifting rights (the platform answers %d)',
		async (status) => {
			platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status } });
			expect(await press(platform.account)).toEqual(good);
		},
	);

	test('asks the password anew also when a token is stored that is still good', async () => {
		const n8n = await afterLogin();
		const before = platform.traffic().tokenRequests.password?.granted ?? 0;
		expect(await testCredential(type, n8n)).toEqual(good);
		expect(platform.traffic().tokenRequests.password?.granted).toBe(before + 1);
		expect(platform.traffic().tokenRequests.refresh_token).toBeUndefined();
	});

	test('sends nothing of how the test is known', async () => {
		const seen = await startEndpoint(({ path }) =>
			path.endsWith('/token') ? { body: { access_token: 'a', expires_in: 60 } } : { body: [] },
		);
		endpoints.push(seen);
		expect(await press(accountAt(seen.url))).toEqual(good);
		expect(seen.seen.map(({ path }) => path)).toContain('/datagifting/v1/services');
		expect(JSON.stringify(seen.seen)).not.toMatch(/credential-?test/i);
		const [request] = seen.seen.filter(({ path }) => path.startsWith('/datagifting'));
		expect(request?.headers.authorization).toBe('Bearer a');
	});
});

describe('a wrong account is told in words a person understands', () => {
	test.each([
		['password', { password: 'mistyped' }],
		['user name', { username: 'nobody' }],
	])('wrong %s', async (_what, change) => {
		const { status, message } = await press({ ...platform.account, ...change });
		expect(status).toBe('Error');
		expect(message).toContain('Wrong user name or password');
		expect(message).toContain('Invalid user credentials');
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
	});

	test.each([
		['client ID', { clientId: 'nobody' }],
		['client secret', { clientSecret: 'wrong' }],
	])('wrong %s', async (_what, change) => {
		const { status, message } = await press({ ...platform.account, ...change });
		expect(status).toBe('Error');
		expect(message).toContain('Wrong client');
		expect(message).toContain('Check Client ID and Client Secret');
	});

	test.each([
		['a web page', { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' }],
		['no such page', { status: 404, body: '<html>Not found</html>' }],
		['a way to another address', { status: 302, headers: { location: '/login' } }],
	])('an address that is no token endpoint (%s)', async (_what, answer) => {
		const authUrl = await answering(answer);
		const { status, message } = await press({ ...platform.account, authUrl });
		expect(status).toBe('Error');
		expect(message).toContain('This is not a token address');
		expect(message).toContain(`${authUrl}/realms/api`);
	});

	test('an identity provider that is not there', async () => {
		const { status, message } = await press({
			...platform.account,
			authUrl: await addressOfNobody(),
		});
		expect(status).toBe('Error');
		expect(message).toContain('cannot be reached: nothing answers at this address');
	});

	test('a host name that does not exist', async () => {
		const authUrl = 'http://login.billing.invalid';
		const { message } = await press({ ...platform.account, authUrl });
		expect(message).toMatch(/login\.billing\.invalid cannot be reached: .*host name/);
	});

	test('a certificate nobody trusts', async () => {
		const untrusted = await startUntrusted();
		const { status, message } = await press({ ...platform.account, authUrl: untrusted.url });
		await untrusted.close();
		expect(status).toBe('Error');
		expect(message).toContain('certificate cannot be trusted');
	});

	test('an identity provider that is failing for now', async () => {
		platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 503 } });
		const { message } = await press(platform.account);
		expect(message).toContain('cannot give out tokens just now (HTTP 503)');
	});

	test.each(['', 'login.billing.example.com'])('an address that is none (%j)', async (authUrl) => {
		const { message } = await press({ ...platform.account, authUrl });
		expect(message).toContain('Identity Provider Address in the credential is not a web address');
	});

	test('a base address where nobody is', async () => {
		const { status, message } = await press({
			...platform.account,
			baseUrl: await addressOfNobody(),
		});
		expect(status).toBe('Error');
		expect(message).toContain('The login worked, but the Base Address');
		expect(message).toContain('nothing answers');
	});

	test('a base address with a certificate nobody trusts', async () => {
		const untrusted = await startUntrusted();
		const { message } = await press({ ...platform.account, baseUrl: untrusted.url });
		await untrusted.close();
		expect(message).toContain('The login worked, but the Base Address');
		expect(message).toContain('certificate cannot be trusted');
	});

	test.each(['', 'billing.example.com'])('a base address that is none (%j)', async (baseUrl) => {
		const { status, message } = await press({ ...platform.account, baseUrl });
		expect(status).toBe('Error');
		expect(message).toMatch(/Base Address.*not a (complete )?web address/);
	});

	test('a platform that does not take the token', async () => {
		const baseUrl = await answering({ status: 401, body: { status: 'UNAUTHORIZED' } });
		const { status, message } = await press({ ...platform.account, baseUrl });
		expect(status).toBe('Error');
		expect(message).toContain(
			'The login worked, but the billing platform does not accept its token',
		);
	});

	test('without any of its secrets', async () => {
		const changes: ICredentialDataDecryptedObject[] = [
			{ password: 'the-wrong-password' },
			{ clientSecret: 'the-wrong-secret' },
			{ password: 'the-wrong-password', authUrl: 'http://login.billing.invalid' },
		];
		for (const change of changes) {
			const { message } = await press({ ...platform.account, ...change });
			expect(message).not.toMatch(/the-wrong-|demo-secret/);
		}
	});
});

describe('the test is about now', () => {
	test('a changed and right password passes, whatever tokens are stored', async () => {
		const n8n = await afterLogin();
		const merchant = platform.sandbox.world.accounts.find('demo-merchant');
		if (merchant) merchant.password = 'changed-password';
		const stored = n8n.stored.mobileBillingApi ?? {};
		expect(await press({ ...stored, password: 'changed-password' })).toEqual(good);
	});

	test('a changed and wrong password fails, whatever tokens are stored', async () => {
		const n8n = await afterLogin();
		const { message } = await press({ ...n8n.stored.mobileBillingApi, password: 'mistyped' });
		expect(message).toContain('Wrong user name or password');
	});

	test('a password changed at the identity provider fails, though the stored token is still good', async () => {
		const n8n = await afterLogin();
		const merchant = platform.sandbox.world.accounts.find('demo-merchant');
		if (merchant) merchant.password = 'changed-password';
		const { message } = await testCredential(type, n8n);
		expect(message).toContain('Wrong user name or password');
	});

	test('a refusal of a minute ago is not repeated but asked about', async () => {
		const merchant = platform.sandbox.world.accounts.find('demo-merchant');
		const account = { ...platform.account, password: 'new-password' };
		expect((await press(account)).status).toBe('Error');
		if (merchant) merchant.password = 'new-password';
		expect(await press(account)).toEqual(good);
	});

	test('a trouble on the way is gone with its cause', async () => {
		platform.faults({ path: '/realms/*', fault: { kind: 'drop' } });
		expect((await press(platform.account)).status).toBe('Error');
		platform.faults();
		expect(await press(platform.account)).toEqual(good);
	});
});
