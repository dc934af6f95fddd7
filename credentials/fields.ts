import type { INodeProperties } from 'n8n-workflow';

export const signatureAlgorithms = [
	{ name: 'HMAC MD5', value: 'md5' },
	{ name: 'HMAC SHA1', value: 'sha1' },
	{ name: 'HMAC SHA256', value: 'sha256' },
];

const whenSigned = { show: { searchLogin: ['headers'] } };

/** A field for the name of a header; the usual name is the default. */
const headerField = (label: string): INodeProperties => {
	const usual = label.toLowerCase();
	return {
		displayName: `${label} Header`,
		name: `${usual}Header`,
		type: 'string',
		displayOptions: whenSigned,
		default: usual,
		placeholder: `e.g. ${usual}`,
		description: `The name of the header that carries the ${usual}`,
	};
};

/** The part of the account that is about searches (contract, “Authentication”, 4). */
export const searchLoginFields: INodeProperties[] = [
	{
		displayName: 'Search Authentication',
		name: 'searchLogin',
		type: 'options',
		options: [
			{ name: 'Bearer Token', value: 'bearer', description: 'As for all other requests' },
			{ name: 'User, Signature and Timestamp', value: 'headers', description: 'Three headers' },
		],
		default: 'bearer',
		description:
			'How searches of subscriptions and transactions authenticate; change it only if your operator says so',
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
		description: 'The key that signs searches',
	},
	{
		displayName: 'Search Signature Algorithm',
		name: 'searchAlgorithm',
		type: 'options',
		displayOptions: whenSigned,
		options: signatureAlgorithms,
		default: 'sha1',
		description: 'The one your operator set; SHA1 is usual',
	},
	...['User', 'Signature', 'Timestamp'].map(headerField),
];

/** What a service signs with; the credential of a service has these fields for each service. */
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
];
