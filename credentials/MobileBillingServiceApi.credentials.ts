import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { serviceFields } from './fields';

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
		...serviceFields,
		{
			displayName: 'More Services',
			name: 'moreServices',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add service',
			default: {},
			description:
				'Your other services that send notifications to the same address, each with its own signature key',
			options: [{ displayName: 'Service', name: 'service', values: serviceFields }],
		},
		{
			displayName: 'Panel User Name',
			name: 'panelUsername',
			type: 'string',
			default: '',
			placeholder: 'e.g. gameclub',
			description:
				'The user of the partner configuration panel; only if API authentication is activated for the service',
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
}
