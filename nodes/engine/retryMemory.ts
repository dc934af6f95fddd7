import { randomString, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import type { Operation } from './operation';
import type { Result } from './results';

/** What became of the items of one input at earlier tries, by node and item. */
interface Tries {
	results: Map<string, Result>;
	/** Stands for the execution where n8n gives it no number. */
	execution: string;
}

const tries = new WeakMap<INodeExecutionData[], Tries>();

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
	return {
		recall: (itemIndex) => results.get(`${id}/${itemIndex}`),
		keep: (itemIndex, result) => results.set(`${id}/${itemIndex}`, result),
	};
}

/** Names this run of this node: the same when n8n tries it again, another in every other run, also in a loop. */
export function runNameOf(context: IExecuteFunctions): string {
	const execution = context.getExecutionId() ?? triesOf(context).execution;
	const { $runIndex: inLoop } = context.getWorkflowDataProxy(0);
	const node = context.getNode().id.replace(/\W/g, '').slice(0, 8);
	return `${execution}.${node}.${inLoop}`;
}

function triesOf(context: IExecuteFunctions): Tries {
	const input = context.getInputData();
	const known = tries.get(input) ?? { results: new Map(), execution: randomString(10) };
	tries.set(input, known);
	return known;
}
