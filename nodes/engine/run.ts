import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { LoginError } from '../../platform/loginError';
import { Breaker } from './breaker';
import { servicesIn } from './credentials';
import { nodeErrorOf } from './nodeError';
import type { Operation, Resource } from './operation';
import { operationOf, readAllParameters, runOptionsOf, type ItemParameters } from './parameters';
import { PlatformError } from './platformError';
import { pooled } from './pooled';
import { prepare } from './prepare';
import { withProgress } from './progress';
import { retryMemoryOf, type RetryMemory } from './retryMemory';
import { outputItemsOf, type Result, type Run } from './results';

/**
 * Runs the picked operation for every input item: all parameters are checked first, then at most “Concurrency”
 * requests are under way. Order and pairing are kept.
 *
 * Without “Continue” on error, a bad item stops the run before any request leaves, and a failed one stops it
 * before the next request leaves. A refused login stops it either way: asking again would lock the account. So does
 * a platform that fails item after item.
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
		if (context.getExecutionCancelSignal()?.aborted) return { results: [] };
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
	const options = runOptionsOf(context);
	const services = await servicesIn(context);
	const parameters = await readAllParameters(context, operation, services[0]?.serviceKey);
	const bad = parameters.find(({ error }) => error !== undefined);
	if (bad?.error && !context.continueOnFail()) throw bad.error;

	const memory = retryMemoryOf(context, operation);
	const prepared = await prepare(
		context,
		operation,
		services,
		options,
		parameters,
		memory.recall,
	).catch((caught: unknown) => {
		if (context.getExecutionCancelSignal()?.aborted) throw caught;
		return itemErrorOf(context, caught);
	});
	if (prepared instanceof Error) return unprepared(context, prepared, parameters, memory);
	const { settled, perform } = prepared;
	const breaker = new Breaker(options.stopAfterFailures);
	let stopped: NodeApiError | NodeOperationError | undefined;

	const runItem = (item: ItemParameters, itemIndex: number): Result | Promise<Result> => {
		if (item.error) return item;
		const earlier = memory.recall(itemIndex);
		if (earlier?.ending) return earlier;
		// A try that may have been used up is not used again (DESIGN.md, “An operation”).
		if (earlier?.mayBeDone && operation.effect === 'attempt') return earlier;
		const before = earlier?.mayBeDone ? undefined : settled.get(itemIndex);
		if (before) {
			const result = { ending: before };
			memory.keep(itemIndex, result);
			return result;
		}
		if (stopped) return { error: stopped };
		if (context.getExecutionCancelSignal()?.aborted) return { ending: { records: [] } };
		return tryItem(itemIndex, earlier?.mayBeDone === true);
	};

	const tryItem = async (itemIndex: number, lookFirst: boolean): Promise<Result> => {
		try {
			const result = { ending: await perform(itemIndex, lookFirst), wasSent: true };
			breaker.noteAnswer();
			memory.keep(itemIndex, result);
			return result;
		} catch (caught) {
			// What a cancelled run leaves behind nobody sees, and its error would hide that it was cancelled.
			if (context.getExecutionCancelSignal()?.aborted) return { ending: { records: [] } };
			const isWrite = operation.effect !== 'read';
			const error = itemErrorOf(context, caught, { itemIndex, isWrite });
			const isFault = isPlatformsFault(caught);
			// Of a try that is used up by being sent, no answer says that it is left.
			const mayBeDone =
				operation.effect === 'attempt' ? mayHaveLeft(caught) : lookFirst || isUnknown(caught);
			if (isFault) breaker.noteFailure(caught);
			else breaker.noteAnswer();
			if (!context.continueOnFail() || endsRun(caught)) stopped ??= error;
			if (breaker.isOpen) {
				stopped ??= itemErrorOf(context, gaveUp(options.stopAfterFailures, error));
			}
			const result = { error, mayBeDone };
			memory.keep(itemIndex, result);
			return result;
		}
	};

	const results = await pooled(parameters, options.concurrency, runItem);
	const failure = stopped ?? results.find(({ error }) => error !== undefined)?.error;
	if (failure && !context.continueOnFail()) {
		throw withProgress(failure, results, parameters.length);
	}
	return results;
}

/** When nothing can be sent: what earlier tries came to, and the error of the others. */
function unprepared(
	context: IExecuteFunctions,
	error: NodeApiError | NodeOperationError,
	parameters: ItemParameters[],
	memory: RetryMemory,
): Result[] {
	const results = parameters.map((item, itemIndex): Result => {
		const earlier = memory.recall(itemIndex);
		return (earlier?.ending ?? earlier?.mayBeDone) ? earlier : { error: item.error ?? error };
	});
	if (!context.continueOnFail()) throw withProgress(error, results, parameters.length);
	return results;
}

/** Whether the next item can only meet the same, and asking again would bring the operator's lock nearer. */
function endsRun(caught: unknown): boolean {
	if (caught instanceof LoginError) return caught.isRefusal;
	return caught instanceof PlatformError && caught.more.endsRun === true;
}

function isPlatformsFault(caught: unknown): boolean {
	if (caught instanceof LoginError) return !caught.isRefusal;
	return caught instanceof PlatformError && caught.isPlatformsFault;
}

function isUnknown(caught: unknown): boolean {
	return caught instanceof PlatformError && caught.more.fate === 'unknown';
}

/** Whether a request for the item may have left, whatever came of it. */
function mayHaveLeft(caught: unknown): boolean {
	if (!(caught instanceof PlatformError)) return false;
	return caught.more.status !== undefined || caught.more.fate !== 'notActed';
}

function gaveUp(failures: number, { message }: Error): PlatformError {
	return new PlatformError(
		`Not sent, because the ${failures} items before it failed at the platform. The last said: ${message}`,
		'Run the rest of the list again when the platform is well. Stop After Failures in a Row in the options says how many it takes.',
	);
}

function itemErrorOf(
	context: IExecuteFunctions,
	error: unknown,
	about: { itemIndex?: number; isWrite?: boolean } = {},
) {
	const loginAdvice =
		error instanceof LoginError && error.isRefusal
			? 'Nothing was sent for this item, nor for those after it, so that the operator does not lock the account.'
			: 'Nothing was sent for this item.';
	return nodeErrorOf(context.getNode(), error, { ...about, loginAdvice });
}
