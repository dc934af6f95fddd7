import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Ending, Operation } from './operation';

/** What the platform accepted, by the input it came from, the node, and the item. */
const accepted = new WeakMap<INodeExecutionData[], Map<string, Ending>>();

/** Keeps what a try accepted for the tries that follow. */
export interface RetryMemory {
	recall(itemIndex: number): Ending | undefined;
	keep(itemIndex: number, ending: Ending): void;
}

/**
 * With “Retry On Fail” n8n runs the whole node again, with the very same input, because of one failed item. What the
 * platform accepted at an earlier try is not sent again but handed on as it was.
 */
export function retryMemoryOf(context: IExecuteFunctions, operation: Operation): RetryMemory {
	const { id, retryOnFail } = context.getNode();
	if (!retryOnFail || operation.effect === 'read') {
		return { recall: () => undefined, keep: () => undefined };
	}
	const endings = accepted.get(context.getInputData()) ?? new Map<string, Ending>();
	accepted.set(context.getInputData(), endings);
	return {
		recall: (itemIndex) => endings.get(`${id}/${itemIndex}`),
		keep: (itemIndex, ending) => endings.set(`${id}/${itemIndex}`, ending),
	};
}
