import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { checkServiceCredential } from '../../platform/service';
import { subtitleOf } from '../engine/panel/describe';
import { ownServicesIn } from '../engine/n8n/input';
import { errorMap, inputError, refuseUnresolved } from '../engine/n8n/inputError';
import { searchServices } from '../engine/n8n/listSearch';
import { passOnce } from '../engine/n8n/once';
import { accountCredential } from '../engine/n8n/transport';
import { pollTransactions, sampleTransactions } from './poll';
import { pollSettings, type PollSettings, transactionTriggerFields } from './settings';

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
				// Written out, because n8n's linter looks for the test of this credential here.
				name: 'mobileBillingServiceApi',
				displayName: 'Service Credential (Optional)',
				required: false,
				testedBy: 'checkServiceCredential',
			},
		],
		properties: transactionTriggerFields,
	};

	methods = { listSearch: { searchServices }, credentialTest: { checkServiceCredential } };

	/** Passes its output on by itself, to find out whether n8n could store the execution. */
	async poll(this: IPollFunctions) {
		const read: ReadField = (...field) => this.getNodeParameter(...field);
		await pollTransactions(this, await settingsOf(this, read));
		return null;
	}

	/** n8n asks this, and not `poll`, for a manual test. */
	async execute(this: IExecuteFunctions) {
		if (this.getMode() !== 'manual') return await passOnce(this);
		const read: ReadField = (name, ...more) => this.getNodeParameter(name, 0, ...more);
		return await sampleTransactions(this, await settingsOf(this, read));
	}
}

type ReadField = (name: string, fallback: unknown, options: IGetNodeParameterOptions) => unknown;

/** @throws NodeOperationError for a field that can't be read */
async function settingsOf(
	context: IExecuteFunctions | IPollFunctions,
	read: ReadField,
): Promise<PollSettings> {
	const [service] = await ownServicesIn(context);
	const values = Object.fromEntries(
		// n8n extracts only from fields that are shown, and throws for the others.
		transactionTriggerFields.map(({ name, type, default: fallback }) => [
			name,
			read(name, fallback, { extractValue: type === 'resourceLocator' }),
		]),
	);
	refuseUnresolved(context, transactionTriggerFields, ({ name }) => values[name]);
	const serviceKey = values.serviceKey === '' ? service?.serviceKey : values.serviceKey;
	const settings = pollSettings.safeParse({ ...values, serviceKey }, { errorMap });
	if (settings.success) return settings.data;
	throw inputError(context, transactionTriggerFields, settings.error.issues);
}
