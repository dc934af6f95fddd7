import { readFileSync } from 'node:fs';
import axios from 'axios';
import type { Page } from 'playwright-core';
import { allHaveCodes } from '../../lists/settingChoices';
import { deskUrl } from '../../scripts/try/campaign';
import { formLogin } from '../../scripts/try/credentials';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { waitFor } from '../../scripts/host/wait';
import { giftPath } from '../support/platform';
import { barriersOn } from '../support/barriers';
import { tableRows } from '../support/dataTables';
import { storeCampaign } from '../support/sampleCampaign';
import { cutOffOn } from '../support/ui/cutOff';
import { ada, ben, cem, Editor, screen } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const { n8nUrl, client, sandboxUrl } = thePlace();

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
const state = (words: string | RegExp) => page.locator('.state').getByText(words, { exact: true });
const unfold = () => page.getByText('How the list was read').click();

/** Fills in the form of the desk or of a draft, and sends it. */
async function submit(
	fields: Record<string, string>,
	rows: string[],
	header = 'customer;name;phone;operator;MB;Remark',
	button = 'Check the list',
): Promise<void> {
	for (const [label, text] of Object.entries(fields)) {
		// The text of a label has the options of its choice, too.
		if (label === 'Service') await page.getByRole('combobox', { name: label }).selectOption(text);
		else await page.getByLabel(label, { exact: true }).fill(text);
	}
	const buffer = Buffer.from([header, ...rows].join('\n'));
	await page
		.getByLabel('List (workbook or CSV file)')
		.setInputFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer });
	await press(button);
}

/** The file behind a link. */
async function downloaded(words: string): Promise<{ name: string; csv: string }> {
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: words }).first().click();
	const file = await download;
	return { name: file.suggestedFilename(), csv: readFileSync(await file.path(), 'utf8') };
}

/** The row with another separator and a column that isn't known. */
const line = (row: string) => `${row.replaceAll(',', ';')};VIP`;
const eva = 'C-1005,Eva Sample,+33 6 39 98 00 15,FR_DEMOTEL,500';
const dana = 'C-1004,Dana Sample,+33 6 39 98 00 14,FR_DEMOTEL,a lot';
const fields = {
	'Campaign Name': 'By mouse',
	Service: 'LOYALTYDATA01',
	'Budget (MB)': '1000',
	// A campaign ends 30 seconds after its start at the earliest, because clocks differ.
	Start: '2026-01-02T09:00',
};

it('the desk says what is wrong, and keeps what was entered', async () => {
	await page.getByText('Times and rate').click();
	await submit(fields, [cem].map(line));
	await page.getByRole('alert').getByText('Nothing is planned yet').waitFor();
	for (const [label, text] of Object.entries(fields)) {
		const role = label === 'Service' ? page.getByRole('combobox', { name: label }) : undefined;
		const field = role ?? page.getByLabel(label, { exact: true });
		expect(await field.inputValue()).toBe(text);
	}
	expect(await barriersOn(page)).toEqual([]);
});

