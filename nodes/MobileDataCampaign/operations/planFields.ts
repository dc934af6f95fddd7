import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { givingServiceField, sendAsEnteredField } from '../../engine/panel/fields';
import { othersField, storedField, storedRows } from '../stored';
import {
	binaryField,
	defaultAmountField,
	readingField,
	readingSchema,
	readListParams,
	sourceField,
} from './readListFields';

const timeOfDay = (words: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>) => ({
	...words,
	type: 'string' as const,
	default: '',
	description: 'A time of the day where the customer lives; empty means no quiet hours',
});

/** What a request brings itself. */
const settings: INodeProperties[] = [
	{
		displayName: 'Campaign',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. spring-2026',
		description: 'Your new name for the campaign; each number gets one gift under it',
	},
	givingServiceField,
	{
		displayName: 'Budget (MB)',
		name: 'budget',
		type: 'number',
		default: 0,
		required: true,
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 50000',
		description: 'How much data the campaign may give at most, in MB',
	},
	{
		displayName: 'Start',
		name: 'startAt',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-11-21T09:00:00',
		description: 'When to begin; empty means at once',
	},
	{
		displayName: 'Stop',
		name: 'stopAt',
		type: 'dateTime',
		default: '',
		placeholder: 'e.g. 2026-11-30T21:00:00',
		description: 'When to stop sending; empty means never',
	},
	timeOfDay({ displayName: 'Quiet Hours From', name: 'quietFrom', placeholder: 'e.g. 21:00' }),
	timeOfDay({ displayName: 'Quiet Hours To', name: 'quietTo', placeholder: 'e.g. 08:00' }),
	{
		displayName: 'Rows per Second',
		name: 'rowsPerSecond',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0, maxValue: 1000 },
		description: 'How many rows all workers together send per second at most; 0 for no limit',
	},
];

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

const ownFields = { displayOptions: { show: { source: ['file', 'items'] } } };

/** The fields of Plan; campaign/settings.ts reads the settings. */
export const planFields: INodeProperties[] = [
	sourceField({
		name: 'Request',
		value: 'request',
		description: 'What a Webhook node got: the settings, and the list as a file or as rows',
	}),
	{ ...binaryField, displayOptions: { show: { source: ['file', 'request'] } } },
	...[...settings, defaultAmountField, sendAsEnteredField].map((field) => ({
		...field,
		...ownFields,
	})),
	readingField,
	storedField({
		displayName: 'Opt-Outs',
		name: 'optOuts',
		placeholder: "e.g. {{ $('Get opt-outs').all() }}",
		description: 'The numbers that never get a gift, each in the field phone',
	}),
	othersField,
	...limits,
	{
		...storedField({
			displayName: 'Counted Batches',
			name: 'countedBatches',
			placeholder: "e.g. {{ $('Get counted batches').all() }}",
			description: 'The batches of the campaigns from Find Counted',
		}),
		required: false,
	},
	{
		...storedField({
			displayName: 'Counted Lists',
			name: 'countedLists',
			placeholder: "e.g. {{ $('Get counted lists').all() }}",
			description: 'The lists of the campaigns from Find Counted',
		}),
		required: false,
	},
	{
		...storedField({
			displayName: 'Kept Lists',
			name: 'keptLists',
			placeholder: "e.g. {{ $('Get kept file').all() }}",
			description: 'The file of a plan that the request replaces, because it was read wrongly',
		}),
		required: false,
	},
];

export const planParams = z.object({
	source: z.enum(['file', 'items', 'request']),
	timezone: z.string(),
	optOuts: storedRows,
	others: storedRows,
	binaryPropertyName: readListParams.shape.binaryPropertyName,
	defaultAmount: readListParams.shape.defaultAmount,
	reading: readingSchema,
	name: z.unknown(),
	serviceKey: z.unknown(),
	budget: z.unknown(),
	startAt: z.unknown(),
	stopAt: z.unknown(),
	quietFrom: z.unknown(),
	quietTo: z.unknown(),
	rowsPerSecond: z.unknown(),
	megabytesPerDay: z.unknown(),
	giftsPerMonth: z.unknown(),
	sendAsEntered: z.unknown(),
	countedBatches: z.unknown(),
	countedLists: z.unknown(),
	keptLists: z.unknown(),
});

export type PlanParams = z.infer<typeof planParams>;
