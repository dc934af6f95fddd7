import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type DeduplicationHelperFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/** n8n's store behind *Remove Duplicates* for one node: a list that is read and written without a lock. */
export class ProcessedItems {
	private entries: string[] = [];

	/** Works like n8n's DeduplicationHelper (2.41.1), which stores hashes. */
	readonly checkProcessedAndRecord: DeduplicationHelperFunctions['checkProcessedAndRecord'] =
		async (items, _scope, { maxEntries = Infinity }) => {
			const known = this.entries;
			await new Promise((resolve) => setImmediate(resolve));
			const isKnown = (item: unknown) => known.includes(String(item));
			const fresh = items.filter((item) => !isKnown(item));
			this.entries = [...known, ...fresh.map(String)].slice(-maxEntries);
			return { new: fresh, processed: items.filter(isKnown) };
		};

	get size(): number {
		return this.entries.length;
	}
}

let executions = 0;

/** Runs a trigger as the first node of a stored execution. Returns the items of each output. */
export async function executed(
	type: INodeType,
	[workflow, node, more]: readonly [Workflow, INode, IWorkflowExecuteAdditionalData],
	outputs: INodeExecutionData[][],
	{ mode, processed, id = `${++executions}` }: Executing,
): Promise<INodeExecutionData[][]> {
	// n8n stores an execution as JSON, and a worker may read it.
	const data = { main: JSON.parse(JSON.stringify(outputs)) as INodeExecutionData[][] };
	const entry = { node, data, source: null };
	const additional = { ...more, executionId: id };
	const run = createRunExecutionData();
	const input = data.main.find((items) => items.length > 0) ?? [];
	const where = [workflow, node, additional, mode] as const;
	const context = new ExecuteContext(...where, run, 0, input, data, entry, []);
	if (processed) {
		const { checkProcessedAndRecord } = processed;
		Object.assign(context.helpers, { checkProcessedAndRecord });
	}
	const output = await type.execute?.call(context);
	return (output as INodeExecutionData[][] | null) ?? [];
}

interface Executing {
	mode: WorkflowExecuteMode;
	processed?: ProcessedItems;
	/** The execution's ID; a new one when missing. */
	id?: string;
}
