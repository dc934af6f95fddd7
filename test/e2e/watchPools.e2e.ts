import { readFileSync } from 'node:fs';
import { DateTime } from 'luxon';
import { waitFor } from '../../scripts/host/wait';
import { planCampaign, press, type ListRow } from '../../scripts/try/campaign';
import { campaignsWorkflow, poolsWorkflow } from '../../scripts/try/workflows';
import { deleteCampaigns, tableRows } from '../support/dataTables';
import { execute, toldIn } from '../support/e2e/calling';
import { n8nZone, parametersOf, ready, Workspace } from '../support/workspace';

const operators = ['FR_DEMOTEL', 'FR_FICTEL', 'GB_SAMPLECELL', 'GB_MADEUP'];
const service = 'LOYALTYDATA01';

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await deleteCampaigns(workspace.client);
	await workspace.add(poolsWorkflow.id, watching());
});

/** The ready workflow, for all operators. */
function watching() {
	const workflow = ready(poolsWorkflow, workspace.sandbox.url);
	const { assignments } = parametersOf(workflow, 'Your pools').assignments as {
		assignments: { name: string; value: unknown }[];
	};
	for (const one of assignments) {
		if (one.name === 'operators') one.value = JSON.stringify(operators);
	}
	return workflow;
}

afterAll(async () => {
	await workspace.close();
});

const daysOn = (days: number) => DateTime.now().plus({ days }).toMillis();
const shown = (time: number) =>
	DateTime.fromMillis(time, { zone: n8nZone, locale: 'en-US' }).toFormat('d LLL yyyy, HH:mm');

/** Leaves the sandbox with these pools of the service. */
function pools(...rows: [operator: string, assignedAmount: number, expiresAt: number][]): void {
	const all = workspace.sandbox.world.pools;
	const others = all.filter((pool) => pool.serviceKey !== service);
	const own = rows.map(([operator, assignedAmount, expiresAt], n) => {
		const pool = { serviceKey: service, operator, totalAmount: 50_000, assignedAmount, expiresAt };
		return { ...pool, poolId: 100 + n };
	});
	all.splice(0, all.length, ...others, ...own);
}

/** The chat messages of a run that must succeed. */
async function told(id = poolsWorkflow.id): Promise<string[]> {
	const before = (await toldIn(workspace, 'pools')).length;
	expect((await execute(workspace, id)).status).toBe('success');
	return (await toldIn(workspace, 'pools')).slice(before);
}

const fine = operators.map((one) => [one, 1000, daysOn(60)] as [string, number, number]);

it('the chat gets no message while all pools are fine, nor about pools that have ended', async () => {
	pools(...fine, ['FR_FICTEL', 0, daysOn(-1)]);
	expect(await told()).toEqual([]);
});

it('the workflow of pools is not published before a service is chosen', async () => {
	const file = JSON.parse(readFileSync(poolsWorkflow.file, 'utf8')) as object;
	await workspace.add('poolsAsImported', file);
	const { client } = workspace;
	await expect(client.activate('poolsAsImported')).rejects.toThrow(/Get balance.*serviceKey/);
	await client.activate(poolsWorkflow.id);
});

it('the workflow of pools fails without the tables of campaigns, and reports pools if the nodes that read them are disabled', async () => {
	const end = daysOn(90);
	pools(...fine, ['GB_MADEUP', 50_000, end]);
	const { status, text } = await execute(workspace, poolsWorkflow.id);
	expect([status, text]).toEqual([
		'error',
		expect.stringMatching(
			/Data table with name .{0,3}mobile_data_campaigns.{0,3} not found/,
		) as string,
	]);
	const alone = watching();
	for (const node of alone.nodes) node.disabled = /^Get (campaigns|pieces)$/.test(node.name);
	await workspace.add('poolsAlone', alone);
	expect(await told('poolsAlone')).toEqual([
		`Data pools of ${service}:\n• GB_MADEUP, 0 MB left, 0% of the pool, ends ${shown(end)}\nCampaigns: nothing to take`,
	]);
});

/** Plans a campaign that starts tomorrow, and presses buttons. */
async function campaign(
	name: string,
	rows: [operator: string, megabytes: number][],
	buttons: string[],
	asked = service,
): Promise<void> {
	const list: ListRow[] = rows.map(([operator, megabytes], n) => {
		return { phone: `+9995${String(n).padStart(8, '0')}`, operator, megabytes };
	});
	const startAt = new Date(daysOn(1)).toISOString();
	const request = { campaign: name, service: asked, budget: 5000, startAt, rows: list };
	const { hash, controlUrl } = await planCampaign(workspace.url, request);
	for (const button of buttons) await press(controlUrl, button, { hash, by: 'test' });
}

it('the chat is told of each pool to look at, and what approved campaigns still take', async () => {
	await workspace.publishReady(campaignsWorkflow);
	await campaign('One', [['FR_FICTEL', 1000], ['FR_FICTEL', 200], ['', 7]], ['approve']); // prettier-ignore
	await campaign('Two', [['FR_FICTEL', 50]], ['approve', 'pause']);
	await campaign('Not approved', [['FR_FICTEL', 900]], []);
	await campaign('Canceled', [['FR_FICTEL', 800]], ['approve', 'cancel']);
	await campaign('Elsewhere', [['FR_DEMOTEL', 9]], ['approve'], 'WINBACKDATA02');
	const statuses = async () =>
		(await tableRows(workspace.client, 'mobile_data_campaigns')).map(({ status }) => status);
	const all = ['running', 'paused', 'planned', 'canceled', 'running'];
	await waitFor('the campaigns', async () => String(await statuses()) === String(all), {
		timeoutMs: 30_000,
	});

	const [soon, late] = [daysOn(13.9), daysOn(14.1)];
	pools(
		['FR_DEMOTEL', 500, soon],
		['FR_DEMOTEL', 500, late],
		['FR_FICTEL', 40_001, late],
		['FR_FICTEL', 40_000, late],
		['GB_SAMPLECELL', 0, late],
		['GB_MADEUP', 0, daysOn(-1)],
	);
	const [message = '', ...more] = await told();
	expect(more).toEqual([]);
	const [head, ...lines] = message.split('\n');
	expect(head).toBe(`Data pools of ${service}:`);
	expect(lines.slice(0, -1)).toEqual([
		`• FR_DEMOTEL, 49,500 MB left, 99% of the pool, ends ${shown(soon)}`,
		`• FR_FICTEL, 9,999 MB left, 19% of the pool, ends ${shown(late)}`,
		'• GB_MADEUP, no data pool',
	]);
	const taken = lines.at(-1)?.replace('Campaigns: ', '').split(', ').sort();
	expect(taken).toEqual(['up to 1,250 MB at FR_FICTEL', 'up to 7 MB of rows without an operator']);
});
