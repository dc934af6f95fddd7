import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { isPassing, withoutGaps, type PlatformRecord } from '../../../platform/answer';
import { InputError } from '../../../platform/input';
import { LongAnswerError } from '../../../platform/json';
import { withoutPin } from '../../../platform/search';
import { inOrder, simplified } from '../../../platform/vocabulary';
import type { ItemResult, OperationResult } from '../core/exchange';
import { PlatformError } from '../core/request/errors';
import type { Operation } from '../panel/operation';
import { isWrite, outcomesOf } from '../panel/options';

type NodeError = NodeApiError | NodeOperationError;

/**
 * The error that n8n shows for a thrown value, in our words. @param isSending whether the request would change something
 */
export function nodeErrorOf(node: INode, error: unknown, itemIndex?: number, isSending = false) {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof PlatformError)) {
		const description = error instanceof InputError ? error.nextStep : undefined;
		return new NodeOperationError(node, error as Error, { itemIndex, description });
	}
	const { message, status, facts } = error;
	const { field, setting } = facts;
	const options = {
		message,
		description: error.description(isSending),
		httpCode: status?.toString(),
		itemIndex,
		failure: failureCause(error, isSending),
	};
	const nodeError = new NodeApiError(node, {}, options);
	// n8n replaces a message in which it recognizes an error code.
	nodeError.message = message;
	Object.assign(nodeError.context, withoutGaps({ field, setting }));
	return nodeError;
}

/** The cause in n8n's terms, by which n8n may retry: none for a write in doubt, or for an item that would fail again. */
export function failureCause(
	{ facts, stopsRun, isRefusal, cause }: PlatformError,
	isWrite: boolean,
) {
	const { status = 0, certainty, retryAfterMs } = facts;
	if (stopsRun) return { cause: 'credential-invalid' as const };
	if (status === 429) return { cause: 'rate-limited' as const, retryAfterMs };
	if (isRefusal || cause instanceof LongAnswerError) return undefined;
	const isInDoubt = isPassing(status) || certainty === 'inDoubt';
	const isDown = isInDoubt ? !isWrite : certainty === 'notProcessed';
	return isDown ? { cause: 'temporarily-unavailable' as const, retryAfterMs } : undefined;
}

/** Makes n8n's items, output by output, in the order of the input. @throws NodeOperationError, NodeApiError unless continued */
export function outputOf(
	context: IExecuteFunctions,
	operation: Operation | undefined,
	results: ItemResult[],
): INodeExecutionData[][] {
	const isSending = operation !== undefined && isWrite(operation);
	const node = context.getNode();
	const errors = results.map((result, item) => errorOf(node, result, item, isSending));
	const isCanceled = context.getExecutionCancelSignal()?.aborted === true;
	// A node set to continue that throws passes its input on as success.
	const stopping = !context.continueOnFail() && !isCanceled && stoppingError(results, errors);
	if (stopping) throw stopping;

	// n8n itself picks failed items out for the error output, and adds the input's fields to them.
	const hasErrorOutput = node.onError === 'continueErrorOutput';
	const input = hasErrorOutput ? [] : context.getInputData();
	const isSplit = context.getNodeParameter('options.splitByOutcome', 0, false) === true;
	const outcomes = operation && isSplit ? Object.keys(outcomesOf(operation) ?? {}) : [];
	const outputs: INodeExecutionData[][] = outcomes.length > 0 ? outcomes.map(() => []) : [[]];
	for (const [item, result] of results.entries()) {
		const error = errors[item];
		const done = operationResultOf(result, isCanceled ? error : undefined);
		const place = done ? outcomes.indexOf(done.outcome ?? '') : -1;
		// Failed items, and an outcome without an output of its own, go last.
		const output = outputs[place === -1 ? outputs.length - 1 : place];
		if (done) {
			const simplify = simplifierOf(context, operation, item);
			for (const record of done.records) {
				output?.push({ json: jsonOf(record, done, simplify), pairedItem: { item } });
			}
		} else if (error) {
			const json = { ...input[item]?.json, error: failureOf(error) };
			output?.push({ json, pairedItem: { item } });
		}
	}
	if (!hasErrorOutput && !isCanceled) return outputs;
	// With "Retry On Fail" n8n runs the whole node again if its first item failed, so failed items go last.
	const isFailed = ({ json }: INodeExecutionData) => json.error !== undefined;
	return outputs.map((items) => [
		...items.filter((item) => !isFailed(item)),
		...items.filter(isFailed),
	]);
}

/** The operation's result for an item that was done, or may have been before its execution was canceled; else undefined. */
function operationResultOf(
	result: ItemResult,
	canceledError?: NodeError,
): OperationResult | undefined {
	if (result.kind === 'done' || result.kind === 'skipped') return result.result;
	return canceledError && whenCanceled(canceledError);
}

