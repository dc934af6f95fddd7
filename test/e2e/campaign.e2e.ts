import { readFileSync } from 'node:fs';
import { allHaveCodes } from '../../lists/settingChoices';
import { formLogin } from '../../scripts/try/credentials';
import {
	differencesOf,
	duplicates,
	expectedGifts,
	failedCustomers,
	refusedByNode,
	refusedByPlatform,
} from '../../scripts/try/expectations';
import { campaignFormUrl, campaignWorkflow, recipientsFile } from '../../scripts/try/workflows';
import { submitFormAs } from '../support/form';
import { itemsOf } from '../support/n8nClient';
import { Workspace } from '../support/workspace';

const HEADER = 'customer,name,phone,operator,megabytes';

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publishReady(campaignWorkflow);
});

afterAll(async () => {
	await workspace.close();
});

/** A row of the list that can't be read, or that left Assign on the error output. */
interface FailedRow {
	row: number;
	customer: string;
	field?: string;
	reason?: string;
	error?: { message: string };
}

/** The field of Assign that takes a field of the list. */
const parameters: Record<string, string> = { phone: 'msisdn', megabytes: 'amount' };

/** Submits a list as a manager does, by default the shipped one; all of its numbers have their code. */
async function submits(campaign: string, csv: string | Buffer = readFileSync(recipientsFile)) {
	const list = { fileName: 'loyalty-recipients.csv', type: 'text/csv', content: csv };
	const manager = { auth: formLogin };
	const form = await submitFormAs(manager, campaignFormUrl(workspace.url), campaign, list, '');
	const page = await form.sees();
	if (!page.includes('Which country')) return { form, page };
	await form.answer({ 'Which country': allHaveCodes });
	return { form, page: await form.sees('<table') };
}

/** Submits a list, confirms the gifts on the page, and waits until the workflow has ended. */
async function run(campaign: string, csv?: string | Buffer) {
	const { form, page: shown } = await submits(campaign, csv);
	const [give = ''] = /Give [^<?]+/.exec(shown) ?? [];
	await form.answer({ 'What now?': give });
	const page = await form.endsOn('Campaign ');
	const execution = await workspace.client.executionEnd(form.executionId, 120_000);
	const [done = [], all = []] = ['Assign data gifts', 'All rows'].map((node) =>
		itemsOf(execution, node).map(({ json }) => json),
	);
	const failed = all.filter(({ reason, error }) => reason !== undefined || error !== undefined);
	const [file] = itemsOf(execution, 'Write result');
	return { page, execution, done, failed: failed as unknown as FailedRow[], file };
}

const ledgerOf = (campaign: string) =>
	workspace.sandbox.world.ledger.entries.filter(({ asked }) =>
		String((asked as { clientId?: string }).clientId).startsWith(`${campaign}-`),
	);

it('the starter form gives the amounts of the sample list, row by row, and shows why rows failed', async () => {
	const { execution, done, failed, page, file } = await run('Ready');

	expect(execution.status).toBe('success');
	expect(differencesOf(ledgerOf('Ready'), 'Ready')).toEqual([]);
	expect(done.filter(({ outcome }) => outcome === 'given')).toHaveLength(expectedGifts.length);
	expect(done).toHaveLength(expectedGifts.length + duplicates);
	expect(failed.map(({ customer }) => customer).sort()).toEqual(failedCustomers);
	expect(page).toContain('Gifts given: 180');
	expect(page).toContain('200 rows: 2 duplicates, 13 left out, 5 failed');
	expect(page).toMatch(/48<\/th>\s*<td>C-1047<\/td>\s*<td>06 39 98 40 12/);
	const ends = Object.fromEntries(failed.map((one) => [one.customer, one]));
	for (const [customer, parameter] of Object.entries(refusedByNode)) {
		expect(parameters[ends[customer]?.field ?? '']).toBe(parameter);
	}
	for (const [customer, { code }] of Object.entries(refusedByPlatform)) {
		expect(ends[customer]?.error?.message).toContain(code);
	}
	expect(file?.binary?.data).toMatchObject({ fileName: 'result.csv' });
});

