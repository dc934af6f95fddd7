import type { INodeProperties } from 'n8n-workflow';
import type { Outcomes } from '../../../platform/answer';
import { simplifyField } from './fields';
import type { ShownOperation } from './operation';
import { checkedOptions, limitsOn, skipLookUp } from './runOptions';

/** *Only Check* or *Send*, for an operation that changes something. A node new on the canvas spends nothing. */
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
	description: 'Whether executing this node only checks, or also sends',
};

/** Whether an operation changes something, so that it has a Mode. */
export function isWrite({ effect }: Pick<ShownOperation, 'effect'>): boolean {
	return effect === 'write' || effect === 'unrepeatable';
}

/** The outcomes of an operation in the order of their outputs; one with a Mode has its own for Only Check. */
export function outcomesOf(operation: ShownOperation): Outcomes | undefined {
	const { outcomes } = operation;
	if (!outcomes || !isWrite(operation)) return outcomes;
	const { unknown, ...known } = outcomes;
	return { ...known, checked: 'Checked', ...(unknown && { unknown }) };
}

/** The fields of an operation that stand in sight. */
export function fieldsInSight(operation: ShownOperation): INodeProperties[] {
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

/** The options of a run: what they resolve to is known before anything is sent. */
export const runOptions: INodeProperties[] = [...checkedOptions, simplifyField, splitByOutcome];

/** All options that act on an operation. */
export function optionsOf(operation: ShownOperation): INodeProperties[] {
	return [
		...(operation.optionFields ?? []),
		...(isWrite(operation) ? [simplifyField] : []),
		...(operation.reconcile?.withReference ? [skipLookUp] : []),
		...(operation.outcomes ? [splitByOutcome] : []),
		...limitsOn(operation.effect),
	].sort((one, other) => one.displayName.localeCompare(other.displayName));
}
