import { z } from 'zod';
import {
	clientReferenceSchema,
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
	mccmnc: optionally(String),
	returnurl: optionally(normalizeReturnUrl),
	clientid: clientReferenceSchema,
	country: optionally(String),
	priceid: optionally(String),
	userid: optionally(String),
	params: z.object({ parameter: parameters.default([]) }).default({}),
});

/** What the fields of a payment make; what a flow needs besides, the platform says (contract, “Rules for `mno`”). */
export const startParams = typed.transform(
	checked(
		'msisdn',
		({ numberCountry, sendAsEntered, msisdn, ...params }: z.infer<typeof typed>) => {
			const isGiven = optionalText(msisdn) !== '';
			const read = recipientReader({ country: numberCountry, sendAsEntered });
			return { ...params, msisdn: isGiven ? read(msisdn) : undefined };
		},
	),
);

export type StartParams = z.infer<typeof startParams>;
