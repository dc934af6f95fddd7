import axios from 'axios';
import { planCampaign, runToEnd } from '../../scripts/try/campaign';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { listSettingNames } from '../../lists/readingSettings';
import { openWorkbook } from '../support/readLists';
import { writeWorkbook } from '../../lists/workbook/write';
import { deleteCampaigns, deleteTable, tableRows } from '../support/dataTables';
import { executionOf, post, takesCalls } from '../support/e2e/calling';
import { basic, billing, called, to, workflowOf } from '../support/e2e/drawing';
import { itemsOf, type Item } from '../support/n8nClient';
import { exportedFile, exportedLists, chosenFields } from '../support/exportedLists';
import { Workspace } from '../support/workspace';

const choiceOf = (name: string) => `={{ $('Split Out').item.json.chosen.${name} }}`;

/** Reads each file with its settings. */
const readLists = workflowOf(
	'Read lists',
	[
		called('read-lists'),
		basic('Split Out', 'splitOut', 1, { fieldToSplitOut: 'body.files' }),
		basic('File', 'convertToFile', 1.1, { operation: 'toBinary', sourceProperty: 'bytes' }),
		billing('Read List', 'mobileDataCampaign', {
			resource: 'list',
			operation: 'readList',
			defaultAmount: choiceOf('megabytes'),
			reading: Object.fromEntries(listSettingNames.map((name) => [name, choiceOf(name)])),
		}),
	],
	{ Call: to('Split Out'), 'Split Out': to('File'), File: to('Read List') },
);

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await deleteCampaigns(workspace.client);
	// Opt-outs of other test files can't be read by these countries.
	await deleteTable(workspace.client, 'mobile_data_opt_outs');
	await workspace.publishReady(campaignsWorkflow);
	await workspace.publish({ 'read-lists': readLists });
	await takesCalls(`${workspace.url}/webhook/mobile-data-campaigns`);
});

afterAll(async () => {
	await workspace.close();
});

function formOf(campaign: string, chosen: Record<string, string>): FormData {
	const form = new FormData();
	const startAt = new Date(Date.now() + 86_400_000).toISOString();
	const fields = { campaign, service: 'LOYALTYDATA01', budget: '100000', startAt, ...chosen };
	for (const [name, value] of Object.entries(fields)) form.append(name, value);
	return form;
}

/** Uploads a list at the desk, as a program. */
async function plan(campaign: string, file: Buffer | Uint8Array, chosen: Record<string, string>) {
	const form = formOf(campaign, chosen);
	form.append('list', new Blob([new Uint8Array(file)]), `${campaign}.csv`);
	return await planCampaign(workspace.url, form);
}

/** The gifts of one campaign in the Data Tables, without those of earlier lists. */
async function givenIn(name: string): Promise<string[]> {
	const { client } = workspace;
	const all = await tableRows(client, 'mobile_data_campaigns', { name });
	const planIds = all.map(({ planId }) => String(planId));
	expect(all).toMatchObject([{ status: 'planned' }]);
	const stored = await tableRows(client, 'mobile_data_lists');
	const kept = new Set(stored.map(({ planId }) => String(planId)));
	const others = (await tableRows(client, 'mobile_data_campaigns')).map(({ planId }) => planId);
	expect([...kept].filter((planId) => !others.includes(planId))).toEqual([]);
	const lists = stored.filter(({ planId }) => planIds.includes(String(planId)));
	return lists
		.filter(({ number }) => Number(number) > 0)
		.flatMap(({ list }) => JSON.parse(String(list)) as { phone: string; megabytes: number }[])
		.map(({ phone, megabytes }) => `${phone} ${megabytes}`)
		.sort();
}

/** The desk's answer to a list that it didn't plan, with its questions. */
type Refused = Awaited<ReturnType<typeof plan>> & {
	questions?: { field: string; proposed?: string }[];
};

/** The desk's questions on a list, each with its proposal; undefined for a planned list. */
const askedOf = ({ questions }: Refused) =>
	questions?.map(({ field, proposed = '' }) => `${field} ${proposed}`.trim());

