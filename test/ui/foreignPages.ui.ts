import type { Browser, Page } from 'playwright-core';
import { deskUrl } from '../../scripts/try/campaign';
import { formLogin } from '../../scripts/try/credentials';
import { campaignsWorkflow } from '../../scripts/try/workflows';
import { waitFor } from '../../scripts/host/wait';
import { launchBrowser } from '../support/browser';
import { tableRows } from '../support/dataTables';
import { startEndpoint, type Endpoint } from '../support/endpoint';
import { storeCampaign } from '../support/sampleCampaign';
import { thePlace } from '../support/ui/place';

const { n8nUrl, client } = thePlace();

let browser: Browser;
let page: Page;
let foreign: Endpoint;
/** The form of the page elsewhere. */
let form = '';

beforeAll(async () => {
	await client.activate(campaignsWorkflow.id);
	foreign = await startEndpoint(() => ({ headers: { 'content-type': 'text/html' }, body: form }));
	browser = await launchBrowser();
	const context = await browser.newContext({ httpCredentials: formLogin });
	page = await context.newPage();
	// The browser keeps the login from here on.
	const desk = async () => (await page.goto(deskUrl(n8nUrl)))?.status() === 200;
	await waitFor('the desk', desk, { timeoutMs: 30_000 });
});

afterAll(async () => {
	await browser.close();
	await foreign.close();
});

const buffer = Buffer.from('phone;megabytes\n+33639980011;5\n');
const file = { name: 'list.csv', mimeType: 'text/csv', buffer };
const fieldsOf = (campaign: string) => ({
	campaign,
	service: 'LOYALTYDATA01',
	budget: '1000',
	country: 'international',
});

/** Opens a page of another origin, and sends its form. */
async function sendFromElsewhere(action: string, fields: Record<string, string>) {
	const inputs = Object.entries(fields).map(
		([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
	);
	form = `<form method="post" enctype="multipart/form-data" action="${action}">${inputs.join('')}<input type="file" name="list"><button>Win</button></form>`;
	await page.goto(foreign.url.replace('127.0.0.1', 'localhost'));
	await page.locator('input[type=file]').setInputFiles(file);
	const answered = page.waitForResponse((response) => response.request().method() === 'POST');
	await page.getByRole('button', { name: 'Win' }).click();
	return await answered;
}

const stored = async (name: string) => await tableRows(client, 'mobile_data_campaigns', { name });

it('a form of another origin plans nothing with the cached login, and leaves nothing in the form', async () => {
	const { campaign } = await storeCampaign(client, { name: 'Foreign draft', status: 'planned' });
	const { viewKey, controlKey } = campaign;
	const guesses: [query: string, token: object][] = [
		['', {}],
		['', { token: '1.x' }],
		[`?draft=${viewKey}`, {}],
		[`?draft=${viewKey}`, { token: controlKey }],
	];
	for (const [query, token] of guesses) {
		const fields = { ...fieldsOf('Stolen'), ...token };
		const response = await sendFromElsewhere(`${deskUrl(n8nUrl)}${query}`, fields);
		expect(response.status()).toBe(422);
		const headers = await response.request().allHeaders();
		expect(headers).toMatchObject({
			'sec-fetch-site': 'cross-site',
			authorization: expect.stringMatching(/^Basic /) as string,
		});
		await page.getByRole('alert').getByText('The form was not opened at this desk').waitFor();
		expect(await page.getByLabel('Campaign Name').inputValue()).toBe('');
		expect(await page.getByLabel('List (workbook or CSV file)').count()).toBe(1);
	}
	expect(await stored('Stolen')).toEqual([]);
	expect(await stored('Foreign draft')).toMatchObject([{ round: 0 }]);
});

it("the desk's own form plans, though its origin is opaque, too", async () => {
	await page.goto(deskUrl(n8nUrl));
	const fields = { 'Campaign Name': 'Own form', 'Budget (MB)': '1000' };
	for (const [label, text] of Object.entries(fields)) {
		await page.getByLabel(label, { exact: true }).fill(text);
	}
	await page.getByRole('combobox', { name: 'Service' }).selectOption('LOYALTYDATA01');
	await page.getByLabel('List (workbook or CSV file)').setInputFiles(file);
	const answered = page.waitForRequest((request) => request.method() === 'POST');
	await page.getByRole('button', { name: 'Check the list' }).click();
	expect(await (await answered).allHeaders()).toMatchObject({ origin: 'null' });
	await page.getByRole('heading', { name: 'Own form' }).waitFor();
	expect(await stored('Own form')).toMatchObject([{ status: 'planned' }]);
});

it('nobody without the control key can press a button of a campaign', async () => {
	const { campaign } = await storeCampaign(client, { name: 'Foreign button' });
	const pageUrl = `${n8nUrl}/webhook/mobile-data-campaign`;
	for (const key of ['', campaign.planId, campaign.viewKey]) {
		const response = await sendFromElsewhere(`${pageUrl}?key=${key}`, { action: 'cancel' });
		expect(response.status()).toBe(key === campaign.viewKey ? 409 : 404);
	}
	expect(await stored('Foreign button')).toMatchObject([{ status: campaign.status }]);
	await page.goto(`${pageUrl}?key=${campaign.controlKey}`);
	const forms = await page.locator('form').all();
	const actions = await Promise.all(forms.map(async (one) => await one.getAttribute('action')));
	expect(actions.length).toBeGreaterThan(0);
	for (const action of actions) expect(action).toContain(campaign.controlKey);
});
