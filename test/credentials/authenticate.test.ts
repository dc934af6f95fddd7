import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { accountOf, fingerprintOf } from '../../platform/account';
import { searchMark } from '../../platform/signature';
import { startEndpoint } from '../support/endpoint';
import { httpHelperOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';

const type = new MobileBillingApi();
const account = accountAt('https://billing.example.com');

const loggedIn: ICredentialDataDecryptedObject = {
	...account,
	accessToken: 'abc.def',
	tokenFingerprint: fingerprintOf(accountOf(account)),
};

const request: IHttpRequestOptions = {
	method: 'POST',
	url: 'https://billing.example.com/x',
	headers: { Accept: 'application/json' },
	body: { amount: 1 },
	timeout: 1234,
};

test('every request carries the token as Bearer, and is otherwise as it was', async () => {
	expect(await type.authenticate(loggedIn, request)).toEqual({
		...request,
		headers: { Accept: 'application/json', Authorization: 'Bearer abc.def' },
	});
	expect(request.headers).toEqual({ Accept: 'application/json' });
});

test.each([
	['alone', 'token', 'abc.def'],
	['after the word Bearer', 'bearer', 'Bearer abc.def'],
	['alone unless told', undefined, 'abc.def'],
])('a gift carries it a second time, %s', async (_how, giftHeader, token) => {
	const gift = { ...request, headers: { token: '' } };
	const { headers } = await type.authenticate({ ...loggedIn, giftHeader: giftHeader ?? '' }, gift);
	expect(headers).toEqual({ Authorization: 'Bearer abc.def', token });
});

test.each([
	['is none', { accessToken: '' }],
	['belongs to another password', { password: 'changed' }],
	['belongs to another address', { authUrl: 'https://elsewhere.example.com' }],
	['has lost its fingerprint', { tokenFingerprint: '' }],
])('a token that %s is not sent: n8n is told “401” and gets a new one', async (_what, change) => {
	await expect(type.authenticate({ ...loggedIn, ...change }, request)).rejects.toMatchObject({
		response: { status: 401 },
	});
});

describe('a search with signed headers', () => {
	const secret = 'search-key';
	const signing = { ...account, searchLogin: 'headers', searchUser: 'gc', searchSecret: secret };
	const body = {
		serviceKey: 'GAMECLUB04',
		timeCharged: { gt: '2026-11-21 00:00:00' },
		name: 'Müller',
	};

	test('signs exactly what leaves, and needs no login', async () => {
		const endpoint = await startEndpoint(() => ({ body: [] }));
		const n8n = httpHelperOf(n8nWith(signing, type));
		const search: IHttpRequestOptions = {
			method: 'POST',
			url: `${endpoint.url}/v1/transactions`,
			qs: { lang: 'de at', page: 2 },
			headers: { [searchMark]: 'true' },
			body,
		};
		await n8n.helpers.httpRequest(await type.authenticate(signing, search));
		await endpoint.close();
		const [seen] = endpoint.seen;
		const { headers = {}, path = '', body: text = '' } = seen ?? {};
		expect(endpoint.seen).toHaveLength(1);
		expect(path).toBe('/v1/transactions?lang=de+at&page=2');
		expect(text).toBe(JSON.stringify(body));
		expect(headers['content-type']).toBe('application/json');
		const time = String(headers['centili-access-timestamp']);
		expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(5);
		expect(headers['centili-access-user']).toBe('gc');
		expect(headers['centili-access-sign']).toBe(
			createHmac('sha1', secret).update(`${time}POST${endpoint.url}${path}${text}`).digest('hex'),
		);
		expect(headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(seen)).not.toMatch(/search-key|search-login/);
	});

	test('and the token, where the credential wants both', async () => {
		const both = { ...loggedIn, ...signing, searchLogin: 'both' };
		const search = { ...request, headers: { [searchMark]: 'true' } };
		const { headers } = await type.authenticate(both, search);
		expect(Object.keys(headers ?? {}).sort()).toEqual([
			'Authorization',
			'CENTILI-ACCESS-SIGN',
			'CENTILI-ACCESS-TIMESTAMP',
			'CENTILI-ACCESS-USER',
			'Content-Type',
		]);
		await expect(type.authenticate({ ...both, accessToken: '' }, search)).rejects.toThrow();
	});
});

test.each([
	['1042', '/datagifting/v1/services', { merchantId: '1042' }],
	[' 1042 ', '/datagifting/v1/services', { merchantId: '1042' }],
	['', '/datagifting/v1/services', undefined],
	['1042', '/datagifting/v1/services/balance', undefined],
	['1042', '/v1/transactions', undefined],
])('the merchant ID %j goes along to %s as %j', async (merchantId, path, qs) => {
	const url = `https://billing.example.com${path}`;
	expect((await type.authenticate({ ...loggedIn, merchantId }, { url })).qs).toEqual(qs);
});

// n8n's HTTP Request node calls the address `uri`.
test('a request of the HTTP Request node is let in too, with the merchant ID', async () => {
	const uri = 'https://api.example.com/datagifting/v1/services';
	const request = { uri, method: 'GET' } as unknown as IHttpRequestOptions;
	expect(await type.authenticate({ ...loggedIn, merchantId: '1042' }, request)).toMatchObject({
		uri,
		qs: { merchantId: '1042' },
		headers: { Authorization: expect.stringMatching(/^Bearer ./) as string },
	});
});
