import axios from 'axios';
import { planCampaign } from '../../scripts/try/campaign';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { openWorkbook } from '../../campaign/workbook/open';
import { writeWorkbook } from '../../campaign/workbook/write';
import { deleteCampaigns, deleteTable, tableRows } from '../support/dataTables';
import { takesCalls } from '../support/e2e/calling';
import { Workspace } from '../support/workspace';

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await deleteCampaigns(workspace.client);
	// What other files leave there can't be read by these countries.
	await deleteTable(workspace.client, 'mobile_data_opt_outs');
	await workspace.publishReady(campaignsWorkflow);
	await takesCalls(`${workspace.url}/webhook/mobile-data-campaigns`);
});

afterAll(async () => {
	await workspace.close();
});

/** Uploads a list at the desk, as a program. */
async function plan(campaign: string, file: Buffer | Uint8Array, said: Record<string, string>) {
	const form = new FormData();
	const startAt = new Date(Date.now() + 86_400_000).toISOString();
	const fields = { campaign, service: 'LOYALTYDATA01', budget: '100000', startAt, ...said };
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	form.append('list', new Blob([new Uint8Array(file)]), `${campaign}.csv`);
	return await planCampaign(workspace.url, form);
}

/** Who gets what, as the Data Tables have it. */
async function givenIn(name: string): Promise<string[]> {
	const [campaign] = await tableRows(workspace.client, 'mobile_data_campaigns', { name });
	const where = { planId: String(campaign?.planId) };
	const lists = await tableRows(workspace.client, 'mobile_data_lists', where);
	return lists
		.filter(({ number }) => Number(number) > 0)
		.flatMap(({ list }) => JSON.parse(String(list)) as { phone: string; megabytes: number }[])
		.map(({ phone, megabytes }) => `${phone} ${megabytes}`)
		.sort();
}

const resultsOf = async ({ controlUrl }: { controlUrl: string }) =>
	await axios.get<Buffer>(`${controlUrl}&format=file`, {
		proxy: false,
		responseType: 'arraybuffer',
	});

it('a workbook is read as it is, and comes back as one', async () => {
	const look = { formats: [0, 14].map((id) => ({ id, isDate: id === 14 })), is1904: false };
	const number = (value: number, style = 0) => ({ value: String(value), style });
	const rows = [
		['Kunde', 'Handy', 'Datenvolumen (GB)', 'Seit'],
		['Ada', number(15112345678), number(1.5), number(45658, 1)],
		['Bo', '0151 23456780', number(2), ''],
		['Cy', '+49 1511 2345678', number(2), 'neu'],
	].map((cells, at) => ({ row: at + 1, cells }));
	const file = Buffer.concat([...writeWorkbook('Liste', rows, look)]);
	const planned = await plan('workbook', file, { country: 'DE' });
	expect(planned).toMatchObject({ status: 'planned', rows: 2 });
	expect(await givenIn('workbook')).toEqual(['4915112345678 1536', '4915123456780 2048']);
	const { data, headers } = await resultsOf(planned);
	expect(headers['content-disposition']).toBe('attachment; filename="workbook.xlsx"');
	expect(Array.from(openWorkbook(data, 'Liste', true).records, ({ cells }) => cells)).toEqual([
		['Kunde', 'Handy', 'Datenvolumen (GB)', 'Seit', 'result', 'reason'],
		[...(rows[1]?.cells ?? []), 'Not sent', ''],
		[...(rows[2]?.cells ?? []), 'Not sent', ''],
		[...(rows[3]?.cells ?? []), 'Left out', 'Duplicate of row 2'],
	]);
});
