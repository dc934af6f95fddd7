import { z } from 'zod';
import {
	clientReferenceSchema,
	normalizeCountry,
	normalizeMccmnc,
	normalizeMsisdn,
	normalizeOperatorCode,
	normalizeReturnUrl,
	serviceKeySchema,
} from '../../../../platform/identifiers';
import { checked, optionally, textOf, textSchema } from '../../../../platform/input';
import { priceSchema } from '../../../../platform/payment';

const parameters = z.array(z.object({ name: textSchema, value: textSchema }));

const typed = z.object({
	serviceKey: serviceKeySchema,
	price: priceSchema,
	flow: z.enum(['auto', '3g', 'wifi']),
	identid: optionally(String),
	msisdn: z.unknown(),
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

/** An alias of a customer is no phone number: it is sent as it was entered (public facts, “Identify a user”). */
const fields = typed.transform(
	checked('msisdn', ({ sendAsEntered, msisdn, ...params }: z.infer<typeof typed>) => {
		const text = textOf(msisdn);
		const sent = sendAsEntered ? text : text && normalizeMsisdn(msisdn);
		return { ...params, msisdn: sent === '' ? undefined : sent };
	}),
);

export type StartParams = z.infer<typeof fields>;

/** What a flow needs, as the contract's “Rules for `mno`” and its subscribe table say. */
const rules: { field: keyof StartParams; isBroken(params: StartParams): boolean; words: string }[] =
	[
		{
			field: 'identid',
			isBroken: ({ flow, identid }) => flow === '3g' && !identid,
			words: 'Mobile data (3G) needs the transaction ID of the identification that went before',
		},
		{
			field: 'operator',
			isBroken: ({ flow, operator, mccmnc }) => flow === '3g' && !operator && !mccmnc,
			words: 'Mobile data (3G) needs the operator that the identification gave, or its MCC and MNC',
		},
		{
			field: 'msisdn',
			isBroken: ({ flow, msisdn, operator, mccmnc }) =>
				flow === 'wifi' && !msisdn && !operator && !mccmnc,
			words: 'Wi-Fi needs the phone number, or the operator where that one does without',
		},
		{
			field: 'msisdn',
			isBroken: ({ flow, msisdn, operator, mccmnc, identid }) =>
				flow === 'auto' && !msisdn && !operator && !mccmnc && !identid,
			words:
				'Nobody to charge. Fill in Phone Number, Operator, Network (MCC and MNC), or Identification ID',
		},
		{
			field: 'returnurl',
			isBroken: ({ redirect, returnurl }) => redirect && !returnurl,
			words:
				'A customer who is redirected needs an address to come back to. Write it in full, or switch off Customer May Be Redirected',
		},
	];

/** Checks the fields one by one, then the rules between them. */
export const startParams = fields.superRefine((params, context) => {
	for (const { field, isBroken, words } of rules) {
		if (isBroken(params)) {
			context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message: words });
		}
	}
});
