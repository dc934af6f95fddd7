import { z } from 'zod';
import {
	clientReferenceSchema,
	normalizeCountry,
	normalizeMccmnc,
	normalizeReturnUrl,
	serviceKeySchema,
} from '../../../../platform/identifiers';
import { readNumberCountry, recipientReader } from '../../../../platform/declaredNumber';
import {
	checked,
	normalized,
	optionally,
	optionalText,
	textSchema,
} from '../../../../platform/input';
import { priceSchema } from '../../../../platform/payment';

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
	clientid: clientReferenceSchema,
	country: optionally(normalizeCountry),
	priceid: optionally(String),
	userid: optionally(String),
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

/** What a customer on mobile data (with an identification) and one on Wi-Fi need (contract, “Rules for `mno`”). */
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

/** Checks the fields one by one, then the rules between them. */
export const startParams = fields.superRefine((params, context) => {
	for (const { field, isBroken, message, nextStep } of rules) {
		if (isBroken(params)) {
			context.addIssue({
				code: z.ZodIssueCode.custom,
				path: [field],
				message,
				params: { nextStep },
			});
		}
	}
});
