import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import pLimit from 'p-limit';
import { LoginError } from '../../platform/loginError';
import { connect } from './client';
import type { Operation, Resource } from './operation';
import { operationOf, readAllParameters, runOptionsOf, type ItemParameters } from './parameters';
import { PlatformError } from './platformError';
import { itemsOf, type Result } from './results';

/**
 * Runs the picked operation for every input item: all parameters are checked first, then at most “Concurrency”
 * requests are under way. Order and pairing are kept.
 *
 * Without “Continue” on error, a bad item stops the run before any request leaves, and a failed one stops it
 * before the next request leaves. A refused login stops it either way: asking again would lock the account.
 *
 * @throws NodeOperationError for bad input, NodeApiError for what the platform refused or broke
 */
export async function runOperation(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const results = await resultsOf(context, resources).catch((error: unknown) => {
		const nodeError = nodeErrorOf(context, error);
		if (!context.continueOnFail()) throw nodeError;
		// When a node set to continue throws, n8n hands its input on as if all had gone well.
		return context.getInputData().map((): Result => ({ error: nodeError }));
	});
	return [itemsOf(context, results)];
}

async function resultsOf(context: IExecuteFunctions, resources: Resource[]): Promise<Result[]> {
	const itemCount = context.getInputData().length;
	if (itemCount === 0) return [];
	const operation = operationOf(context, resources);
	const { concurrency } = runOptionsOf(context);
	const parameters = await readAllParameters(context, operation, itemCount);
	const bad = parameters.find(({ error }) => error !== undefined);
	if (bad?.error && !context.continueOnFail()) throw bad.error;

	const send = await connect(context);
	const limit = pLimit(concurrency);
	let stopped: NodeApiError | NodeOperationError | undefined;
	let succeeded = 0;

	const runItem = async (item: ItemParameters, itemIndex: number): Promise<Result> => {
		if (item.error) return item;
		if (stopped) return { error: stopped };
		if (context.getExecutionCancelSignal()?.aborted) return { records: [] };
		try {
			const { body } = await send(operation.request(item.params));
			succeeded++;
			return { records: recordsOf(operation, body, item.params) };
		} catch (caught) {
			const error = nodeErrorOf(context, caught, itemIndex);
			if (caught instanceof LoginError ? caught.isRefusal : !context.continueOnFail()) {
				stopped ??= error;
			}
			return { error };
		}
	};

	const results = await Promise.all(
		parameters.map(async (item, itemIndex) => await limit(runItem, item, itemIndex)),
	);
	if (stopped && !context.continueOnFail()) throw withProgress(stopped, succeeded, itemCount);
	return results;
}

/** The items of an answer. A write that succeeded stays a success, however odd its answer looks. */
function recordsOf(operation: Operation, body: unknown, params: unknown) {
	const records = operation.records(body, params);
	if (records !== undefined) return records;
	const answer = typeof body === 'string' ? body.slice(0, 2000) : JSON.stringify(body ?? null);
	if (operation.effect === 'read') {
		throw new PlatformError(
			'The platform answered with something that is no data',
			`It begins: ${answer.slice(0, 200)}. Check Base Address in the credential.`,
		);
	}
	return [
		{
			warning:
				'The platform accepted this, but its answer could not be read. Do not send it again.',
			answer,
		},
	];
}

function nodeErrorOf(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof PlatformError) return error.toNodeError(context.getNode(), itemIndex);
	if (error instanceof LoginError) {
		return new NodeApiError(
			context.getNode(),
			{},
			{
				message: error.message,
				description: error.isRefusal
					? 'The rest of the list was not sent, so that the operator does not lock the account.'
					: 'Nothing was sent for this item.',
				itemIndex,
			},
		);
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(context.getNode(), error as Error, { itemIndex });
}

function withProgress(
	error: NodeApiError | NodeOperationError,
	succeeded: number,
	itemCount: number,
): NodeApiError | NodeOperationError {
	if (succeeded > 0) {
		error.description = `${error.description ?? ''} Before this, ${succeeded} of ${itemCount} items were sent and accepted; do not send those again. Set “On Error” to “Continue (using error output)” to keep their results.`;
	}
	return error;
}