const good = 'C-1,Ada Sample,+33 6 39 98 12 34,FR_DEMOTEL,100';
const outsized = 'C-2,Bruno Sample,+44 7700 900123,GB_SAMPLECELL,500750';
const bad = ['C-1,Ada,,FR_DEMOTEL,100', 'C-2,Bo,0639981234,FR_DEMOTEL,5'];
const uncovered = /operator GB_SAMPLECELL has 500750 MB left/;

it.each<[string, string[], number, number, RegExp]>([
	['without faults', [good], 1, 0, /Gifts given: 1/],
	['with a bad row', [good, 'C-2,Bo,+33639981235,FR_DEMOTEL,5,x'], 1, 1, /3<\/th>.*has 6 cells/],
	['larger than its pool', [good, outsized], 1, 1, uncovered],
])(
	'the starter form ends with a result for a list %s',
	async (name, rows, gifts, failures, words) => {
		const { page, done, failed } = await run(name, [HEADER, ...rows, ''].join('\n'));
		expect([done.length, failed.length]).toEqual([gifts, failures]);
		expect(page).toMatch(words);
		expect(ledgerOf(name).filter(({ gift }) => gift)).toHaveLength(gifts);
	},
);

it('the starter form reads a list as a German Excel writes it, and names the ragged line', async () => {
	const lines = [
		'sep=;',
		'Rang;Téléphone;MB;Operator Code;Name',
		'K-1;+33 6 39 98 12 36;100;FR_DEMOTEL;Zoé',
		';;;;',
		'K-2;+33 6 39 98 12 37;250;FR_DEMOTEL;Bo;<b>5;',
		'K-3;+33 6 39 98 12 38;250;FR_DEMOTEL;"Cem;',
		'',
	];
	const csv = Buffer.from(`\uFEFF${lines.join('\r\n')}`, 'utf16le');
	const { page, done, failed } = await run('Excel', csv);
	expect(done).toMatchObject([{ msisdn: '33639981236', outcome: 'given' }]);
	expect(failed).toMatchObject([
		{ row: 4, reason: 'The line has 7 cells, and the header has 5 cells' },
		{ row: 5, reason: 'The line has a quote that is not closed' },
	]);
	expect(page).toMatch(/4<\/th>.*has 7 cells, and the header has 5 cells/s);
	expect(page).toContain('3 rows: 2 left out, 0 failed. Other columns: Rang.');
});

it.each<[string, string, RegExp]>([
	[
		'of bad rows only',
		[HEADER, ...bad, ''].join('\n'),
		/No row of the list gets a gift[^]*Phone Number.* is required/,
	],
	['without rows', `${HEADER}\n`, /The list has no rows/],
	['without phone numbers', 'Kunde,Nummer\nK-1,x\n', /The list has no column with phone numbers/],
])(
	'the starter form shows on a page why it gives nothing for a list %s',
	async (name, csv, words) => {
		const { page } = await submits(name, csv);
		expect(page).toMatch(words);
		expect(ledgerOf(name)).toEqual([]);
	},
);

it('the starter form writes no cell into its result that a spreadsheet would run, and reads its phone numbers again', async () => {
	const rows = [
		`=HYPERLINK("https://example.com"),"+1;=1+1 | @SUM(1)",06 39 98 12 34,-1,＝1`,
		'C-8,Ada,+33 6 39 98 12 37,FR_DEMOTEL,100',
		`C-9,"x;""=1+1;""",06 39 98 12 36,FR_DEMOTEL,a lot`,
		`"\t@x",Tom - Jerry,+33 6 39 98 12 35,FR_DEMOTEL,a lot`,
	];
	const { file } = await run('Cells', [HEADER, ...rows, ''].join('\n'));
	expect(file?.binary?.data).toMatchObject({ fileName: 'result.csv' });
	const again = `C-1,Ada Sample,'+33 6 39 98 12 35,FR_DEMOTEL,100`;
	await run('Cells', [HEADER, again, ''].join('\n'));
	expect(ledgerOf('Cells').map(({ gift }) => gift?.msisdn)).toEqual(['33639981237', '33639981235']);
});
