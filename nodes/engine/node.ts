import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { serviceNamed, type Service } from '../../platform/service';
import { baseUrlIn, servicesIn } from './credentials';
import { attemptsOf, runNameOf } from './execution';
import { inputsIn, operationIn, optionsIn } from './input';
import { processJournal } from './journal';
import type { ItemResult, LocalOperation, Operation, Resource } from './operation';
import { itemsOf, nodeErrorOf, stoppingError } from './output';
import { resultOfEarlier, type ItemInput } from './plan';
import { processLimiter } from './rateLimit';
import { runList, serviceKeyOf } from './run';
import { accountIn, clock } from './transport';

/**
 * Runs the chosen operation for every input item. This adapter is all that knows n8n's context; `runList` does the work.
 *
 * Without "Continue" on error, a bad input stops the run before any request leaves, and a failed item stops it before
 * the next request leaves.
 *
 * @returns the items of each output
 * @throws NodeOperationError for bad input, NodeApiError for what the platform refused or failed to do
 */
export async function runOperation(
	context: IExecuteFunctions,
	resources: Resource[],
): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (items.length === 0) return [[]];
	let operation: Operation | undefined;
	let results: ItemResult[];
	try {
		operation = operationIn(context, resources);
		results = await resultsOf(context, operation);
	} catch (caught) {
		const error = nodeErrorOf(context.getNode(), caught);
		const attempts = attemptsOf(context);
		results = items.map((_, index) => {
			const earlier = resultOfEarlier({ effect: 'write' }, attempts?.get(index));
			return earlier.result ?? earlier.doubted ?? { kind: 'notSent', reason: 'stopped', error };
		});
	}
	const isCanceled = context.getExecutionCancelSignal()?.aborted === true;
	// A node set to continue that throws passes its input on as success.
	if (!context.continueOnFail() && !isCanceled) {
		const failure = stoppingError(context.getNode(), operation, results);
		if (failure) throw failure;
	}
	return itemsOf(context, operation, results);
}

async function resultsOf(context: IExecuteFunctions, operation: Operation): Promise<ItemResult[]> {
	const options = await optionsIn(context);
	const services = await servicesIn(context);
	const inputs = await inputsIn(context, operation, services[0]?.serviceKey);
	const continueOnFail = context.continueOnFail();
	if (operation.effect === 'local') return await computeAll(context, operation, inputs, services);
	return await runList({
		operation,
		inputs,
		options,
		services,
		continueOnFail,
		account: await accountIn(context),
		journal: processJournal,
		limiter: processLimiter,
		clock,
		random: Math.random,
		signal: context.getExecutionCancelSignal(),
		runName: runNameOf(context),
		attempts: operation.effect === 'read' ? undefined : attemptsOf(context),
	});
}

async function computeAll(
	context: IExecuteFunctions,
	{ usesAccount, compute }: LocalOperation,
	inputs: ItemInput[],
	services: Service[],
): Promise<ItemResult[]> {
	const baseUrl = usesAccount ? await baseUrlIn(context) : '';
	return inputs.map(({ params, error }): ItemResult => {
		if (error) return { kind: 'notSent', reason: 'badInput', error };
		const service = serviceNamed(services, serviceKeyOf(params));
		const result = compute(params, { service, baseUrl, now: Date.now() });
		return { kind: 'done', result, isSent: false };
	});
}
