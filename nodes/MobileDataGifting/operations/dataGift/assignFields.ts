import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { field, option, text } from '../../../../platform/fieldHead';
import { megabytesSchema } from '../../../../platform/amounts';
import { readNumberCountry, recipientReader } from '../../../../platform/declaredNumber';
import {
	clientReferenceSchema,
	normalizeCampaign,
	serviceKeySchema,
} from '../../../../platform/identifiers';
import { checked, normalized, optionally } from '../../../../platform/input';
import {
	givingServiceField,
	phoneField,
	numberCountryField,
	operatorCodeField,
	sendAsEnteredField,
} from '../../../engine/panel/fields';

export const assignFields: INodeProperties[] = [
	givingServiceField,
	{ ...phoneField, required: true },
	{
		...field('number', 'Amount (MB)', 'amount', 100, '500'),
		required: true,
		typeOptions: { minValue: 0 },
		description: 'How much data the customer gets, in MB',
	},
	{
		...text('Campaign', 'campaign', 'spring-2026'),
		description:
			'Your name for the campaign, by which duplicates are found; empty only to send again',
		builderHint: {
			propertyHint:
				'With Duplicates on Skip it is required, unless Client Reference is set: each phone number gets one gift of the campaign, also when the workflow runs again',
		},
	},
	{
		...field('options', 'Duplicates', 'duplicates', 'skip'),
		options: [
			option('Skip', 'skip', 'Each phone number gets one gift of the campaign'),
			option(
				'Send Again',
				'sendAgain',
				'Each execution gives again, even to the same phone number',
			),
		],
		description: 'Whether a phone number with a gift of the campaign gets another gift',
	},
];

export const assignOptions: INodeProperties[] = [
	{
		...field('boolean', 'Check Balance', 'checkBalance', false),
		description: "Whether to refuse the whole list when the data pools don't cover it",
	},
	{
		...text('Client Reference', 'clientReference', 'spring-2026-33639981234'),
		description:
			'Your unique reference: each number gets one gift under it in all executions; not with Campaign',
	},
	numberCountryField,
	{
		...operatorCodeField,
		displayOptions: { show: { checkBalance: [true] } },
		description: "The code of the customer's operator, whose data pools are checked",
	},
	sendAsEnteredField,
];

/** The customer who gets it: a phone number, or the text as entered with *Send as Entered*. */
const recipient = z
	.object({
		msisdn: z.unknown(),
		numberCountry: normalized(readNumberCountry),
		sendAsEntered: z.boolean().default(false),
	})
	.transform(
		checked('msisdn', ({ msisdn, numberCountry: country, sendAsEntered }) => ({
			msisdn: recipientReader({ country, sendAsEntered })(msisdn),
		})),
	);

export const assignParams = recipient.and(
	z.object({
		serviceKey: serviceKeySchema,
		amount: megabytesSchema,
		campaign: normalized(normalizeCampaign),
		duplicates: z.enum(['skip', 'sendAgain']),
		clientReference: clientReferenceSchema,
		checkBalance: z.boolean(),
		operator: optionally(String),
	}),
);

export type AssignParams = z.infer<typeof assignParams>;
