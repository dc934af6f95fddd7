import type { INodeProperties } from 'n8n-workflow';
import type { Outcomes } from '../../platform/answer';
import type { Operation, Resource } from './operation';
import { runOptionsFor } from './options';

/** The fields of an action node. Defaults are named: n8n leaves them out of stored workflows. */
export function propertiesOf(resources: Resource[], defaultResource: string): INodeProperties[] {
	const operations = resources.flatMap((resource) => resource.operations);
	const valuesOf = (some: Operation[]) => some.map(({ value }) => value);
	const writing = operations.filter(({ effect }) => effect === 'write' || effect === 'attempt');
	const splitting = operations.filter(({ outcomes }) => outcomes);
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value }) => ({ name, value })),
			default: defaultResource,
		},
		...resources.map(operationField),
		...resources.flatMap(fieldsOf),
		{
			displayName: 'Split by Outcome',
			name: 'splitByOutcome',
			type: 'boolean',
			displayOptions: { show: { operation: valuesOf(splitting) } },
			default: false,
			description:
				'Whether each way this can end gets an output of its own, so that the flow branches without a Switch node',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: runOptionsFor(valuesOf(writing)),
		},
	];
}

const costs: Record<Operation['costs'], { description: string }> = {
	money: { description: '. This costs the customer money.' },
	data: { description: '. This spends your data.' },
	refund: { description: ". This returns the customer's money." },
	nothing: { description: '' },
};

function operationField({ value, operations, defaultOperation }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations.map((one) => ({
			name: one.name,
			value: one.value,
			action: one.action,
			description: one.description + costs[one.costs].description,
		})),
		default: defaultOperation,
	};
}

function fieldsOf({ value, operations }: Resource): INodeProperties[] {
	return operations.flatMap((operation) => {
		const here = { resource: [value], operation: [operation.value] };
		return operation.fields.map(({ displayOptions, ...field }) => ({
			...field,
			displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...here } },
		}));
	});
}

/** One output, or with "Split by Outcome" one for each. n8n takes the first `}}` of an expression for its end. */
export function outputsOf(resources: Resource[]) {
	const outputsFor = (outcomes: Outcomes) =>
		Object.values(outcomes).map(({ name }) => ({ type: 'main', displayName: name }));
	const outputs = resources.flatMap(({ value, operations }) =>
		operations.map((one) => [`${value}.${one.value}`, one.outcomes && outputsFor(one.outcomes)]),
	);
	const table = JSON.stringify(Object.fromEntries(outputs));
	const key = '$parameter.resource + "." + $parameter.operation';
	return `={{ ($parameter.splitByOutcome && (${table})[${key}]) || ["main"] }}` as const;
}

/** The line under a node's name: stored values as words, so that "chargeFailed" is "charge failed". */
export function subtitleOf(expression: string): string {
	return `={{ (${expression}).replace(/([A-Z])/g, " $1").toLowerCase() }}`;
}

/** The line under an action node's name on the canvas, such as "assign: data gift". */
export const operationSubtitle = subtitleOf('$parameter.operation + ": " + $parameter.resource');
