import { randomString, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Operation } from './operation';
import type { Result } from './results';

/** What became of the items of one input at earlier tries, by node, round of a loop and item. */
interface Tries {
	results: Map<string, Result>;
	/** Stands for the execution where n8n gives it no number. */
	execution: string;
}

/** By the first item of the input: with “Execute Once” n8n makes a new list for each try. */
const tries = new WeakMap<INodeExecutionData, Tries>();

/** Keeps what a try came to for the tries that follow. */
export interface RetryMemory {
	recall(itemIndex: number): Result | undefined;
	keep(itemIndex: number, result: Result): void;
}

/**
 * With “Retry On Fail” n8n runs the whole node again, with the very same input, because of one failed item. What an
 * earlier try came to tells what must not be sent again.
 */
export function retryMemoryOf(context: IExecuteFunctions, operation: Operation): RetryMemory {
	const { id, retryOnFail } = context.getNode();
	if (!retryOnFail || operation.effect === 'read') {
		return { recall: () => undefined, keep: () => undefined };
	}
	const { results } = triesOf(context);
	const run = `${context.getExecutionId() ?? ''}/${id}/${roundOf(context)}`;
	return {
		recall: (itemIndex) => results.get(`${run}/${itemIndex}`),
		keep: (itemIndex, result) => results.set(`${run}/${itemIndex}`, result),
	};
}

/** Names this run of this node: the same when n8n tries it again, another in every other run, also in a loop. */
export function runNameOf(context: IExecuteFunctions): string {
	const execution = context.getExecutionId() ?? triesOf(context).execution;
	const node = context.getNode().id.replace(/\W/g, '').slice(0, 8);
	return `${execution}.${node}.${roundOf(context)}`;
}

/** How often the node has run in this execution; a further try is no further run. */
function roundOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

function triesOf(context: IExecuteFunctions): Tries {
	const [first] = context.getInputData();
	const known = (first && tries.get(first)) ?? { results: new Map(), execution: randomString(10) };
	if (first) tries.set(first, known);
	return known;
}
