import {
	NodeConnectionTypes,
	NodeOperationError,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { serviceIn } from '../engine/credentials';
import { searchServices } from '../engine/lists';
import { pollTransactions } from '../engine/poll';
import { checkServiceCredential } from '../engine/serviceTest';
import { transactionTriggerFields } from './fields';
import { pollSettings } from './settings';

export class MobileBillingTransactionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Billing Transaction Trigger',
		name: 'mobileBillingTransactionTrigger',
		icon: {
			light: 'file:../../icons/mobileBilling.svg',
			dark: 'file:../../icons/mobileBilling.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["event"] }}',
		description: 'Looks for transactions that reached a final state; needs no open port',
		defaults: { name: 'Mobile Billing Transaction Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'mobileBillingApi', required: true },
			{
				name: 'mobileBillingServiceApi',
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
		const { serviceKey } = await serviceIn(this);
		const values = Object.fromEntries(
			transactionTriggerFields.map(({ name, default: fallback }) => [
				name,
				this.getNodeParameter(name, fallback, { extractValue: true }),
			]),
		);
		const settings = pollSettings.safeParse({
			...values,
			serviceKey: values.serviceKey === '' ? serviceKey : values.serviceKey,
			timezone: this.getTimezone(),
			now: Date.now(),
		});
		if (settings.success) return await pollTransactions(this, settings.data);
		const words = settings.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
		throw new NodeOperationError(this.getNode(), words.join('. '));
	}
}
