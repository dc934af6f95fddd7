import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { waitFor } from '../../scripts/host/wait';
import type { Piece, Campaign, Runner } from '../../campaign/types';
import { deskUrl, figuresOf, planCampaign, press } from '../../scripts/try/campaign';
import { formLogin } from '../../scripts/try/credentials';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { deleteCampaigns, tableRows, updateRows, type TableRow } from '../support/dataTables';
import { passMidnight } from '../support/e2e/clock';
import { n8nZone, parametersOf, ready, Workspace } from '../support/workspace';

let workspace: Workspace;
const http = axios.create({ proxy: false, validateStatus: () => true, maxRedirects: 0 });
const browser = { auth: formLogin, headers: { accept: 'text/html' } };
const phoneOf = (n: number) => `9996${String(n).padStart(8, '0')}`;
const listOf = (begin: number, count: number, megabytes: number) =>
	Array.from({ length: count }, (_, n) => ({ phone: phoneOf(begin + n), megabytes }));
/** The most MB of a day. */
const perDay = 100;

beforeAll(() => passMidnight(n8nZone), 180_000);

/** Publishes the workflow with limits, and with planners who can't approve, without campaigns of other files. */
beforeAll(async () => {
	workspace = await Workspace.open();
	await deleteCampaigns(workspace.client);
	const workflow = ready(campaignsWorkflow, workspace.sandbox.url);
	const limits = { megabytesPerDay: perDay, giftsPerMonth: 1, approver: 'address' };
	Object.assign(parametersOf(workflow, 'Plan'), limits);
	await workspace.publish({ [campaignsWorkflow.id]: workflow });
	const isOpen = async () => (await http.get(deskUrl(workspace.url), browser)).status === 200;
	await waitFor('the desk', isOpen, { timeoutMs: 30_000 });
});

afterAll(async () => {
	await workspace.close();
});

const plan = async (campaign: string, rows: object[]) =>
	await planCampaign(workspace.url, {
		campaign,
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: 50_000,
		rows,
	});

/** The address of an approver, as a message has it. */
async function controlUrl(name: string): Promise<string> {
	const where = { name };
	const table = 'mobile_data_campaigns';
	const [stored] = await tableRows<Campaign & TableRow>(workspace.client, table, where);
	return `${workspace.url}/webhook/mobile-data-campaign?key=${stored?.controlKey ?? ''}`;
}

it('the limit of MB per day stops all campaigns, and their page says so', async () => {
	for (const [at, name] of ['Day one', 'Day two'].entries()) {
		const { hash } = await plan(name, listOf(at * 100, 30, 2));
		await press(await controlUrl(name), 'approve', { hash, by: 'test' });
	}
	const given = () => {
		const { entries } = workspace.sandbox.world.ledger;
		return entries.reduce((sum, { gift }) => sum + Number(gift?.amount ?? 0), 0);
	};
	const isStopped = async () => {
		const figures = await Promise.all(
			['Day one', 'Day two'].map(async (name) => await figuresOf(await controlUrl(name))),
		);
		return figures.some(({ problem }) =>
			problem?.words.includes('All campaigns together have given'),
		);
	};
	await waitFor('the limit', isStopped, { timeoutMs: 90_000, everyMs: 500 });
	expect(given()).toBe(perDay);
});

it('a plan leaves out customers who have a gift this month, or may still get one', async () => {
	const { rows } = await plan('Month one', listOf(300, 5, 2));
	expect(rows).toBe(5);
	const planned = await plan('Month', [...listOf(300, 5, 2), ...listOf(500, 3, 2)]);
	expect(planned).toMatchObject({ status: 'planned', rows: 3, leftOut: 5 });
	const reason = 'Has a gift this month, given or planned';
	expect(planned.check.leftOut).toMatchObject([{ reason, rows: 5 }]);
});

it('nothing is given or planned, for a reason in words, while counted gifts cannot be read', async () => {
	const { client } = workspace;
	const { hash } = await plan('Day three', listOf(600, 2, 2));
	const [runner] = await tableRows<Runner & TableRow>(client, 'mobile_data_runner');
	const { id: own = 0, dayMb = 0 } = runner ?? {};
	await updateRows(client, 'mobile_data_runner', { id: own }, { dayMb: null });
	await press(await controlUrl('Day three'), 'approve', { hash, by: 'test' });
	const before = workspace.sandbox.world.ledger.entries.length;
	await sleep(12_000);
	expect(workspace.sandbox.world.ledger.entries).toHaveLength(before);
	await updateRows(client, 'mobile_data_runner', { id: own }, { dayMb });
	const table = 'mobile_data_pieces';
	const pieces = await tableRows<Piece & TableRow>(client, table);
	const { id = 0, dates } = pieces.find((one) => one.given > 0) ?? {};
	await updateRows(client, table, { id }, { dates: null });
	const cell = `'dates' in row ${id} of ${table} must be JSON`;
	expect(await plan('Month three', listOf(700, 1, 2))).toMatchObject({
		status: 'draft',
		problem: expect.stringContaining(
			`The rows of other campaigns can't be counted. ${cell}`,
		) as string,
	});
	await updateRows(client, table, { id }, { dates });
	expect(await plan('Month three', listOf(700, 1, 2))).toMatchObject({ status: 'planned' });
});

it('a planner who may not approve gets a page without buttons, also from the desk', async () => {
	const form = new FormData();
	const fields = {
		campaign: 'By planner',
		service: 'LOYALTYDATA01',
		country: 'international',
		budget: '100',
	};
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('list', new Blob([`phone,megabytes\n${phoneOf(900)},5\n`]), 'list.csv');
	const { status, headers } = await http.post(deskUrl(workspace.url), form, browser);
	expect(status).toBe(303);
	const page = await http.get<string>(`${workspace.url}/webhook/${String(headers.location)}`);
	expect(page.data).toContain('Waiting for approval');
	expect(page.data).not.toContain('value="approve"');
	const { searchParams } = new URL(await controlUrl('By planner'));
	const desk = await http.get<string>(deskUrl(workspace.url), browser);
	expect(desk.data).toContain('By planner');
	expect(desk.data).not.toContain(searchParams.get('key'));
	expect(await plan('By program', listOf(950, 1, 1))).not.toHaveProperty('controlUrl');
});
