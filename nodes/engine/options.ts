import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

interface NumberOption {
	displayName: string;
	/** Of times in seconds; the engine counts them in milliseconds. */
	range: { min: number; max: number; default: number; isTime?: boolean };
	description: string;
}

const numberOptions = {
	concurrency: {
		displayName: 'Concurrency',
		range: { min: 1, max: 200, default: 10 },
		description: 'How many requests are under way at the same time',
	},
	requestsPerSecond: {
		displayName: 'Requests per Second',
		range: { min: 0, max: 1000, default: 0 },
		description: 'The most requests that all workflows of an n8n process send; 0 for no limit',
	},
	retryFor: {
		displayName: 'Retry For (Seconds)',
		range: { min: 0, max: 3600, default: 120, isTime: true },
		description: 'How long an item is retried before it counts as failed',
	},
	settlingTime: {
		displayName: 'Settling Time (Seconds)',
		range: { min: 0, max: 600, default: 5, isTime: true },
		description: 'How long the platform may take to show a new gift or payment',
	},
	stopAfterFailures: {
		displayName: 'Stop After Failures in a Row',
		range: { min: 0, max: 10_000, default: 20 },
		description: 'How many failures of the platform in a row stop the list; 0 for no limit',
	},
	timeout: {
		displayName: 'Timeout (Seconds)',
		range: { min: 1, max: 600, default: 60, isTime: true },
		description: 'How long to wait for the answer to one request',
	},
	tries: {
		displayName: 'Tries',
		range: { min: 1, max: 20, default: 5 },
		description: 'How often a request is sent at most; a PIN is sent once',
	},
} satisfies Record<string, NumberOption>;

/** What a person may set about a run as a whole. Times in milliseconds. */
export type RunOptions = Record<keyof typeof numberOptions, number> & { dryRun: boolean };

const schemas = Object.entries<NumberOption>(numberOptions).map(([name, { range }]) => {
	const number = z.coerce.number().min(range.min).max(range.max).default(range.default);
	return [name, number.transform((value) => (range.isTime ? value * 1000 : value))];
});

/** Checks the values of the options. */
export const runOptionsSchema = z
	.object({ ...Object.fromEntries(schemas), dryRun: z.boolean().default(false) })
	.transform((options) => options as RunOptions);

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to do all but spend: the items show what would be sent',
};

/** All options, as a person reads them. */
export const runOptions: INodeProperties[] = [
	...Object.entries<NumberOption>(numberOptions).map(([name, { range, ...words }]) => {
		const typeOptions = { minValue: range.min, maxValue: range.max };
		return { ...words, name, type: 'number' as const, typeOptions, default: range.default };
	}),
	dryRun,
].sort((a, b) => a.displayName.localeCompare(b.displayName));

/** The options of an action node: some are only for operations that spend, `writing`. */
export function runOptionsFor(writing: string[]): INodeProperties[] {
	const displayOptions = { show: { '/operation': writing } };
	return runOptions.map((option) =>
		['dryRun', 'settlingTime'].includes(option.name) ? { ...option, displayOptions } : option,
	);
}
