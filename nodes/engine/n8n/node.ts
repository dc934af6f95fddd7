import { randomString, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { nodeHash } from '../../../platform/reference';
import { serviceNamed, type Service } from '../../../platform/service';
import type { ItemResult } from '../core/exchange';
import { processJournal } from '../core/list/journal';
import type { EarlierResult, ItemInput } from '../core/list/listRun';
import { stateAfter } from '../core/list/itemKeys';
import { runList, serviceKeyOf } from '../core/list/run';
import { paceWords } from '../core/request/paceFigures';
import { processLimiter } from '../core/request/rateLimit';
import { notSent } from '../core/result';
import type { LocalOperation, Operation, Resource, SurveyOperation } from '../panel/operation';
import { isWrite } from '../panel/options';
import { inputsIn, onlyCheckIn, operationIn, optionsIn, ownServicesIn } from './input';
import { isTool, pickedIn, sharedByRetries } from './internals';
import { nodeErrorOf, outputOf } from './output';
import { accountIn, clock, loadSince, senderIn } from './transport';

/** Runs the chosen operation, output by output. @throws NodeOperationError for bad input, NodeApiError for the platform */
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
		const { earlier } = nodeRunOf(context);
		results = items.map((_, index) => {
			const { known, doubted } = stateAfter({ effect: 'write' }, earlier?.get(index));
			return known ?? doubted ?? notSent('stopped', error);
		});
	}
	const outputs = outputOf(context, operation, results);
	tellHints(context, results);
	return outputs;
}

async function resultsOf(context: IExecuteFunctions, operation: Operation): Promise<ItemResult[]> {
	const { runName, earlier } = nodeRunOf(context);
	const options = optionsIn(context);
	const services = await ownServicesIn(context);
	const inputs = await inputsIn(context, operation, services[0]?.serviceKey);
	if (operation.effect === 'local') return await computeAll(context, operation, inputs, services);
	if (operation.effect === 'survey') return await surveyOnce(context, operation, inputs);
	const account = await accountIn(context);
	const [load, figures] = [loadSince(), processLimiter.figures(account.host, clock)];
	const results = await runList({
		operation,
		inputs,
		options,
		onlyCheck: isWrite(operation) ? onlyCheckIn(context) : undefined,
		picked: pickedIn(context.getNode().parameters.serviceKey),
		services,
		runName,
		earlier: operation.effect === 'read' ? undefined : earlier,
		continueOnFail: context.continueOnFail(),
		account,
		journal: processJournal,
		limiter: processLimiter,
		clock,
		random: Math.random,
		signal: context.getExecutionCancelSignal(),
	});
	const found = figures(load());
	if (found.requests >= minTold) {
		context.addExecutionHints({ message: paceWords(found), type: 'info', location: 'outputPane' });
	}
	return results;
}

function tellHints(context: IExecuteFunctions, results: ItemResult[]): void {
	const hints = results.flatMap((result) =>
		result.kind === 'done' ? (result.result.hint ?? []) : [],
	);
	for (const message of new Set(hints)) {
		context.addExecutionHints({ message, type: 'warning', location: 'outputPane' });
	}
}

/** Fewer requests say nothing about the pace. */
const minTold = 100;

async function computeAll(
	context: IExecuteFunctions,
	{ usesAccount, compute }: LocalOperation,
	inputs: ItemInput[],
	services: Service[],
): Promise<ItemResult[]> {
	const baseUrl = usesAccount ? (await accountIn(context)).baseUrl : '';
	return inputs.map(({ params, error }): ItemResult => {
		if (error) return notSent('badInput', error);
		const service = serviceNamed(services, serviceKeyOf(params));
		const result = compute(params, { service, baseUrl, now: Date.now() });
		return { kind: 'done', result, isSent: false };
	});
}

const surveyTimeoutMs = 15_000;

/** Answers a survey once, for the first item: all items of a list ask about the same account. */
async function surveyOnce(
	context: IExecuteFunctions,
	{ survey }: SurveyOperation,
	inputs: ItemInput[],
): Promise<ItemResult[]> {
	const [first] = inputs;
	const error = first?.error;
	if (error) return inputs.map(() => notSent('badInput', error));
	const send = await senderIn(context, surveyTimeoutMs, context.getExecutionCancelSignal());
	const result = await survey(first?.params, send);
	return inputs.map((_, item): ItemResult => {
		if (item > 0) return { kind: 'skipped', result: { records: [] } };
		return { kind: 'done', result, isSent: false };
	});
}

/** The data that a node and its repetitions share: a unique name, and earlier results by run and item. */
interface Shared {
	id: string;
	runs: Map<string, Map<number, EarlierResult>>;
}

/** The unique name of this run, and with Retry On Fail the earlier results by item. */
function nodeRunOf(context: IExecuteFunctions) {
	const newlyShared = (): Shared => ({ id: randomString(10), runs: new Map() });
	const shared = sharedByRetries(context, newlyShared);
	const { id, name, retryOnFail } = context.getNode();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	// An agent's calls of a tool may share execution and run index, and n8n counts each retry.
	const isCalled = isTool(context);
	const execution = (isCalled ? undefined : context.getExecutionId()) ?? shared.id;
	const hash = nodeHash(context.getInstanceId(), id, name);
	const runName = `${execution}.${hash}.${isCalled ? 0 : $runIndex}`;
	const earlier = shared.runs.get(runName) ?? new Map<number, EarlierResult>();
	shared.runs.set(runName, earlier);
	return { runName, earlier: retryOnFail ? earlier : undefined };
}
