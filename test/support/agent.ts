import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type EngineRequest,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';
import { additionalDataWith, nodeOf, plainType, workflowOf } from './n8n';

export interface AgentRun {
	/** The tool. */
	node: INodeType;
	parameters: INodeParameters;
	/** Settings of the tool in the workflow: `retryOnFail`, … */
	settings?: Partial<INode>;
	credentials: CredentialsInMemory;
	/** The arguments of each call, as the model writes them. */
	calls: object[];
	/** What the review says. */
	message?: string;
}

type Action = EngineRequest<IDataObject>['actions'][number];

/** The call of a tool, as n8n's engine takes it from an agent. */
const actionOf = (nodeName: string, id: string, input: object, metadata: object): Action => ({
	actionType: 'ExecutionNodeAction',
	type: 'ai_tool',
	nodeName,
	id,
	input: input as IDataObject,
	metadata: { itemIndex: 0, ...metadata },
});

/** The review of a call; as n8n's agent does it, in createEngineRequests.ts of n8n-nodes-langchain. */
function reviewed(args: object, at: number): Action {
	const { hitlParameters, ...input } = { hitlParameters: {}, ...args, tool: 'Node' };
	const { toolParameters } = args as { toolParameters?: unknown };
	const asked = { ...input, ...hitlParameters, toolParameters };
	return actionOf('Review', `call-${at}`, asked, { originalInput: toolParameters });
}

/** The call after its approval, from what n8n has stored; as n8n's agent does it, in processHitlResponses.ts. */
async function approved({ id, metadata }: Action): Promise<Action> {
	const { parse, stringify } = await import('flatted');
	const { originalInput } = parse(stringify(metadata)) as { originalInput?: unknown };
	const args = typeof originalInput === 'object' ? originalInput : { input: originalInput };
	return actionOf('Node', id, { tool: 'Node', ...args }, { parentNodeName: 'Review' });
}

/** An agent that makes some calls at once, and ends. */
const agentOf = (calls: object[]): INodeType =>
	plainType('agent', {
		async execute(response) {
			const done = (response?.actionResponses ?? []).map(({ action }) => action as Action);
			if (done[0]?.nodeName === 'Node') return [[{ json: {} }]];
			const isBegin = done.length === 0;
			const actions = isBegin ? calls.map(reviewed) : await Promise.all(done.map(approved));
			return { actions, metadata: {} };
		},
	});

/** A review by somebody who approves everything; it notes what it shows. */
function reviewOf(shown: string[]): INodeType {
	const review = plainType('chatHitlTool', {
		execute() {
			shown.push(this.getNodeParameter('message', 0) as string);
			return Promise.resolve([[{ json: { data: { approved: true } } }]]);
		},
	});
	const message = { displayName: 'Message', name: 'message', type: 'string' as const, default: '' };
	review.description.properties = [message];
	return review;
}

/**
 * Has an agent call a node in n8n's real engine, each time after a review.
 * @returns what the reviews showed, and the item of each call
 */
export async function askAgent({ node, credentials, ...run }: AgentRun) {
	const shown: string[] = [];
	const [start, agent, review] = [plainType('start'), agentOf(run.calls), reviewOf(shown)];
	const named = (name: string, type: INodeType, parameters: INodeParameters = {}): INode => ({
		...nodeOf(type, credentials, {}),
		id: name,
		name,
		parameters,
	});
	const calling = named('Agent', agent);
	const { parameters } = nodeOf(node, credentials, run.parameters);
	const nodes = [
		named('Start', start),
		calling,
		named('Review', review, { message: run.message ?? '' }),
		{ ...named('Node', node, parameters), ...run.settings },
	];
	const to = (name: string, type: 'main' | 'ai_tool') => ({
		[type]: [[{ node: name, type, index: 0 }]],
	});
	const wires = { Start: to('Agent', 'main'), Review: to('Agent', 'ai_tool') };
	const types = [start, agent, review, node];
	const workflow = workflowOf(nodes, types, { ...wires, Node: to('Review', 'ai_tool') });
	const input = { main: [[{ json: { chatInput: 'Go on.', sessionId: '1' } }]] };
	const source = { main: [{ previousNode: 'Start' }] };
	const stack = [{ node: calling, data: input, source }];
	const data = createRunExecutionData({ executionData: { nodeExecutionStack: stack } });
	// Calls of a tool may share an execution.
	const additionalData = { ...additionalDataWith(credentials), executionId: '77' };
	const execution = new WorkflowExecute(additionalData, 'manual', data);
	await workflow.expression.acquireIsolate();
	try {
		const { resultData } = (await execution.processRunExecutionData(workflow)).data;
		const tasks = resultData.runData.Node ?? [];
		return { shown, items: tasks.map(({ data: of }) => of?.ai_tool?.[0]?.[0]?.json ?? {}) };
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
