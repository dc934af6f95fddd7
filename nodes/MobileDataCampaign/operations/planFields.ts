import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { serviceKeyField } from '../../engine/fields';
import { storedField, storedRows } from '../stored';

const timeOfDay = (words: Pick<INodeProperties, 'displayName' | 'name' | 'placeholder'>) => ({
	...words,
	type: 'string' as const,
	default: '',
	description: 'A time of the day where the customer lives; empty means no quiet hours',
});

/** The fields of Plan, whose values campaign/settings.ts reads. */
export const planFields: INodeProperties[] = [
	{
		displayName: 'Campaign',
		name: 'name',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. spring-2026',
		description: 'Your new name for the campaign; each number gets one gift under it',
	},
	serviceKeyField,
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
	storedField({
		displayName: 'Opt-Outs',
		name: 'optOuts',
		placeholder: "e.g. {{ $('Get opt-outs').all() }}",
		description: 'The numbers that never get a gift, each in the field phone',
	}),
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

export const planParams = z.object({
	...{ name: z.unknown(), serviceKey: z.unknown(), budget: z.unknown(), optOuts: storedRows },
	...{ startAt: z.unknown(), stopAt: z.unknown(), quietFrom: z.unknown(), quietTo: z.unknown() },
	...{ rowsPerSecond: z.unknown(), timezone: z.string() },
});
