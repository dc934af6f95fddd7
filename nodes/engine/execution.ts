import { randomString, type IExecuteFunctions } from 'n8n-workflow';
import { nodeMark } from '../../platform/ledger';
import type { Attempt } from './journal';

/** What n8n's tries of one node run have in common. */
interface Tries {
	/** By node, run index and item. */
	attempts: Map<string, Map<number, Attempt>>;
	/** Names the execution where n8n gives it no number. */
	execution: string;
	/** The run index when the first try began. */
	runIndex: number;
}

/** By the first item of the input: with "Retry On Fail" n8n runs the node again with the very same items. */
const tries = new WeakMap<object, Tries>();

/** The results of earlier tries of this node run; undefined where n8n makes no further try. */
export function attemptsOf(context: IExecuteFunctions): Map<number, Attempt> | undefined {
	if (!context.getNode().retryOnFail) return undefined;
	const { attempts } = triesOf(context);
	const name = runNameOf(context);
	const known = attempts.get(name) ?? new Map<number, Attempt>();
	attempts.set(name, known);
	return known;
}

/** Names this run of this node: the same in a further try, another in every other run, also in a loop or on another n8n. */
export function runNameOf(context: IExecuteFunctions): string {
	const { execution: own, runIndex } = triesOf(context);
	// n8n may give two calls of a tool the same execution, and counts each try.
	const isTool = isCalledAsTool(context);
	const execution = `${context.getExecutionId() ?? own}${isTool ? own : ''}`;
	const { id, name } = context.getNode();
	const index = isTool ? runIndex : runIndexOf(context);
	return `${execution}.${nodeMark(context.getInstanceId(), id, name)}.${index}`;
}

/** Whether an agent calls the node directly, as older ones and the MCP trigger do; only then the context has this method. */
function isCalledAsTool(context: IExecuteFunctions): boolean {
	return 'getNextRunIndex' in context;
}

function triesOf(context: IExecuteFunctions): Tries {
	const [first] = context.getInputData();
	// For a tool n8n makes a new item for each try, around the agent's values.
	const same = isCalledAsTool(context) ? first?.json : first;
	const known = same && tries.get(same);
	if (known) return known;
	const begun = {
		attempts: new Map<string, Map<number, Attempt>>(),
		execution: randomString(10),
		runIndex: runIndexOf(context),
	};
	if (same) tries.set(same, begun);
	return begun;
}

function runIndexOf(context: IExecuteFunctions): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}
