import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { checked, numeric } from '../../../platform/input';
import { millisecondsOfInput } from '../../../platform/times';
import type { RunOptions } from '../core/list/listRun';

interface NumberOption {
	displayName: string;
	min: number;
	max: number;
	default: number;
	isWhole?: boolean;
	description: string;
	/** The effects of the operations on which it acts. */
	actsOn: string[];
}

const lists = ['read', 'write', 'unrepeatable'];
const retried = ['read', 'write'];

const numberOptions = {
	timeoutSeconds: {
		displayName: 'Timeout (Seconds)',
		min: 1,
		max: 600,
		default: 60,
		description: 'How long to wait for the response to one request',
		actsOn: lists,
	},
	concurrency: {
		displayName: 'Concurrency',
		min: 1,
		max: 200,
		default: 200,
		isWhole: true,
		description:
			"How many requests run at the same time, at most; the platform's answers set the pace",
		actsOn: lists,
	},
	requestsPerSecond: {
		displayName: 'Requests per Second',
		min: 0,
		max: 1000,
		default: 0,
		description:
			'The most requests per second of all workflows in this n8n process; 0 for what the platform takes',
		actsOn: lists,
	},
	attempts: {
		displayName: 'Max Attempts',
		min: 1,
		max: 20,
		default: 5,
		isWhole: true,
		description:
			'How often a request is sent at most before its item fails; a refused token is renewed besides',
		actsOn: retried,
	},
	retryForSeconds: {
		displayName: 'Retry For (Seconds)',
		min: 0,
		max: 3600,
		default: 120,
		description: 'How long an item is retried before it fails',
		actsOn: retried,
	},
	settleSeconds: {
		displayName: 'Settling Time (Seconds)',
		min: 0,
		max: 600,
		default: 5,
		description:
			'How long the platform may take to show what it has done, for look-ups after a timeout',
		actsOn: ['write'],
	},
	stopAfterFailures: {
		displayName: 'Stop After Failures',
		min: 0,
		max: 10_000,
		default: 20,
		isWhole: true,
		description: 'Failures in a row that stop the list when On Error is Continue; 0 for no limit',
		actsOn: lists,
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
		checked('sendUntil', (values): RunOptions => {
			const { sendUntil, timezone } = values;
			return {
				timeoutMs: values.timeoutSeconds * 1000,
				concurrency: values.concurrency,
				requestsPerSecond: values.requestsPerSecond,
				attempts: values.attempts,
				retryForMs: values.retryForSeconds * 1000,
				settleMs: values.settleSeconds * 1000,
				stopAfterFailures: values.stopAfterFailures,
				skipLookUp: values.skipLookUp,
				sendUntil: sendUntil === undefined ? undefined : millisecondsOfInput(sendUntil, timezone),
			};
		}),
	);

const sendUntil: INodeProperties = {
	displayName: 'Send Until',
	name: 'sendUntil',
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-11-21T21:00:00',
	description: 'When to stop sending; items not sent by then fail',
};

export const skipLookUp: INodeProperties = {
	displayName: 'Skip Look-Up',
	name: 'skipLookUp',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether to send a Client Reference you entered without looking for it first; the customer may get it again',
};

function numberField([name, option]: [string, NumberOption]): INodeProperties {
	const { displayName, min, max, default: value, description } = option;
	return {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue: min, maxValue: max },
		default: value,
		description,
	};
}

/** The fields of limits and retries that act on operations of this effect. */
export function limitsOn(effect: string): INodeProperties[] {
	const numbers = entries.filter(([, { actsOn }]) => actsOn.includes(effect)).map(numberField);
	return effect === 'write' ? [...numbers, sendUntil] : numbers;
}

/** The fields of all options that `runOptionsSchema` checks. */
export const checkedOptions: INodeProperties[] = [
	...entries.map(numberField),
	sendUntil,
	skipLookUp,
];
