import {
	createRunExecutionData,
	type IBinaryKeyData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
} from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';
import { additionalDataWith, n8nCore, nodeOf, plainType, workflowOf } from './n8n';

export interface NodeRun {
	node: INodeType;
	parameters: INodeParameters;
	items: IDataObject[];
	/** The files of each item. */
	files?: IBinaryKeyData[];
	credentials: CredentialsInMemory;
	/** Settings of the node in the workflow: `onError`, `retryOnFail`, … */
	settings?: Partial<INode>;
	/** Called once the run has begun, to cancel it for example. */
	onStart?: (cancel: () => void) => void;
	/** Types of the nodes that have it as a tool. */
	callers?: string[];
	executionId?: string;
}

const feeder = plainType('feeder', {
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
});

/** Options without retries and waits, so that tests of errors are quick. */
const impatient: INodeParameters = { attempts: 1, settleSeconds: 0, skipLookUp: true };

/**
 * Runs a node in n8n's real engine, behind a node that feeds it the items, and gives n8n's whole record of it.
 * It doesn't retry, unless the test's own `options` say so.
 */
export async function runNode(run: NodeRun): Promise<IRun> {
	const options = Object.assign({}, impatient, run.parameters.options);
	// Tests that don't set the mode send.
	const parameters = { mode: 'send', ...run.parameters, options };
	const node = { ...nodeOf(run.node, run.credentials, parameters), ...run.settings };
	const start: INode = { ...nodeOf(feeder, run.credentials, {}), id: 'feeder', name: 'Feeder' };
	const callers = (run.callers ?? []).map((name) => plainType(name));
	const calling = callers.map((type) => nodeOf(type, run.credentials, {}));
	for (const caller of calling) caller.name = caller.type;
	const types = [feeder, run.node, ...callers];
	const workflow = workflowOf([start, node, ...calling], types, {
		Feeder: { main: [[{ node: 'Node', type: 'main', index: 0 }]] },
		Node: { ai_tool: [calling.map(({ name }) => ({ node: name, type: 'ai_tool', index: 0 }))] },
	});
	const input = run.items.map((json, at): INodeExecutionData => {
		return { json, binary: run.files?.[at] };
	});
	const stack = [{ node: start, data: { main: [input] }, source: null }];
	const { executionId } = run;
	const additionalData = { ...additionalDataWith(run.credentials), executionId };
	const data = createRunExecutionData({ executionData: { nodeExecutionStack: stack } });
	const { WorkflowExecute } = await n8nCore();
	const execution = new WorkflowExecute(additionalData, 'manual', data);
	await workflow.expression.acquireIsolate();
	try {
		const running = execution.processRunExecutionData(workflow);
		run.onStart?.(() => {
			running.cancel();
		});
		return await running;
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** The items on an output of the node (the first, unless told), as the next node would get them. */
export function outputOf(run: IRun, output = 0): INodeExecutionData[] {
	const tasks = run.data.resultData.runData.Node;
	return tasks?.at(-1)?.data?.main?.[output] ?? [];
}

/** The fields of the items on an output. */
export function fieldsOf(run: IRun, output = 0): IDataObject[] {
	return outputOf(run, output).map(({ json }) => json);
}

/** The error of a failed item; empty for a good one. The only place that knows the form of such an item. */
export function failureIn({ error }: IDataObject): { message?: string } & IDataObject {
	return (error ?? {}) as IDataObject;
}

/** The error that stopped the node. */
export function errorOf(run: IRun) {
	return run.data.resultData.runData.Node?.at(-1)?.error ?? run.data.resultData.error;
}

/** The hints that n8n shows above the items. */
export function hintsOf(run: IRun): string[] {
	const { hints = [] } = run.data.resultData.runData.Node?.at(-1) ?? {};
	return hints.map(({ message }) => message);
}
