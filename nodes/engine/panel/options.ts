import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { field, option } from '../../../platform/fieldHead';
import type { Outcomes } from '../../../platform/answer';
import { checked, numeric } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import type { RunOptions } from '../core/list/listRun';
import { simplifyField } from './fields';
import type { ShownOperation } from './operation';

/** *Only Check* or *Send*, for an operation that changes something. A node new on the canvas spends nothing. */
export const modeField: INodeProperties = {
	...field('options', 'Mode', 'mode', 'check'),
	noDataExpression: true,
	options: [
		option(
			'Only Check',
			'check',
			'Check everything and send nothing; the item says what would happen',
		),
		{
			name: 'Send',
			value: 'send',
			description: 'Check everything, then send it',
			builderHint: {
				propertyHint: 'Required for a workflow that sends; check is for trying it out',
			},
		},
	],
	description: 'Whether executing this node only checks, or also sends',
};

/** Whether an operation changes something, so that it has a Mode. */
export function isWrite({ effect }: Pick<ShownOperation, 'effect'>): boolean {
	return effect === 'write' || effect === 'unrepeatable';
}

/** The outcomes of an operation in the order of their outputs; an operation with a Mode also has one for Only Check. */
export function outcomesOf(operation: ShownOperation): Outcomes | undefined {
	const { outcomes } = operation;
	if (!outcomes || !isWrite(operation)) return outcomes;
	const { unknown, ...known } = outcomes;
	return { ...known, checked: 'Checked', ...(unknown && { unknown }) };
}

export function fieldsInSight(operation: ShownOperation): INodeProperties[] {
	return isWrite(operation) ? [modeField, ...operation.fields] : operation.fields;
}

interface NumberOption {
	displayName: string;
	min: number;
	max: number;
	default: number;
	isWhole?: boolean;
	description: string;
	actsOn: string[];
}

const number = (displayName: string, [min, max]: [number, number], preset: number) => ({
	displayName,
	min,
	max,
	default: preset,
	actsOn: ['read', 'write', 'unrepeatable'],
});
const retried = { actsOn: ['read', 'write'] };

const numberOptions = {
	timeoutSeconds: {
		...number('Timeout (Seconds)', [1, 600], 60),
		description: 'How long to wait for the response to one request',
	},
	concurrency: {
		...number('Concurrency', [1, 200], 200),
		isWhole: true,
		description:
			"How many requests run at the same time, at most; the platform's answers set the pace",
	},
	requestsPerSecond: {
		...number('Requests per Second', [0, 1000], 0),
		description:
			"Requests per second of all workflows in this n8n process, at most; 0 for the platform's pace",
	},
	attempts: {
		...number('Max Attempts', [1, 20], 5),
		...retried,
		isWhole: true,
		description:
			'How often a request is sent at most before its item fails, not counting token renewals',
	},
	retryForSeconds: {
		...number('Retry For (Seconds)', [0, 3600], 120),
		...retried,
		description: 'How long an item is retried before it fails',
	},
	settleSeconds: {
		...number('Settling Time (Seconds)', [0, 600], 5),
		actsOn: ['write'],
		description:
			'How long the platform may take to show what it has done, for look-ups after a timeout',
	},
	stopAfterFailures: {
		...number('Stop After Failures', [0, 10_000], 20),
		isWhole: true,
		description: 'Failures in a row that stop the list when On Error is Continue; 0 for no limit',
	},
} satisfies Record<string, NumberOption>;

const entries = Object.entries<NumberOption>(numberOptions);

function numberSchema({ min, max, isWhole, default: value }: NumberOption) {
	const within = z.number().min(min).max(max);
	return numeric((isWhole ? within.int() : within).default(value));
}

const numberSchemas = Object.fromEntries(
	entries.map(([name, option]) => [name, numberSchema(option)]),
) as Record<keyof typeof numberOptions, ReturnType<typeof numberSchema>>;

/** Checks the values of the options by name, and `timezone`, the workflow's. */
export const runOptionsSchema = z
	.object({
		...numberSchemas,
		skipLookUp: z.boolean().default(false),
		sendUntil: z.unknown(),
		timezone: z.string(),
	})
	.transform(
		checked('sendUntil', ({ sendUntil, timezone, ...values }): RunOptions => {
			const { timeoutSeconds, retryForSeconds, settleSeconds, ...same } = values;
			return {
				...same,
				timeoutMs: timeoutSeconds * 1000,
				retryForMs: retryForSeconds * 1000,
				settleMs: settleSeconds * 1000,
				sendUntil: sendUntil === undefined ? undefined : millisecondsOfInput(sendUntil, timezone),
			};
		}),
	);

function numberField([name, option]: [string, NumberOption]): INodeProperties {
	const { displayName, min, max, default: preset, description } = option;
	const typeOptions = { minValue: min, maxValue: max };
	return { ...field('number', displayName, name, preset), typeOptions, description };
}

const sendUntil: INodeProperties = {
	...field('dateTime', 'Send Until', 'sendUntil', '', '2026-11-21T21:00:00'),
	description: 'When to stop sending; items not sent by then fail',
};

const skipLookUp: INodeProperties = {
	...field('boolean', 'Skip Look-Up', 'skipLookUp', true),
	noDataExpression: true,
	description:
		'Whether to send a Client Reference you entered without looking it up first; the customer may get it twice',
};

const splitByOutcome: INodeProperties = {
	...field('boolean', 'Split by Outcome', 'splitByOutcome', false),
	noDataExpression: true,
	description: 'Whether to give each outcome its own output, so that no Switch node is needed',
};

/** The options of a run, which are resolved before anything is sent. */
export const runOptions: INodeProperties[] = [
	...entries.map(numberField),
	sendUntil,
	skipLookUp,
	simplifyField,
	splitByOutcome,
];

export function optionsOf(operation: ShownOperation): INodeProperties[] {
	const { effect, outcomes, reconcile, optionFields = [] } = operation;
	return [
		...optionFields,
		...(isWrite(operation) ? [simplifyField] : []),
		...(reconcile?.withReference ? [skipLookUp] : []),
		...(outcomes ? [splitByOutcome] : []),
		...entries.filter(([, { actsOn }]) => actsOn.includes(effect)).map(numberField),
		...(effect === 'write' ? [sendUntil] : []),
	].sort((one, other) => one.displayName.localeCompare(other.displayName));
}
