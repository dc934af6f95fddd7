import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { deskUrl } from '../../scripts/try/campaign';
import { formLogin } from '../../scripts/try/credentials';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { waitFor } from '../../scripts/host/wait';
import { barriersOn } from '../support/barriers';
import { tableRows } from '../support/dataTables';
import { ada, ben, cem, Editor, screen } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const { n8nUrl, client } = thePlace();

let editor: Editor;
let page: Page;

beforeAll(async () => {
	await client.activate(campaignsWorkflow.id);
	editor = await Editor.open({ ...screen, httpCredentials: formLogin });
	({ page } = editor);
	const desk = async () => (await page.goto(deskUrl(n8nUrl)))?.status() === 200;
	await waitFor('the desk', desk, { timeoutMs: 30_000 });
});

afterAll(async () => {
	await editor.close();
});

const press = async (name: string) => await page.getByRole('button', { name }).click();
const notice = (words: string) => page.getByRole('status').getByText(words);
const state = (words: string) => page.locator('.state').getByText(words, { exact: true });

/** Fills in the form of the desk, and sends it. */
async function submit(fields: Record<string, string>, rows: string[]): Promise<void> {
	for (const [label, text] of Object.entries(fields)) {
		await page.getByLabel(label, { exact: true }).fill(text);
	}
	const buffer = Buffer.from(['customer;name;phone;operator;MB;Remark', ...rows].join('\n'));
	await page
		.getByLabel('List (CSV file)')
		.setInputFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer });
	await press('Check the list');
}

const columns = (row: string) => `${row.replaceAll(',', ';')};VIP`;
const dana = 'C-1004,Dana Sample,+33 6 39 98 00 14,FR_DEMOTEL,a lot';
const fields = { 'Campaign, a new name': 'By mouse', Service: 'LOYALTYDATA01' };
const filled = (budget: string) => ({ ...fields, 'Budget (MB)': budget });

it('the desk says what is wrong, and keeps what was entered', async () => {
	await page.goto(deskUrl(n8nUrl));
	await submit(filled('1000'), [columns(cem)]);
	await page.getByRole('alert').getByText('Nothing was planned.').waitFor();
	expect(await page.getByLabel('Budget (MB)').inputValue()).toBe('1000');
	expect(await barriersOn(page)).toEqual([]);
});

it('a campaign is planned with a file, checked, approved, paused, resumed, and read as CSV', async () => {
	await submit(filled('1000'), [ada, ben, cem, dana, ada].map(columns));
	await page.getByRole('heading', { name: 'By mouse' }).waitFor();
	await state('Waiting for approval').waitFor();
	await page.getByText(/not used: “Remark” isn/).waitFor();
	await page.getByRole('row', { name: 'Phone number phone' }).waitFor();
	await page.getByRole('heading', { name: 'Left out: 3 rows' }).waitFor();
	expect(await barriersOn(page)).toEqual([]);

	await press('Approve');
	await state('Waiting for approval').waitFor();
	await page.getByLabel('Your name or email').fill('Cem <cem@example.com>');
	await press('Approve');
	await notice('Approved.').waitFor();
	await page.getByText('Cem <cem@example.com>').waitFor();
	// The page after a button is refreshed to one that was asked for.
	await state('Finished').waitFor();
	expect(await page.getByRole('status').count()).toBe(0);
	await page.getByRole('heading', { name: '2 of 2 rows done, 100%' }).waitFor();

	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: /\(CSV\)/ }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe('By-mouse.csv');
	const csv = readFileSync(await file.path(), 'utf8');
	expect(csv).toContain('33639980011');
	expect(csv.trim().split('\r\n')).toHaveLength(1 + 5);
	expect(await tableRows(client, 'mobile_data_campaigns', { name: 'By mouse' })).toMatchObject([
		{ status: 'finished', approvedBy: 'Cem <cem@example.com>' },
	]);
});
