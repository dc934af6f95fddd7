import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { field, text } from '../platform/fieldHead';

const signatureAlgorithms = [
	{ name: 'HMAC MD5', value: 'md5' },
	{ name: 'HMAC SHA1', value: 'sha1' },
	{ name: 'HMAC SHA256', value: 'sha256' },
];

/** The keys and the login of a service, such as GAMECLUB04; its credential has these fields for each service. */
const serviceFields: INodeProperties[] = [
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

export class MobileBillingServiceApi implements ICredentialType {
	name = 'mobileBillingServiceApi';

	displayName = 'Mobile Billing Service API';

	icon: Icon = { light: 'file:../icons/service.svg', dark: 'file:../icons/service.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-mobile-billing/n8n-nodes-mobile-billing#credentials';

	properties: INodeProperties[] = [
		...serviceFields,
		{
			...field('fixedCollection', 'More Services', 'moreServices', {}),
			typeOptions: { multipleValues: true },
			placeholder: 'Add service',
			description: 'Your other services, each with its own signature key and panel login',
			options: [{ displayName: 'Service', name: 'service', values: serviceFields }],
		},
	];
}
