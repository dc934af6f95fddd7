import { randomString, type IExecuteFunctions } from 'n8n-workflow';
import { nodeMark } from '../../platform/reference';
import type { Operation } from './operation';
import type { Result } from './results';

/** What became of an item, and the parameters it was tried with. */
export type Tried = Result & { params: unknown };

/** What became of the items of one input at earlier tries, by node, round of a loop and item. */
interface Tries {
	results: Map<string, Tried>;
	/** Stands for the execution where n8n gives it no number. */
	execution: string;
	/** How often the node had run when the first try began. */
	round: number;
}

/** By the first item of the input: with “Execute Once” n8n makes a new list for each try. */
const tries = new WeakMap<object, Tries>();

/** Keeps what a try came to for the tries that follow. */
export interface RetryMemory {
	recall(itemIndex: number): Tried | undefined;
	keep(itemIndex: number, result: Result, params: unknown): void;
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
		keep: (itemIndex, result, params) => results.set(`${run}/${itemIndex}`, { ...result, params }),
	};
}

/** Names this run of this node: the same when n8n tries it again, another in every other run, also in a loop or on another n8n. */
export function runNameOf(context: IExecuteFunctions): string {
	// Of the calls of a tool n8n may give two the same number.
	const own = isCalledAsTool(context) ? triesOf(context).execution : '';
	const execution = `${context.getExecutionId() ?? triesOf(context).execution}${own}`;
	const { id, name } = context.getNode();
	return `${execution}.${nodeMark(context.getInstanceId(), id, name)}.${roundOf(context)}`;
}

/** How often the node has run in this execution; a further try is no further run. */
function roundOf(context: IExecuteFunctions): number {
	// For a tool n8n counts each try.
	return isCalledAsTool(context) ? triesOf(context).round : runIndexOf(context);
}

/** Whether an agent calls the node directly, as older ones do and the MCP trigger; only then the context has this method. */
function isCalledAsTool(context: IExecuteFunctions): boolean {
	return 'getNextRunIndex' in context;
}

function triesOf(context: IExecuteFunctions): Tries {
	const [first] = context.getInputData();
	// For a tool n8n makes a new item for each try, around what the agent handed over.
	const same = isCalledAsTool(context) ? first?.json : first;
	const known = same && tries.get(same);
	if (known) return known;
	const begun = { results: new Map(), execution: randomString(10), round: runIndexOf(context) };
	if (same) tries.set(same, begun);
	return begun;
}

function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}
