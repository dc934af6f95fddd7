import { NodeConnectionTypes, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import type { Operation, Resource } from './operation';

/** Labels of the outputs by resource and operation. */
type OutputTable = Record<string, Record<string, string[]>>;

/** How many outputs the node shows for an operation when it splits by outcome. */
export function outcomesOf(operation: Operation): string[] {
	return Object.keys(operation.outcomes ?? {});
}

/**
 * The outputs of an action node: one, or with “Split by Outcome” one an outcome. n8n evaluates this as an
 * expression, so the function within is self-contained; n8n takes the first `}}` for the end of it.
 */
export function outputsOf(resources: Resource[]): INodeTypeDescription['outputs'] {
	const table: OutputTable = Object.fromEntries(
		resources.map(({ value, operations }) => [
			value,
			Object.fromEntries(
				operations.map((operation) => [
					operation.value,
					Object.values(operation.outcomes ?? {}).map(({ name }) => name),
				]),
			),
		]),
	);
	const call = `(${labelledOutputs.toString()})($parameter, ${JSON.stringify(table)}, '${NodeConnectionTypes.Main}')`;
	return `={{ ${call.replaceAll('}}', '} }').replaceAll('}}', '} }')} }}`;
}

function labelledOutputs(
	parameters: { splitByOutcome?: boolean; resource: string; operation: string },
	table: OutputTable,
	type: string,
) {
	const labels = parameters.splitByOutcome
		? table[parameters.resource]?.[parameters.operation]
		: undefined;
	return labels?.length ? labels.map((displayName) => ({ type, displayName })) : [{ type }];
}

/** The switch that gives each outcome an output of its own, shown where there are outcomes. */
export function splitField(resources: Resource[]): INodeProperties[] {
	return resources
		.map(({ value, operations }) => ({
			resource: [value],
			operation: operations.filter(({ outcomes }) => outcomes).map((operation) => operation.value),
		}))
		.filter(({ operation }) => operation.length > 0)
		.map((show) => ({
			displayName: 'Split by Outcome',
			name: 'splitByOutcome',
			type: 'boolean',
			displayOptions: { show },
			default: false,
			description:
				'Whether each way this can end gets an output of its own, so that the flow branches without a Switch node',
		}));
}