it.each(exportedLists)(
	'the desk asks about an exported list, and plans it unchanged: $file',
	async (list) => {
		const { file, asked, declared, confirmed, rows } = list;
		const first: Refused = await plan(file, exportedFile(file), chosenFields(list));
		const isAsked = asked.length > 0;
		expect(askedOf(first)).toEqual(isAsked ? asked : undefined);
		const answers = formOf(file, chosenFields(list, { ...declared, ...confirmed }));
		expect(first.draftUrl !== undefined).toBe(isAsked);
		const planned = isAsked ? await planCampaign(workspace.url, answers, first.draftUrl) : first;
		expect(planned).toMatchObject({ status: 'planned' });
		// Duplicates and refused rows are left out.
		const given = new Set(rows.filter((row) => !row.startsWith('row')));
		expect(await givenIn(file)).toEqual([...given].sort());
	},
);

it('Read List refuses each exported list with a question, or reads it, and reads it as declared', async () => {
	const files = exportedLists.flatMap((list) => {
		const bytes = exportedFile(list.file).toString('base64');
		return [{}, { ...list.declared, ...list.confirmed }].map((answers) => {
			return { bytes, chosen: chosenFields(list, answers) };
		});
	});
	await post(`${workspace.url}/webhook/read-lists`, { files });
	const execution = await executionOf(workspace, 'read-lists');
	const [rows, bad, reports] = [0, 1, 2].map((output) =>
		itemsOf(execution, 'Read List', output).map(({ json }) => json),
	) as [Item['json'][], Item['json'][], Item['json'][]];
	const read = reports.map((report) => [
		...rows
			.splice(0, Number(report.rows))
			.map(({ phone, megabytes }) => `${String(phone)} ${String(megabytes)}`),
		...bad.splice(0, Number(report.badRows)).map(({ row }) => `row ${String(row)}`),
	]);
	const expected = exportedLists.flatMap(({ asked, rows: ends }) => [
		asked.length > 0 ? ['row 1'] : ends,
		ends,
	]);
	expect(read).toEqual(expected);
	for (const [at, { countries, rows: count }] of reports.entries()) {
		expect([at, countries]).toEqual([
			at,
			Number(count) > 0 ? expect.stringMatching(/\(\+\d+\)/) : '',
		]);
	}
});

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
	const planned = await plan('Frühling', file, { country: 'DE' });
	expect(planned).toMatchObject({ status: 'planned', rows: 2 });
	expect(await givenIn('Frühling')).toEqual(['4915112345678 1536', '4915123456780 2048']);
	const { data, headers } = await resultsOf(planned);
	expect(headers['content-disposition']).toBe(
		`attachment; filename="Fruhling.xlsx"; filename*=UTF-8''Fr%C3%BChling.xlsx`,
	);
	expect(Array.from(openWorkbook(data, 'Liste', true).records, ({ cells }) => cells)).toEqual([
		['Kunde', 'Handy', 'Datenvolumen (GB)', 'Seit', 'result', 'reason'],
		[...(rows[1]?.cells ?? []), 'Not sent', ''],
		[...(rows[2]?.cells ?? []), 'Not sent', ''],
		[...(rows[3]?.cells ?? []), 'Left out', 'Duplicate of row 2'],
	]);
});

it('a CSV list comes back with the results of its rows', async () => {
	const text = 'Nom;Téléphone;Forfait (Go)\nZoé;06 39 98 01 11;1,5\nLuc;0639980112;2\nAnne;x;1\n';
	const chosen = { country: 'FR', decimal: 'comma' };
	const startAt = new Date(Date.now() - 60_000).toISOString();
	const planned = await plan('comes back', Buffer.from(text, 'latin1'), { ...chosen, startAt });
	expect(await runToEnd(planned, () => undefined)).toMatchObject({ status: 'finished' });
	const lines = (await resultsOf(planned)).data.toString().split('\r\n');
	expect(lines).toEqual([
		'\uFEFFNom;Téléphone;Forfait (Go);result;reason',
		'Zoé;06 39 98 01 11;"1,5";Given;1536 MB to +33639980111',
		'Luc;0639980112;2;Given;2048 MB to +33639980112',
		expect.stringMatching(/^Anne;x;1;Left out;.*'Phone Number'/),
		'',
	]);
});
