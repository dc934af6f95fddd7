import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { serviceFields } from './fields';

export class MobileBillingServiceApi implements ICredentialType {
	name = 'mobileBillingServiceApi';

	displayName = 'Mobile Billing Service API';

	icon: Icon = { light: 'file:../icons/service.svg', dark: 'file:../icons/service.dark.svg' };

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
			description: 'Your other services, each with its own signature key and panel login',
			options: [{ displayName: 'Service', name: 'service', values: serviceFields }],
		},
	];
}
