import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { checked, numeric } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import type { RunOptions } from '../core/list/listRun';
import type { SendOptions } from '../core/request/pipeline';

/** What of an operation decides on its options. */
interface Acting {
	effect: string;
	fields: INodeProperties[];
	/** Options of its own. */
	optionFields?: INodeProperties[];
	outcomes?: object;
	reconcile?: { withReference?: unknown };
}

interface NumberOption {
	displayName: string;
	/** `inMs`: of a time in seconds, the engine's name for it in milliseconds. */
	range: { min: number; max: number; default: number; inMs?: keyof SendOptions; isWhole?: boolean };
	description: string;
	/** Where it acts, by the effect of the operation. */
	actsOn: string[];
}

const lists = ['read', 'write', 'unrepeatable'];
const retried = ['read', 'write'];

const numberOptions = {
	timeout: {
		displayName: 'Timeout (Seconds)',
		range: { min: 1, max: 600, default: 60, inMs: 'timeoutMs' },
		description: 'How long to wait for the response to one request',
		actsOn: lists,
	},
	concurrency: {
		displayName: 'Concurrency',
		range: { min: 1, max: 200, default: 10, isWhole: true },
		description: 'How many requests run at the same time',
		actsOn: lists,
	},
	requestsPerSecond: {
		displayName: 'Requests per Second',
		range: { min: 0, max: 1000, default: 0 },
		description:
			'The most requests per second of all workflows in this n8n process; 0 for no limit',
		actsOn: lists,
	},
	maxTries: {
		displayName: 'Max Tries',
		range: { min: 1, max: 20, default: 5, isWhole: true },
		description: 'How often a request is sent at most before its item fails',
		actsOn: retried,
	},
	retryFor: {
		displayName: 'Retry For (Seconds)',
		range: { min: 0, max: 3600, default: 120, inMs: 'retryForMs' },
		description: 'How long an item is retried before it fails',
		actsOn: retried,
	},
	settlingTime: {
		displayName: 'Settling Time (Seconds)',
		range: { min: 0, max: 600, default: 5, inMs: 'settleMs' },
		description:
			'How long the platform may take to show what it has done, for look-ups after a timeout',
		actsOn: ['write'],
	},
	stopAfterFailures: {
		displayName: 'Stop After Failures',
		range: { min: 0, max: 10_000, default: 20, isWhole: true },
		description: 'Failures in a row that stop the list when On Error is Continue; 0 for no limit',
		actsOn: lists,
	},
} satisfies Record<string, NumberOption>;

const schemas = Object.entries<NumberOption>(numberOptions).map(([name, { range }]) => {
	const within = z.number().min(range.min).max(range.max);
	return [name, numeric((range.isWhole ? within.int() : within).default(range.default))];
});

/** The options by the engine's names: times are in milliseconds. */
function engineOptions(options: Record<string, unknown>) {
	const known: Partial<Record<string, NumberOption>> = numberOptions;
	const entries = Object.entries(options).map(([name, value]) => {
		const inMs = known[name]?.range.inMs;
		return inMs ? [inMs, Number(value) * 1000] : [name, value];
	});
	return Object.fromEntries(entries) as Omit<RunOptions, 'sendUntil'>;
}

/** Checks the values of the options by name, and `timezone`, the workflow's. */
export const runOptionsSchema = z
	.object({
		...Object.fromEntries(schemas),
		skipLookUp: z.boolean().default(false),
		sendUntil: z.unknown(),
		timezone: z.string(),
	})
	.transform(
		checked('sendUntil', ({ sendUntil, timezone, ...options }): RunOptions => {
			const end = sendUntil === undefined ? undefined : millisecondsOfInput(sendUntil, timezone);
			return { ...engineOptions(options), sendUntil: end };
		}),
	);

