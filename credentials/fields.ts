import type { INodeProperties } from 'n8n-workflow';
import { field, option, text } from '../platform/fieldHead';

const signatureAlgorithms = [
	{ name: 'HMAC MD5', value: 'md5' },
	{ name: 'HMAC SHA1', value: 'sha1' },
	{ name: 'HMAC SHA256', value: 'sha256' },
];

const whenAdvanced = { show: { advanced: [true] } };
const whenSigned = { show: { advanced: [true], searchLogin: ['headers'] } };

const headerField = (what: string, published: string): INodeProperties => ({
	...field('string', `${what} Header`, `${what.toLowerCase()}Header`, published, published),
	displayOptions: whenSigned,
	description: `The header that carries the ${what.toLowerCase()}, from your operator if it differs`,
});

/** The values of an account that few operators give; searches: public facts, “Search authentication”. */
export const advancedFields: INodeProperties[] = [
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
		typeOptions: { password: true },
		displayOptions: whenSigned,
		description: 'The secret key for searches, from your operator',
	},
	headerField('User', 'CENTILI-ACCESS-USER'),
	headerField('Timestamp', 'CENTILI-ACCESS-TIMESTAMP'),
	headerField('Signature', 'CENTILI-ACCESS-SIGN'),
];

/** The keys and the login of a service, such as GAMECLUB04; its credential has these fields for each service. */
export const serviceFields: INodeProperties[] = [
	{
		...text('Service Key', 'serviceKey', 'GAMECLUB04'),
		required: true,
		description: 'The key of the service from your partner panel, 1 to 32 letters and digits',
	},
	{
		...field('string', 'Signature Key', 'signingSecret', ''),
		typeOptions: { password: true },
		description:
			'Signs requests and verifies notifications, from your operator; empty if the service has no key',
	},
	{
		...field('options', 'Signature Algorithm', 'signingAlgorithm', 'sha1'),
		options: signatureAlgorithms,
		description: 'How the service signs, from your operator; SHA1 is usual',
	},
	{
		...text('Panel User Name', 'panelUsername', 'gameclub'),
		description: 'Your partner panel user, only if API authentication is activated for the service',
	},
	{
		...field('string', 'Panel Password Hash', 'panelPasswordHash', ''),
		typeOptions: { password: true },
		description: 'The hash of the password from your partner panel, not the password itself',
	},
];
