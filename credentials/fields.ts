import type { INodeProperties } from 'n8n-workflow';

const signatureAlgorithms = [
	{ name: 'HMAC MD5', value: 'md5' },
	{ name: 'HMAC SHA1', value: 'sha1' },
	{ name: 'HMAC SHA256', value: 'sha256' },
];

const whenAdvanced = { show: { advanced: [true] } };
const whenSigned = { show: { advanced: [true], searchLogin: ['headers'] } };

const headerField = (what: string, published: string): INodeProperties => ({
	displayName: `${what} Header`,
	name: `${what.toLowerCase()}Header`,
	type: 'string',
	displayOptions: whenSigned,
	default: published,
	placeholder: `e.g. ${published}`,
	description: `The header that carries the ${what.toLowerCase()}, from your operator if it differs`,
});

/** The values of an account that few operators give; searches: public facts, “Search authentication”. */
export const advancedFields: INodeProperties[] = [
	{
		displayName: 'Identity Provider Address',
		name: 'authUrl',
		type: 'string',
		displayOptions: whenAdvanced,
		default: '',
		placeholder: 'e.g. https://login.billing.example.com',
		description: 'The address that issues tokens, from your operator; empty means the base address',
	},
	{
		displayName: 'Merchant ID',
		name: 'merchantId',
		type: 'string',
		displayOptions: whenAdvanced,
		default: '',
		placeholder: 'e.g. 1042',
		description: 'Your ID at the platform, from your operator, if listing services asks for it',
	},
	{
		displayName: 'Gift Token Header',
		name: 'giftHeader',
		type: 'options',
		displayOptions: whenAdvanced,
		options: [
			{ name: 'Token Only', value: 'token', description: 'Sent as “token: abc…”' },
			{ name: 'Bearer and Token', value: 'bearer', description: 'Sent as “token: Bearer abc…”' },
		],
		default: 'token',
		description: 'How gifts repeat the access token; change it only if gifts are unauthorized',
	},
	{
		displayName: 'Search Authentication',
		name: 'searchLogin',
		type: 'options',
		displayOptions: whenAdvanced,
		options: [
			{ name: 'Bearer Token', value: 'bearer', description: 'As for all other requests' },
			{
				name: 'Signed Headers',
				value: 'headers',
				description: 'User, timestamp and signature, without a token',
			},
		],
		default: 'bearer',
		description:
			'How searches authenticate, from your operator; older services require signed headers',
	},
	{
		displayName: 'Search User',
		name: 'searchUser',
		type: 'string',
		displayOptions: whenSigned,
		default: '',
		placeholder: 'e.g. gameclub',
		description: 'The user for searches, from your operator',
	},
	{
		displayName: 'Search Signature Key',
		name: 'searchSecret',
		type: 'string',
		typeOptions: { password: true },
		displayOptions: whenSigned,
		default: '',
		description: 'The secret key for searches, from your operator',
	},
	headerField('User', 'CENTILI-ACCESS-USER'),
	headerField('Timestamp', 'CENTILI-ACCESS-TIMESTAMP'),
	headerField('Signature', 'CENTILI-ACCESS-SIGN'),
];

/** The keys and the login of a service, such as GAMECLUB04; its credential has these fields for each service. */
export const serviceFields: INodeProperties[] = [
	{
		displayName: 'Service Key',
		name: 'serviceKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. GAMECLUB04',
		description: 'The key of the service from your partner panel, 1 to 32 letters and digits',
	},
	{
		displayName: 'Signature Key',
		name: 'signingSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'Signs requests and verifies notifications, from your operator; empty if the service has no key',
	},
	{
		displayName: 'Signature Algorithm',
		name: 'signingAlgorithm',
		type: 'options',
		options: signatureAlgorithms,
		default: 'sha1',
		description: 'How the service signs, from your operator; SHA1 is usual',
	},
	{
		displayName: 'Panel User Name',
		name: 'panelUsername',
		type: 'string',
		default: '',
		placeholder: 'e.g. gameclub',
		description: 'Your partner panel user, only if API authentication is activated for the service',
	},
	{
		displayName: 'Panel Password Hash',
		name: 'panelPasswordHash',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'The hash of the password from your partner panel, not the password itself',
	},
];
