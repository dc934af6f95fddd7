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
		placeholder: 'e.g. 500',
		description: 'How much data the customer gets, in MB',
	},
	{
		displayName: 'Campaign',
		name: 'campaign',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring-2026',
		description:
			"Your name for the campaign, which makes each gift's reference together with the phone number",
	},
	{
		displayName: 'Skip Already Gifted',
		name: 'skipAlreadyGifted',
		type: 'boolean',
		default: true,
		description:
			'Whether each number gets one gift of the campaign, also when the workflow runs again',
	},
	{
		displayName: 'Client Reference',
		name: 'clientId',
		type: 'string',
		default: '',
		placeholder: 'e.g. spring-2026-33639981234',
		description: 'Your reference for this gift, at most 256 characters; left empty, one is made',
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