it('a campaign is planned with a file, checked, approved, run, and read as CSV, on a phone', async () => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.getByLabel('Country of numbers').selectOption(allHaveCodes);
	await page.getByText('Choose another list').click();
	await submit({}, [ada, ben, cem, dana, ada].map(line), undefined, 'Read again');
	await page.getByRole('heading', { name: 'By mouse' }).waitFor();
	await state('Waiting for approval').waitFor();
	await unfold();
	await page.getByRole('row', { name: /^Remark .*Not used/ }).waitFor();
	await page.getByRole('row', { name: /^phone .*Phone Number .* → \+33639980011/ }).waitFor();
	await page.getByRole('heading', { name: 'Left out: 3 rows' }).waitFor();
	await page
		.getByRole('heading', { name: /^2 customers in .* get 750 MB of Loyalty Data, now/ })
		.waitFor();
	expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);

	await press('Approve');
	await state('Waiting for approval').waitFor();
	await page.getByLabel('Your name or email').fill('Cem <cem@example.com>');
	await press('Approve');
	await page.getByText('Cem <cem@example.com>').waitFor();
	// The page refreshes by itself.
	await state('Finished').waitFor();
	await page.getByRole('heading', { name: '2 of 2 rows done, 100%' }).waitFor();
	expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);

	const toCorrect = await downloaded('Download the rows to correct');
	expect(toCorrect.name).toBe('By-mouse-to-correct.csv');
	// Ada's second row is a duplicate: nobody is to get a gift by correcting it.
	expect(toCorrect.csv.trim().split('\r\n')).toEqual([
		expect.stringMatching(/customer;name;phone;operator;MB;Remark;result;reason$/),
		expect.stringMatching(/^C-1003;.*;Left out;.*country code/),
		expect.stringMatching(/^C-1004;.*;a lot;VIP;Left out;.*'Amount \(MB\)'/),
	]);
	const { name, csv } = await downloaded('Download the list with its results');
	expect(name).toBe('By-mouse.csv');
	expect(csv.trim().split('\r\n')).toHaveLength(1 + 5);
	expect(csv).toMatch(/^\uFEFFcustomer;name;phone;operator;MB;Remark;result;reason\r\n/);
	expect(csv).toMatch(/0044 7700 900123;[^\r]*;Given;250 MB to \+447700900123\r/);
});

/** Presses a button or follows a link. */
type Press = (role: 'button' | 'link', name: string) => Promise<void>;

const byMouse: Press = async (role, name) => await page.getByRole(role, { name }).click();

/** Goes from control to control with Tab, as far as the page has some. */
const byKeyboard: Press = async (role, name) => {
	const wanted = page.getByRole(role, { name });
	await wanted.waitFor();
	const isThere = async () => await wanted.evaluate((one) => one.matches(':focus'));
	for (let tabs = 0; !(await isThere()); tabs++) {
		if (tabs > 60) throw new Error(`Tab doesn't reach ${name}`);
		await page.keyboard.press('Tab');
	}
	await page.keyboard.press('Enter');
};

it.each([
	['mouse', byMouse],
	['keyboard', byKeyboard],
])('a campaign is found at the desk, paused, resumed and canceled by %s', async (name, go) => {
	const { campaign } = await storeCampaign(client, { name: `Stored for ${name}` });
	const reaches = async (status: string, words: string | RegExp) => {
		await state(words).waitFor();
		const rows = await tableRows(client, 'mobile_data_campaigns', { name: campaign.name });
		expect(rows).toMatchObject([{ status }]);
	};
	await page.goto(deskUrl(n8nUrl));
	await go('link', campaign.name);
	await go('link', 'Stop refreshing');
	await go('button', 'Pause');
	await reaches('paused', 'Paused');
	await go('button', 'Resume');
	await reaches('running', 'Approved, waiting for its start');
	await go('link', 'Cancel…');
	await go('link', 'Keep campaign');
	await go('link', 'Cancel…');
	await go('button', 'Cancel campaign');
	await reaches('canceled', /^Canceled, /);

	await page.goto(`${n8nUrl}/webhook/mobile-data-campaign?key=${campaign.viewKey}`);
	await state(/^Canceled, /).waitFor();
	expect(await page.getByRole('button').count()).toBe(0);
	await page.goto(`${n8nUrl}/webhook/mobile-data-campaign?key=${campaign.planId}`);
	await page.getByRole('heading', { name: 'There is no such campaign' }).waitFor();
	expect(await barriersOn(page)).toEqual([]);
});

