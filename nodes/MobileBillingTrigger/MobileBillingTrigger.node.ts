import {
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { checkServiceCredential, signersOf } from '../../platform/service';
import { serviceCredential } from '../engine/n8n/input';
import { passOnce } from '../engine/n8n/once';
import { accountCredential } from '../engine/n8n/transport';
import { refuseUnresolved } from '../engine/n8n/inputError';
import { subtitleOf } from '../engine/panel/describe';
import { signingServices } from './call';
import { triggerFields } from './fields';
import { receive } from './receive';

/** One address for GET and POST, without expressions: n8n would evaluate them for each call. */
const webhook = {
	name: 'default',
	path: 'mobile-billing',
	responseMode: 'onReceived',
	responseData: '',
} as const satisfies Partial<IWebhookDescription>;

/** Unconfirmed events have an output of their own, so that nothing is delivered for them by mistake. */
const outputs =
	'={{ $parameter.authentication === "confirm" && $parameter.event !== "returnedFromIdentification" ? [{ type: "main", displayName: "Confirmed" }, { type: "main", displayName: "Unconfirmed" }] : ["main"] }}' as const;

export class MobileBillingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobile Billing Trigger',
		name: 'mobileBillingTrigger',
		icon: {
			light: 'file:../../icons/mobileBillingTrigger.svg',
			dark: 'file:../../icons/mobileBillingTrigger.dark.svg',
		},
		group: ['trigger'],
		version: 2,
		subtitle: subtitleOf('$parameter.event'),
		description: 'Starts when a payment reaches its final state or a customer comes back',
		eventTriggerDescription:
			'Make a payment, or let the sandbox send an invented event to the Test URL',
		activationMessage: 'Your operator can now send events to the Production URL of this trigger',
		builderHint: {
			searchHint:
				'Webhook for payment results of the mobile billing platform and for customers who return from a payment or an identification.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-mobile-billing.mobileBilling',
					relationHint: 'Starts the payments whose results arrive here',
				},
			],
		},
		defaults: { name: 'Mobile Billing Trigger' },
		inputs: [],
		outputs,
		credentials: [
			{
				name: serviceCredential,
				displayName: 'Service',
				// Publishing refuses Signature without one.
				required: false,
				testedBy: 'checkServiceCredential',
			},
			{
				name: accountCredential,
				displayName: 'Account',
				required: true,
				displayOptions: {
					show: { event: ['paymentResult', 'returnedFromPayment'], authentication: ['confirm'] },
				},
			},
		],
		webhooks: [
			{ ...webhook, httpMethod: 'GET' },
			{ ...webhook, httpMethod: 'POST' },
		],
		properties: triggerFields,
	};

	methods = { credentialTest: { checkServiceCredential } };

	/** The address is registered in the operator's partner panel, so publishing only checks the fields and keys. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions) {
				refuseUnresolved(this, triggerFields, ({ name }) => this.getNodeParameter(name));
				await checkSettings(this);
				return true;
			},
			create: () => Promise.resolve(true),
			delete: () => Promise.resolve(true),
		},
	};

	async webhook(this: IWebhookFunctions) {
		return await receive(this);
	}

	async execute(this: IExecuteFunctions) {
		return await passOnce(this, 2);
	}
}

/** @throws NodeOperationError when the settings are such that every call would be refused */
async function checkSettings(context: IHookFunctions): Promise<void> {
	const refuse = (message: string, nextStep: { description: string }) => {
		throw new NodeOperationError(context.getNode(), message, nextStep);
	};
	const services = await signingServices(context);
	if (!services) return;
	const signing = signersOf(services);
	if (signing.length === 0) {
		refuse("'Signature Key' in the service credential is required", {
			description: 'Fill it in, or choose Confirm With Platform if your service has no key.',
		});
	}
	const isNotification = context.getNodeParameter('event') === 'paymentResult';
	if (isNotification && signing.some(({ serviceKey }) => serviceKey === '')) {
		refuse("'Service Key' is required for each 'Signature Key' in the service credential", {
			description: 'Fill in the missing service key.',
		});
	}
}
