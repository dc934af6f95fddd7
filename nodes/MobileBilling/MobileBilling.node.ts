import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { checkServiceCredential } from '../../platform/service';
import { operationSubtitle, outputsOf, propertiesOf } from '../engine/describe';
import { searchOperators, searchServices } from '../engine/listSearch';
import { runOperation } from '../engine/node';
import { resources } from './operations';

export class MobileBilling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Billing',
		name: 'mobileBilling',
		icon: {
			light: 'file:../../icons/mobileBilling.svg',
			dark: 'file:../../icons/mobileBilling.dark.svg',
		},
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description: 'Charge and refund phone bills, confirm PINs, check and cancel subscriptions',
		defaults: { name: 'Mobile Billing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(resources),
		credentials: [
			{
				name: 'mobileBillingApi',
				displayName: 'Account',
				required: true,
				displayOptions: { hide: { operation: ['verifyIdentificationReturn'] } },
			},
			{
				name: 'mobileBillingServiceApi',
				displayName: 'Service (Optional)',
				required: false,
				testedBy: 'checkServiceCredential',
			},
		],
		properties: propertiesOf(resources, 'payment'),
	};

	methods = {
		listSearch: { searchServices, searchOperators },
		credentialTest: { checkServiceCredential },
	};

	async execute(this: IExecuteFunctions) {
		return await runOperation(this, resources);
	}
}
