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
const opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
	platform = await Platform.start();
	opened.push(platform);
});
afterEach(async () => {
	await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** Presses “Test” on an account stored in n8n. */
const press = async (account: ICredentialDataDecryptedObject) =>
	await testCredential(type, n8nWith(account, type));

/** A platform that gives tokens, and answers each path in its own way. */
const answering = async (answerOf: (path: string) => PlainAnswer): Promise<Endpoint> => {
	const endpoint = await startEndpoint(({ path }) =>
		path.endsWith('/token') ? { body: { access_token: 'a', expires_in: 60 } } : answerOf(path),
	);
	opened.push(endpoint);
	return endpoint;
};

describe('a right account', () => {
	test.each<[object, string?]>([[{ authUrl: '' }], [{ advanced: false }], [{}, '/']])(
		'passes with %j, at an address that ends in %j',
		async (changes, suffix = '') => {
			const url = `${platform.url}${suffix}`;
			const account = { ...platform.account, authUrl: url, baseUrl: url, ...changes };
			expect(await press(account)).toEqual(good);
		},
	);

	test.each(['/datagifting/v1/services', '/api/payment/1_4/subscription', '/v1/transactions'])(
		'passes when %s is all it may ask',
		async (allowed) => {
			const { url } = await answering((path) =>
				path === allowed ? { body: { status: 'INVALID_SERVICE' }, status: 400 } : { status: 401 },
			);
			expect(await press(accountAt(url))).toEqual(good);
		},
	);

	test('only reads, asks for what does not exist, and says nothing of a test', async () => {
		const { url, seen } = await answering(() => ({ body: [] }));
		expect(await press({ ...accountAt(url), merchantId: '1042' })).toEqual(good);
		expect(seen.map(({ method, path, body }) => `${method} ${path} ${body}`).sort()).toEqual([
			'GET /datagifting/v1/services?merchantId=1042 ',
			'GET /datagifting/v1/services?merchantId=1042 ',
			expect.stringMatching(
				/^POST .api.payment.1_4.subscription \{"apikey":"TEST","userid":"test","timestamp":"\d{10}"\}$/,
			),
			expect.stringMatching(/^POST .realms/),
			'POST /v1/transactions {"transactionId":"0"}',
		]);
		expect(JSON.stringify(seen)).not.toMatch(/credential-?test/i);
		const bearers = seen.map(({ headers }) => headers.authorization);
		expect(bearers.toSorted()).toEqual([...Array<string>(4).fill('Bearer a'), undefined]);
	});

	test('is asked for its password anew, whatever is stored, and its tokens are', async () => {
		const n8n = n8nWith(platform.account, type);
		for (const count of [1, 2]) {
			expect(await testCredential(type, n8n)).toEqual(good);
			expect(platform.traffic().tokenRequests).toEqual({ password: { granted: count } });
		}
		expect(n8n.stored.mobileBillingApi).toMatchObject({ refreshToken: expect.stringMatching(/./) });
		const merchant = platform.sandbox.world.accounts[0];
		if (merchant) merchant.password = 'new-password';
		expect((await testCredential(type, n8n)).message).toContain('Wrong user name or password');
		// A refusal of a moment ago is asked about again.
		if (merchant) merchant.password = 'demo-password';
		expect(await testCredential(type, n8n)).toEqual(good);
	});
});

describe('a wrong account is told in words a person understands', () => {
	const nobody = addressOfNobody;
	const untrusted = async () => {
		const server = await startUntrusted();
		opened.push(server);
		return server.url;
	};
	const refusing = async (status: number) =>
		(await answering((path) => ({ status: path === '/v1/transactions' ? 403 : status }))).url;

	test.each<[string, Record<string, string | (() => Promise<string>)>, string]>([
		['password', { password: 'the-wrong-one' }, 'Wrong user name or password'],
		['client secret', { clientSecret: 'the-wrong-one' }, "Check 'Client ID' and 'Client Secret'"],
		['address', { authUrl: 'nowhere' }, "'Identity Provider Address' in the credential must be"],
		['base address', { baseUrl: 'x' }, "worked, but 'Base Address' in the credential must be"],
		['host', { authUrl: 'http://login.invalid' }, "login.invalid can't be reached: "],
		['port', { authUrl: nobody }, 'nothing answers at this address'],
		['base port', { baseUrl: nobody }, "The login worked, but 'Base Address' 127.0.0.1"],
		['certificate', { authUrl: untrusted }, 'certificate is not trusted'],
		['base certificate', { baseUrl: untrusted }, 'certificate is not trusted'],
		[
			'rights',
			{ baseUrl: () => refusing(404) },
			'(gifting: HTTP 404, payments: HTTP 404, searches: HTTP 403)',
		],
	])('wrong %s', async (_what, changes, words) => {
		const entries = Object.entries(changes).map(async ([name, value]) => [
			name,
			typeof value === 'string' ? value : await value(),
		]);
		const change = Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
		const { status, message } = await press({ ...platform.account, ...change });
		expect([status, message]).toEqual(['Error', expect.stringContaining(words)]);
		expect(message).not.toMatch(/the-wrong-|demo-secret/);
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
	});

	test('signed searches that are refused, though the rest works', async () => {
		const { url } = await answering((path) =>
			path === '/v1/transactions' ? { status: 401 } : { body: [] },
		);
		const searches = { searchLogin: 'headers', searchUser: 'gc', searchSecret: 'the-wrong-one' };
		const host = url.slice('http://'.length);
		expect(await press({ ...accountAt(url), ...searches })).toEqual({
			status: 'Error',
			message: `The login worked, but ${host} refuses searches (gifting works, payments works, searches: HTTP 401). Check 'Search User' and 'Search Signature Key'`,
		});
	});
});
