import type { INodeProperties } from 'n8n-workflow';
import { field, option, text } from '../../platform/fieldHead';

const forResults = { displayOptions: { show: { event: ['paymentResult'] } } };
const payments = { event: ['paymentResult', 'returnedFromPayment'] };
const forReturnedFrom = (way: 'Payment' | 'Identification') => ({
	displayOptions: { show: { '/event': [`returnedFrom${way}`] } },
});

/** The event that starts the workflow; the canvas shows the choice under the trigger's name, such as “payment result”. */
const eventField: INodeProperties = {
	...field('options', 'Trigger On', 'event', 'paymentResult'),
	noDataExpression: true,
	options: [
		option(
			'Customer Returned From Identification',
			'returnedFromIdentification',
			'A customer comes back from an identification link',
		),
		option(
			'Customer Returned From Payment',
			'returnedFromPayment',
			"A customer comes back from the operator's payment page",
		),
		option(
			'Payment Result',
			'paymentResult',
			'A payment has reached its final state: success, failed or canceled',
		),
	],
	description: 'Which event starts the workflow',
	builderHint: {
		propertyHint:
			'paymentResult is the notification of the platform; the others are customers whose browser returns',
	},
};

const notice = (
	name: string,
	displayName: string,
	show?: Record<string, string[]>,
): INodeProperties => ({
	...field('notice', displayName, name, ''),
	...(show && { displayOptions: { show } }),
});

export const triggerFields: INodeProperties[] = [
	eventField,
	notice(
		'addressNotice',
		'Give the Production URL to your operator for notifications, or use it as a Return URL.',
	),
	{
		...field('options', 'Authentication', 'authentication', 'confirm'),
		noDataExpression: true,
		options: [
			option(
				'Confirm With Platform',
				'confirm',
				'Start with the record of a transaction search, if the values of the call agree with it',
			),
			option('None', 'none', 'Accept every call: anyone who knows the address can forge events'),
			option(
				'Signature',
				'signature',
				'Check the signature; anyone who saw a signed call can still rearrange its values',
			),
		],
		displayOptions: { show: payments },
		description: 'How a call proves what it says',
		builderHint: {
			propertyHint:
				'Keep confirm before anything of value is delivered; it needs the account credential and has a second output for unconfirmed events',
		},
	},
	notice(
		'unconfirmedNotice',
		"Connect the output Unconfirmed, too: a payment starts the workflow there when the platform can't be asked.",
		{ ...payments, authentication: ['confirm'] },
	),
	notice(
		'forgeryNotice',
		'Deliver nothing by these events: anyone who knows the address can forge them.',
		{ ...payments, authentication: ['none'] },
	),
	notice(
		'identificationNotice',
		'A return proves no subscription: check its user ID with Subscription: Check Status.',
		{ event: ['returnedFromIdentification'] },
	),
	{
		...field('multiOptions', 'Results', 'results', []),
		options: [
			{ name: 'Canceled', value: 'canceled' },
			{ name: 'Failed', value: 'failed' },
			{ name: 'Success', value: 'success' },
		],
		...forResults,
		description: 'Only payments with these results; empty means all',
	},
	{
		...field('collection', 'Filters', 'filters', {}),
		placeholder: 'Add filter',
		description: 'Only payment results that match all filters start the workflow',
		...forResults,
		options: [
			{
				...text('Event Types', 'eventTypes', 'opt_in, recurring_billing'),
				description: 'Only these event types, separated by commas, such as one_off or opt_out',
			},
			{
				...text('Operators', 'operators', 'FR_ORANGE, AT_A1'),
				description: 'Only these operator codes, separated by commas',
			},
			{
				...text('Service Keys', 'serviceKeys', 'GAMECLUB04, QUIZNIGHT05'),
				description: 'Only these services, separated by commas',
			},
		],
	},
	{
		...field('collection', 'Options', 'options', {}),
		placeholder: 'Add option',
		displayOptions: { show: { event: ['returnedFromIdentification', 'returnedFromPayment'] } },
		description: 'The response to the customer',
		options: [
			{
				...field('string', 'Language', 'language', 'en', 'de'),
				description:
					'The language of short pages if neither the address (lang) nor the browser names a language',
			},
			{
				...text('Page for Customer', 'page', 'https://shop.example/welcome'),
				description: 'The address for the customer; if empty, the node shows a short page',
			},
			{
				...text('Page if Canceled', 'canceledPage', 'https://shop.example/cart'),
				...forReturnedFrom('Payment'),
				description: 'The address for a customer who canceled',
			},
			{
				...text('Page if Failed', 'failedPage', 'https://shop.example/other-ways-to-pay'),
				...forReturnedFrom('Payment'),
				description: 'The address for a customer whose payment failed',
			},
			{
				...text('Page if Not Subscribed', 'otherPage', 'https://shop.example/subscribe'),
				...forReturnedFrom('Identification'),
				description: 'The address for a customer without a valid subscription',
			},
			{
				...text('Page if Unknown', 'unknownPage', 'https://shop.example/order'),
				...forReturnedFrom('Payment'),
				description: 'The address for a customer if the platform names no known result',
			},
		],
	},
];
