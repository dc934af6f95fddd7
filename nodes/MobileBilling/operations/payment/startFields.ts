import type { INodeProperties } from 'n8n-workflow';
import {
	additionalFields,
	countryField,
	msisdnField,
	numberCountryField,
	operatorField,
	optionalServiceKeyField,
	sendAsEnteredField,
} from '../../../engine/panel/fields';

/** What few payments need; each value is read as if it stood in sight. */
const moreFields: INodeProperties[] = [
	{
		displayName: 'Client Reference',
		name: 'clientid',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-17',
		description:
			'Your unique reference, charged once to each number for all executions; empty means one is generated',
		builderHint: {
			propertyHint: 'Use the order ID, so that one order is charged once and found again later',
		},
	},
	countryField,
	{ ...numberCountryField, displayOptions: { hide: { '/msisdn': [''] } } },
	{
		displayName: 'Customer May Be Redirected',
		name: 'redirect',
		type: 'boolean',
		default: true,
		description:
			"Whether to allow a redirect to the operator's page, from which the customer returns",
	},
	{
		displayName: 'Identification ID',
		name: 'identid',
		type: 'string',
		default: '',
		placeholder: 'e.g. 7000000123',
		description:
			'The ID of the identification of a customer on mobile data; needs the operator, too',
	},
	{
		displayName: 'Network (MCC and MNC)',
		name: 'mccmnc',
		type: 'string',
		default: '',
		placeholder: 'e.g. 50219',
		description: 'Mobile country code followed by network code, instead of the operator',
	},
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
		description: 'Named values for the payment page, such as design_id for your own design',
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
						placeholder: 'e.g. design_id',
						description: 'The name the platform knows, such as design_id for a page of your own',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. 12',
						description: 'What the platform gets under this name',
					},
				],
			},
		],
	},
	{ ...sendAsEnteredField, displayOptions: { hide: { '/msisdn': [''] } } },
	{
		displayName: 'User ID',
		name: 'userid',
		type: 'string',
		default: '',
		placeholder: 'e.g. customer-4711',
		description: 'Your ID of the customer for Check Status; empty means their phone number',
	},
];

const returnUrlField: INodeProperties = {
	displayName: 'Return URL',
	name: 'returnurl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://shop.example/thanks?order=17',
	description: 'Where the customer returns after the payment; its query is kept',
	builderHint: {
		propertyHint:
			'The Production URL of a Mobile Billing Trigger with Trigger On set to Customer Returned From Payment works here',
	},
};

const redirect = `/${additionalFields}.redirect`;
const isExpression = { _cnd: { regex: '^=' } };

/** n8n starts no workflow without a required field, and can't know what an expression gives: then a rule of the node tells. */
const returnUrlFields: INodeProperties[] = [
	{
		...returnUrlField,
		required: true,
		displayOptions: { hide: { [redirect]: [false, isExpression] } },
	},
	{ ...returnUrlField, displayOptions: { show: { [redirect]: [isExpression] } } },
];

/** The fields of Payment: Start. */
export const startFields: INodeProperties[] = [
	optionalServiceKeyField,
	{
		displayName: 'Price',
		name: 'price',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 4.99',
		description: "What the customer pays in their operator's currency, with a decimal point",
	},
	{
		...msisdnField,
		builderHint: {
			propertyHint: 'At least one of Phone Number, Operator or Network says who pays',
		},
	},
	{ ...operatorField, required: false },
	...returnUrlFields,
	{
		displayName: 'Additional Fields',
		name: additionalFields,
		type: 'collection',
		placeholder: 'Add field',
		default: {},
		options: moreFields,
	},
];