/** What an operation that changes something does with its items. A node new on the canvas spends nothing. */
export const modeField: INodeProperties = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Only Check',
			value: 'check',
			description: 'Check everything and send nothing; the item says what would happen',
		},
		{
			name: 'Send',
			value: 'send',
			description: 'Check everything, then send it',
			builderHint: { propertyHint: 'A workflow that is to do it needs this; check is for a trial' },
		},
	],
	default: 'check',
	description: 'What executing this node does',
};

/** Whether an operation changes something, so that it has a Mode. */
export function isWrite({ effect }: Pick<Acting, 'effect'>): boolean {
	return effect === 'write' || effect === 'unrepeatable';
}

/** The fields of an operation that stand in sight. */
export function fieldsInSight(operation: Acting): INodeProperties[] {
	return isWrite(operation) ? [modeField, ...operation.fields] : operation.fields;
}

const skipLookUp: INodeProperties = {
	displayName: 'Skip Look-Up',
	name: 'skipLookUp',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether to send a Client Reference you entered without looking for it first; the customer may get it again',
};

const sendUntil: INodeProperties = {
	displayName: 'Send Until',
	name: 'sendUntil',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-21T21:00:00',
	description: 'When to stop sending; items not sent by then fail',
};

/** A field of a read, and an option of a write. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const splitByOutcome: INodeProperties = {
	displayName: 'Split by Outcome',
	name: 'splitByOutcome',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to give each outcome its own output, so that no Switch node is needed',
};

const numberFields = Object.entries<NumberOption>(numberOptions).map(
	([name, { displayName, range, description }]): INodeProperties => {
		const typeOptions = { minValue: range.min, maxValue: range.max };
		const words = { displayName, description };
		return { ...words, name, type: 'number', typeOptions, default: range.default };
	},
);

/** The options of a run, whatever group they are in: what they resolve to is known before anything is sent. */
export const runOptions: INodeProperties[] = [
	...numberFields,
	sendUntil,
	skipLookUp,
	simplifyField,
	splitByOutcome,
];

/** The collections that hold number options, and what n8n stores inside them. */
const groups = [
	{
		collection: 'batching',
		label: 'Batching',
		group: 'batch',
		purpose: 'How fast a list of items is sent',
		holds: ['concurrency', 'requestsPerSecond', 'sendUntil'],
	},
	{
		collection: 'advancedRetry',
		label: 'Advanced Retry',
		group: 'retry',
		purpose: 'How often and how long a failed request is retried',
		holds: ['maxTries', 'retryFor', 'settlingTime', 'stopAfterFailures'],
	},
];

/** All options that act on an operation. */
export function optionsOf(operation: Acting): INodeProperties[] {
	const numbers = numberFields.filter(({ name }) =>
		numberOptions[name as keyof typeof numberOptions].actsOn.includes(operation.effect),
	);
	const acting = operation.effect === 'write' ? [...numbers, sendUntil] : numbers;
	const [batching = [], retrying = []] = groups.map(
		({ collection, label, group, purpose, holds }) => {
			const values = acting.filter(({ name }) => holds.includes(name));
			const options = [{ displayName: label, name: group, values }];
			const field: INodeProperties = {
				displayName: label,
				name: collection,
				type: 'fixedCollection',
				placeholder: `Add ${label.toLowerCase()}`,
				default: {},
				description: purpose,
				options,
			};
			return values.length > 0 ? [field] : [];
		},
	);
	const everyday = [
		...(operation.optionFields ?? []),
		...(isWrite(operation) ? [simplifyField] : []),
		...(operation.reconcile?.withReference ? [skipLookUp] : []),
		...(operation.outcomes ? [splitByOutcome] : []),
		...acting.filter(({ name }) => name === 'timeout'),
		...batching,
	].sort((one, other) => one.displayName.localeCompare(other.displayName));
	return [...everyday, ...retrying];
}

/** Where n8n stores an option of a run. */
export function optionPath(name: string): string[] {
	const own = groups.find(({ holds }) => holds.includes(name));
	return own ? ['options', own.collection, own.group, name] : ['options', name];
}
