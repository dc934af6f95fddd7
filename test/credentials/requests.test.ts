import { createHmac } from 'node:crypto';
import { LoadOptionsContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { accountOf, fingerprintOf, logInHeader } from '../../platform/account';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { searchHeader } from '../../platform/signature';
import {
	startEndpoint,
	type Endpoint,
	type PlainAnswer,
	type SeenRequest,
} from '../support/endpoint';
import { additionalDataWith, httpHelperOf, nodeOf, workflowOf } from '../support/n8n';
import { accountAt, loggedInWith, n8nWith } from '../support/platform';

const type = new MobileBillingApi();
const account = accountAt('https://billing.example.com');
const tokenFingerprint = fingerprintOf(accountOf(account));
const loggedIn = { ...account, accessToken: 'abc.def', tokenFingerprint };
const headers = { Accept: 'application/json' };
const services = 'https://billing.example.com/datagifting/v1/services';
const request: IHttpRequestOptions = {
	method: 'POST',
	url: `${services}/x`,
	headers,
	body: { a: 1 },
};
const Authorization = 'Bearer abc.def';

const noRedirects = { disableFollowRedirect: true, maxRedirects: 0 };

test.each<[object, object, object]>([
	[{}, request, { ...request, headers: { ...headers, Authorization } }],
	[
		// Only our searches are signed, and not what n8n's HTTP Request node sends.
		{ searchLogin: 'headers', searchUser: 'gc', searchSecret: 'search-key' },
		request,
		{ ...request, headers: { ...headers, Authorization } },
	],
	[
		{ giftHeader: 'bearer' },
		{ url: services, headers: { token: '' } },
		{ url: services, headers: { Authorization, token: Authorization } },
	],
	[
		// n8n's HTTP Request node calls the address `uri`.
		{ merchantId: '1042' },
		{ uri: services, qs: { a: 1 } },
		{ uri: services, qs: { a: 1, merchantId: '1042' }, headers: { Authorization } },
	],
])('with %j the request %j leaves as %j', async (change, options, expected) => {
	const asked = options as IHttpRequestOptions;
	const sent = await type.authenticate({ ...loggedIn, ...change }, asked);
	expect(sent).toEqual({ ...noRedirects, ...expected });
	expect(request.headers).toEqual({ Accept: 'application/json' });
});

const [own, evil] = ['https://billing.example.com', 'https://evil.example'];
test.each([
	[{ url: '/\\billing.example.com/x', baseURL: evil }, 'an incomplete address'],
	[{ url: '//billing.example.com/x', baseURL: evil }, 'an incomplete address'],
	[{ url: `${own}/x`, baseURL: evil }, 'an incomplete address'],
	[{ url: '@evil.example/x', baseURL: own }, 'an incomplete address'],
	[{ url: '/\t/billing.example.com/x', baseURL: evil }, evil],
	[{ uri: '/x', baseURL: evil }, evil],
])('a request as %j has no token', async (options, where) => {
	const asked = options as IHttpRequestOptions;
	await expect(type.authenticate(loggedIn, asked)).rejects.toThrow(`Not sent to ${where}: `);
});

test('a request to a path of the Base URL has the token', async () => {
	const sent = await type.authenticate(loggedIn, { url: '/x', baseURL: own });
	expect(sent.headers).toEqual({ Authorization });
});

test('a token of another password is not sent: n8n is told “401” and gets a new one', async () => {
	await expect(
		type.authenticate({ ...loggedIn, password: 'changed' }, request),
	).rejects.toMatchObject({ response: { status: 401 } });
});

test('a request that is only to log in never leaves', async () => {
	const marked = { ...request, headers: { [logInHeader]: 'true' } };
	await expect(type.authenticate(loggedIn, marked)).rejects.not.toHaveProperty('response');
});

describe("n8n's HTTP Request node", () => {
	const opened: Endpoint[] = [];
	const open = async (answer: (request: SeenRequest) => PlainAnswer = () => ({ body: {} })) => {
		const endpoint = await startEndpoint(answer);
		opened.push(endpoint);
		return endpoint;
	};
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((one) => one.close()));
	});

	/** Sends as that node does, by a helper that logs in after any failure and sends again; gives its error's words. */
	const send = async (account: ICredentialDataDecryptedObject, options: object) => {
		const n8n = loggedInWith(account, 'abc.def');
		const node = nodeOf(new MobileDataGifting(), n8n, {});
		const workflow = workflowOf([node], [new MobileDataGifting()]);
		const context = new LoadOptionsContext(workflow, node, additionalDataWith(n8n), '');
		const asked = {
			headers: { token: '' },
			json: true,
			followAllRedirects: true,
			sendCredentialsOnCrossOriginRedirect: true,
			...options,
		};
		try {
			const { requestWithAuthentication } = context.helpers;
			await requestWithAuthentication.call(context as never, type.name, asked);
		} catch (error) {
			return (error as Error).message;
		}
		return 'sent';
	};

	test('sends to the hosts of the credential alone, and logs in for nothing else', async () => {
		const [base, provider, elsewhere] = [await open(), await open(), await open()];
		const own = { ...accountAt(base.url), authUrl: provider.url };
		expect(await send(own, { uri: `${base.url}/v1/any` })).toBe('sent');
		expect(await send(own, { uri: `${provider.url}/userinfo` })).toBe('sent');
		const goesOnly = 'the access token goes only to the addresses in the credential';
		const check = 'Check protocol, host and port of the URL, or choose another credential.';
		for (const uri of [`${elsewhere.url}/v1`, `${elsewhere.url.replace('//', '//x@')}/v1`]) {
			const words = `Not sent to ${elsewhere.url}: ${goesOnly}. ${check}`;
			expect(await send(own, { uri })).toBe(words);
		}
		expect(await send(own, { uri: `${base.url}/v1/any`, proxy: elsewhere.url })).toBe(
			`Not sent through a proxy: ${goesOnly}. Remove 'Proxy' from the options, and set the proxy for all of n8n.`,
		);
		const arrived = [base, provider, elsewhere].map(({ seen }) => seen.map(({ path }) => path));
		expect(arrived).toEqual([['/v1/any'], ['/userinfo'], []]);
	});

	test('follows no redirect with a token', async () => {
		const elsewhere = await open();
		const redirect = { status: 307, headers: { location: elsewhere.url } };
		const tokens = { body: { access_token: 'abc.def' } };
		const base = await open(({ path }) => (path.endsWith('/token') ? tokens : redirect));
		expect(await send(accountAt(base.url), { uri: base.url })).toMatch(/307/);
		expect(base.seen[0]?.headers).toMatchObject({ authorization: Authorization, token: 'abc.def' });
		expect(elsewhere.seen).toEqual([]);
	});
});

