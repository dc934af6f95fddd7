import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { giftHeaderOf, tokensOf } from '../platform/account';
import { searchHeadersOf, searchMark } from '../platform/searchLogin';
import { checkBaseAddress } from './baseAddress';
import { logInAfresh, renewTokens } from './login';
import { searchLoginFields } from './searchLoginFields';

/** A header by which `authenticate` knows n8n's credential test. It never leaves this machine. */
const testMark = 'x-credential-test';

/** Credentials that are under test: the objects n8n hands to `authenticate` and `preAuthentication` in turn. */
const underTest = new WeakSet<object>();

/**
 * What n8n takes for “token refused”: it runs `preAuthentication` and then sends once more.
 * Thrown when a request would be sent in vain, so that the refused request need not be made.
 */
class TokenMissing extends Error {
	readonly response = { status: 401 };
}

export class MobileBillingApi implements ICredentialType {
	name = 'mobileBillingApi';

	displayName = 'Mobile Billing API';

	icon: Icon = {
		light: 'file:../icons/mobileBilling.svg',
		dark: 'file:../icons/mobileBilling.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-mobile-billing/n8n-nodes-mobile-billing#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Token Address',
			name: 'tokenProvider',
			type: 'options',
			options: [
				{
					name: 'Identity Provider (Newer)',
					value: 'identityProvider',
					description: 'Tokens come from an address of their own; a client secret is needed',
				},
				{
					name: 'Base Address (Older)',
					value: 'base',
					description: 'Tokens come from the billing platform itself; no client secret',
				},
			],
			default: 'identityProvider',
			description: 'Where access tokens are asked for. Your operator tells you which one you have.',
		},
		{
			displayName: 'Identity Provider Address',
			name: 'authUrl',
			type: 'string',
			displayOptions: { show: { tokenProvider: ['identityProvider'] } },
			default: '',
			required: true,
			placeholder: 'https://login.billing.example.com',
			description: 'The address tokens are asked from, without the path after the host',
		},
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'https://api.billing.example.com',
			description: 'The address of the billing platform, without the path after the host',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'merchant-client',
			description: 'The name of the client, as your operator gave it to you',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			displayOptions: { show: { tokenProvider: ['identityProvider'] } },
			default: '',
			description: 'The secret that belongs to the client ID',
		},
		{
			displayName: 'User Name',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'loyalty@shop.example',
			description:
				'The user your operator set up for the interface, not the one of the partner panel',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The password of that user',
		},
		{
			displayName: 'Token Header of Gifts',
			name: 'giftHeader',
			type: 'options',
			options: [
				{
					name: 'Token Only',
					value: 'token',
					description: 'Sent as “token: abc…”',
				},
				{
					name: 'Bearer and Token',
					value: 'bearer',
					description: 'Sent as “token: Bearer abc…”',
				},
			],
			default: 'token',
			description:
				'How a data gift carries the access token in its second header. Change it only if gifts are refused as unauthorized.',
		},
		...searchLoginFields,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			// Not empty: for an empty one n8n logs in before it asks `authenticate`, which alone can tell a test.
			default: 'none',
		},
		{
			displayName: 'Refresh Token',
			name: 'refreshToken',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Token Fingerprint',
			name: 'tokenFingerprint',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{ displayName: 'Access Expires At', name: 'accessExpiresAt', type: 'hidden', default: 0 },
		{ displayName: 'Refresh Expires At', name: 'refreshExpiresAt', type: 'hidden', default: 0 },
		{ displayName: 'Issued At', name: 'issuedAt', type: 'hidden', default: 0 },
	];

	/**
	 * n8n runs this when the access token is empty or was refused, and stores every key it returns.
	 *
	 * @throws LoginError, whose words n8n shows as they are
	 */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const { httpRequest } = this.helpers;
		if (!underTest.has(credentials)) return { ...(await renewTokens(httpRequest, credentials)) };
		const tokens = await logInAfresh(httpRequest, credentials);
		await checkBaseAddress(httpRequest, credentials);
		return { ...tokens };
	}

	/** A function and not n8n's declarative form: an expression a header costs half the speed (DESIGN.md). */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { [testMark]: isTest, [searchMark]: isSearch, ...headers } = requestOptions.headers ?? {};
		const { accessToken } = tokensOf(credentials);
		if (isTest && !underTest.has(credentials)) {
			underTest.add(credentials);
			throw new TokenMissing();
		}
		if (accessToken === '') throw new TokenMissing();
		if ('token' in headers) headers.token = giftHeaderOf(credentials, accessToken);
		if (isSearch) Object.assign(headers, searchHeadersOf(credentials, accessToken, Date.now()));
		else headers.Authorization = `Bearer ${accessToken}`;
		return { ...requestOptions, headers };
	};

	/**
	 * n8n's own test shows a bare status or an error code. So the real test runs in `preAuthentication`, whose
	 * errors reach the person in full; the request below only confirms it and cannot fail any more than that.
	 */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl}}',
			url: '/datagifting/v1/services',
			headers: { [testMark]: 'true' },
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The login worked, but the billing platform does not accept its token. Check that Base Address and the identity provider belong together',
				},
			},
		],
	};
}
