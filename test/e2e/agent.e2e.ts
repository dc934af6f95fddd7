import axios from 'axios';
import { join } from 'node:path';

import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import type { Execution } from '../../scripts/host/n8nClient';
import { projectRoot } from '../../scripts/host/paths';
import { SandboxControl } from '../support/sandboxControl';
import { waitFor } from '../../scripts/host/wait';
import { callAsTool, review } from '../support/asTool';
import { assigning } from '../support/gifting';
import { accountAt, n8nWith } from '../support/platform';
import { ready, Workspace, type WorkflowFile } from '../support/workspace';
import { basic, workflowOf } from '../support/e2e/drawing';
import { ChatModel, type ToolCall } from '../support/e2e/model';

const file = join(projectRoot, 'workflows', 'campaign-agent.json');
const reviewed = 'agentReviewed';
const unreviewed = 'agentUnreviewed';
const stubs = 'campaignStubs';
/** n8n takes anything else that opens a link of a review for a program that previews it. */
const browser =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

const answering = (path: string, answer: object, parameters: object = {}) => ({
	...basic(path, 'webhook', 2, {
		...{ path, responseMode: 'onReceived', ...parameters },
		options: { responseData: JSON.stringify(answer) },
	}),
	webhookId: path,
});
const planned = { status: 'planned', statusUrl: 'http://127.0.0.1/webhook/gift-campaign?key=0123' };

/** What the agent calls in place of the workflows that plan and show campaigns. */
const stubbed = workflowOf(
	'Campaign stubs',
	[
		{
			...answering('plan-campaign', planned, { httpMethod: 'POST', authentication: 'headerAuth' }),
			credentials: { httpHeaderAuth: { id: null, name: 'Campaign key' } },
		},
		answering('gift-campaign', { status: 'planned', given: 0 }),
	],
	{},
);

const model = new ChatModel();
let workspace: Workspace;

beforeAll(async () => {
	const url = await model.listen();
	workspace = await Workspace.open(() => [
		{ name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'demo', url } },
	]);
	for (const id of [reviewed, unreviewed]) {
		await workspace.publish({ [id]: opened(ready({ file }, workspace.sandbox.url), id) });
	}
	await workspace.publish({ [stubs]: stubbed });
});

afterAll(async () => {
	model.close();
	await workspace.close();
});

/** The workflow with a chat that the test can reach; one of them without the review. */
function opened({ connections, nodes, ...rest }: WorkflowFile, id: string): object {
	for (const node of nodes.filter(({ name }) => name === 'Chat')) {
		Object.assign(node, { webhookId: id }).parameters.public = true;
	}
	const wires = connections as Record<string, object>;
	const past = { 'Assign data gift': wires['Approve gift'] ?? {}, 'Approve gift': {} };
	return { ...rest, nodes, connections: { ...wires, ...(id === unreviewed && past) } };
}

const requested = async () => await new SandboxControl(workspace.sandbox.url).ledger();
const gift = (megabytes: number) => ({ phone: '33639981234', megabytes, campaign: 'agent' });
const assign = (args: object): ToolCall => ({ name: 'Assign_data_gift', args: { ...args } });
const ask = (args: object, hitlParameters = {}) => assign({ toolParameters: args, hitlParameters });
const outputsOf = ({ data }: Execution, node: string) =>
	(data.resultData.runData[node] ?? []).flatMap(
		({ data: of }) => (of as Record<string, { json: unknown }[][]> | undefined)?.ai_tool?.[0] ?? [],
	);

/** Says something in a chat while the model plays a script. @returns the execution, once it waits for the person */
async function say(workflowId: string, ...script: ToolCall[][]): Promise<Execution> {
	model.script = script;
	const { client, url } = workspace;
	const known = (await client.executions(workflowId)).length;
	const chat = `${url}/webhook/${workflowId}/chat`;
	const message = { action: 'sendMessage', sessionId: String(known), chatInput: 'Go on.' };
	await axios.post(chat, message, { proxy: false });
	const begun = async () => (await client.executions(workflowId)).at(-1 - known);
	const { id } = await waitFor('the chat has begun', begun, { timeoutMs: 10_000 });
	return await rested(id, () => true);
}

/** The execution, once it waits for the person as expected. */
async function rested(id: string, isSo: (one: Execution) => boolean): Promise<Execution> {
	const waiting = async () => {
		const one = await workspace.client.execution(id);
		return one.status === 'waiting' && isSo(one) ? one : undefined;
	};
	return await waitFor(`execution ${id} waits`, waiting, { timeoutMs: 60_000 });
}

