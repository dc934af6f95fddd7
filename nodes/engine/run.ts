import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import pLimit from 'p-limit';
import { LoginError } from '../../platform/loginError';
import { servicesIn } from './credentials';
import { nodeErrorOf } from './nodeError';
import type { Operation, Resource } from './operation';
import { operationOf, readAllParameters, runOptionsOf, type ItemParameters } from './parameters';
import { performerOf } from './perform';
import { PlatformError } from './platformError';
import { retryMemoryOf } from './retryMemory';
import { outputItemsOf, type Result, type Run } from './results';

/**
 * Runs the picked operation for every input item: all parameters are checked first, then at most “Concurrency”
 * requests are under way. Order and pairing are kept.
 *
 * Without “Continue” on error, a bad item stops the run before any request leaves, and a failed one stops it
 * before the next request leaves. A refused login stops it either way: asking again would lock the account.
 *
 * @returns the items of each output
 * @throws NodeOperationError for bad input, NodeApiError for what the platform refused or broke
 */
export async function runOperation(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	if (context.getInputData().length === 0) return [[]];
	const run = await runItems(context, resources).catch((error: unknown): Run => {
		const nodeError = itemErrorOf(context, error);
		if (!context.continueOnFail()) throw nodeError;
		// When a node set to continue throws, n8n hands its input on as if all had gone well.
		return { results: context.getInputData().map(() => ({ error: nodeError })) };
	});
	return outputItemsOf(context, run);
}

async function runItems(context: IExecuteFunctions, resources: Resource[]): Promise<Run> {
	const operation = operationOf(context, resources);
	return { operation, results: await resultsOf(context, operation) };
}

async function resultsOf(context: IExecuteFunctions, operation: Operation): Promise<Result[]> {
	const { concurrency } = runOptionsOf(context);
	const services = await servicesIn(context);
	const parameters = await readAllParameters(context, operation, services[0]?.serviceKey);
	const bad = parameters.find(({ error }) => error !== undefined);
	if (bad?.error && !context.continueOnFail()) throw bad.error;

	const perform = await performerOf(context, operation, services);
	const memory = retryMemoryOf(context, operation);
	const limit = pLimit(concurrency);
	let stopped: NodeApiError | NodeOperationError | undefined;
	let succeeded = 0;

	const runItem = async (item: ItemParameters, itemIndex: number): Promise<Result> => {
		if (item.error) return item;
		const earlier = memory.recall(itemIndex);
		if (earlier) return { ending: earlier };
		if (stopped) return { error: stopped };
		if (context.getExecutionCancelSignal()?.aborted) return { ending: { records: [] } };
		try {
			const ending = await perform(item.params);
			succeeded++;
			memory.keep(itemIndex, ending);
			return { ending };
		} catch (caught) {
			const error = itemErrorOf(context, caught, itemIndex);
			if (!context.continueOnFail() || endsRun(caught)) stopped ??= error;
			return { error };
		}
	};

	const results = await Promise.all(
		parameters.map(async (item, itemIndex) => await limit(runItem, item, itemIndex)),
	);
	if (stopped && !context.continueOnFail()) {
		throw withProgress(stopped, succeeded, parameters.length);
	}
	return results;
}

/** Whether the next item can only meet the same, and asking again would bring the operator's lock nearer. */
function endsRun(caught: unknown): boolean {
	if (caught instanceof LoginError) return caught.isRefusal;
	return caught instanceof PlatformError && caught.endsRun;
}

function itemErrorOf(context: IExecuteFunctions, error: unknown, itemIndex?: number) {
	const loginAdvice =
		error instanceof LoginError && error.isRefusal
			? 'The rest of the list was not sent, so that the operator does not lock the account.'
			: 'Nothing was sent for this item.';
	return nodeErrorOf(context.getNode(), error, itemIndex, loginAdvice);
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
