import { DateTime } from 'luxon';
import { waitFor } from '../../scripts/host/wait';
import { campaignsWorkflow, monthlyWorkflow } from '../../scripts/try/workflows';
import { createTable, deleteCampaigns, insertRows, tableRows } from '../support/dataTables';
import { execute, takesCalls } from '../support/e2e/calling';
import { passMidnight } from '../support/e2e/clock';
import { n8nZone, parametersOf, ready, Workspace } from '../support/workspace';

interface Fields {
	parameters: { name: string; value: string }[];
}

let workspace: Workspace;

beforeAll(() => passMidnight(n8nZone), 180_000);

beforeAll(async () => {
	workspace = await Workspace.open();
	const { client, url, sandbox } = workspace;
	await createTable(client, 'loyalty_customers', { phone: 'string', megabytes: 'number' });
	const customers = ['+33639981241', '+33639981242'].map((phone) => ({ phone, megabytes: 5 }));
	await insertRows(client, 'loyalty_customers', customers);
	await deleteCampaigns(client);
	await workspace.publishReady(campaignsWorkflow);
	await takesCalls(`${url}/webhook/mobile-data-campaigns`);
	const workflow = ready(monthlyWorkflow, sandbox.url);
	// As somebody sets it up who gives a standing approval.
	for (const node of workflow.nodes) delete node.disabled;
	const plan = parametersOf(workflow, 'Plan this month').bodyParameters as Fields;
	for (const field of plan.parameters) if (field.name === 'campaign') field.value = 'standing';
	await workspace.add('standing', workflow);
	await workspace.add(monthlyWorkflow.id, ready(monthlyWorkflow, sandbox.url));
});

afterAll(async () => {
	await workspace.close();
});

const executed = async (id: string) => await execute(workspace, id, 'Every month');

it('the monthly workflow plans the customers of a table, and waits for an approval', async () => {
	const name = DateTime.now().setZone(n8nZone).toFormat("'loyalty-'yyyy-MM");
	expect((await executed(monthlyWorkflow.id)).status).toBe('success');
	const stored = async () => await tableRows(workspace.client, 'mobile_data_campaigns', { name });
	expect(await stored()).toMatchObject([{ status: 'planned', rows: 2, budget: 5000 }]);
});

it('the monthly workflow runs a campaign at once under a standing approval, and once a month', async () => {
	expect((await executed('standing')).status).toBe('success');
	const { client, sandbox } = workspace;
	const [campaign] = await tableRows(client, 'mobile_data_campaigns', { name: 'standing' });
	expect(campaign).toMatchObject({
		status: 'running',
		approvals: expect.stringContaining('"by":"Standing approval"'),
	});
	const given = () => sandbox.world.ledger.entries.filter(({ gift }) => gift).length === 2;
	await waitFor('two gifts', given, { timeoutMs: 30_000 });

	const again = await executed('standing');
	const taken = expect.stringContaining('has a name that') as string;
	expect([again.status, again.text]).toEqual(['error', taken]);
	const stored = await tableRows(client, 'mobile_data_campaigns', { name: 'standing' });
	expect(stored.map(({ status }) => status)).toEqual([expect.any(String), 'draft']);
});
