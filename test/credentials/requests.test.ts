import { createHmac } from 'node:crypto';
import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { MobileBillingServiceApi } from '../../credentials/MobileBillingServiceApi.credentials';
import { accountOf, fingerprintOf, logInMark } from '../../platform/account';
import { searchMark } from '../../platform/signature';
import { startEndpoint } from '../support/endpoint';
import { httpHelperOf } from '../support/n8n';
import { accountAt, n8nWith } from '../support/platform';

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

test.each<[object, object, object]>([
	[{}, request, { ...request, headers: { ...headers, Authorization } }],
	[
		{ giftHeader: 'bearer' },
		{ url: 'u', headers: { token: '' } },
		{ url: 'u', headers: { Authorization, token: Authorization } },
	],
	[
		// n8n's HTTP Request node calls the address `uri`.
		{ merchantId: '1042' },
		{ uri: services, qs: { a: 1 } },
		{ uri: services, qs: { a: 1, merchantId: '1042' }, headers: { Authorization } },
	],
])('with %j the request %j leaves as %j', async (change, options, expected) => {
	const asked = options as IHttpRequestOptions;
	expect(await type.authenticate({ ...loggedIn, ...change }, asked)).toEqual(expected);
	expect(request.headers).toEqual({ Accept: 'application/json' });
});

test('a token of another password is not sent: n8n is told “401” and gets a new one', async () => {
	await expect(
		type.authenticate({ ...loggedIn, password: 'changed' }, request),
	).rejects.toMatchObject({ response: { status: 401 } });
});

test('a request that is only to log in never leaves', async () => {
	const marked = { ...request, headers: { [logInMark]: 'true' } };
	await expect(type.authenticate(loggedIn, marked)).rejects.not.toHaveProperty('response');
});

describe('a search with signed headers', () => {
	const secret = 'search-key';
	const signing = { ...account, searchLogin: 'headers', searchUser: 'gc', searchSecret: secret };
	const search = { ...request, headers: { [searchMark]: 'true' } };

	test('signs exactly what leaves, and needs no login', async () => {
		const endpoint = await startEndpoint(() => ({ body: [] }));
		const n8n = httpHelperOf(n8nWith(signing, type));
		const body = { timeCharged: { gt: '2026-11-21 00:00:00' }, name: 'Müller' };
		const url = `${endpoint.url}/v1/transactions`;
		const asked = { ...search, url, qs: { lang: 'de at', page: 2 }, body };
		await n8n.helpers.httpRequest(await type.authenticate(signing, asked));
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

	test('has the token, too, where the credential wants both', async () => {
		const both = { ...loggedIn, ...signing, searchLogin: 'both' };
		const signed = await type.authenticate(both, search);
		expect(signed.headers).toMatchObject({ Authorization, 'CENTILI-ACCESS-USER': 'gc' });
		await expect(type.authenticate({ ...both, accessToken: '' }, search)).rejects.toThrow();
	});
});

describe('the fields', () => {
	const { properties } = type;

	test('that a person fills in are described', () => {
		const all = [...properties, ...new MobileBillingServiceApi().properties];
		for (const property of all.filter(({ type: kind }) => kind !== 'hidden')) {
			expect(property.displayName).toMatch(/^[A-Z][A-Za-z ]+$/);
			expect(property.description).toMatch(/^[A-Z].{10,}[^.]$/);
		}
	});

	test('with secrets are masked, and what n8n stores by itself is hidden', () => {
		const names = (isNamed: (one: INodeProperties) => unknown) =>
			properties.flatMap((one) => (isNamed(one) ? [one.name] : [])).toSorted();
		const stored = ['accessToken', 'refreshToken', 'tokenFingerprint'];
		const secret = ['clientSecret', 'password', 'searchSecret', ...stored].toSorted();
		expect(names(({ typeOptions }) => typeOptions?.password)).toEqual(secret);
		const times = ['accessExpiresAt', 'issuedAt', 'refreshExpiresAt'];
		const hidden = [...times, ...stored].toSorted();
		expect(names(({ type: kind }) => kind === 'hidden')).toEqual(hidden);
		// n8n logs in by itself for an empty one, before anything can tell it that this is a test.
		const expirable = properties.filter(({ typeOptions }) => typeOptions?.expirable);
		expect(expirable).toMatchObject([{ name: 'accessToken', default: 'none' }]);
	});
});
