import type { INodeProperties } from 'n8n-workflow';

/** The part of the account that is about searches (contract, “Authentication”, 4). */
export const searchLoginFields: INodeProperties[] = [
	{
		displayName: 'Login of Searches',
		name: 'searchLogin',
		type: 'options',
		options: [
			{
				name: 'Bearer Token',
				value: 'bearer',
				description: 'As everywhere else',
			},
			{
				name: 'User, Signature and Timestamp',
				value: 'headers',
				description: 'Three headers, as older platforms want them',
			},
		],
		default: 'bearer',
		description:
			'How searches of subscriptions and transactions prove who asks. Change it only if your operator says so.',
	},
	{
		displayName: 'Search User',
		name: 'searchUser',
		type: 'string',
		displayOptions: { show: { searchLogin: ['headers'] } },
		default: '',
		placeholder: 'gameclub',
		description: 'The user your operator gave you for the search interface',
	},
	{
		displayName: 'Search Signature Key',
		name: 'searchSecret',
		type: 'string',
		typeOptions: { password: true },
		displayOptions: { show: { searchLogin: ['headers'] } },
		default: '',
		description: 'The key that signs searches',
	},
	{
		displayName: 'Search Signature Algorithm',
		name: 'searchAlgorithm',
		type: 'options',
		displayOptions: { show: { searchLogin: ['headers'] } },
		options: [
			{ name: 'HMAC MD5', value: 'md5' },
			{ name: 'HMAC SHA1', value: 'sha1' },
			{ name: 'HMAC SHA256', value: 'sha256' },
		],
		default: 'sha1',
		description: 'The one your operator set; SHA1 is usual',
	},
	{
		displayName: 'User Header',
		name: 'userHeader',
		type: 'string',
		displayOptions: { show: { searchLogin: ['headers'] } },
		default: 'user',
		placeholder: 'user',
		description: 'The name of the header that carries the user',
	},
	{
		displayName: 'Signature Header',
		name: 'signatureHeader',
		type: 'string',
		displayOptions: { show: { searchLogin: ['headers'] } },
		default: 'signature',
		placeholder: 'signature',
		description: 'The name of the header that carries the signature',
	},
	{
		displayName: 'Timestamp Header',
		name: 'timestampHeader',
		type: 'string',
		displayOptions: { show: { searchLogin: ['headers'] } },
		default: 'timestamp',
		placeholder: 'timestamp',
		description: 'The name of the header that carries the Unix time in seconds',
	},
];
