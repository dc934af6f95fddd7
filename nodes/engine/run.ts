import type {
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { LoginError } from '../../platform/loginError';
import { Breaker } from './breaker';
import { readCaught } from './caught';
import { servicesIn } from './credentials';
import { nodeErrorOf } from './nodeError';
import type { Ending, Operation, Resource } from './operation';
import { operationOf, readAllParameters, runOptionsOf, type ItemParameters } from './parameters';
import { PlatformError, referenceLostIn, tokenRefused } from './platformError';
import { pooled } from './pooled';
import { prepare } from './prepare';
import { withBadItems, withProgress } from './progress';
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
	const memory = retryMemoryOf(context, operation);
	let parameters: ItemParameters[] = [];
	const getReady = async () => {
		const options = await runOptionsOf(context);
		const services = await servicesIn(context);
		const read = await readAllParameters(context, operation, services[0]?.serviceKey);
		// A further try does what the first one did, also where an expression comes to something else by now.
		parameters = read.map((item, itemIndex) => {
			const params = memory.recall(itemIndex)?.params;
			return params === undefined ? item : { params };
		});
		const bad = context.continueOnFail() ? undefined : withBadItems(parameters);
		if (bad) throw bad;
		return {
			options,
			...(await prepare(context, operation, services, options, parameters, memory.recall)),
		};
	};
	const ready = await getReady().catch((caught: unknown) => itemErrorOf(context, caught));
	if (ready instanceof Error) {
		return isCancelled(context)
			? context.getInputData().map((_, index) => whenCancelled(operation, memory.recall(index)))
			: unprepared(context, ready, parameters, memory);
	}
	const { options, settled, perform, turns } = ready;
	const breaker = new Breaker(options.stopAfterFailures);
	const isSpending = operation.effect === 'write' || operation.effect === 'attempt';
	const hasTrace = operation.effect === 'write' && operation.trace !== undefined;
	const wasSent = isSpending && !options.dryRun;
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
			memory.keep(itemIndex, result, item.params);
			return result;
		}
		if (stopped) return earlier?.mayBeDone ? earlier : { error: stopped };
		if (isCancelled(context)) return whenCancelled(operation, earlier);
		return tryItem(itemIndex, item.params, earlier?.mayBeDone === true);
	};

	const tryItem = async (
		itemIndex: number,
		params: unknown,
		lookFirst: boolean,
	): Promise<Result> => {
		let mayBeDone = true;
		try {
			const result = { ending: await perform(itemIndex, lookFirst), wasSent };
			breaker.noteAnswer();
			memory.keep(itemIndex, result, params);
			return result;
		} catch (caught) {
			const read = readCaught(caught, hasTrace);
			const isLost = isSpending && read.isLost;
			const error = itemErrorOf(context, caught, { itemIndex, isWrite: isSpending });
			// Of a try that is used up by being sent, no answer says that it is left.
			mayBeDone = operation.effect === 'attempt' ? read.mayHaveLeft : lookFirst || read.mayBeDone;
			// It would hide that the run was cancelled.
			if (isCancelled(context)) {
				memory.keep(itemIndex, { error, mayBeDone, isLost }, params);
				return { ending: isLost ? cutOff(operation, error) : { records: [] } };
			}
			if (read.isPlatformsFault) breaker.noteFailure(caught);
			else breaker.noteAnswer();
			if (!context.continueOnFail()) stopped ??= error;
			else if (read.endsRun) {
				stopped ??= caught instanceof LoginError ? error : itemErrorOf(context, tokenRefused());
			} else if (breaker.isOpen) {
				stopped ??= itemErrorOf(context, gaveUp(options.stopAfterFailures, error));
			}
			const result = { error, mayBeDone, isLost };
			memory.keep(itemIndex, result, params);
			return result;
		} finally {
			turns.end(itemIndex, mayBeDone);
		}
	};

	const results = await pooled(parameters, options.concurrency, runItem).finally(turns.endAll);
	const failure = stopped ?? results.find(({ error }) => error !== undefined)?.error;
	if (failure && !context.continueOnFail() && !isCancelled(context)) {
		throw withProgress(failure, results, parameters.length);
	}
	return results;
}

function isCancelled(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

/** What a cancelled run says of an item that it has not begun. */
function whenCancelled(operation: Operation, earlier: Result | undefined): Result {
	if (earlier?.ending) return earlier;
	return { ending: earlier?.mayBeDone ? cutOff(operation, earlier.error) : { records: [] } };
}

/** What a cancelled run says of an item that was under way. */
function cutOff({ outcomes }: Operation, error: NodeApiError | NodeOperationError): Ending {
	const reference = referenceLostIn(error);
	return {
		records: [
			{
				warning:
					'The execution was cancelled while this was under way. It may or may not have been done.',
				outcomeUnknown: true,
				...(reference === undefined ? {} : { reference }),
			},
		],
		...(outcomes && {
			outcome: 'unknown',
			nextStep: 'Look at the platform before you send it again.',
		}),
	};
}

/** When nothing can be sent: what earlier tries came to, and the error of the others. */
function unprepared(
	context: IExecuteFunctions,
	error: NodeApiError | NodeOperationError,
	parameters: ItemParameters[],
	memory: RetryMemory,
): Result[] {
	const results = context.getInputData().map((_, itemIndex): Result => {
		const earlier = memory.recall(itemIndex);
		if (earlier?.ending ?? earlier?.mayBeDone) return earlier;
		return { error: parameters[itemIndex]?.error ?? error };
	});
	if (!context.continueOnFail()) throw withProgress(error, results, results.length);
	return results;
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
			? 'Nothing was sent for this item, and no other was begun after it, so that the operator does not lock the account.'
			: 'Nothing was sent for this item.';
	return nodeErrorOf(context.getNode(), error, { ...about, loginAdvice });
}