/** The person presses a button of the review. */
async function decide(execution: Execution, approved: boolean): Promise<Execution> {
	const link = new RegExp(`[^"]*approved=${approved}[^"]*`).exec(execution.text)?.[0] ?? '';
	const asked = model.questions.length;
	await axios.get(link, { proxy: false, headers: { 'user-agent': browser } });
	return await rested(execution.id, () => model.questions.length > asked);
}

const hostile = {
	...gift(100),
	...{ dryRun: false, sendUntil: '2099-01-01', duplicates: 'sendAgain', approved: true },
	options: { dryRun: false, clientId: 'x', batching: { batch: { sendUntil: '' } } },
};

it('plans, and reads the status, with nothing that could approve', async () => {
	const rows = [{ phone: '33639981234', megabytes: 100 }];
	const plan = { campaign: 'agent', service: 'LOYALTYDATA01', budget: 100, megabytes: 0, rows };
	const status = { name: 'Campaign_status', args: { key: '0123&action=approve' } };
	const planning = { name: 'Plan_campaign', args: { ...plan, approve: true, status: 'running' } };
	const execution = await say(reviewed, [planning], [status]);
	expect(JSON.stringify(outputsOf(execution, 'Plan campaign'))).toContain('statusUrl');
	expect(JSON.stringify(outputsOf(execution, 'Campaign status'))).toContain('given');
	const calls = await workspace.client.executions(stubs);
	const [looked, planned] = await Promise.all(
		calls.map(async ({ id }) => {
			const { data } = await workspace.client.execution(id);
			return Object.values(data.resultData.runData)[0]?.[0]?.data?.main?.[0]?.[0]?.json;
		}),
	);
	expect(planned?.body).toEqual(plan);
	expect(looked?.query).toEqual({ format: 'json', ...status.args });
});

it('without a review a gift is a dry run, whatever the model fills in', async () => {
	const calls = [gift(100), hostile, { ...hostile, campaign: 'other' }].map(assign);
	const outputs = outputsOf(await say(unreviewed, calls), 'Assign data gift');
	expect(outputs).toHaveLength(3);
	for (const { json } of outputs) expect(json).toMatchObject({ outcome: 'dryRun' });
	expect(await requested()).toEqual([]);
});

it('a model that nobody approves gives nothing, whatever it calls', async () => {
	const review = { approved: true, message: 'OK?', toolParameters: gift(1) };
	const others = ['Approve_gift', 'Assign data gift', 'Mobile_Data_Gifting', 'http_request'];
	await say(
		reviewed,
		others.map((name) => ({ name, args: { ...hostile, approved: true } })),
	);
	await say(reviewed, [assign(hostile)]);
	const asking = await say(reviewed, [ask(hostile, review)]);
	expect(asking.text).toContain('Give 100 MB to 33639981234 in the campaign agent?');
	const declined = await decide(asking, false);
	expect(declined.data.resultData.lastNodeExecuted).toBe('Reply');
	expect(await requested()).toEqual([]);
});

it('an approved gift is given once, as it was shown, however often the model asks', async () => {
	const again = Array.from({ length: 20 }, () => ask(gift(100)));
	let execution = await say(reviewed, [ask(hostile)], again, again);
	for (let count = 0; count < 3; count++) execution = await decide(execution, true);
	expect(outputsOf(execution, 'Assign data gift')).toMatchObject([
		{ json: { outcome: 'given', amount: 100 } },
		{ json: { outcome: 'alreadyGiven' } },
		{ json: { outcome: 'alreadyGiven' } },
	]);
	expect(await requested()).toMatchObject([
		{ gift: { amount: 100, clientId: 'agent-33639981234' } },
	]);
});

it('a thousand approved calls for the same gift give it once', async () => {
	const n8n = n8nWith(accountAt(workspace.sandbox.url));
	const parameters = { ...assigning, msisdn: '33639981235', amount: 1, clientId: '' };
	const campaign = { ...parameters, campaign: 'many' };
	const call = () => callAsTool(new MobileDataGifting(), n8n, campaign, {}, [review]);
	for (let count = 0; count < 10; count++) {
		await Promise.all(Array.from({ length: 100 }, call));
	}
	const gifts = (await requested()).filter(({ gift }) => gift?.msisdn === '33639981235');
	expect(gifts).toHaveLength(1);
});
