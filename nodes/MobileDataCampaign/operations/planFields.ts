import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { settingNames, settingOf } from '../../../campaign/settingTable';
import { othersField, storedField, storedRows } from '../stored';
import { readingField, readingSchema } from './readListFields';

/** Only who can edit the workflow sets these. */
const limits = settingNames.flatMap((name): INodeProperties[] => {
	const { label: displayName, inPlan } = settingOf(name);
	const field = { displayName, name, default: 0, typeOptions: { minValue: 0 } };
	return inPlan ? [{ ...field, type: 'number', ...inPlan }] : [];
});

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
