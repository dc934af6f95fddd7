import {
	NodeConnectionTypes,
	NodeOperationError,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { servicesOf } from '../../platform/service';
import { receive } from '../engine/receive';
import { checkServiceCredential } from '../engine/serviceTest';
import { subtitleOfChoice } from '../engine/subtitle';
import { eventField, triggerFields } from './fields';

/** Static, and one address for both methods: an expression in it would be evaluated for every call (DESIGN.md). */
const webhook = {
	name: 'default',
	path: 'mobile-billing',
	responseMode: 'onReceived',
	responseData: '',
} as const satisfies Partial<IWebhookDescription>;

export class MobileBillingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Billing Trigger',
		name: 'mobileBillingTrigger',
		icon: {
			light: 'file:../../icons/mobileBilling.svg',
			dark: 'file:../../icons/mobileBilling.dark.svg',
		},
		group: ['trigger'],
		version: 2,
		subtitle: subtitleOfChoice(eventField),
		description: 'Starts when a payment reaches its final state or a customer comes back',
		eventTriggerDescription:
			'Make a payment, or let the sandbox send a made-up event to the Test URL',
		activationMessage: 'Your operator can now send events to the Production URL of this trigger',
		defaults: { name: 'Mobile Billing Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'mobileBillingServiceApi',
				displayName: 'Service',
				required: true,
				testedBy: 'checkServiceCredential',
				displayOptions: { show: { authentication: ['signature'] } },
			},
		],
		webhooks: [
			{ ...webhook, httpMethod: 'GET' },
			{ ...webhook, httpMethod: 'POST' },
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { checkServiceCredential } };

	/** The address is set in the operator's partner panel by hand; there is nothing to register, only to check. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions) {
				await refuseMissingKey(this);
				return true;
			},
			async create() {
				return await Promise.resolve(true);
			},
			async delete() {
				return await Promise.resolve(true);
			},
		},
	};

	async webhook(this: IWebhookFunctions) {
		return await receive(this);
	}
}

async function refuseMissingKey(context: IHookFunctions): Promise<void> {
	if (context.getNodeParameter('authentication') === 'none') return;
	const services = servicesOf(await context.getCredentials('mobileBillingServiceApi'));
	const signers = services.filter(({ signingSecret }) => signingSecret !== '');
	if (signers.length === 0) {
		throw new NodeOperationError(
			context.getNode(),
			'The service credential has no signature key, so every event would be refused',
			{
				description:
					'Fill in Signature Key in the credential, or set Authentication to None if your service has no key.',
			},
		);
	}
	if (
		context.getNodeParameter('event') === 'paymentResult' &&
		signers.some(({ serviceKey }) => serviceKey === '')
	) {
		throw new NodeOperationError(
			context.getNode(),
			'A service in the credential has a signature key but no service key, so its events would be refused',
			{ description: 'Fill in Service Key beside each Signature Key in the credential.' },
		);
	}
}
