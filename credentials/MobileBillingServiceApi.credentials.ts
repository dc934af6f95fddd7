import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

const signatureAlgorithms = [
	{ name: 'HMAC MD5', value: 'md5' },
	{ name: 'HMAC SHA1', value: 'sha1' },
	{ name: 'HMAC SHA256', value: 'sha256' },
];

export class MobileBillingServiceApi implements ICredentialType {
	name = 'mobileBillingServiceApi';

	displayName = 'Mobile Billing Service API';

	icon: Icon = {
		light: 'file:../icons/mobileBilling.svg',
		dark: 'file:../icons/mobileBilling.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-mobile-billing/n8n-nodes-mobile-billing#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Service Key',
			name: 'serviceKey',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'GAMECLUB04',
			description:
				'The key of the service, 1 to 32 letters and digits. Nodes use it unless they name another.',
		},
		{
			displayName: 'Signature Key',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Signs identification requests and proves that notifications come from the platform; your operator gives one to each service, beside its service key. Leave it empty if you have none.',
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
			displayName: 'More Services',
			name: 'moreServices',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add service',
			default: {},
			description:
				'Other services of yours whose notifications come to the same address, each with a signature key of its own',
			options: [
				{
					displayName: 'Service',
					name: 'service',
					values: [
						{
							displayName: 'Service Key',
							name: 'serviceKey',
							type: 'string',
							default: '',
							placeholder: 'QUIZNIGHT05',
							description: 'The key of the service',
						},
						{
							displayName: 'Signature Key',
							name: 'signingSecret',
							type: 'string',
							typeOptions: { password: true },
							default: '',
							description: 'The signature key of this service',
						},
						{
							displayName: 'Signature Algorithm',
							name: 'signingAlgorithm',
							type: 'options',
							options: signatureAlgorithms,
							default: 'sha1',
							description: 'The one your operator set for this service',
						},
					],
				},
			],
		},
		{
			displayName: 'Panel User Name',
			name: 'panelUsername',
			type: 'string',
			default: '',
			placeholder: 'gameclub',
			description:
				'The user of the partner configuration panel. Only if API authentication is activated for the service.',
		},
		{
			displayName: 'Panel Password Hash',
			name: 'panelPasswordHash',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"The hash of that user's password, as the panel shows it; not the password itself",
		},
	];
}
