import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
	createRunExecutionData,
	type INode,
	type INodeParameters,
	type INodeType,
} from 'n8n-workflow';
import type { CredentialsInMemory } from './credentialsHelper';
import { additionalDataWith, nodeOf, plainType, workflowOf } from './n8n';

// n8n-core exports neither of the two; they are what runs a node that is connected to an agent as a tool.
const core = dirname(require.resolve('n8n-core'));
const contexts = join(core, 'execution-engine', 'node-execution-context');
const load = createRequire(__filename);

interface Core {
	SupplyDataContext: new (...parts: unknown[]) => object;
	makeHandleToolInvocation(
		contextOf: (runIndex: number) => object,
		node: INode,
		type: INodeType,
		data: object,
	): (asked: object) => Promise<string>;
}

/** What a tool is connected to. */
export const agent = '@n8n/n8n-nodes-langchain.agent';
export const review = '@n8n/n8n-nodes-langchain.chatHitlTool';

/** What the model is told when an older agent, or the MCP trigger, calls a node. @param callers types of the nodes the tool is connected to */
export async function callAsTool(
	type: INodeType,
	credentials: CredentialsInMemory,
	parameters: INodeParameters,
	settings: Partial<INode>,
	callers: string[],
): Promise<string> {
	const { SupplyDataContext } = load(join(contexts, 'supply-data-context.js')) as Core;
	const path = join(contexts, 'utils', 'get-input-connection-data.js');
	const { makeHandleToolInvocation } = load(path) as Core;
	const node: INode = { ...nodeOf(type, credentials, parameters), ...settings };
	const nodes = callers.map((of) => ({ ...node, id: of, name: of, type: of }));
	const types = callers.map((name) => plainType(name));
	const to = callers.map((of) => ({ node: of, type: 'ai_tool' as const, index: 0 }));
	const wires = { [node.name]: { ai_tool: [to] } };
	const workflow = workflowOf([node, ...nodes], [type, ...types], wires);
	const data = createRunExecutionData({});
	const additional = { ...additionalDataWith(credentials), executionId: '77' };
	const own = [workflow, node, additional, 'manual', data];
	const input = [[{ json: {} }], {}, 'ai_tool', { node, data: {}, source: null }, []];
	const contextOf = (runIndex: number) => new SupplyDataContext(...own, runIndex, ...input);
	await workflow.expression.acquireIsolate();
	try {
		const call = makeHandleToolInvocation(contextOf, node, type, data);
		return await call({}).catch((error: Error) => error.message);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}