it('a campaign that only fails pauses itself, and says why', async () => {
	await page.goto(deskUrl(n8nUrl));
	await page.getByText('Times and rate').click();
	const body = { code: 'SUBSCRIBER_BLACKLISTED', message: 'blocked', field: 'msisdn' };
	const fault = { kind: 'answer', when: 'before', status: 422, body };
	const faults = `${sandboxUrl}/_sandbox/faults`;
	await axios.put(faults, [{ path: giftPath, method: 'POST', fault }]);
	const rows = Array.from({ length: 120 }, (_, n) => `+9994445${String(n).padStart(5, '0')};5`);
	const named = { ...fields, 'Campaign Name': 'Blocked', 'Rows per Second': '30' };
	await submit(named, rows, 'phone;MB');
	await state('Waiting for approval').waitFor();
	await page.getByLabel('Your name or email').fill('Cem');
	await press('Approve');
	await state('Paused').waitFor();
	await page.getByText('Paused, because rows failed one after the other for one reason.').waitFor();
	await page.getByRole('heading', { name: /^\d+ of 120 rows done, \d+%, \d+ failed$/ }).waitFor();
	await axios.delete(faults);
	expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);
});

it.each([
	['de-AT', 'de', 'ltr', 'Kampagnen mit mobilen Daten', 'Freigeben'],
	['ar', 'ar', 'rtl', 'حملات بيانات الهاتف المحمول', 'موافقة'],
])('a manager whose browser prefers %s reads %s, %s', async (tag, lang, dir, title, approve) => {
	const { campaign } = await storeCampaign(client, { name: `In ${lang}`, status: 'planned' });
	await page.setExtraHTTPHeaders({ 'accept-language': tag });
	try {
		await page.setViewportSize({ width: 390, height: 844 });
		await page.goto(deskUrl(n8nUrl));
		await page.getByRole('heading', { name: title, level: 1 }).waitFor();
		expect(await page.locator('html').getAttribute('lang')).toBe(lang);
		expect(await page.locator('html').getAttribute('dir')).toBe(dir);
		expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);
		await page.goto(`${n8nUrl}/webhook/mobile-data-campaign?key=${campaign.controlKey}`);
		await page.getByRole('button', { name: approve }).waitFor();
		expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);
	} finally {
		await page.setExtraHTTPHeaders({});
		await page.setViewportSize(screen.viewport);
	}
});

it('a planner gives a test gift first, and finds both campaigns by name, on a phone', async () => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(deskUrl(n8nUrl));
	await page.getByText('How the list is read').click();
	await page.getByLabel('Country of numbers').selectOption(allHaveCodes);
	const named = {
		'Campaign Name': 'Summer',
		Service: 'LOYALTYDATA01',
		'Budget (MB)': '1000',
	};
	await submit(named, [ada, eva].map(line));
	await page.getByRole('link', { name: 'Test gift…' }).click();
	await page.getByRole('heading', { name: 'Test Summer' }).waitFor();
	const number = page.getByLabel('Phone number of France, or with its country code');
	await number.fill('06 39');
	await press('Check the number');
	await page.getByRole('alert').getByText('is too short for a number of').waitFor();
	expect(await number.inputValue()).toBe('06 39');
	expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);
	await number.fill('06 39 98 00 19');
	await press('Check the number');
	await page
		.getByRole('heading', { name: '1 customer in France gets 500 MB of Loyalty Data, now.' })
		.waitFor();
	await page.getByLabel('Your name or email').fill('Cem');
	await press('Approve');
	await state('Finished').waitFor();

	await page.getByRole('link', { name: 'All campaigns' }).click();
	await page.getByLabel('Name or part of it').fill('summer');
	await press('Find');
	const found = page.getByRole('region', { name: 'Campaigns' }).getByRole('link');
	expect((await found.allInnerTexts()).sort()).toEqual(['Summer', 'Test Summer']);
	await page.getByRole('heading', { name: 'By month' }).click();
	await page.getByRole('rowheader', { name: /^[A-Z][a-z]{2} 20\d\d$/ }).waitFor();
	expect([await barriersOn(page), await cutOffOn(page)]).toEqual([[], []]);
});

