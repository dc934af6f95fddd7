import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { campaignSettingNames, settingOf } from '../../../campaign/settingTable';
import { requiredTextSchema } from '../../../platform/input';
import {
	campaignsField,
	orNothing,
	pageUrlField,
	readFields,
	requestField,
	storedField,
	storedRows,
	webhookRequest,
} from '../stored';
import { readingField, readingSchema } from './readingField';

/** Only editors of the workflow can set these limits. */
const limits = campaignSettingNames.flatMap((name): INodeProperties[] => {
	const { label: displayName, inPlan } = settingOf(name);
	const field = { displayName, name, default: 0, typeOptions: { minValue: 0 } };
	return inPlan ? [{ ...field, type: 'number', ...inPlan }] : [];
});

const approverField: INodeProperties = {
	displayName: 'Approver',
	name: 'approver',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Anyone With the Login',
			value: 'login',
			description: "Anyone with the desk's login can plan, and decide about every campaign",
		},
		{
			name: 'Anyone With the Address',
			value: 'address',
			description:
				'The desk shows campaigns without buttons; approvers are sent the control address',
		},
	],
	default: 'login',
	description: 'The people who can approve, pause and cancel campaigns',
};

/** The fields of Plan. The request says what to plan (desk/planRequest.ts). */
export const planFields: INodeProperties[] = [
	readingField,
	requestField,
	pageUrlField,
	approverField,
	campaignsField,
	...limits,
	storedField({
		displayName: 'Opt-Outs',
		name: 'optOuts',
		placeholder: "e.g. {{ $('Get opt-outs').all() }}",
		description: 'The numbers that never get a gift, each in the field phone; false shows the desk',
		required: false,
	}),
	...readFields,
];

export const planParams = z.object({
	timezone: z.string(),
	request: webhookRequest,
	pageUrl: requiredTextSchema,
	approver: z.enum(['login', 'address']),
	campaigns: storedRows,
	optOuts: z.unknown(),
	reading: readingSchema,
	megabytesPerDay: z.unknown(),
	giftsPerMonth: z.unknown(),
	pieces: orNothing(storedRows),
	lists: orNothing(storedRows),
});

export type PlanParams = z.infer<typeof planParams>;
