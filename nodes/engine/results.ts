import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { PlatformRecord } from '../../platform/records';
import type { Ending, Operation } from './operation';
import { outcomesOf } from './outputs';
import { referenceLostIn } from './platformError';

/** What became of one input item. */
export type Result =
	| {
			ending: Ending;
			/** Whether that is because it was sent, in this try or an earlier one. */
			wasSent?: boolean;
			error?: undefined;
			mayBeDone?: undefined;
			isLost?: undefined;
	  }
	| {
			error: NodeApiError | NodeOperationError;
			/** Whether it may have been done all the same, so that a further try looks first. */
			mayBeDone?: boolean;
			/** Whether nobody can tell if it was done, so that a person has to look. */
			isLost?: boolean;
			ending?: undefined;
			wasSent?: undefined;
	  };

/** What became of all input items, in their order; the operation is missing when the node does not know it. */
export interface Run {
	operation?: Operation;
	results: Result[];
}

/**
 * Turns results into n8n's items, output by output: in the order of the input, each paired with the item it came
 * from. With the error output on, n8n itself picks the failed ones out and adds the input's fields to them.
 */
export function outputItemsOf(
	context: IExecuteFunctions,
	{ operation, results }: Run,
): INodeExecutionData[][] {
	const input = context.getInputData();
	const hasErrorOutput = context.getNode().onError === 'continueErrorOutput';
	const outcomes = operation && isSplit(context, operation) ? outcomesOf(operation) : [];
	const outputs: INodeExecutionData[][] = outcomes.length > 0 ? outcomes.map(() => []) : [[]];
	for (const [item, { ending, error }] of results.entries()) {
		const pairedItem = { item };
		if (error) {
			const reason = reasonOf(error);
			const json = hasErrorOutput ? reason : { ...input[item]?.json, ...reason };
			outputs.at(-1)?.push({ json, pairedItem });
			continue;
		}
		const output = outputs[outcomes.indexOf(ending.outcome ?? '')] ?? outputs.at(-1);
		for (const record of ending.records) {
			output?.push({ json: shown(record, ending, operation), pairedItem });
		}
	}
	const isCancelled = context.getExecutionCancelSignal()?.aborted === true;
	return hasErrorOutput || isCancelled ? outputs.map(goodOnesFirst) : outputs;
}

/** Whether each outcome has an output of its own; the switch may be left on from another operation. */
function isSplit(context: IExecuteFunctions, operation: Operation): boolean {
	return (
		operation.outcomes !== undefined &&
		context.getNodeParameter('splitByOutcome', 0, false) === true
	);
}

/** The item of a record: n8n takes a good item with an `error` for a failed one, so that field gets another name. */
function shown(
	record: PlatformRecord,
	{ outcome, nextStep }: Ending,
	operation: Operation | undefined,
): IDataObject {
	const json = { ...record } as IDataObject;
	if ('error' in json) {
		if (json.error) json.platformError = json.error;
		delete json.error;
	}
	if (outcome) {
		json.outcome = outcome;
		json.nextStep = nextStep ?? operation?.outcomes?.[outcome]?.nextStep;
	}
	return json;
}

/** Only these two keys, of these names: an older n8n (2.0.0) knows a failed item by there being no others. */
function reasonOf(error: NodeApiError | NodeOperationError) {
	const reference = referenceLostIn(error);
	return {
		error: error.message,
		message: {
			...(error.description ? { advice: error.description } : {}),
			...(error.context.field ? { field: error.context.field as string } : {}),
			...(reference ? { outcomeUnknown: true, reference } : {}),
			...('httpCode' in error && error.httpCode !== null ? { httpCode: error.httpCode } : {}),
		},
	};
}

/**
 * With “Retry On Fail” n8n runs the whole node again when the first item failed, good ones and all; of a cancelled
 * execution it has stored what it had by then. On their separate outputs both kinds keep their order.
 */
function goodOnesFirst(items: INodeExecutionData[]): INodeExecutionData[] {
	return [
		...items.filter(({ json }) => json.error === undefined),
		...items.filter(({ json }) => json.error !== undefined),
	];
}
