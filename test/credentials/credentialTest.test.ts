import { LoadOptionsContext } from 'n8n-core';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import type { CredentialsInMemory } from '../support/credentialsHelper';
import { startEndpoint, type Endpoint, type PlainAnswer } from '../support/endpoint';
import { additionalDataWith, nodeOf, workflowOf } from '../support/n8n';
import { accountAt, n8nWith, Platform } from '../support/platform';

const type = new MobileBillingApi();
const passed = 'passed';

const platform = Platform.forEach();
const opened: Endpoint[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((one) => one.close()));
});

/** Presses “Test” on an account stored in n8n; gives the words of an error. */
async function press(account: object, n8n: CredentialsInMemory = n8nWith(account as never, type)) {
	const node = nodeOf(new MobileDataGifting(), n8n, {});
	const workflow = workflowOf([node], [new MobileDataGifting()]);
	const context = new LoadOptionsContext(workflow, node, additionalDataWith(n8n), '');
	// n8n resolves the expression.
	const { baseURL = '', ...asked } = type.test.request;
	const base = String(n8n.stored[type.name]?.baseUrl);
	const request = { ...asked, baseURL: baseURL.replace('={{$credentials.baseUrl}}', base) };
	try {
		const send = context.helpers.httpRequestWithAuthentication;
		await send.call(context as never, type.name, request as never);
		return passed;
	} catch (error) {
		return (error as Error).message;
	}
}

/** A platform that gives tokens, and answers each path in its own way. */
const answering = async (answerOf: (path: string) => PlainAnswer): Promise<Endpoint> => {
	const endpoint = await startEndpoint(({ path }) =>
		path.endsWith('/token') ? { body: { access_token: 'a', expires_in: 60 } } : answerOf(path),
	);
	opened.push(endpoint);
	return endpoint;
};

describe('a right account', () => {
	test.each([{ authUrl: '' }, { advanced: false }])('passes with %j', async (changes) => {
		expect(await press({ ...platform.account, ...changes })).toBe(passed);
	});

	test.each(['/datagifting/v1/services', '/api/payment/1_4/subscription', '/v1/transactions'])(
		'passes when %s is all it may ask',
		async (allowed) => {
			const { url } = await answering((path) =>
				path === allowed ? { body: { status: 'INVALID_SERVICE' }, status: 400 } : { status: 401 },
			);
			expect(await press(accountAt(url))).toBe(passed);
		},
	);

	test('passes when its searches are signed and are all it may ask', async () => {
		const { url } = await answering((path) =>
			path === '/v1/transactions' ? { body: [] } : { status: 401 },
		);
		const searches = { searchLogin: 'headers', searchUser: 'gc', searchSecret: 'search-key' };
		expect(await press({ ...accountAt(url), ...searches })).toBe(passed);
	});

	test('only reads, asks for what does not exist, and says nothing of a test', async () => {
		const { url, seen } = await answering(() => ({ body: [] }));
		expect(await press({ ...accountAt(url), merchantId: '1042' })).toBe(passed);
		expect(seen.map(({ method, path, body }) => `${method} ${path} ${body}`).sort()).toEqual([
			'GET /datagifting/v1/services?merchantId=1042 ',
			'HEAD /datagifting/v1/services?merchantId=1042 ',
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

	test('logs in with the password anew, whatever is stored, and its new tokens are stored', async () => {
		const n8n = n8nWith(platform.account, type);
		for (const count of [1, 2]) {
			expect(await press({}, n8n)).toBe(passed);
			expect(platform.traffic().tokenRequests).toEqual({ password: { granted: count } });
		}
		expect(n8n.stored.mobileBillingApi).toMatchObject({ refreshToken: expect.stringMatching(/./) });
		const merchant = platform.sandbox.world.accounts[0];
		if (merchant) merchant.password = 'new-password';
		expect(await press({}, n8n)).toContain('Wrong user name or password');
		// A refusal of a moment ago is asked about again.
		if (merchant) merchant.password = 'demo-password';
		expect(await press({}, n8n)).toBe(passed);
	});
});

describe('the test of a wrong account gives its reason:', () => {
	const wrong = 'the-wrong-one';
	// Nothing listens there.
	const nobody = 'http://127.0.0.1:1';

	test.each([
		[{ password: wrong }, 'Wrong user name or password'],
		[{ clientSecret: wrong }, "Check 'Client ID' and 'Client Secret'"],
		[{ baseUrl: 'x' }, "worked, but 'Base Address' in the credential must be"],
		[{ authUrl: nobody }, 'nothing answers at this address'],
		[{ baseUrl: nobody }, "The login worked, but 'Base Address' 127.0.0.1"],
	])('%j', async (change, words) => {
		const message = await press({ ...platform.account, ...change });
		expect(message).toContain(words);
		expect(message).not.toMatch(/the-wrong-|demo-secret/);
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
	});

	test('an account that may do nothing', async () => {
		const { url } = await answering((path) => ({
			status: path === '/v1/transactions' ? 403 : 404,
		}));
		const all = '(gifting: HTTP 404, payments: HTTP 404, searches: HTTP 403)';
		const both = "Check that 'Base Address' and 'Identity Provider Address' belong together";
		expect(await press(accountAt(url))).toContain(`${all}. ${both}`);
		// The identity provider is named only if one was entered.
		const one = "Check 'Base Address', or ask your operator what the account may do";
		expect(await press({ ...accountAt(url), authUrl: '' })).toContain(`${all}. ${one}`);
	});

	test('signed searches that are refused, though the rest works', async () => {
		const { url } = await answering((path) =>
			path === '/v1/transactions' ? { status: 401 } : { body: [] },
		);
		const searches = { searchLogin: 'headers', searchUser: 'gc', searchSecret: wrong };
		const host = url.slice('http://'.length);
		expect(await press({ ...accountAt(url), ...searches })).toBe(
			`The login worked, but ${host} refuses searches (gifting works, payments works, searches: HTTP 401). Check 'Search User', 'Search Signature Key' and the names of the headers.`,
		);
	});
});
