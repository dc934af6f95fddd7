import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { othersField, storedField, storedRows } from '../stored';
import { readingField, readingSchema } from './readListFields';

const limits: INodeProperties[] = [
	{
		displayName: 'Most MB per Day',
		name: 'megabytesPerDay',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 100000',
		description: 'What all campaigns together may give on a day, in MB; 0 for no limit',
	},
	{
		displayName: 'Monthly Gifts per Customer',
		name: 'giftsPerMonth',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 2',
		description: 'How many gifts a customer may get in all campaigns of a month; 0 for no limit',
	},
];

/** The fields of Plan; what is planned, the request says (campaign/planRequest.ts). */
export const planFields: INodeProperties[] = [
	readingField,
	storedField({
		displayName: 'Opt-Outs',
		name: 'optOuts',
		placeholder: "e.g. {{ $('Get opt-outs').all() }}",
		description: 'The numbers that never get a gift, each in the field phone',
	}),
	othersField,
	...limits,
	storedField(
		{
			displayName: 'Counted Batches',
			name: 'countedBatches',
			placeholder: "e.g. {{ $('Get counted batches').all() }}",
			description: 'The batches of the campaigns from Find Counted',
		},
		false,
	),
	storedField(
		{
			displayName: 'Counted Lists',
			name: 'countedLists',
			placeholder: "e.g. {{ $('Get counted lists').all() }}",
			description: 'The lists of the campaigns from Find Counted',
		},
		false,
	),
	storedField(
		{
			displayName: 'Kept Lists',
			name: 'keptLists',
			placeholder: "e.g. {{ $('Get kept file').all() }}",
			description: 'The file of a plan that the request replaces, because it was read wrongly',
		},
		false,
	),
];

export const planParams = z.object({
	timezone: z.string(),
	optOuts: storedRows,
	others: storedRows,
	reading: readingSchema,
	megabytesPerDay: z.unknown(),
	giftsPerMonth: z.unknown(),
	countedBatches: z.unknown(),
	countedLists: z.unknown(),
	keptLists: z.unknown(),
});

export type PlanParams = z.infer<typeof planParams>;
