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
const reviewed = 'agentReviewed';
const unreviewed = 'agentUnreviewed';
/** With a review that reads the call as n8n's own text does. */
const retold = 'agentRetold';
/** n8n takes anything else that opens a link of a review for a program that previews it. */
const browser =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

/** A call of a tool, as a model asks for it: its name, and what the model fills in. */
interface ToolCall {
	name: string;
	args: object;
}

/** What the model asks for next, one answer after the other; then it says "Done.". */
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
	for (const id of [reviewed, unreviewed, retold]) await workspace.publish({ [id]: opened(id) });
	await deleteCampaigns(workspace.client);
	await workspace.publishReady(campaignsWorkflow);
	await takesCalls(deskUrl(workspace.url));
});

afterAll(async () => {
	await model.close();
	await workspace.close();
});

/** The workflow with a chat that the test can reach. */
function opened(id: string): object {
	const workflow = ready({ file }, workspace.sandbox.url);
	const review = parametersOf(workflow, 'Approve gift');
	if (id === retold) review.message = String(review.message).replaceAll('$json.toolP', '$tool.p');
	const { connections, nodes, ...rest } = workflow;
	for (const node of nodes.filter(({ name }) => name === 'Chat')) {
		Object.assign(node, { webhookId: id }).parameters.public = true;
	}
	const wires = connections as Record<string, object>;
	const past = { 'Assign data gift': wires['Approve gift'] ?? {}, 'Approve gift': {} };
	return { ...rest, nodes, connections: { ...wires, ...(id === unreviewed && past) } };
}

const requested = () => workspace.sandbox.world.ledger.entries;
const gift = (megabytes: number) => ({ phone: '33639981234', megabytes, campaign: 'agent' });
const assign = (args: object): ToolCall => ({ name: 'Assign_data_gift', args });
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
	options: { clientId: 'x', sendUntil: '' },
};

const planning = (args: object) => ({ name: 'Plan_campaign', args });
const looking = (args: object) => ({ name: 'Campaign_status', args });

it('plans, reads why nothing was planned, and the status, with nothing that could approve', async () => {
	const rows = [{ phone: '33639981234', megabytes: 100 }, { phone: '0660' }];
	const plan = {
		campaign: 'agent',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: 100,
		megabytes: 5,
		amountColumn: 'megabytes',
		rows,
	};
	const known = model.seen.length;
	const calls = [{ ...plan, approve: true, status: 'running' }, plan].map(planning);
	const execution = await say(reviewed, ...calls.map((call) => [call]));
	const [planned, again] = outputsOf(execution, 'Plan campaign').map(({ json }) => json);
	expect(planned).toMatchObject({ campaign: 'agent', status: 'planned', rows: 1, leftOut: 1 });
	expect(again).toMatchObject({ status: 'refused' });
	expect(JSON.stringify(again)).toContain('is the name of another campaign');

	const where = { name: 'agent' };
	const campaigns = async () =>
		await tableRows<Campaign & TableRow>(workspace.client, 'mobile_data_campaigns', where);
	const [stored] = await campaigns();
	const { viewKey = '', controlKey } = stored ?? {};
	const { statusUrl = '', hash = '' } = planned as Record<string, string>;
	expect(statusUrl).toContain(viewKey);
	const looks = [{ key: `${viewKey}&action=approve` }, { key: viewKey, action: 'approve', hash }];
	const shown = outputsOf(
		await say(reviewed, ...looks.map((one) => [looking(one)])),
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

it('gives nothing without a review, or without an approval, whatever the model calls', async () => {
	const calls = [gift(100), hostile, { ...hostile, campaign: 'other' }].map(assign);
	const outputs = outputsOf(await say(unreviewed, calls), 'Assign data gift');
	expect(outputs).toHaveLength(3);
	for (const { json } of outputs) expect(json).toMatchObject({ outcome: 'checked' });

	const others = ['Approve_gift', 'Assign data gift', 'Mobile_Data_Gifting', 'http_request'];
	await say(
		reviewed,
		others.map((name) => ({ name, args: hostile })),
		[assign(hostile)],
	);
	const toolParameters = gift(1);
	const review = { approved: true, message: 'OK?', toolParameters, query: { toolParameters } };
	const asking = await say(reviewed, [ask(hostile, review)]);
	expect(asking.text).toContain('Give 100 MB to 33639981234 for agent?');
	const declined = await decide(asking, false);
	expect(declined.data.resultData.lastNodeExecuted).toBe('Reply');
	expect(requested()).toEqual([]);
});

it('refuses an approved call that could give something else than the review showed', async () => {
	const query = { toolParameters: gift(100) };
	const attacks = [
		assign({ toolParameters: gift(500), query }),
		ask(gift(500), { query }),
		ask({ ...gift(100), query: gift(500) }),
		ask(hostile),
	];
	let execution = await say(retold, ...attacks.map((attack) => [attack]));
	while (outputsOf(execution, 'Assign data gift').length < attacks.length) {
		expect(execution.text).toContain('Give 100 MB to 33639981234 for agent?');
		execution = await decide(execution, true);
	}
	const error = 'The tool call is refused: the review must show exactly its arguments';
	expect(outputsOf(execution, 'Assign data gift')).toMatchObject(
		attacks.map(() => ({ json: { error } })),
	);
	expect(requested()).toEqual([]);
});

it('an approved gift is given once, as it was shown, however often the model asks', async () => {
	const again = Array.from({ length: 20 }, () => ask(gift(100)));
	let execution = await say(reviewed, [ask(gift(100))], again, again);
	for (let count = 0; count < 3; count++) execution = await decide(execution, true);
	expect(outputsOf(execution, 'Assign data gift')).toMatchObject([
		{ json: { outcome: 'given', amount: 100 } },
		{ json: { outcome: 'alreadyGiven' } },
		{ json: { outcome: 'alreadyGiven' } },
	]);
	const only = { gift: { amount: 100, clientId: 'agent-33639981234' } };
	expect(requested()).toMatchObject([only]);
});
