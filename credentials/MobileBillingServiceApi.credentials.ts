import type { ICredentialType, Icon, INodeProperties } from 'n8n-workflow';
import { field } from '../platform/fieldHead';
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
			...field('fixedCollection', 'More Services', 'moreServices', {}),
			typeOptions: { multipleValues: true },
			placeholder: 'Add service',
			description: 'Your other services, each with its own signature key and panel login',
			options: [{ displayName: 'Service', name: 'service', values: serviceFields }],
		},
	];
}
