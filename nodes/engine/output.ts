import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/answer';
import { PlatformError } from './errors';
import type { ItemResult, Operation, OperationResult } from './operation';

type NodeError = NodeApiError | NodeOperationError;

/** What an error says about the item: whether the request was to change something, and what is in doubt. */
interface About {
	itemIndex?: number;
	isWrite?: boolean;
	inDoubt?: boolean;
	reference?: string;
}

/** Whatever was thrown, as the error n8n shows, in our words. */
export function nodeErrorOf(node: INode, error: unknown, about: About = {}): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { itemIndex, isWrite = false, inDoubt, reference } = about;
	if (!(error instanceof PlatformError)) {
		return new NodeOperationError(node, error as Error, { itemIndex });
	}
	const { message, status } = error;
	const description = error.description(isWrite);
	const httpCode = status?.toString();
	const made = new NodeApiError(node, {}, { message, description, httpCode, itemIndex });
	// n8n replaces a message in which it recognizes an error code.
	made.message = message;
	if (inDoubt) Object.assign(made.context, { outcomeUnknown: true, reference });
	return made;
}

/** The error of an item that was not done; undefined for one that was. */
export function errorOf(
	node: INode,
	operation: Operation | undefined,
	result: ItemResult,
	itemIndex: number,
): NodeError | undefined {
	if (result.kind === 'done' || result.kind === 'skipped') return undefined;
	const isWrite = operation?.effect === 'write' || operation?.effect === 'attempt';
	const inDoubt = isWrite && result.kind === 'failed' && result.certainty === 'inDoubt';
	const reference = result.kind === 'failed' ? result.reference : undefined;
	return nodeErrorOf(node, result.error, { itemIndex, isWrite, inDoubt, reference });
}

/**
 * Makes n8n's items, output by output: in the order of the input, each paired with the item it came from. With the
 * error output on, n8n itself picks the failed ones out and adds the input's fields to them.
 */
export function itemsOf(
	context: IExecuteFunctions,
	operation: Operation | undefined,
	results: ItemResult[],
): INodeExecutionData[][] {
	const input = context.getInputData();
	const isCanceled = context.getExecutionCancelSignal()?.aborted === true;
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const outcomes = isSplit(context, operation) ? Object.keys(operation?.outcomes ?? {}) : [];
	const outputs: INodeExecutionData[][] = outcomes.length > 0 ? outcomes.map(() => []) : [[]];
	for (const [item, result] of results.entries()) {
		const pairedItem = { item };
		const error = errorOf(context.getNode(), operation, result, item);
		const done = error && isCanceled ? whenCanceled(error) : 'result' in result && result.result;
		if (done) {
			const output = outputs[outcomes.indexOf(done.outcome ?? '')] ?? outputs.at(-1);
			for (const record of done.records) {
				output?.push({ json: shown(record, done, operation), pairedItem });
			}
		} else if (error) {
			const failure = failureOf(error);
			const json = hasErrorOutput ? failure : { ...input[item]?.json, ...failure };
			outputs.at(-1)?.push({ json, pairedItem });
		}
	}
	return hasErrorOutput || isCanceled ? outputs.map(goodOnesFirst) : outputs;
}

/** Whether each outcome has an output of its own; the switch may be left on from another operation. */
function isSplit(context: IExecuteFunctions, operation: Operation | undefined): boolean {
	return (
		operation?.outcomes !== undefined &&
		context.getNodeParameter('splitByOutcome', 0, false) === true
	);
}

/** A canceled execution says which items are in doubt, and nothing of those that were not sent. */
function whenCanceled({ context }: NodeError): OperationResult {
	if (!context.outcomeUnknown) return { records: [] };
	const { reference } = context as { reference?: string };
	const warning =
		'The execution was canceled during this request. It may or may not have been done.';
	return {
		outcome: 'unknown',
		records: [{ warning, outcomeUnknown: true, ...(reference && { reference }) }],
	};
}

/** n8n takes a good item with an `error` for a failed one, so that field gets another name. */
function shown(
	record: PlatformRecord,
	{ outcome }: OperationResult,
	operation: Operation | undefined,
): IDataObject {
	const { error, ...json } = { ...record } as IDataObject;
	if (error) json.platformError = error;
	if (outcome && operation?.outcomes) {
		json.outcome = outcome;
		json.nextStep = operation.outcomes[outcome]?.nextStep;
	}
	return json;
}

/** Only these two keys, of these names: an older n8n (2.0.0) knows a failed item by there being no others. */
function failureOf(error: NodeError): IDataObject {
	const { field, outcomeUnknown, reference } = error.context as IDataObject;
	return {
		error: error.message,
		message: {
			...(error.description ? { advice: error.description } : {}),
			...(field ? { field } : {}),
			...(outcomeUnknown ? { outcomeUnknown } : {}),
			...(reference ? { reference } : {}),
			...('httpCode' in error && error.httpCode !== null ? { httpCode: error.httpCode } : {}),
		},
	};
}

/**
 * With "Retry On Fail" n8n runs the whole node again when the first item failed, good ones and all. On their separate
 * outputs both kinds keep their order.
 */
function goodOnesFirst(items: INodeExecutionData[]): INodeExecutionData[] {
	const isGood = ({ json }: INodeExecutionData) => json.error === undefined;
	return [...items.filter(isGood), ...items.filter((item) => !isGood(item))];
}

/** So many references fit into an error that a person reads. */
const maxListed = 10;

/**
 * The error that stops a list, with what the user must know of the other items before any is sent again: n8n shows only
 * this one.
 */
export function stoppingError(
	node: INode,
	operation: Operation | undefined,
	results: ItemResult[],
): NodeError | undefined {
	const errors = results.map((result, index) => errorOf(node, operation, result, index));
	const firstFailed = results.findIndex(({ kind }, index) => errors[index] && kind !== 'notSent');
	const firstBad = results.findIndex((one) => one.kind === 'notSent' && one.reason === 'badInput');
	const failure = errors[firstFailed] ?? errors[firstBad] ?? errors.find((error) => error);
	if (!failure) return undefined;
	const sent = results.filter((result) => result.kind === 'done' && result.isSent).length;
	const inDoubt = errors.flatMap((error, index) =>
		error?.context.outcomeUnknown && error !== failure
			? [String(error.context.reference ?? `item ${index}`)]
			: [],
	);
	const bad = results.filter((one) => one.kind === 'notSent' && one.reason === 'badInput').length;
	const more = [
		sent > 0 &&
			`${sent} of ${results.length} items were sent and answered before this: set 'On Error' to 'Continue (using error output)' to keep their results, and don't send them again.`,
		inDoubt.length > 0 &&
			`${inDoubt.length} more are in doubt: look for ${listed(inDoubt)} at the platform before you send them again.`,
		sent === 0 &&
			firstFailed < 0 &&
			bad > 1 &&
			`${bad} of ${results.length} items can't be sent: fix them, or set 'On Error' to 'Continue (using error output)' to send the others.`,
	].filter((words) => words !== false);
	if (more.length > 0) failure.description = [failure.description ?? '', ...more].join(' ').trim();
	return failure;
}

function listed(names: string[]): string {
	const shown = names.slice(0, maxListed).join(', ');
	return names.length > maxListed ? `${shown} and ${names.length - maxListed} others` : shown;
}
