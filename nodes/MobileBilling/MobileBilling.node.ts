import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { checkServiceCredential } from '../../platform/service';
import { operationSubtitle, outputsOf, propertiesOf } from '../engine/panel/describe';
import { searchOperators, searchServices } from '../engine/n8n/listSearch';
import { runOperation } from '../engine/n8n/node';
import { accountCredential } from '../engine/n8n/transport';
import { resources } from './operations';

/** The operations that ask the platform nothing, such as `openPage`. */
const withoutAccount = resources
	.flatMap(({ operations }) => operations)
	.filter((operation) => operation.effect === 'local' && !operation.usesAccount)
	.map(({ value }) => value);

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
		builderHint: {
			searchHint:
				'Charges phone bills (carrier billing). Start a payment, then branch with options.splitByOutcome: send the customer to urlRedirect, or ask for the PIN and use Payment: Submit PIN.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
					relationHint:
						'Starts a workflow with the final payment result, or when the customer returns',
				},
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileBillingTransactionTrigger',
					relationHint: 'Polls for final results where no webhook can be reached',
				},
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileDataGifting',
					relationHint: 'Gives mobile data to the same customers',
				},
			],
		},
		defaults: { name: 'Mobile Billing' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: outputsOf(resources),
		credentials: [
			{
				name: accountCredential,
				displayName: 'Account',
				required: true,
				displayOptions: { hide: { operation: withoutAccount } },
			},
			{
				// Written out, because n8n's linter looks for the test of this credential here.
				name: 'mobileBillingServiceApi',
				displayName: 'Service Credential (Optional)',
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
