import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { field, text } from '../../../../platform/fieldHead';
import { priceSchema } from '../../../../platform/amounts';
import { readNumberCountry, recipientReader } from '../../../../platform/declaredNumber';
import {
	clientReferenceSchema,
	normalizeCountry,
	normalizeMccmnc,
	normalizeReturnUrl,
	serviceKeySchema,
} from '../../../../platform/identifiers';
import {
	checked,
	normalized,
	optionally,
	optionalText,
	textSchema,
} from '../../../../platform/input';
import {
	additionalFields,
	countryField,
	phoneField,
	numberCountryField,
	operatorField,
	optionalServiceKeyField,
	sendAsEnteredField,
} from '../../../engine/panel/fields';

/** Fields that few payments need; each value is read like one outside of the collection. */
const moreFields: INodeProperties[] = [
	{
		...text('Client Reference', 'clientReference', 'order-17'),
		description:
			'Your unique reference, charged once to each number in all executions; empty generates a reference',
		builderHint: {
			propertyHint: 'Use the order ID, so that one order is charged once and found again later',
		},
	},
	countryField,
	{ ...numberCountryField, displayOptions: { hide: { '/msisdn': [''] } } },
	{
		...field('boolean', 'Customer May Be Redirected', 'redirect', true),
		description:
			"Whether to allow a redirect to the operator's page, from which the customer returns",
	},
	{
		...text('Identification ID', 'identid', '7000000123'),
		description:
			'The ID of the identification of a customer on mobile data; needs the operator, too',
	},
	{
		...text('Network (MCC and MNC)', 'mccmnc', '50219'),
		description: 'Mobile country code followed by network code, instead of the operator',
	},
	{
		...text('Package ID', 'priceid', '1027'),
		description: 'The package at the platform, when the service has several',
	},
	{
		...field('fixedCollection', 'Payment Page Parameters', 'params', {}),
		typeOptions: { multipleValues: true },
		placeholder: 'Add parameter',
		description: 'Named values for the payment page, such as design_id for your own design',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						...field('string', 'Name', 'name', 'design_id', 'design_id'),
						description:
							'The name of the parameter at the platform, such as design_id for a page of your own',
					},
					{ ...text('Value', 'value', '12'), description: 'The value of the parameter' },
				],
			},
		],
	},
	{ ...sendAsEnteredField, displayOptions: { hide: { '/msisdn': [''] } } },
	{
		...text('User ID', 'userId', 'customer-4711'),
		description: 'Your ID of the customer for Check Status; empty means their phone number',
	},
];

const returnUrlField: INodeProperties = {
	...text('Return URL', 'returnurl', 'https://shop.example/thanks?order=17'),
	description: 'The address to which the customer returns after the payment; its query is kept',
	builderHint: {
		propertyHint:
			'The Production URL of a Mobile Billing Trigger with Trigger On set to Customer Returned From Payment works here',
	},
};

const redirectPath = `/${additionalFields}.redirect`;
const isExpression = { _cnd: { regex: '^=' } };

/**
 * n8n starts no workflow without a required field, and can't know the value of an expression: then the schema requires
 * it.
 */
const returnUrlFields: INodeProperties[] = [
	{
		...returnUrlField,
		required: true,
		displayOptions: { hide: { [redirectPath]: [false, isExpression] } },
	},
	{ ...returnUrlField, displayOptions: { show: { [redirectPath]: [isExpression] } } },
];

export const startFields: INodeProperties[] = [
	optionalServiceKeyField,
	{
		...text('Price', 'price', '4.99'),
		required: true,
		description: "The price for the customer in their operator's currency, with a decimal point",
	},
	{
		...phoneField,
		builderHint: {
			propertyHint: 'At least one of Phone Number, Operator or Network says who pays',
		},
	},
	{ ...operatorField, required: false },
	...returnUrlFields,
	{
		...field('collection', 'Additional Fields', additionalFields, {}),
		placeholder: 'Add field',
		options: moreFields,
	},
];

const parameters = z.array(z.object({ name: textSchema, value: textSchema }));

/**
 * The fields of a start, with the rules for customers on mobile data and on Wi-Fi (contract, “Subscribe (payment
 * initiation) request”).
 */
export const startParams = z
	.object({
		serviceKey: serviceKeySchema,
		price: priceSchema,
		identid: optionally(String),
		msisdn: z.unknown(),
		numberCountry: normalized(readNumberCountry),
		sendAsEntered: z.boolean(),
		operator: optionally(String),
		mccmnc: optionally(normalizeMccmnc),
		redirect: z.boolean(),
		returnurl: optionally(normalizeReturnUrl),
		clientReference: clientReferenceSchema,
		country: optionally(normalizeCountry),
		priceid: optionally(String),
		userId: optionally(String),
		params: z.object({ parameter: parameters.default([]) }).default({}),
	})
	.transform(
		checked('msisdn', ({ numberCountry: country, sendAsEntered, msisdn, ...params }) => {
			const read = recipientReader({ country, sendAsEntered });
			return { ...params, msisdn: optionalText(msisdn) === '' ? undefined : read(msisdn) };
		}),
	)
	.refine(({ identid, operator, mccmnc }) => !identid || (operator ?? mccmnc), {
		path: ['operator'],
		message: 'is required with Identification ID',
		params: {
			nextStep: 'Fill in the operator that the identification gave, or Network (MCC and MNC).',
		},
	})
	.refine(({ msisdn, operator, mccmnc }) => msisdn ?? operator ?? mccmnc, {
		path: ['msisdn'],
		message: 'is required when nothing else identifies the customer',
		params: { nextStep: 'Fill in Phone Number, Operator, or Network (MCC and MNC).' },
	})
	.refine(({ operator, mccmnc }) => !operator || !mccmnc, {
		path: ['mccmnc'],
		message: "must be empty if 'Operator' is filled in",
		params: {
			nextStep: 'Leave one of the two empty: the platform takes one in place of the other.',
		},
	})
	.refine(({ redirect, returnurl }) => !redirect || returnurl, {
		path: ['returnurl'],
		message: 'is required for customers who may be redirected',
		params: { nextStep: 'Fill it in, or switch off Customer May Be Redirected.' },
	});

export type StartParams = z.infer<typeof startParams>;
