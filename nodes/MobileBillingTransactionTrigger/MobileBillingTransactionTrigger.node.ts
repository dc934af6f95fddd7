import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { checkServiceCredential } from '../../platform/service';
import { subtitleOf } from '../engine/panel/describe';
import { ownServicesIn } from '../engine/n8n/input';
import { errorMap, inputError } from '../engine/n8n/inputError';
import { searchServices } from '../engine/n8n/listSearch';
import { accountCredential } from '../engine/n8n/transport';
import { refuseUnresolved } from '../engine/n8n/unresolved';
import { pollTransactions } from './poll';
import { transactionTriggerFields } from './fields';
import { pollSettings } from './settings';

export class MobileBillingTransactionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Billing Transaction Trigger',
		name: 'mobileBillingTransactionTrigger',
		icon: {
			light: 'file:../../icons/mobileBillingTransactionTrigger.svg',
			dark: 'file:../../icons/mobileBillingTransactionTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf('$parameter.event'),
		description: 'Looks for transactions that reached a final state; needs no open port',
		builderHint: {
			searchHint:
				'Polls for transactions in a final state, such as failed charges and ended subscriptions. Needs no public address.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileBilling',
					relationHint: 'Looks up, cancels or refunds what the trigger found',
				},
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileBillingTrigger',
					relationHint: 'Gets payment results at once, by webhook',
				},
			],
		},
		defaults: { name: 'Mobile Billing Transaction Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: accountCredential, displayName: 'Account', required: true },
			{
				// Written out, or n8n's linter doesn't find who tests it.
				name: 'mobileBillingServiceApi',
				displayName: 'Service Credential (Optional)',
				required: false,
				testedBy: 'checkServiceCredential',
			},
		],
		properties: transactionTriggerFields,
	};

	methods = {
		listSearch: { searchServices },
		credentialTest: { checkServiceCredential },
	};

	async poll(this: IPollFunctions) {
		const [service] = await ownServicesIn(this);
		const values = Object.fromEntries(
			// n8n extracts only from fields that are shown, and throws for the others.
			transactionTriggerFields.map(({ name, type, default: fallback }) => [
				name,
				this.getNodeParameter(name, fallback, { extractValue: type === 'resourceLocator' }),
			]),
		);
		refuseUnresolved(this, transactionTriggerFields, ({ name }) => values[name]);
		const read = {
			...values,
			serviceKey: values.serviceKey === '' ? service?.serviceKey : values.serviceKey,
		};
		const settings = pollSettings.safeParse(read, { errorMap });
		if (settings.success) return await pollTransactions(this, settings.data);
		throw inputError(this, transactionTriggerFields, settings.error.issues);
	}
}
