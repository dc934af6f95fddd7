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
			'Your unique reference, charged once to each number for all executions; empty means one is generated',
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
						description: 'The name the platform knows, such as design_id for a page of your own',
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
	description: 'The address for the return after the payment; its query is kept',
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

const typed = z.object({
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
});

const fields = typed.transform(
	checked(
		'msisdn',
		({ numberCountry, sendAsEntered, msisdn, ...params }: z.infer<typeof typed>) => {
			const isGiven = optionalText(msisdn) !== '';
			const read = recipientReader({ country: numberCountry, sendAsEntered });
			return { ...params, msisdn: isGiven ? read(msisdn) : undefined };
		},
	),
);

export type StartParams = z.infer<typeof fields>;

/** The fields that a customer on mobile data (with an identification) and one on Wi-Fi need (contract, “Rules for `mno`”). */
const rules: {
	field: keyof StartParams;
	isBroken(params: StartParams): boolean;
	message: string;
	nextStep: string;
}[] = [
	{
		field: 'operator',
		isBroken: ({ identid, operator, mccmnc }) => !!identid && !operator && !mccmnc,
		message: 'is required with Identification ID',
		nextStep: 'Fill in the operator that the identification gave, or Network (MCC and MNC).',
	},
	{
		field: 'msisdn',
		isBroken: ({ msisdn, operator, mccmnc }) => !msisdn && !operator && !mccmnc,
		message: 'is required when nothing else identifies the customer',
		nextStep: 'Fill in Phone Number, Operator, or Network (MCC and MNC).',
	},
	{
		field: 'mccmnc',
		isBroken: ({ operator, mccmnc }) => !!operator && !!mccmnc,
		message: "must be empty where 'Operator' is filled in",
		nextStep: 'Leave one of the two empty: the platform takes one in place of the other.',
	},
	{
		field: 'returnurl',
		isBroken: ({ redirect, returnurl }) => redirect && !returnurl,
		message: 'is required for customers who may be redirected',
		nextStep: 'Fill it in, or switch off Customer May Be Redirected.',
	},
];

export const startParams = fields.superRefine((params, context) => {
	for (const { field, isBroken, message, nextStep } of rules) {
		if (!isBroken(params)) continue;
		context.addIssue({ code: 'custom', path: [field], message, params: { nextStep } });
	}
});
