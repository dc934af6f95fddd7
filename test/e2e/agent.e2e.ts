import axios from 'axios';
import type { Campaign } from '../../campaign/types';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { deskUrl, figuresOf, press } from '../../scripts/try/campaign';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { deleteCampaigns, tableRows, type TableRow } from '../support/dataTables';
import { takesCalls } from '../support/e2e/calling';
import { startEndpoint, type Endpoint } from '../support/endpoint';
import type { Execution } from '../support/n8nClient';
import { parametersOf, ready, Workspace } from '../support/workspace';

const file = join(projectRoot, 'workflows', 'campaign-agent.json');
const shipped = 'agentShipped';
/** With a tool set to send, and a human review before it. */
const reviewed = 'agentReviewed';
/** n8n takes anything else that opens a link of a review for a program that previews it. */
const browser =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** A call of a tool, as a model asks for it: its name, and what the model fills in. */
interface ToolCall {
	name: string;
	args: object;
}

/** The tool calls of the model's next answers; after them it says "Done.". */
let script: ToolCall[][] = [];
let model: Endpoint;
let workspace: Workspace;

/** An answer of OpenAI's chat completions. */
function answer(): object {
	const calls = script.shift() ?? [];
	const id = model.seen.length;
	const tool_calls = calls.map(({ name, args }, index) => {
		const called = { name, arguments: JSON.stringify(args) };
		return { id: `call_${id}_${index}`, type: 'function', function: called };
	});
	const isDone = calls.length === 0;
	const message = isDone ? { content: 'Done.' } : { content: null, tool_calls };
	const finish_reason = isDone ? 'stop' : 'tool_calls';
	const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason };
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	return {
		id: `answer_${id}`,
		object: 'chat.completion',
		created: 0,
		model: 'stub',
		choices: [choice],
		usage,
	};
}

beforeAll(async () => {
	model = await startEndpoint(() => ({ body: answer() }));
	const data = { apiKey: 'demo', url: `${model.url}/v1` };
	workspace = await Workspace.open(() => [{ name: 'OpenAI account', type: 'openAiApi', data }]);
	for (const id of [shipped, reviewed]) await workspace.publish({ [id]: opened(id) });
	await deleteCampaigns(workspace.client);
	await workspace.publishReady(campaignsWorkflow);
	await takesCalls(deskUrl(workspace.url));
});

afterAll(async () => {
	await model.close();
	await workspace.close();
});

const review = {
	id: 'review',
	name: 'Approve gift',
	type: '@n8n/n8n-nodes-langchain.chatHitlTool',
	typeVersion: 1.3,
	position: [812, 760],
	parameters: {
		message: '=Give {{$json.toolParameters.megabytes}} MB to {{$json.toolParameters.phone}}?',
		responseType: 'approval',
		approvalOptions: { values: { approvalType: 'double' } },
		options: {},
	},
};
const wireTo = (node: string) => ({ ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] });

/** The workflow with a chat that the test can reach, and a tool that is set to send. */
function opened(id: string): object {
	const workflow = ready({ file }, workspace.sandbox.url);
	const { connections, nodes, ...rest } = workflow;
	for (const node of nodes.filter(({ name }) => name === 'Chat')) {
		Object.assign(node, { webhookId: id }).parameters.public = true;
	}
	parametersOf(workflow, 'Check gift').mode = 'send';
	if (id === shipped) return { ...rest, nodes, connections };
	const wires = { 'Check gift': wireTo(review.name), [review.name]: wireTo('Agent') };
	const all = { ...(connections as object), ...wires };
	return { ...rest, nodes: [...nodes, review], connections: all };
}

const requested = () => workspace.sandbox.world.ledger.entries;
const gift = (megabytes: number) => ({ phone: '33639981234', megabytes, campaign: 'agent' });
const assign = (args: object): ToolCall => ({ name: 'Check_gift', args });
const ask = (args: object, hitlParameters = {}) => assign({ toolParameters: args, hitlParameters });
const outputsOf = ({ data }: Execution, node: string) =>
	(data.resultData.runData[node] ?? []).flatMap(
		({ data: of }) => (of as Record<string, { json: unknown }[][]> | undefined)?.ai_tool?.[0] ?? [],
	);

/** Says something in a chat while the model plays a script; gives the execution, once it waits for the person. */
async function say(workflowId: string, ...answers: ToolCall[][]): Promise<Execution> {
	script = answers;
	const { client, url } = workspace;
	const known = (await client.executions(workflowId)).length;
	const message = { action: 'sendMessage', sessionId: String(known), chatInput: 'Go on.' };
	await axios.post(`${url}/webhook/${workflowId}/chat`, message, { proxy: false });
	const begun = async () => (await client.executions(workflowId)).at(-1 - known);
	const { id } = await waitFor('the chat has begun', begun, { timeoutMs: 10_000 });
	return await rested(id);
}