it('an approver reads first who got a gift just now, and that the pools have too little', async () => {
	await page.goto(deskUrl(n8nUrl));
	await page.getByText('How the list is read').click();
	await page.getByLabel('Country of numbers').selectOption(allHaveCodes);
	const named = {
		'Campaign Name': 'Autumn',
		Service: 'LOYALTYDATA01',
		'Budget (MB)': '2000000',
	};
	await submit(named, ['+33 6 39 98 00 19;2000000'], 'phone;MB');
	const sentence =
		/^1 customer in France gets 2,000,000 MB of Loyalty Data, now; 1 of them got a gift \d+ (second|minute)s? ago\.$/;
	await page.getByRole('heading', { name: sentence }).waitFor();
	const warnings = page.getByRole('status').getByRole('listitem');
	await warnings.getByText(/1 of 1 number got a gift .*: 1 in “Test Summer”/).waitFor();
	const pools =
		/^The data pools for these customers have .* MB left, and 2,000,000 MB are planned: .* missing\.$/;
	await warnings.getByText(pools).waitFor();
});

it('a list that can be read in two ways is asked about, and not uploaded again', async () => {
	for (const { width, height } of [
		{ width: 390, height: 844 },
		{ width: 1280, height: 900 },
	]) {
		await page.setViewportSize({ width, height });
		await page.goto(deskUrl(n8nUrl));
		const name = `By country ${width}`;
		const named = { 'Campaign Name': name, Service: 'LOYALTYDATA01', 'Budget (MB)': '1000' };
		const header = `Phone Number;Mobile Phone Number;Data (MB);Note ${width}`;
		await submit(named, ['030 901820;0151 23456780;500'], header);
		await page.getByRole('alert').getByText('more than one column with phone numbers').waitFor();
		await page.getByRole('alert').getByText('has no country code').waitFor();
		await state('Draft').waitFor();
		await page.getByText('List: spring.csv').waitFor();
		const meaningOf = (column: string) => page.getByLabel(`Meaning of ${column}`, { exact: true });
		expect(await meaningOf('Mobile Phone Number').inputValue()).toBe('phone');
		expect(await meaningOf('Phone Number').inputValue()).toBe('unused');
		expect(await barriersOn(page)).toEqual([]);
		const country = page.getByLabel('Country of numbers');
		expect(await country.getAttribute('aria-describedby')).toBe('asked-country');
		await country.selectOption('Germany');
		await meaningOf(`Note ${width}`).selectOption('Amount (MB)');
		await press('Read again');
		const twice =
			"'Column 4' can't be the Amount (MB), because column 3 is. Choose one of the two.";
		await page.getByRole('alert').getByText(twice).waitFor();
		expect(await country.inputValue()).toBe('DE');
		expect(await meaningOf('Data (MB)').inputValue()).toBe('megabytes');
		expect(await barriersOn(page)).toEqual([]);
		await meaningOf(`Note ${width}`).selectOption('Not used');
		await press('Read again');
		await state('Waiting for approval').waitFor();
		await unfold();
		await page.getByRole('row', { name: /0151 23456780 → \+4915123456780/ }).waitFor();
		await page.getByText(/numbers without a code are those of Germany/).waitFor();
		expect(await barriersOn(page)).toEqual([]);

		await page.getByRole('link', { name: 'Change a setting, or how the list is read' }).click();
		await meaningOf('Phone Number').selectOption('Customer');
		await page.getByLabel('Gigabyte').selectOption('1,000 MB');
		await press('Read again');
		await state('Waiting for approval').waitFor();
		await unfold();
		await page.getByText(/Customer in “Phone Number”.*a GB is 1000 MB/).waitFor();
		await page.getByRole('row', { name: /0151 23456780 → \+4915123456780/ }).waitFor();
		const stored = await tableRows(client, 'mobile_data_campaigns', { name });
		expect(stored.map(({ status }) => status)).toEqual(['planned']);

		await page.getByLabel('Your name or email').fill('Cem');
		await press('Approve');
		await page.getByText(/ by Cem$/).waitFor();

		await page.goto(deskUrl(n8nUrl));
		await submit({ ...named, 'Campaign Name': `${name} again` }, ['x;0151 23456781;500'], header);
		await state('Waiting for approval').waitFor();
		await unfold();
		await page.getByText(`As for “${name}”, whose list had the same columns`).waitFor();
		await page.getByRole('row', { name: /0151 23456781 → \+4915123456781/ }).waitFor();
	}
});
