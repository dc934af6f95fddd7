import type { INodeProperties } from 'n8n-workflow';
import { field } from '../../../platform/fieldHead';
import type { Operation, Resource, ShownOperation } from './operation';
import { fieldsInSight, optionsOf, outcomesOf } from './options';

type Resources = Resource<ShownOperation>[];

/** The fields of an action node. Defaults are named: n8n leaves them out of stored workflows. */
export function propertiesOf(resources: Resources, defaultResource: string): INodeProperties[] {
	return [
		{
			...field('options', 'Resource', 'resource', defaultResource),
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
		},
		...resources.map((resource) => operationField(resource, resources)),
		...resources.flatMap(fieldsOf),
	];
}

/** The end of an operation's description. */
const costs: Record<Operation['costs'], string> = {
	money: '; costs the customer money',
	data: '; spends your data',
	refund: "; returns the customer's money",
	nothing: '',
};

function operationField(resource: Resource<ShownOperation>, all: Resources): INodeProperties {
	const { operations, defaultOperation, isSteps } = resource;
	const others = all.filter((other) => other !== resource).map(({ value }) => value);
	return {
		...field('options', 'Operation', 'operation', defaultOperation),
		noDataExpression: true,
		// n8n's nodes panel offers what is shown for a named resource (useActionsGeneration.ts of its editor).
		displayOptions: isSteps
			? { hide: { resource: others } }
			: { show: { resource: [resource.value] } },
		options: operations.map((operation) => ({
			name: operation.name,
			value: operation.value,
			action: operation.action,
			description: operation.description + costs[operation.costs],
		})),
	};
}

function fieldsOf({ value, operations }: Resource<ShownOperation>): INodeProperties[] {
	return operations.flatMap((operation) => {
		const here = { resource: [value], operation: [operation.value] };
		const options = optionsOf(operation);
		const collection = field('collection', 'Options', 'options', {});
		const fields: INodeProperties[] = [
			...fieldsInSight(operation),
			...(options.length > 0 ? [{ ...collection, placeholder: 'Add option', options }] : []),
		];
		return fields.map(({ displayOptions, ...shown }) => ({
			...shown,
			displayOptions: { ...displayOptions, show: { ...displayOptions?.show, ...here } },
		}));
	});
}

/** One output, or with "Split by Outcome" one for each outcome. n8n takes the first `}}` of an expression for its end. */
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