describe('a search with signed headers', () => {
	const secret = 'search-key';
	const signing = { ...account, searchLogin: 'headers', searchUser: 'gc', searchSecret: secret };
	const search = { ...request, headers: { [searchHeader]: 'true' } };

	test('signs exactly what leaves, and needs no login', async () => {
		const endpoint = await startEndpoint(() => ({ body: [] }));
		const there = { ...signing, baseUrl: endpoint.url };
		const n8n = await httpHelperOf(n8nWith(there, type));
		const body = { timeCharged: { gt: '2026-11-21 00:00:00' }, name: 'Müller' };
		const url = `${endpoint.url}/v1/transactions`;
		const asked = { ...search, url, qs: { lang: 'de at', page: 2 }, body };
		await n8n.helpers.httpRequest(await type.authenticate(there, asked));
		await endpoint.close();
		const [seen] = endpoint.seen;
		const time = String(seen?.headers['centili-access-timestamp']);
		const path = '/v1/transactions?lang=de+at&page=2';
		const text = `${time}POST${endpoint.url}${path}${JSON.stringify(body)}`;
		expect(seen).toMatchObject({ method: 'POST', path, body: JSON.stringify(body) });
		expect(seen?.headers).toMatchObject({
			'content-type': 'application/json',
			'centili-access-user': 'gc',
			'centili-access-sign': createHmac('sha1', secret).update(text).digest('hex'),
		});
		expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(5);
		expect(seen?.headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(seen)).not.toMatch(/search-key|search-login/);
	});
});
