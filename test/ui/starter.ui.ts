import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { writeWorkbook } from '../../lists/workbook/write';
import { projectRoot } from '../../scripts/host/paths';
import { addresses } from '../../scripts/try/addresses';
import { formLogin } from '../../scripts/try/credentials';
import { campaignFormUrl, campaignWorkflow } from '../../scripts/try/workflows';
import { launchBrowser } from '../support/browser';
import { Form } from '../support/form';
import { cutOffOn } from '../support/ui/cutOff';
import { shows } from '../support/ui/editor';
import { ready, Workspace } from '../support/workspace';

let workspace: Workspace;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publish({ starterForm: ready(campaignWorkflow, workspace.sandbox.url) });
	await Form.open(campaignFormUrl(workspace.url), { auth: formLogin });
	browser = await launchBrowser();
	const viewport = { width: 390, height: 844 };
	const context = await browser.newContext({ viewport, httpCredentials: formLogin });
	context.setDefaultTimeout(25_000);
	// n8n's forms ask for a font on the internet.
	await context.route(/^(?!http:\/\/127\.0\.0\.1:)/, (route) => route.abort());
	page = await context.newPage();
});

afterAll(async () => {
	await browser.close();
	await workspace.close();
});

const file = (text: string | Buffer) => {
	const [name, mimeType] =
		typeof text === 'string' ? ['list.csv', 'text/csv'] : ['Kunden.xlsx', ''];
	return { name, mimeType, buffer: Buffer.from(text) };
};

/** Opens the form, and submits a list. */
async function submits(campaign: string, list: string | Buffer, megabytes = ''): Promise<void> {
	await page.goto(campaignFormUrl(workspace.url));
	await page.getByLabel('Campaign').fill(campaign);
	await page.getByLabel('List (workbook or CSV file)').setInputFiles(file(list));
	await page.getByLabel('MB for rows without an amount').fill(megabytes);
	await page.getByRole('button', { name: 'Check the list' }).click();
}

/** Waits for a page that fits on a phone, and gives its words. */
async function sees(title: string): Promise<string> {
	const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
	await shows(async () => await heading.first().innerText(), title);
	expect([title, await cutOffOn(page)]).toEqual([title, []]);
	return await page.locator('body').innerText();
}

async function chooses(label: RegExp | string, option: string): Promise<void> {
	await page.getByLabel(label).selectOption(option);
}

async function goesOn(): Promise<void> {
	await page.getByRole('button', { name: 'Continue' }).click();
}

const given = (campaign: string) =>
	workspace.sandbox.world.ledger.entries
		.filter(({ asked }) => String((asked as { clientId?: string }).clientId).startsWith(campaign))
		.flatMap(({ gift }) => (gift ? [[gift.msisdn, gift.amount]] : []));

/** Gives what the page shows. */
async function gives(title: string, result: string): Promise<string> {
	await chooses('What now?', title.slice(0, -1));
	await goesOn();
	return await sees(result);
}

it('the starter form works as npm run try prints it', async () => {
	const printed = addresses(workspace.url, workspace.sandbox.url, '');
	const [line = ''] = printed.split('\n').filter((one) => one.startsWith('Give '));
	const found = /^Give +(\S+) .*log in as (\S+), (\S+); submit (\S+), and choose “(.+)”/.exec(line);
	const [, url = '', username, password, list = '', choice = ''] = found ?? [];
	expect({ username, password }).toEqual(formLogin);
	await page.goto(url);
	await page.getByLabel('Campaign').fill('Sample');
	await page.getByLabel('List (workbook or CSV file)').setInputFiles(join(projectRoot, list));
	await page.getByRole('button', { name: 'Check the list' }).click();
	expect(await sees('1 question about your list')).toContain('2 numbers have no country code');
	await chooses(/Which country/, 'Germany');
	await goesOn();
	const landlines =
		"2 numbers are of a landline or of another kind that isn't mobile: rows 48, 85.";
	expect(await sees('Give 106,184 MB to 187 customers?')).toContain(landlines);
	await chooses('What now?', 'Change the list, or how it is read');
	await goesOn();
	expect(await sees('Change the list, or how it is read')).toContain(
		'such as 17604069001 of Germany',
	);
	await chooses('Country of numbers', choice);
	await goesOn();
	const title = 'Give 105,184 MB to 185 customers?';
	const words = await sees(title);
	expect(words).toContain('+33639982513');
	expect(words).toContain('Sweden (+46): 2 numbers. 2 duplicates left out.');
	expect(words).toContain('13 rows get nothing');
	expect(given('Sample')).toEqual([]);
	expect(await gives(title, 'Gifts given: 180')).not.toMatch(/this item|Get Balance/);
	expect(given('Sample')).toHaveLength(180);
});

const national = 'Name;Handy;Guthaben\nAda;0176 04069001;1,5\nBo;0176 04069002;2\n';

