import type { INodeProperties } from 'n8n-workflow';
import type { Operation, Resource } from './operation';
import { runOptionsField } from './options';
import { splitField } from './outputs';

/** The fields of an action node, made from its table of operations. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	return [
		resourceField(resources),
		...resources.map(operationField),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => fieldsOf(resource, operation)),
		),
		...splitField(resources),
		runOptionsField(resources),
	];
}

function resourceField(resources: Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: firstOf(resources),
	};
}

function operationField(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: firstOf(resource.operations),
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

function firstOf(choices: { value: string }[]): string {
	return choices[0]?.value ?? '';
}
