import { NodeConnectionTypes, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import type { Operation, Resource } from './operation';
import { runOptionsField } from './options';

/**
 * The fields of an action node, made from its table of operations. Defaults are named, because n8n leaves them out of
 * stored workflows: a list that grows must not change them.
 */
export function propertiesOf(resources: Resource[], defaultResource: string): INodeProperties[] {
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
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
		...resources.flatMap(splitField),
		runOptionsField(resources),
	];
}

const costs: Record<Operation['costs'], { description: string }> = {
	money: { description: '. This costs the customer money.' },
	data: { description: '. This spends your data.' },
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

function fieldsOf(resource: Resource, operation: Operation): INodeProperties[] {
	return operation.fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				...field.displayOptions?.show,
				resource: [resource.value],
				operation: [operation.value],
			},
		},
	}));
}

/** The switch that gives each outcome an output of its own, shown where there are outcomes. */
function splitField({ value, operations }: Resource): INodeProperties[] {
	const split = operations.filter(({ outcomes }) => outcomes).map((operation) => operation.value);
	if (split.length === 0) return [];
	return [
		{
			displayName: 'Split by Outcome',
			name: 'splitByOutcome',
			type: 'boolean',
			displayOptions: { show: { resource: [value], operation: split } },
			default: false,
			description:
				'Whether each way this can end gets an output of its own, so that the flow branches without a Switch node',
		},
	];
}

/** Labels of the outputs by resource and operation. */
type OutputTable = Record<string, Record<string, string[]>>;

/**
 * The outputs of an action node: one, or with "Split by Outcome" one for each outcome. n8n evaluates this as an
 * expression, so the function within is self-contained; n8n takes the first `}}` for its end.
 */
export function outputsOf(resources: Resource[]): INodeTypeDescription['outputs'] {
	const namesOf = ({ outcomes = {} }: Operation) => Object.values(outcomes).map(({ name }) => name);
	const table: OutputTable = Object.fromEntries(
		resources.map(({ value, operations }) => [
			value,
			Object.fromEntries(operations.map((operation) => [operation.value, namesOf(operation)])),
		]),
	);
	const call = `(${labeledOutputs.toString()})($parameter, ${JSON.stringify(table)}, '${NodeConnectionTypes.Main}')`;
	return `={{ ${call.replaceAll('}}', '} }').replaceAll('}}', '} }')} }}`;
}

function labeledOutputs(
	parameters: { splitByOutcome?: boolean; resource: string; operation: string },
	table: OutputTable,
	type: string,
) {
	const labels = parameters.splitByOutcome
		? table[parameters.resource]?.[parameters.operation]
		: undefined;
	return labels?.length ? labels.map((displayName) => ({ type, displayName })) : [{ type }];
}

/** The line under an action node's name on the canvas, such as "assign: data gift". */
export function subtitleOf(resources: Resource[]): string {
	const words = resources.flatMap(({ value, name, operations }) =>
		operations.map((one) => [
			`${value}.${one.value}`,
			`${lowerCase(one.name)}: ${lowerCase(name)}`,
		]),
	);
	return lookedUp(words, '$parameter["resource"] + "." + $parameter["operation"]');
}

/** As `subtitleOf`, for a node that one dropdown describes. */
export function subtitleOfChoice({ name, options = [] }: INodeProperties): string {
	const words = options.flatMap((choice) =>
		'value' in choice ? [[String(choice.value), lowerCase(choice.name)]] : [],
	);
	return lookedUp(words, `$parameter[${JSON.stringify(name)}]`);
}

/** An expression that n8n evaluates; the table is flat, because the first `}}` would end it. */
function lookedUp(words: string[][], key: string): string {
	return `={{ (${JSON.stringify(Object.fromEntries(words))})[${key}] }}`;
}

/** A title within a line: "Submit PIN" is "submit PIN". */
function lowerCase(name: string): string {
	return name.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
