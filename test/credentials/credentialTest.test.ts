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

/** A platform that gives tokens, and answers each path in its own way. */
const answeringBy = async (answerOf: (path: string) => PlainAnswer): Promise<string> => {
	const endpoint = await startEndpoint(({ path }) =>
		path.endsWith('/token') ? { body: { access_token: 'a', expires_in: 60 } } : answerOf(path),
	);
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

	test.each<[object, string?]>([[{ authUrl: '' }], [{ advanced: false }], [{}, '/']])(
		'passes at other addresses (%j)',
		async (changes, suffix = '') => {
			const url = `${platform.url}${suffix}`;
			const account = { ...platform.account, authUrl: url, baseUrl: url, ...changes };
			expect(await press(account)).toEqual(good);
		},
	);

	test.each([403, 404, 500])(
		'passes without gifting rights (the platform answers %d)',
		async (status) => {
			platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status } });
			expect(await press(platform.account)).toEqual(good);
		},
	);

	test.each([
		['gifting', '/datagifting/v1/services'],
		['payments', '/api/payment/1_4/subscription'],
		['searches', '/v1/transactions'],
	])('passes when %s is all it may do', async (_what, allowed) => {
		const url = await answeringBy((path) =>
			path === allowed ? { body: { status: 'INVALID_SERVICE' }, status: 400 } : { status: 401 },
		);
		expect(await press(accountAt(url))).toEqual(good);
	});

	test('only reads, and asks for what does not exist', async () => {
		const seen = await startEndpoint(({ path }) =>
			path.endsWith('/token') ? { body: { access_token: 'a', expires_in: 60 } } : { body: [] },
		);
		endpoints.push(seen);
		await press({ ...accountAt(seen.url), merchantId: '1042' });
		expect(seen.seen.map(({ method, path, body }) => `${method} ${path} ${body}`).sort()).toEqual([
			'GET /datagifting/v1/services?merchantId=1042 ',
			'GET /datagifting/v1/services?merchantId=1042 ',
			expect.stringMatching(
				/^POST .api.payment.1_4.subscription \{"apikey":"TEST","userid":"test",/,
			),
			expect.stringMatching(/^POST .realms/),
			'POST /v1/transactions {"transactionId":"0"}',
		]);
	});

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
	const page = { headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' };
	const redirect = { status: 302, headers: { location: '/login' } };
	const unauthorized = { status: 401, body: { status: 'UNAUTHORIZED' } };

	test.each<[string, object | (() => Promise<object>), string]>([
		['password', { password: 'the-wrong-one' }, 'Wrong user name or password'],
		['user name', { username: 'nobody' }, 'Invalid user credentials'],
		['client ID', { clientId: 'nobody' }, "Check 'Client ID' and 'Client Secret'"],
		['client secret', { clientSecret: 'the-wrong-one' }, 'Wrong client'],
		[
			'address',
			{ authUrl: 'nowhere' },
			"'Identity Provider Address' in the credential must be a web address",
		],
		['base address', { baseUrl: '' }, 'Base Address'],
		['host', { authUrl: 'http://login.billing.invalid' }, "login.billing.invalid can't be reached"],
		['page', async () => ({ authUrl: await answering(page) }), 'This is not a token address'],
		['way', async () => ({ authUrl: await answering(redirect) }), 'This is not a token address'],
		['port', async () => ({ authUrl: await addressOfNobody() }), 'nothing answers at this address'],
		[
			'port of the base address',
			async () => ({ baseUrl: await addressOfNobody() }),
			"The login worked, but 'Base Address'",
		],
		[
			'platform, which does not take the token',
			async () => ({ baseUrl: await answering(unauthorized) }),
			'The login worked, but the account can do nothing at 127.0.0.1',
		],
	])('wrong %s', async (_what, change, words) => {
		const changes = typeof change === 'function' ? await change() : change;
		const { status, message } = await press({ ...platform.account, ...changes });
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(message).not.toMatch(/the-wrong-|demo-secret/);
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
	});

	test('an account that may do nothing reads what it asked for', async () => {
		const url = await answeringBy((path) => ({ status: path === '/v1/transactions' ? 403 : 404 }));
		const { message } = await press(accountAt(url));
		expect(message).toContain('(gifting: HTTP 404, payments: HTTP 404, searches: HTTP 403)');
		expect(message).toContain(
			"Check that 'Base Address' and the identity provider belong together",
		);
	});

	test('signed searches that are refused, though the rest works', async () => {
		const url = await answeringBy((path) =>
			path === '/v1/transactions' ? { status: 401 } : { body: [] },
		);
		const searches = { searchLogin: 'headers', searchUser: 'gc', searchSecret: 'the-wrong-one' };
		const { message } = await press({ ...accountAt(url), ...searches });
		expect(message).toContain(
			'refuses searches (gifting works, payments works, searches: HTTP 401)',
		);
		expect(message).toContain("Check 'Search User' and 'Search Signature Key'");
		expect(message).not.toContain('the-wrong-one');
	});

	test.each(['authUrl', 'baseUrl'])('an untrusted certificate at %s', async (field) => {
		const untrusted = await startUntrusted();
		const { message } = await press({ ...platform.account, [field]: untrusted.url });
		await untrusted.close();
		expect(message).toContain('certificate is not trusted');
	});

	test('an identity provider that is failing for now', async () => {
		platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 503 } });
		const { message } = await press(platform.account);
		expect(message).toContain("can't issue tokens at the moment (HTTP 503)");
	});
});

describe('the test is about now', () => {
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
});
