import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource, ShownOperation } from './operation';
import { fieldsInSight, optionsOf, outcomesOf } from './options';

type Resources = Resource<ShownOperation>[];

/** The fields of an action node. Defaults are named: n8n leaves them out of stored workflows. */
export function propertiesOf(resources: Resources, defaultResource: string): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
			default: defaultResource,
		},
		...resources.map((resource) => operationField(resource, resources)),
		...resources.flatMap(fieldsOf),
	];
}

const costs: Record<Operation['costs'], { description: string }> = {
	money: { description: '; costs the customer money' },
	data: { description: '; spends your data' },
	refund: { description: "; returns the customer's money" },
	nothing: { description: '' },
};

function operationField(resource: Resource<ShownOperation>, all: Resources): INodeProperties {
	const { operations, defaultOperation, isSteps } = resource;
	const others = all.filter((other) => other !== resource).map(({ value }) => value);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		// n8n's nodes panel offers what is shown for a named resource (useActionsGeneration.ts of its editor).
		displayOptions: isSteps
			? { hide: { resource: others } }
			: { show: { resource: [resource.value] } },
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description + costs[operation.costs].description,
		})),
		default: defaultOperation,
	};
}

function fieldsOf({ value, operations }: Resource<ShownOperation>): INodeProperties[] {
	return operations.flatMap((operation) => {
		const here = { resource: [value], operation: [operation.value] };
		const options = optionsOf(operation);
		const own = fieldsInSight(operation);
		const fields = options.length > 0 ? [...own, optionsField(options)] : own;
		return fields.map(({ displayOptions, ...field }) => ({
			...field,
			displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...here } },
		}));
	});
}

function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}

/** One output, or with "Split by Outcome" one for each. n8n takes the first `}}` of an expression for its end. */
export function outputsOf(resources: Resource[]) {
	const named = resources.flatMap(({ value, operations }) =>
		operations.map((operation) => {
			const names = Object.values(outcomesOf(operation) ?? {});
			const outputs = names.map((displayName) => ({ type: 'main', displayName }));
			return [`${value}.${operation.value}`, outputs.length > 0 ? outputs : undefined];
		}),
	);
	const table = JSON.stringify(Object.fromEntries(named));
	const key = '$parameter.resource + "." + $parameter.operation';
	return `={{ ($parameter.options?.splitByOutcome && (${table})[${key}]) || ["main"] }}` as const;
}

/** The line under a node's name: stored values as words, so that "chargeFailed" is "charge failed". */
export function subtitleOf(expression: string): string {
	return `={{ (${expression}).replace(/([A-Z])/g, " $1").toLowerCase() }}`;
}

/** The line under an action node's name on the canvas, such as "assign: data gift"; it shows that nothing is sent. */
export const operationSubtitle = subtitleOf(
	'($parameter.mode === "check" ? "only check: " : "") + $parameter.operation + ": " + $parameter.resource',
);