function errorOf(node: INode, result: ItemResult, itemIndex: number, isSending: boolean) {
	if (result.kind === 'done' || result.kind === 'skipped') return undefined;
	const error = nodeErrorOf(node, result.error, itemIndex, isSending);
	if (isSending && canBeSentAgain(result)) error.context.retryable = true;
	if (isSending && result.kind === 'failed' && result.certainty === 'inDoubt') {
		Object.assign(error.context, { outcomeUnknown: true, reference: result.reference });
	}
	if ('transactionId' in result) error.context.transactionId = result.transactionId;
	return error;
}

/** Whether nothing was done, and nothing is wrong with the item itself: the same item may be sent again later. */
function canBeSentAgain(result: ItemResult): boolean {
	if (result.kind === 'notSent') return result.reason !== 'badInput';
	if (result.kind !== 'failed' && result.kind !== 'refused') return false;
	const { isRefusal, status = 0 } = result.error;
	if (isRefusal) return false;
	if (result.kind === 'failed') return result.certainty === 'notProcessed';
	return result.lookUpFirst === true || [401, 429].includes(status);
}

/** A canceled execution names the items in doubt, and not those that were never sent. */
function whenCanceled({
	context: { outcomeUnknown, reference, transactionId },
}: NodeError): OperationResult {
	if (!outcomeUnknown) return { records: [] };
	const warning =
		'The execution was canceled during this request, which may have been done. Look for its reference at the platform.';
	return {
		outcome: 'unknown',
		records: [{}],
		ownFields: { warning, outcomeUnknown, reference, transactionId },
	};
}

/** Makes an item's simplified records; undefined where its items are the records themselves. */
function simplifierOf(context: IExecuteFunctions, operation: Operation | undefined, item: number) {
	const { simplify, fields = [], refine } = operation ?? {};
	if (!simplify) return undefined;
	const isField = fields.some(({ name }) => name === 'simplify');
	const isOn = isField
		? context.getNodeParameter('simplify', item, true)
		: context.getNodeParameter('options.simplify', 0, true);
	if (isOn === false) return undefined;
	return (record: PlatformRecord, known?: PlatformRecord) =>
		simplified(refine?.(record, Date.now()) ?? record, simplify, known);
}

/** n8n takes a good item with an `error` for a failed one, so that field gets another name. */
function jsonOf(
	record: PlatformRecord,
	{ outcome, known, ownFields }: OperationResult,
	simplify: ReturnType<typeof simplifierOf> = withoutPin,
): IDataObject {
	const { error, ...json } = simplify(record, known) as IDataObject;
	if (error) json.platformError = error;
	return inOrder({ ...json, ...ownFields, ...(outcome && { outcome }) }) as IDataObject;
}

/** The `error` of a failed item: every version of n8n knows a failed item by this key. */
export function failureOf(error: NodeError): IDataObject {
	const { field, setting, outcomeUnknown, reference, transactionId, retryable } =
		error.context as IDataObject;
	const description = error.description ?? undefined;
	// A code of the network is no status.
	const code = error instanceof NodeApiError ? Number(error.httpCode) : 0;
	return withoutGaps({
		message: error.message,
		description,
		setting,
		field,
		status: code > 0 ? code : undefined,
		outcomeUnknown,
		reference,
		transactionId,
		retryable,
	});
}

/** The most references that an error lists: nobody reads more. */
const maxListed = 10;

/** The error that stops a list, with what the user must know of the other items: n8n shows only this one. */
function stoppingError(results: ItemResult[], errors: (NodeError | undefined)[]) {
	const isBad = (result: ItemResult) => result.kind === 'notSent' && result.reason === 'badInput';
	const failed = results.findIndex(({ kind }) => kind === 'refused' || kind === 'failed');
	const first = errors[failed] ?? errors[results.findIndex(isBad)] ?? errors.find(Boolean);
	if (!first) return undefined;
	const sent = results.filter((result) => result.kind === 'done' && result.isSent).length;
	const bad = results.filter(isBad).length;
	const inDoubt = errors.flatMap((error, item) => {
		const isOther = error?.context.outcomeUnknown && error !== first;
		return isOther ? [error.context.reference ?? `item ${item}`] : [];
	});
	const sentences = [
		first.description,
		first.context.setting,
		sent > 0 &&
			`${sent} of ${results.length} items were sent and answered before this: set 'On Error' to 'Continue (using error output)' to keep their results, and don't send them again.`,
		inDoubt.length > 0 &&
			`${inDoubt.length} more are in doubt: look for them at the platform before you send them again. The first are ${inDoubt.slice(0, maxListed).join(', ')}.`,
		bad > 1 &&
			`${bad} of ${results.length} items can't be sent: fix them, or set 'On Error' to 'Continue (using error output)' to send the others.`,
	];
	first.description = sentences.filter(Boolean).join(' ');
	return first;
}
