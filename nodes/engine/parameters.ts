import { NodeOperationError, sleep, type IExecuteFunctions } from 'n8n-workflow';
import type { Operation, Resource } from './operation';
import { runOptionsSchema } from './options';

/** How many items are read before other work of this n8n gets its turn. */
const readAtOnce = 500;

/** An item's checked parameters, or why they were refused. */
export type ItemParameters =
	{ params: unknown; error?: undefined } | { error: NodeOperationError; params?: undefined };

/**
 * The operation the person picked.
 *
 * @throws NodeOperationError when the workflow names one this version of the node does not have
 */
export function operationOf(context: IExecuteFunctions, resources: Resource[]): Operation {
	const resourceValue = context.getNodeParameter('resource', 0);
	const operationValue = context.getNodeParameter('operation', 0);
	const resource = resources.find(({ value }) => value === resourceValue);
	const operation = resource?.operations.find(({ value }) => value === operationValue);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`This version of the node has no operation “${String(operationValue)}” on “${String(resourceValue)}”`,
			{ description: 'Pick Resource and Operation again, or update the package' },
		);
	}
	return operation;
}

/**
 * The options of the run.
 *
 * @throws NodeOperationError when one of them is out of its range
 */
export function runOptionsOf(context: IExecuteFunctions) {
	const read = runOptionsSchema.safeParse(context.getNodeParameter('options', 0, {}));
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	throw new NodeOperationError(
		context.getNode(),
		`Option ${issue?.path.join('.')}: ${issue?.message}`,
	);
}

/** Reads and checks the parameters of every item, before any request leaves. */
export async function readAllParameters(
	context: IExecuteFunctions,
	operation: Operation,
	itemCount: number,
): Promise<ItemParameters[]> {
	const all: ItemParameters[] = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex++) {
		if (itemIndex > 0 && itemIndex % readAtOnce === 0) await sleep(0);
		all.push(readParameters(context, operation, itemIndex));
	}
	return all;
}

function readParameters(
	context: IExecuteFunctions,
	operation: Operation,
	itemIndex: number,
): ItemParameters {
	const values = Object.fromEntries(
		operation.fields.map(({ name, default: fallback }) => [
			name,
			context.getNodeParameter(name, itemIndex, fallback, { extractValue: true }),
		]),
	);
	const read = operation.params.safeParse(values);
	if (read.success) return { params: read.data };
	const words = read.error.issues.map(({ path: [name], message }) => {
		const field = operation.fields.find((candidate) => candidate.name === name);
		return field ? `${field.displayName}: ${message}` : message;
	});
	return {
		error: new NodeOperationError(context.getNode(), words.join('. '), {
			itemIndex,
			description: 'Nothing was sent for this item',
		}),
	};
}
