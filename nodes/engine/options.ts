import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import type { Resource } from './operation';

const seconds = (most: number, standard: number) =>
	z.coerce
		.number()
		.min(0)
		.max(most)
		.default(standard)
		.transform((value) => Math.round(value * 1000));

/** What a person may set about a run as a whole; read once, for the first item. Times become milliseconds. */
export const runOptionsSchema = z.object({
	concurrency: z.coerce.number().int().min(1).max(200).default(10),
	dryRun: z.boolean().default(false),
	requestsPerSecond: z.coerce
		.number()
		.min(0)
		.max(1000)
		.default(0)
		.transform((value) => (value === 0 ? undefined : value)),
	retryFor: seconds(3600, 120),
	settlingTime: seconds(600, 5),
	stopAfterFailures: z.coerce.number().int().min(0).default(20),
	timeout: seconds(600, 60).refine((value) => value > 0, 'must be more than 0'),
	tries: z.coerce.number().int().min(1).max(20).default(5),
	workers: z.coerce.number().int().min(1).max(1000).default(1),
});

export type RunOptions = z.infer<typeof runOptionsSchema>;

const commonOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 200 },
		default: 10,
		description: 'How many requests are under way at the same time',
	},
	{
		displayName: 'Requests per Second',
		name: 'requestsPerSecond',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 1000 },
		default: 0,
		description:
			'The most requests per second to this platform, logins aside. All running workflows share it: the lowest limit applies. 0 sets no limit.',
	},
	{
		displayName: 'Retry For (Seconds)',
		name: 'retryFor',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: 120,
		description: 'How long an item is tried again before it counts as failed',
	},
	{
		displayName: 'Stop After Failures in a Row',
		name: 'stopAfterFailures',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 20,
		description:
			'After so many items in a row that failed because the platform did, the rest of the list is not sent but marked so. 0 goes on in any case.',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 600 },
		default: 60,
		description: 'How long to wait for the answer to one request',
	},
	{
		displayName: 'Tries',
		name: 'tries',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: 5,
		description:
			'How often a request is sent at most. What spends money is sent again only when the platform has not acted; a PIN is never sent again.',
	},
	{
		displayName: 'Workers Sharing the Limit',
		name: 'workers',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description:
			'How many n8n processes run this at the same time. Each keeps to its share of Requests per Second.',
	},
];

const writeOptions: INodeProperties[] = [
	{
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description: 'Whether to do all but spend: the items show what would be sent',
	},
	{
		displayName: 'Settling Time (Seconds)',
		name: 'settlingTime',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 600 },
		default: 5,
		description:
			'How long the platform may take to show a gift or payment. A look-up that finds nothing is repeated after this time, before the item is sent again.',
	},
];

/** All options, as a person reads them. */
export const runOptions = [...commonOptions, ...writeOptions];

/** The options of an action node: some are only for operations that spend. */
export function runOptionsField(resources: Resource[]): INodeProperties {
	const writing = resources
		.flatMap(({ operations }) => operations)
		.filter(({ effect }) => effect === 'write' || effect === 'attempt')
		.map(({ value }) => value);
	const forWrites = writeOptions.map((option) => ({
		...option,
		displayOptions: { show: { '/operation': writing } },
	}));
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...commonOptions, ...forWrites].sort((a, b) =>
			a.displayName.localeCompare(b.displayName),
		),
	};
}
