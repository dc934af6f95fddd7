import { readFileSync } from 'node:fs';
import axios from 'axios';
import type { Page } from 'playwright-core';
import { formLogin } from '../../scripts/try/credentials';
import { campaignWorkflow } from '../../scripts/try/workflows';
import { startEndpoint, type Endpoint } from '../support/endpoint';
import { ada, ben, cem, Editor, labelOf, screen, shows, giveList } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const { sandboxUrl } = thePlace();

interface Ledger {
	entries: { asked: { clientId: string } }[];
}

let editor: Editor;
let page: Page;
let files: Endpoint;

beforeAll(async () => {
	editor = await Editor.open({ ...screen, httpCredentials: formLogin });
	({ page } = editor);
	const body = JSON.parse(readFileSync(campaignWorkflow.file, 'utf8')) as unknown;
	files = await startEndpoint(() => ({ body }));
});

afterAll(async () => {
	await editor.close();
	await files.close();
});

/** n8n leaves the execution waiting when the page of the form is closed within its first second. */
async function resultOf(form: Page, rows: string[]): Promise<string> {
	const before = await giveList(form, 'First campaign', rows);
	await form.getByRole('heading', { name: /^(Gifts given|Only a check)/ }).waitFor();
	const words = await form.locator('body').innerText();
	const isCheck = words.includes('Only a check: nobody got anything');
	expect(before.includes('Only a check: nothing is sent.')).toBe(isCheck);
	return words;
}

it('a first campaign begins with the starter campaign, imported from an address', async () => {
	await editor.importFromUrl(`${files.url}/starter.json`);
	await shows(() => editor.nodes.count(), 7);
});

it('a first campaign takes a credential, says what is wrong with it, and when it is right', async () => {
	await editor.openNode('Assign data gifts');
	const chosen = editor.panel.getByTestId('node-credentials-select').first();
	await chosen.click();
	await page.getByTestId('node-credentials-select-item-new').click();

	const dialog = page.getByTestId('editCredential-modal');
	const fields = dialog.getByTestId('credential-connection-parameter').filter({ visible: true });
	await fields.first().waitFor();
	const values = {
		'Base Address': sandboxUrl,
		'Client ID': 'demo-client',
		'Client Secret': 'demo-secret',
		'User Name': 'demo-merchant',
		Password: 'not-the-password',
	};
	const save = async (changes: Record<string, string>) => {
		for (const [label, text] of Object.entries(changes)) {
			const field = fields.filter({ has: page.getByText(labelOf(label)) });
			await field.locator('input').first().fill(text);
		}
		await dialog.getByTestId('credential-save-button').click();
	};
	await save(values);
	await dialog.getByText('More details').click();
	await dialog.getByText('Wrong user name or password').first().waitFor();
	await save({ Password: 'demo-password' });
	await dialog.waitFor({ state: 'hidden' });

	await editor.panel.getByTestId('credential-edit-button').first().click();
	await dialog.getByText('Connection tested successfully').waitFor();
	await dialog.getByRole('button', { name: /close/i }).first().click();
	const name = await chosen.locator('input').first().inputValue();
	expect(name).toMatch(/^Mobile Billing account \d+$/);
});

it('a first campaign offers the services of the account by name', async () => {
	const service = editor.field('Service').getByTestId('rlc-input');
	await service.click();
	await page.getByTestId('rlc-item').getByText('Loyalty Data (LOYALTYDATA01)').click();
	expect(await service.inputValue()).toBe('Loyalty Data (LOYALTYDATA01)');
	await editor.closeNode();
});

it('a first campaign only checks, until Mode is Send', async () => {
	const words = await resultOf(await editor.executeForm(), [ada, ben]);
	expect(words).toContain('Only a check: nobody got anything');
	await editor.openNode('Assign data gifts');
	await editor.input('Mode').click();
	await editor.pick('Check everything, then send it');
	await editor.closeNode();
});

it('a first campaign gives to the good rows, shows why one failed, and lets it be downloaded', async () => {
	const form = await editor.executeForm();
	const download = form.waitForEvent('download');
	const words = await resultOf(form, [ada, ben, cem]);
	expect(words).toContain('Gifts given: 2');
	expect(words).toMatch(/C-1003\s+06 39 98 00 12\s+\S+/);

	const file = await download;
	expect(file.suggestedFilename()).toBe('result.csv');
	expect(readFileSync(await file.path(), 'utf8')).toMatch(/C-1003,Cem Sample,06 39 98 00 12/);
});

it('a first campaign gives to the fixed row, and to nobody again', async () => {
	const words = await resultOf(await editor.executeForm(), [
		ada,
		ben,
		cem.replace(',06', ',+33 6'),
	]);
	expect(words).toContain('Gifts given: 1');
	expect(words).toContain('2 had the gift already, 0 failed');

	const { data } = await axios.get<Ledger>(`${sandboxUrl}/_sandbox/ledger`, { proxy: false });
	// Other files gave to others, at the same platform.
	const own = data.entries.filter(({ asked }) => asked.clientId.startsWith('First campaign-'));
	expect(own).toMatchObject([
		{ gift: { msisdn: '33639980011', amount: 500 } },
		{ gift: { msisdn: '447700900123', amount: 250 } },
		{ gift: { msisdn: '33639980012', amount: 100 } },
	]);
	expect(editor.problems()).toEqual([]);
});
