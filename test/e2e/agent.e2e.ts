import { join } from 'node:path';

import axios from 'axios';

import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { importCredentials, importWorkflows } from '../../scripts/host/import';
import type { Execution } from '../../scripts/host/n8nClient';
import { projectRoot } from '../../scripts/host/paths';
import { waitFor } from '../../scripts/host/wait';
import { filledIn } from '../../scripts/try/workflows';
import { callAsTool, review } from '../support/asTool';
import { assigning } from '../support/gifting';
import { accountAt, n8nWith } from '../support/platform';
import { Host } from './support/host';
import { ChatModel, type ToolCall } from './support/model';

interface Workflow {
	nodes: { name: string; webhookId?: string; parameters: Record<string, unknown> }[];
	connections: Record<string, Record<string, { node: string }[][]>>;
}

const file = join(projectRoot, 'workflows', 'campaign-agent.json');
const reviewed = 'agentReviewed';
const unreviewed = 'agentUnreviewed';
const stubs = { id: 'campaignStubs', file: join(__dirname, 'support', 'campaign-stubs.json') };
/** n8n takes anything else that opens a link of a review for a program that previews it. */
const browser =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

const model = new ChatModel();
let host: Host;

beforeAll(async () => {
	const url = await model.listen();
	host = await Host.start();
	await host.n8n.stop();
	const key = { name: 'x-campaign-key', value: 'demo' };
	await importCredentials(host.n8n, [
		{ id: 'openAi', name: 'OpenAI account', type: 'openAiApi', data: { apiKey: 'demo', url } },
		{ id: 'campaignKey', name: 'Campaign key', type: 'httpHeaderAuth', data: key },
	]);
	const ids = [reviewed, unreviewed, stubs.id];
	const workflows = [{ id: reviewed, file }, { id: unreviewed, file }, stubs];
	await importWorkflows(host.n8n, workflows, (workflow) =>
		opened(filledIn(workflow as Workflow, host.sandbox.url), ids.shift() ?? ''),
	);
	await host.n8n.start();
	for (const { id } of workflows) await host.client.activate(id);
}, 300_000);

afterAll(async () => {
	model.close();
	await host.stop();
});

/** The workflow with a chat that the test can reach. */
function opened(workflow: Workflow, id: string): Workflow {
	const { nodes, connections } = workflow;
	for (const node of nodes.filter(({ name }) => name === 'Chat')) {
		Object.assign(node, { webhookId: id }).parameters.public = true;
	}
	const past = { 'Assign data gift': connections['Approve gift'] ?? {}, 'Approve gift': {} };
	return { ...workflow, connections: { ...connections, ...(id === unreviewed && past) } };
}

const given = async () => (await host.control.ledger()).filter(({ asked }) => asked.clientId);
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
	const known = await host.client.executions(workflowId);
	const chat = `${host.n8n.url}/webhook/${workflowId}/chat`;
	const message = { action: 'sendMessage', sessionId: String(known.length), chatInput: 'Go on.' };
	await axios.post(chat, message, { proxy: false });
	const [id] = await waitFor(
		'the chat has begun',
		async () => {
			const ids = (await host.client.executions(workflowId)).map((one) => one.id);
			return ids.length > known.length ? ids : undefined;
		},
		{ timeoutMs: 10_000 },
	);
	return await rested(id ?? '', () => true);
}

/** The execution, once it waits for the person as expected. */
async function rested(id: string, isSo: (one: Execution) => boolean): Promise<Execution> {
	return await waitFor(
		`execution ${id} waits`,
		async () => {
			const one = await host.client.execution(id);
			return one.status === 'waiting' && isSo(one) ? one : undefined;
		},
		{ timeoutMs: 60_000 },
	);
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
	const calls = await host.client.executions(stubs.id);
	const [looked, planned] = await Promise.all(calls.map(({ id }) => host.client.execution(id)));
	const got = (one?: Execution) => Object.values(one?.data.resultData.runData ?? {})[0]?.[0]?.data;
	expect(got(planned)?.main?.[0]?.[0]?.json.body).toEqual(plan);
	expect(got(looked)?.main?.[0]?.[0]?.json.query).toEqual({ format: 'json', ...status.args });
});

it('without a review a gift is a dry run, whatever the model fills in', async () => {
	const calls = [gift(100), hostile, { ...hostile, campaign: 'other' }].map(assign);
	const outputs = outputsOf(await say(unreviewed, calls), 'Assign data gift');
	expect(outputs).toHaveLength(3);
	for (const { json } of outputs) expect(json).toMatchObject({ outcome: 'dryRun' });
	expect(await given()).toEqual([]);
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
	expect(await given()).toEqual([]);
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
	expect(await given()).toMatchObject([{ gift: { amount: 100, clientId: 'agent-33639981234' } }]);
});

it('a thousand approved calls for the same gift give it once', async () => {
	const n8n = n8nWith(accountAt(host.sandbox.url));
	const parameters = { ...assigning, msisdn: '33639981235', amount: 1, clientId: '' };
	const call = async () =>
		await callAsTool(new MobileDataGifting(), n8n, { ...parameters, campaign: 'many' }, {}, [
			review,
		]);
	for (let count = 0; count < 10; count++) {
		await Promise.all(Array.from({ length: 100 }, call));
	}
	expect((await host.ledgerOf('many')).filter(({ gift }) => gift)).toHaveLength(1);
});
