import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';
import { field, option, text } from '../platform/fieldHead';
import { logInHeader, tokensOf } from '../platform/account';
import { searchIsSigned, searchHeader } from '../platform/signature';
import type { LoginError } from '../platform/token';
import { logins } from './login';
import { checkReach } from './reach';
import { asSearch, authorized, misdirectionOf } from './requests';

const secret = { typeOptions: { password: true } };

const whenAdvanced = { show: { advanced: [true] } };
const whenSigned = { show: { advanced: [true], searchLogin: ['headers'] } };

const headerField = (what: string, published: string): INodeProperties => ({
	...field('string', `${what} Header`, `${what.toLowerCase()}Header`, published, published),
	displayOptions: whenSigned,
	description: `The header that carries the ${what.toLowerCase()}, from your operator if it differs`,
});

/** Values that few operators give; those of searches: public facts, “Search authentication”. */
const advancedFields: INodeProperties[] = [
	{
		...text('Identity Provider Address', 'authUrl', 'https://login.billing.example.com'),
		displayOptions: whenAdvanced,
		description: 'The address that issues tokens, from your operator; empty means the base address',
	},
	{
		...text('Merchant ID', 'merchantId', '1042'),
		displayOptions: whenAdvanced,
		description: 'Your ID at the platform, from your operator, if listing services asks for it',
	},
	{
		...field('options', 'Gift Token Header', 'giftHeader', 'token'),
		displayOptions: whenAdvanced,
		options: [
			option('Token Only', 'token', 'Sent as “token: abc…”'),
			option('Bearer and Token', 'bearer', 'Sent as “token: Bearer abc…”'),
		],
		description: 'How gifts repeat the access token; change it only if gifts are unauthorized',
	},
	{
		...field('options', 'Search Authentication', 'searchLogin', 'bearer'),
		displayOptions: whenAdvanced,
		options: [
			option('Bearer Token', 'bearer', 'As for all other requests'),
			option('Signed Headers', 'headers', 'User, timestamp and signature, without a token'),
		],
		description:
			'How searches authenticate, from your operator; older services require signed headers',
	},
	{
		...text('Search User', 'searchUser', 'gameclub'),
		displayOptions: whenSigned,
		description: 'The user for searches, from your operator',
	},
	{
		...field('string', 'Search Signature Key', 'searchSecret', ''),
		...secret,
		displayOptions: whenSigned,
		description: 'The secret key for searches, from your operator',
	},
	headerField('User', 'CENTILI-ACCESS-USER'),
	headerField('Timestamp', 'CENTILI-ACCESS-TIMESTAMP'),
	headerField('Signature', 'CENTILI-ACCESS-SIGN'),
];

/** A header by which `authenticate` knows n8n's credential test. It is never sent. */
const testHeader = 'x-credential-test';

/** Credentials under test: n8n passes the same object to `authenticate` and then to `preAuthentication`. */
const underTest = new WeakSet<object>();

/** Why a credential's last request was not sent: n8n's HTTP Request node would log in and send it again. */
const misdirected = new WeakMap<object, LoginError>();

/** No redirect is followed: with the request's headers, the token would go along. n8n has an option for each helper. */
const noRedirects = { disableFollowRedirect: true, maxRedirects: 0 };

/** n8n takes this for “token refused”: it runs `preAuthentication` and sends again. Saves the request without a token. */
class TokenMissing extends Error {
	readonly response = { status: 401 };
}

/** Ends a request that was only to log in. */
class LoggedIn extends Error {}

export class MobileBillingApi implements ICredentialType {
	name = 'mobileBillingApi';

	displayName = 'Mobile Billing API';

	icon: Icon = { light: 'file:../icons/account.svg', dark: 'file:../icons/account.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-mobile-billing/n8n-nodes-mobile-billing#credentials';

	properties: INodeProperties[] = [
		{
			...text('Base Address', 'baseUrl', 'https://api.billing.example.com'),
			required: true,
			description: 'The address of the billing platform from your operator, without a path',
		},
		{
			...text('Client ID', 'clientId', 'merchant-client'),
			required: true,
			description: 'The name of the client, from your operator',
		},
		{
			...field('string', 'Client Secret', 'clientSecret', ''),
			...secret,
			description: 'The secret of the client, from your operator; empty if there is no secret',
		},
		{
			...text('User Name', 'username', 'loyalty@shop.example'),
			required: true,
			description: 'The API user from your operator, not your partner panel user',
		},
		{
			...field('string', 'Password', 'password', ''),
			...secret,
			required: true,
			description: 'The password of the API user, from your operator',
		},
		{
			...field('boolean', 'Advanced', 'advanced', false),
			description:
				'Whether to set values that your operator gave you in addition; off ignores them',
		},
		...advancedFields,
		{
			// Not empty: for an empty one n8n logs in before it asks `authenticate`, which alone can tell a test.
			...field('hidden', 'Access Token', 'accessToken', 'none'),
			typeOptions: { expirable: true, password: true },
		},
		{ ...field('hidden', 'Refresh Token', 'refreshToken', ''), ...secret },
		{ ...field('hidden', 'Token Fingerprint', 'tokenFingerprint', ''), ...secret },
		field('hidden', 'Access Expires At', 'accessExpiresAt', 0),
		field('hidden', 'Refresh Expires At', 'refreshExpiresAt', 0),
		field('hidden', 'Issued At', 'issuedAt', 0),
	];

	/** n8n runs this without a usable access token, and stores every key it returns. @throws LoginError, whose words n8n shows */
	async preAuthentication(this: IHttpRequestHelper, credentials: ICredentialDataDecryptedObject) {
		const { httpRequest } = this.helpers;
		const misdirection = misdirected.get(credentials);
		if (misdirection) throw misdirection;
		if (!underTest.has(credentials)) return { ...(await logins.renew(httpRequest, credentials)) };
		const tokens = await logins.logInAfresh(httpRequest, credentials);
		await checkReach(httpRequest, credentials, tokens.accessToken);
		return { ...tokens };
	}

	/** A function and not n8n's declarative form, because an expression for each header halves the speed. */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const {
			[testHeader]: isTest,
			[logInHeader]: isLogIn,
			[searchHeader]: isSearch,
			...headers
		} = requestOptions.headers ?? {};
		const { accessToken } = tokensOf(credentials);
		if (isTest && !underTest.has(credentials)) {
			underTest.add(credentials);
			throw new TokenMissing();
		}
		const misdirection = misdirectionOf(credentials, requestOptions);
		if (misdirection) {
			misdirected.set(credentials, misdirection);
			throw misdirection;
		}
		const needsToken = !isSearch || !searchIsSigned(credentials);
		if (needsToken && accessToken === '') throw new TokenMissing();
		if (isLogIn) throw new LoggedIn();
		const request = { ...requestOptions, ...noRedirects, headers };
		return isSearch
			? asSearch(credentials, request, accessToken, Date.now())
			: authorized(credentials, request, accessToken);
	};

	/** n8n's test shows a bare status, so the real test runs in `preAuthentication`. This request never fails and has no body. */
	test: ICredentialTestRequest = {
		request: {
			method: 'HEAD',
			baseURL: '={{$credentials.baseUrl}}',
			url: '/datagifting/v1/services',
			headers: { [testHeader]: 'true' },
			ignoreHttpStatusErrors: true,
		},
	};
}
