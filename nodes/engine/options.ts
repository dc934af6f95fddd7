import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

/** What a person may set about a run as a whole; read once, for the first item. */
export const runOptionsSchema = z.object({
	concurrency: z.coerce.number().int().min(1).max(200).default(10),
});

export const runOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 200 },
			default: 10,
			description: 'How many requests are under way at the same time',
		},
	],
};
