import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { MobileBillingApi } from '../../credentials/MobileBillingApi.credentials';
import { accountOf, fingerprintOf } from '../../platform/account';
import { accountAt } from '../support/platform';

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
