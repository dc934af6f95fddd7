import type { INodeProperties } from 'n8n-workflow';
import {
	countryField,
	msisdnField,
	operatorField,
	optionalServiceKeyField,
} from '../../../engine/fields';

const shownFor = (flow: string[]) => ({ displayOptions: { show: { flow } } });

const additionalFields: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add field',
	default: {},
	options: [
		countryField,
		{
			displayName: 'Package ID',
			name: 'priceid',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1027',
			description: 'The package at the platform, when the service has several',
		},
		{
			displayName: 'Payment Page Parameters',
			name: 'params',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add parameter',
			default: {},
			description: 'Named values for the payment page, such as design_id for one made for you',
			options: [
				{
					displayName: 'Parameter',
					name: 'parameter',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: 'design_id',
							description:
								'The name the platform knows; design_id picks a payment page of your own',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. 12',
							description: 'Its value',
						},
					],
				},
			],
		},
		{
			displayName: 'User ID',
			name: 'userid',
			type: 'string',
			default: '',
			placeholder: 'e.g. customer-4711',
			description:
				'Your identifier of the customer, for Check Status; without one it is their phone number',
		},
	],
};

/** The fields of Payment: Start, those of one flow shown with that flow. */
export const startFields: INodeProperties[] = [
	optionalServiceKeyField,
	{
		displayName: 'Price',
		name: 'price',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 4.99',
		description:
			"What the customer pays, in their operator's currency; sent as typed, with a point for decimals",
	},
	{
		displayName: 'Flow',
		name: 'flow',
		type: 'options',
		options: [
			{
				name: 'Let the Platform Decide',
				value: 'auto',
				description: 'Send what you know of the customer',
			},
			{
				name: 'Mobile Data (3G)',
				value: '3g',
				description: 'The customer surfs over mobile data and was identified before',
			},
			{
				name: 'WiFi',
				value: 'wifi',
				description: 'You know the phone number, or at least the operator',
			},
		],
		default: 'auto',
		description: 'How the customer reached you; it decides what the platform needs to know',
	},
	{
		displayName: 'Identification ID',
		name: 'identid',
		type: 'string',
		...shownFor(['3g', 'auto']),
		default: '',
		placeholder: 'e.g. 7000000123',
		description:
			'The transaction ID of the identification before this payment; required for mobile data (3G)',
	},
	{
		...msisdnField,
		...shownFor(['wifi', 'auto']),
		description:
			"The customer's number with its country code; required for WiFi unless the operator does without",
	},
	{
		displayName: 'Send as Entered',
		name: 'sendAsEntered',
		type: 'boolean',
		...shownFor(['wifi', 'auto']),
		default: false,
		description: 'Whether to send the phone number unchanged, such as an alias of the customer',
	},
	{
		...operatorField,
		required: false,
		description:
			"The customer's operator; for mobile data (3G) the one that the identification gave",
	},
	{
		displayName: 'Network (MCC and MNC)',
		name: 'mccmnc',
		type: 'string',
		default: '',
		placeholder: 'e.g. 50219',
		description: 'Mobile country code and network code run together, in place of the operator',
	},
	{
		displayName: 'Customer May Be Redirected',
		name: 'redirect',
		type: 'boolean',
		default: true,
		description:
			'Whether the payment may go over a page of the operator, from which the customer comes back',
	},
	{
		displayName: 'Return URL',
		name: 'returnurl',
		type: 'string',
		required: true,
		displayOptions: { show: { redirect: [true] } },
		default: '',
		placeholder: 'e.g. https://shop.example/thanks?order=17',
		description: 'Where the customer comes back to after the payment; its own query is kept',
	},
	{
		displayName: 'Client Reference',
		name: 'clientid',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-17',
		description:
			'Your unique reference for this payment, by which it is found again; left empty, one is made',
	},
	additionalFields,
];
