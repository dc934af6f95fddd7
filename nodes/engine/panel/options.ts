import type { INodeProperties } from 'n8n-workflow';
import { simplifyField } from './fields';
import { checkedOptions, limitsOn, skipLookUp } from './runOptions';

/** What of an operation decides on its options. */
interface Acting {
	effect: string;
	fields: INodeProperties[];
	/** Options of its own. */
	optionFields?: INodeProperties[];
	outcomes?: object;
	reconcile?: { withReference?: unknown };
}

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

const splitByOutcome: INodeProperties = {
	displayName: 'Split by Outcome',
	name: 'splitByOutcome',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether to give each outcome its own output, so that no Switch node is needed',
};

/** The options of a run, whatever group they are in: what they resolve to is known before anything is sent. */
export const runOptions: INodeProperties[] = [...checkedOptions, simplifyField, splitByOutcome];

/** The collections that hold limits and retries, and what n8n stores inside them. */
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
		holds: ['attempts', 'retryForSeconds', 'settleSeconds', 'stopAfterFailures'],
	},
];

/** All options that act on an operation. */
export function optionsOf(operation: Acting): INodeProperties[] {
	const acting = limitsOn(operation.effect);
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
		...acting.filter(({ name }) => name === 'timeoutSeconds'),
		...batching,
	].sort((one, other) => one.displayName.localeCompare(other.displayName));
	return [...everyday, ...retrying];
}

/** Where n8n stores an option of a run. */
export function optionPath(name: string): string[] {
	const own = groups.find(({ holds }) => holds.includes(name));
	return own ? ['options', own.collection, own.group, name] : ['options', name];
}
