import type { INodeProperties } from 'n8n-workflow';

const forResults = { displayOptions: { show: { event: ['paymentResult'] } } };
const forPayments = {
	displayOptions: { show: { event: ['paymentResult', 'returnedFromPayment'] } },
};
const forIdentification = {
	displayOptions: { show: { '/event': ['returnedFromIdentification'] } },
};

/** The event that starts the workflow; the canvas shows the choice under the trigger's name, such as “payment result”. */
const eventField: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Customer Returned From Identification',
			value: 'returnedFromIdentification',
			description: 'A customer comes back from an identification link',
		},
		{
			name: 'Customer Returned From Payment',
			value: 'returnedFromPayment',
			description: "A customer comes back from the operator's payment page",
		},
		{
			name: 'Payment Result',
			value: 'paymentResult',
			description: 'A payment has reached its final state: success, failed or canceled',
		},
	],
	default: 'paymentResult',
	description: 'Which event starts the workflow',
	builderHint: {
		propertyHint:
			'paymentResult is the notification of the platform; the others are customers whose browser returns',
	},
};

/** The fields of the trigger. */
export const triggerFields: INodeProperties[] = [
	eventField,
	{
		displayName:
			'Give the Production URL to your operator for notifications, or use it as a Return URL.',
		name: 'addressNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Confirm With Platform',
				value: 'confirm',
				description:
					'Start with what a transaction search shows, if status, number and price of the call agree',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Accept every call: anyone who knows the address can forge events',
			},
			{
				name: 'Signature',
				value: 'signature',
				description:
					"Check the signature, which doesn't stop anyone who saw a signed call from moving its values",
			},
		],
		default: 'confirm',
		...forPayments,
		description: 'How a call proves what it says',
		builderHint: {
			propertyHint:
				'Keep confirm before anything of value is delivered; it needs the account credential and has a second output for what is not confirmed',
		},
	},
	{
		displayName:
			"Connect the output Unconfirmed, too: a payment starts the workflow there when the platform can't be asked.",
		name: 'unconfirmedNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...forPayments.displayOptions.show, authentication: ['confirm'] } },
	},
	{
		displayName: 'Deliver nothing by these events: anyone who knows the address can forge them.',
		name: 'forgeryNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...forPayments.displayOptions.show, authentication: ['none'] } },
	},
	{
		displayName:
			'A return proves no subscription: let Subscription: Check Status follow with its user ID.',
		name: 'identificationNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { event: ['returnedFromIdentification'] } },
	},
	{
		displayName: 'Results',
		name: 'results',
		type: 'multiOptions',
		options: [
			{ name: 'Canceled', value: 'canceled' },
			{ name: 'Failed', value: 'failed' },
			{ name: 'Success', value: 'success' },
		],
		default: [],
		...forResults,
		description: 'Only payments with these results; empty means all',
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		description: 'Only payment results that match all filters start the workflow',
		...forResults,
		options: [
			{
				displayName: 'Event Types',
				name: 'eventTypes',
				type: 'string',
				default: '',
				placeholder: 'e.g. opt_in, recurring_billing',
				description: 'Only these event types, separated by commas, such as one_off or opt_out',
			},
			{
				displayName: 'Operators',
				name: 'operators',
				type: 'string',
				default: '',
				placeholder: 'e.g. FR_ORANGE, AT_A1',
				description: 'Only these operator codes, separated by commas',
			},
			{
				displayName: 'Service Keys',
				name: 'serviceKeys',
				type: 'string',
				default: '',
				placeholder: 'e.g. GAMECLUB04, QUIZNIGHT05',
				description: 'Only these services, separated by commas',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { event: ['returnedFromIdentification', 'returnedFromPayment'] } },
		description: 'The response to the customer',
		options: [
			{
				displayName: 'Language',
				name: 'language',
				type: 'string',
				default: 'en',
				placeholder: 'e.g. de',
				description:
					'The language of short pages where neither the address (lang) nor the browser names one',
			},
			{
				displayName: 'Page for Customer',
				name: 'page',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://shop.example/welcome',
				description: 'The address for the customer; if empty, the node shows a short page',
			},
			{
				displayName: 'Page if Canceled',
				name: 'canceledPage',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://shop.example/cart',
				displayOptions: { show: { '/event': ['returnedFromPayment'] } },
				description: 'The address for a customer who canceled',
			},
			{
				displayName: 'Page if Failed',
				name: 'failedPage',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://shop.example/other-ways-to-pay',
				displayOptions: { show: { '/event': ['returnedFromPayment'] } },
				description: 'The address for a customer whose payment failed',
			},
			{
				displayName: 'Page if Not Subscribed',
				name: 'otherPage',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://shop.example/subscribe',
				...forIdentification,
				description: 'The address for a customer without a valid subscription',
			},
			{
				displayName: 'Page if Unknown',
				name: 'unknownPage',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://shop.example/order',
				displayOptions: { show: { '/event': ['returnedFromPayment'] } },
				description: 'The address for a customer if the platform names no known result',
			},
		],
	},
];
