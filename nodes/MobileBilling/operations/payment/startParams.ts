import { z } from 'zod';
import {
	clientReferenceSchema,
	normalizeCountry,
	normalizeMccmnc,
	normalizeOperatorCode,
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
	flow: z.enum(['auto', '3g', 'wifi']),
	identid: optionally(String),
	msisdn: z.unknown(),
	numberCountry: normalized(readNumberCountry),
	sendAsEntered: z.boolean(),
	operator: optionally(normalizeOperatorCode),
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

/** What a flow needs, as the contract's “Rules for `mno`” and its subscribe table say. */
const rules: {
	field: keyof StartParams;
	isBroken(params: StartParams): boolean;
	message: string;
	nextStep: string;
}[] = [
	{
		field: 'identid',
		isBroken: ({ flow, identid }) => flow === '3g' && !identid,
		message: 'is required for mobile data (3G)',
		nextStep: 'Fill in the transaction ID of the identification before this payment.',
	},
	{
		field: 'operator',
		isBroken: ({ flow, operator, mccmnc }) => flow === '3g' && !operator && !mccmnc,
		message: 'is required for mobile data (3G)',
		nextStep: 'Fill in the operator that the identification gave, or Network (MCC and MNC).',
	},
	{
		field: 'msisdn',
		isBroken: ({ flow, msisdn, operator, mccmnc }) =>
			flow === 'wifi' && !msisdn && !operator && !mccmnc,
		message: 'is required for Wi-Fi',
		nextStep: 'Fill it in, or fill in Operator if the operator asks for the number.',
	},
	{
		field: 'msisdn',
		isBroken: ({ flow, msisdn, operator, mccmnc, identid }) =>
			flow === 'auto' && !msisdn && !operator && !mccmnc && !identid,
		message: 'is required when nothing else identifies the customer',
		nextStep: 'Fill in Phone Number, Operator, Network (MCC and MNC), or Identification ID.',
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
