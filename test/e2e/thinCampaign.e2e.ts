import axios from 'axios';
import { waitFor } from '../../scripts/host/wait';
import { totalsOf } from '../../campaign/results';
import type { Batch, Campaign } from '../../campaign/types';
import { createTable, insertRows, tableRows, type TableRow } from '../support/dataTables';
import { itemsOf } from '../support/n8nClient';
import { tables, thinChange, thinPlan, thinRun } from '../support/campaign/thinWorkflows';
import { Workspace } from '../support/workspace';

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	for (const [name, types] of Object.entries(tables)) {
		await createTable(workspace.client, name, types);
	}
	const workflows = { thinPlan, thinChange, thinRun };
	await workspace.publish(workflows);
});

afterAll(async () => {
	await workspace.close();
});

const post = async (path: string, data: object) =>
	await axios.post(`${workspace.url}/webhook/${path}`, data);

async function stored(name: string) {
	const { client } = workspace;
	const [campaign] = await tableRows<Campaign & TableRow>(client, 'data_campaigns', { name });
	const where = { campaign: campaign?.id ?? 0 };
	const batches = await tableRows<Batch & TableRow>(client, 'data_batches', where);
	return { campaign, batches };
}

/** Plans a campaign by the workflow, and gives what Plan reported. */
async function planned(request: { name: string; rows: object[] }) {
	const { client } = workspace;
	const before = (await client.executions('thinPlan')).length;
	// A campaign ends 30 seconds after its start at the earliest, because clocks differ.
	const startAt = new Date(Date.now() - 60_000).toISOString();
	await post('thin-plan', {
		serviceKey: 'LOYALTYDATA01',
		budget: 50_000,
		rowsPerSecond: 0,
		startAt,
		...request,
	});
	const begun = async () => {
		const all = await client.executions('thinPlan');
		return all.length > before && all[0];
	};
	const { id } = await waitFor('the plan', begun, { timeoutMs: 30_000 });
	const execution = await client.executionEnd(id, 60_000);
	expect(execution.data.resultData.error).toBeUndefined();
	return {
		leftOut: itemsOf(execution, 'Plan', 3).map(({ json }) => json),
		bad: itemsOf(execution, 'Read list', 1).map(({ json }) => json),
		report: itemsOf(execution, 'Plan', 4)[0]?.json,
	};
}

const count = 2400;
const phoneOf = (n: number) => `9995${String(n).padStart(8, '0')}`;

it('a campaign is planned, approved and run to its end by thin workflows', async () => {
	const { client, sandbox } = workspace;
	await insertRows(client, 'data_opt_outs', [{ phone: phoneOf(7) }]);
	const customers = Array.from({ length: count }, (_, n) => ({
		...{ phone: phoneOf(n), megabytes: 1 + (n % 3), customer: `C-${n}` },
	}));
	const rows = [...customers, { phone: 'x', megabytes: 5 }, { phone: phoneOf(3), megabytes: 5 }];
	const { leftOut, bad, report } = await planned({ name: 'Thin', rows });
	expect(leftOut).toMatchObject([{ reason: 'Opted out' }, { reason: 'Duplicate of row 4' }]);
	expect(bad).toMatchObject([{ row: count + 1, field: 'phone' }]);
	expect(await stored('Thin')).toMatchObject({
		campaign: { status: 'planned', rows: count - 1, batches: 3 },
	});

	await insertRows(client, 'data_opt_outs', [{ phone: `+${phoneOf(8)}` }]);
	const before = sandbox.world.traffic.report().total;
	const key = (await stored('Thin')).campaign?.controlKey;
	const approval = { button: 'approve', key, hash: report?.hash, by: 'test' };
	await post('thin-change', { name: 'Thin', ...approval });
	const began = Date.now();
	const finished = async () => (await stored('Thin')).campaign?.status === 'finished';
	await waitFor('the end', finished, { timeoutMs: 90_000, everyMs: 100 });
	const seconds = (Date.now() - began) / 1000;
	process.stderr.write(`thin campaign: ${Math.round(count / seconds)} rows/s\n`);

	const { campaign, batches } = await stored('Thin');
	const totals = totalsOf(batches);
	expect(campaign).toMatchObject({ active: false, problem: '', approvedBy: 'test' });
	expect(totals).toMatchObject({ rows: count - 1, given: count - 2, optedOut: 1, notSent: 0 });
	expect(totals.givenMb + totals.optedOutMb).toBe(campaign?.megabytes);
	const gifts = sandbox.world.ledger.entries.flatMap(({ gift }) => (gift ? [gift.clientId] : []));
	expect(gifts).toHaveLength(count - 2);
	expect(new Set(gifts).size).toBe(count - 2);
	const requests = sandbox.world.traffic.report().total - before;
	expect(requests / count).toBeLessThan(1.05);
});

it.each([
	['a wrong fingerprint', 'approve', 'Nothing was changed: the campaign was changed'],
	['a campaign that has not begun', 'pause', 'Nothing was changed: the campaign is waiting'],
])('nothing is changed for %s', async (name, button, words) => {
	const { client } = workspace;
	await planned({ name, rows: [{ phone: phoneOf(1), megabytes: 1 }] });
	const key = (await stored(name)).campaign?.controlKey;
	await post('thin-change', { name, button, key, hash: 'of another list', by: 'test' });
	const refused = async () => {
		const [last] = await client.executions('thinChange');
		const execution = await client.executionEnd(last?.id ?? '', 30_000);
		return itemsOf(execution, 'Change', 3)[0]?.json.refused;
	};
	const said = await waitFor('the answer', refused, { timeoutMs: 30_000 });
	expect(said).toContain(words);
	expect((await stored(name)).campaign).toMatchObject({ status: 'planned', approved: '' });
});