it('the starter form asks about settings that the list leaves open, keeps the answers, and shows the gifts', async () => {
	await submits('Asked', national);
	const words = await sees('2 questions about your list');
	expect(words).toContain('2 numbers have no country code');
	await chooses(/Which country/, 'Germany');
	await chooses(/no column with amounts/, '3: Guthaben');
	await chooses('Unit', 'GB');
	await goesOn();
	expect(await sees('Give 3,584 MB to 2 customers?')).toContain('of Germany (+49)');
	await chooses('What now?', 'Change the list, or how it is read');
	await goesOn();
	await sees('Change the list, or how it is read');
	expect(await page.getByLabel('Country of numbers').inputValue()).toBe('Germany');
	await chooses('Unit', 'MB');
	await goesOn();
	const other = 'Give 3.5 MB to 2 customers?';
	await sees(other);
	expect(given('Asked')).toEqual([]);
	await gives(other, 'Gifts given: 2');
	expect(given('Asked')).toEqual([
		['4917604069001', 1.5],
		['4917604069002', 2],
	]);
});

it.each<[string, string, string, string]>([
	['an amount below 0', 'phone\n+33639980021\n', '-1', "'MB for rows without an amount' must"],
	['an empty file', '', '', 'The list is empty'],
	['no rows', 'phone,megabytes\n', '', 'The list has no rows'],
])(
	'the starter form names the fault of %s, and goes on from there',
	async (name, list, megabytes, reason) => {
		await submits(name, list, megabytes);
		await page.getByRole('heading', { name: reason }).waitFor();
		if (megabytes === '') {
			const again = file('phone,megabytes\n+33639980021,7\n');
			await page.getByLabel('List', { exact: true }).setInputFiles(again);
		} else {
			expect(await page.getByLabel('MB for rows').inputValue()).toBe(megabytes);
			await page.getByLabel('MB for rows').fill('7');
		}
		await goesOn();
		await sees('Give 7 MB to 1 customer?');
		await gives('Give 7 MB to 1 customer?', 'Gifts given: 1');
		expect(given(name)).toEqual([['33639980021', 7]]);
	},
);

it('the starter form takes a German workbook with umlauts and numbers as people write them, to the end', async () => {
	const number = (value: number) => ({ value: String(value), style: 0 });
	const rows = [
		['Kunde', 'Name', 'Handynummer', 'Tarif', 'Datenvolumen (GB)'],
		['K-1', 'Jürgen Müßig', '0049 176 04069011', 'Größe M', number(1.5)],
		['K-2', 'Änne Groß', '0176/04069-012', 'Größe L', number(2)],
		['', 'Ülkü Öztürk', '+49 (0)176 04069013', 'Größe S', number(0.5)],
		['', 'Summe', '', '', number(4)],
	].map((cells, at) => ({ row: at + 1, cells }));
	const look = { formats: [{ id: 0, isDate: false }], is1904: false };
	const workbook = Buffer.concat([...writeWorkbook('Kunden', rows, look)]);
	await submits('Frühling 2026', workbook);
	expect(await sees('1 question about your list')).toContain('Which country is it from?');
	await chooses(/Which country/, 'Germany');
	await goesOn();
	const title = 'Give 4,096 MB to 3 customers?';
	const words = await sees(title);
	for (const own of ['Campaign Frühling 2026.', 'Ülkü Öztürk', '+4917604069013', 'Summe']) {
		expect(words).toContain(own);
	}
	const downloads = page.waitForEvent('download');
	const result = await gives(title, 'Gifts given: 3');
	expect(result).toContain('Campaign Frühling 2026, 4 rows: 1 left out, 0 failed');
	expect(result).toContain('Summe');
	expect((await downloads).suggestedFilename()).toBe('result.xlsx');
	expect(given('Frühling 2026')).toEqual([
		['4917604069011', 1536],
		['4917604069012', 2048],
		['4917604069013', 512],
	]);
	await submits('Frühling  2026 ', workbook);
	await chooses(/Which country/, 'Germany');
	await goesOn();
	expect(await gives(title, 'Gifts given: 0')).toContain('3 had the gift already');
});

it('the starter form takes another list in place of an answer, without the answers about the columns of the first', async () => {
	await submits('Another', 'Telefon;Guthaben;Punkte\n+33639980031;7;9\n');
	await sees('1 question about your list');
	await chooses(/no column with amounts/, '3: Punkte');
	const other = file('phone,megabytes,Punkte\n+33639980032,7,9\n');
	await page.getByLabel('Another list in place of this one').setInputFiles(other);
	await goesOn();
	await sees('Give 7 MB to 1 customer?');
	await submits('Another', 'Handy;MB\n0176 04069001;5\n0176 04069002;5\n');
	await sees('1 question about your list');
	await page.getByLabel('Another list in place of this one').setInputFiles(other);
	await goesOn();
	await gives('Give 7 MB to 1 customer?', 'Gifts given: 1');
	expect(given('Another')).toEqual([['33639980032', 7]]);
});
