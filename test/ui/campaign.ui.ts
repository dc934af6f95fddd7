import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from 'playwright-core';

import { campaignWorkflow } from '../../scripts/try/workflows';
import { SandboxControl } from '../support/sandboxControl';
import { Editor } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const { sandboxUrl } = thePlace();
const control = new SandboxControl(sandboxUrl);

const CAMPAIGN = 'First campaign';
const HEADER = 'customer,name,phone,operator,megabytes';
const good = [
	'C-1,Ada Sample,+33 6 39 98 00 11,FR_DEMOTEL,500',
	'C-2,Ben Sample,0044 7700 900123,GB_SAMPLECELL,250',
];
const wrong = 'C-3,Cem Sample,06 39 98 00 12,FR_DEMOTEL,100';
const fixed = 'C-3,Cem Sample,+33 6 39 98 00 12,FR_DEMOTEL,100';

let editor: Editor;
let files: Server;

beforeAll(async () => {
	editor = await Editor.open();
	files = createServer((_, response) => {
		response.setHeader('Content-Type', 'application/json');
		response.end(readFileSync(campaignWorkflow.file));
	});
	await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	await editor.close();
	files.close();
});

/**
 * Submits a list on the form; gives the page, once it shows the result. The page stays open:
 * n8n leaves the execution waiting when it is closed within its first second.
 */
async function submit(form: Page, rows: string[]): Promise<Page> {
	await form.getByLabel('Campaign').fill(CAMPAIGN);
	const buffer = Buffer.from([HEADER, ...rows].join('\n'));
	await form
		.locator('input[type="file"]')
		.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
	await form.getByRole('button', { name: 'Assign data gifts' }).click();
	await form.getByRole('heading', { name: 'Gifts given' }).waitFor();
	return form;
}

it('a first campaign begins with the starter campaign, imported from an address', async () => {
	const { port } = files.address() as AddressInfo;
	await editor.newWorkflow();
	await editor.importFromUrl(`http://127.0.0.1:${port}/starter.json`);
	expect(await editor.nodes().count()).toBe(7);
});

it('a first campaign takes a credential, says what is wrong with it, and when it is right', async () => {
	await editor.openNode('Assign data gifts');
	const dialog = await editor.panel.newCredential();
	const values = {
		'Base Address': sandboxUrl,
		'Client ID': 'demo-client',
		'Client Secret': 'demo-secret',
		'User Name': 'demo-merchant',
		Password: 'not-the-password',
	};
	// n8n adds the last one to every credential with `authenticate`.
	const others = ['Advanced', 'Allowed HTTP Request Domains'];
	expect(await dialog.labels()).toEqual([...Object.keys(values), ...others]);
	await dialog.fill(values);
	await dialog.save();
	expect(await dialog.failure()).toContain('Wrong user name or password');

	await dialog.fill({ Password: 'demo-password' });
	await dialog.save();
	await dialog.isClosed();
	await editor.panel.editCredential();
	expect(await dialog.success()).toContain('Connection tested successfully');
	await dialog.close();
	expect(await editor.panel.credentialName()).toMatch(/^Mobile Billing account \d+$/);
});

it('a first campaign offers the services of the account by name', async () => {
	await editor.panel.pickFromList('Service', 'Loyalty Data (LOYALTYDATA01)');
	expect(await editor.panel.picked('Service')).toBe('Loyalty Data (LOYALTYDATA01)');
	await editor.panel.close();
});

it('a first campaign gives to the good rows, shows why one failed, and lets it be downloaded', async () => {
	const form = await editor.executeForm();
	const download = form.waitForEvent('download');
	const page = await submit(form, [...good, wrong]);
	const words = await page.locator('body').innerText();
	expect(words).toContain('Gifts given: 2');
	expect(words).toMatch(/C-3\s+06 39 98 00 12\s+\S+/);

	const file = await download;
	expect(file.suggestedFilename()).toBe('failed.csv');
	expect(readFileSync(await file.path(), 'utf8')).toMatch(/C-3,Cem Sample,06 39 98 00 12/);
});

it('a first campaign gives to the fixed row, and to nobody again', async () => {
	const page = await submit(await editor.executeForm(), [...good, fixed]);
	const words = await page.locator('body').innerText();
	expect(words).toContain('Gifts given: 1');
	expect(words).toContain('2 skipped as duplicates, 0 failed');

	const gifts = (await control.ledger()).flatMap(({ gift }) => gift ?? []);
	expect(gifts.map(({ msisdn, amount }) => [msisdn, amount])).toEqual([
		['33639980011', 500],
		['447700900123', 250],
		['33639980012', 100],
	]);
	expect(editor.problems()).toEqual([]);
});