/** The execution, once it waits for the person and the model was asked as often. */
async function rested(id: string, least = 0): Promise<Execution> {
	const waiting = async () => {
		const one = await workspace.client.execution(id);
		return one.status === 'waiting' && model.seen.length >= least ? one : undefined;
	};
	return await waitFor(`execution ${id} waits`, waiting, { timeoutMs: 60_000 });
}

/** The person presses a button of the review. */
async function decide(execution: Execution, approved: boolean): Promise<Execution> {
	const link = new RegExp(`[^"]*approved=${approved}[^"]*`).exec(execution.text)?.[0] ?? '';
	const next = model.seen.length + 1;
	await axios.get(link, { proxy: false, headers: { 'user-agent': browser } });
	return await rested(execution.id, next);
}

const hostile = {
	...gift(100),
	mode: 'send',
	sendUntil: '2099-01-01',
	duplicates: 'sendAgain',
	approved: true,
	options: { clientReference: 'x', sendUntil: '' },
};

const planning = (args: object) => ({ name: 'Plan_campaign', args });
const looking = (args: object) => ({ name: 'Campaign_status', args });

it('an agent plans, reads the reason of a refusal and the status, and has no tool that approves', async () => {
	const rows = [{ phone: '33639981234', megabytes: 100 }, { phone: '0660' }];
	const plan = {
		campaign: 'agent',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: 100,
		megabytes: 5,
		rows,
	};
	const known = model.seen.length;
	const wrong = { ...plan, campaign: 'agent too', budget: -1 };
	const calls = [{ ...plan, approve: true, status: 'running' }, wrong].map(planning);
	const execution = await say(shipped, ...calls.map((call) => [call]));
	const [planned, draft] = outputsOf(execution, 'Plan campaign').map(({ json }) => json);
	expect(planned).toMatchObject({ campaign: 'agent', status: 'planned', rows: 1, leftOut: 1 });
	expect(draft).toMatchObject({ status: 'draft' });
	expect(JSON.stringify(draft)).toContain("'Budget (MB)' must be");

	const where = { name: 'agent' };
	const campaigns = async () =>
		await tableRows<Campaign & TableRow>(workspace.client, 'mobile_data_campaigns', where);
	const [stored] = await campaigns();
	const { viewKey = '', controlKey } = stored ?? {};
	const { statusUrl = '', hash = '' } = planned as Record<string, string>;
	expect(statusUrl).toContain(viewKey);
	const looks = [{ key: `${viewKey}&action=approve` }, { key: viewKey, action: 'approve', hash }];
	const shown = outputsOf(
		await say(shipped, ...looks.map((one) => [looking(one)])),
		'Campaign status',
	);
	expect(shown[0]?.json).not.toHaveProperty('status');
	expect(shown[1]?.json).toMatchObject({ status: 'planned', results: { given: { rows: 0 } } });

	const told = JSON.stringify(model.seen.slice(known));
	expect(told).toContain(viewKey);
	expect(told).not.toContain(controlKey);
	const pressed = await press(statusUrl, 'approve', { hash, by: 'agent' });
	expect(pressed).toContain('Nothing was changed');
	expect(await figuresOf(statusUrl)).toMatchObject({ status: 'planned' });
	expect(await campaigns()).toEqual([stored]);
});

it('an agent gives nothing, whatever the model calls, and however the tool is set', async () => {
	const calls = [gift(100), hostile, { ...hostile, campaign: 'other' }].map(assign);
	const outputs = outputsOf(await say(shipped, calls), 'Check gift');
	expect(outputs).toHaveLength(3);
	for (const { json } of outputs) expect(json).toMatchObject({ outcome: 'checked' });

	const others = ['Approve_gift', 'Check gift', 'Mobile_Data_Gifting', 'http_request'];
	await say(
		shipped,
		others.map((name) => ({ name, args: hostile })),
		[assign(hostile)],
	);
	expect(requested()).toEqual([]);
});

it('an agent gives nothing after a review either, which may have shown other arguments', async () => {
	const query = { toolParameters: gift(100) };
	const attacks = [
		ask(gift(100)),
		ask(gift(500), { query }),
		ask({ ...gift(100), query: gift(500) }),
	];
	let execution = await say(reviewed, ...attacks.map((attack) => [attack]));
	while (outputsOf(execution, 'Check gift').length < attacks.length) {
		expect(execution.text).toContain('MB to 33639981234?');
		execution = await decide(execution, true);
	}
	for (const { json } of outputsOf(execution, 'Check gift')) {
		expect(json).toMatchObject({ outcome: 'checked' });
	}
	expect(requested()).toEqual([]);
});
