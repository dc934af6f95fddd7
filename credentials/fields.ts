import type { INodeProperties } from 'n8n-workflow';

const signatureAlgorithms = [
	{ name: 'HMAC MD5', value: 'md5' },
	{ name: 'HMAC SHA1', value: 'sha1' },
	{ name: 'HMAC SHA256', value: 'sha256' },
];

const whenSigned = { show: { searchLogin: ['headers', 'both'] } };

/** A field for the name of a header; the published name is the default. */
const headerField = (what: string, published: string): INodeProperties => ({
	displayName: `${what} Header`,
	name: `${what.toLowerCase()}Header`,
	type: 'string',
	displayOptions: whenSigned,
	default: published,
	placeholder: `e.g. ${published}`,
	description: `The name of the header that carries the ${what.toLowerCase()}`,
});

/** The part of the account that is about searches (public facts, “Search authentication”). */
export const searchLoginFields: INodeProperties[] = [
	{
		displayName: 'Search Authentication',
		name: 'searchLogin',
		type: 'options',
		options: [
			{ name: 'Bearer Token', value: 'bearer', description: 'As for all other requests' },
			{
				name: 'Signed Headers',
				value: 'headers',
				description: 'User, timestamp and signature; searches need no login',
			},
			{ name: 'Bearer and Signed Headers', value: 'both', description: 'Both at once' },
		],
		default: 'bearer',
		description:
			'How searches authenticate: newer services take the token, older ones the signed headers',
	},
	{
		displayName: 'Search User',
		name: 'searchUser',
		type: 'string',
		displayOptions: whenSigned,
		default: '',
		placeholder: 'e.g. gameclub',
		description: 'The user your operator gave you for the search interface',
	},
	{
		displayName: 'Search Signature Key',
		name: 'searchSecret',
		type: 'string',
		typeOptions: { password: true },
		displayOptions: whenSigned,
		default: '',
		description: 'The secret key your operator gave you for the search interface',
	},
	headerField('User', 'CENTILI-ACCESS-USER'),
	headerField('Timestamp', 'CENTILI-ACCESS-TIMESTAMP'),
	headerField('Signature', 'CENTILI-ACCESS-SIGN'),
];

/** What a service signs and logs in with; the credential of a service has these fields for each service. */
export const serviceFields: INodeProperties[] = [
	{
		displayName: 'Service Key',
		name: 'serviceKey',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. GAMECLUB04',
		description: 'The key of the service, 1 to 32 letters and digits',
	},
	{
		displayName: 'Signature Key',
		name: 'signingSecret',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description:
			'Signs identification requests and verifies notifications; leave it empty if the service has no key',
	},
	{
		displayName: 'Signature Algorithm',
		name: 'signingAlgorithm',
		type: 'options',
		options: signatureAlgorithms,
		default: 'sha1',
		description: 'The one your operator set for the service; SHA1 is usual',
	},
	{
		displayName: 'Panel User Name',
		name: 'panelUsername',
		type: 'string',
		default: '',
		placeholder: 'e.g. gameclub',
		description:
			'The user of the partner panel; only if API authentication is activated for the service',
	},
	{
		displayName: 'Panel Password Hash',
		name: 'panelPasswordHash',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'The hash of that password as the panel shows it, not the password itself',
	},
];
