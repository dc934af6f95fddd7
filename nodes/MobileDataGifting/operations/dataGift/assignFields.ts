import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { megabytesSchema } from '../../../../platform/amounts';
import {
	clientReferenceSchema,
	msisdnSchema,
	normalizeCampaign,
	normalizeOperatorCode,
	serviceKeySchema,
} from '../../../../platform/identifiers';
import { normalized, optionally } from '../../../../platform/input';
import { msisdnField, operatorCodeField, serviceKeyField } from '../../../engine/fields';

/** The fields of Data Gift: Assign. */
export const assignFields: INodeProperties[] = [
	serviceKeyField,
	{ ...msisdnField, required: true },
	{
		displayName: 'Amount (MB)',
		name: 'amount',
		type: 'number',
		default: 100,
		required: true,
		typeOptions: { minValue: 0 },
		placeholder: '500',
		description: 'How much data the customer gets, in MB',
	},
	{
		displayName: 'Campaign',
		name: 'campaign',
		type: 'string',
		default: '',
		placeholder: 'spring-2026',
		description:
			"Your name for this campaign. With the customer's number it makes the reference of each gift, the same however often the workflow runs. Capital letters make no difference.",
	},
	{
		displayName: 'Skip Already Gifted',
		name: 'skipAlreadyGifted',
		type: 'boolean',
		default: true,
		description:
			'Whether each number gets one gift of the campaign, also when it is listed twice or the workflow runs again. Without a campaign nobody is skipped. A gift is recognised by its reference: leave Client Reference empty, or let it be the same in every run.',
	},
	{
		displayName: 'Client Reference',
		name: 'clientId',
		type: 'string',
		default: '',
		placeholder: 'spring-2026-33639981234',
		description:
			'Your own name for this gift, at most 256 characters, another for each gift: by it a gift whose answer was lost is found again. Left empty, one is made.',
	},
	{
		displayName: 'Check Balance First',
		name: 'checkBalance',
		type: 'boolean',
		default: false,
		description:
			'Whether to refuse the whole list, before the first gift, when the data pools cannot cover it',
	},
	{
		...operatorCodeField,
		displayOptions: { show: { checkBalance: [true] } },
		description: "The code of the customer's operator, whose pools are checked",
	},
];

export const assignParams = z.object({
	serviceKey: serviceKeySchema,
	msisdn: msisdnSchema,
	amount: megabytesSchema,
	campaign: normalized(normalizeCampaign),
	skipAlreadyGifted: z.boolean(),
	clientId: clientReferenceSchema,
	checkBalance: z.boolean(),
	operator: optionally(normalizeOperatorCode),
});

export type AssignParams = z.infer<typeof assignParams>;
