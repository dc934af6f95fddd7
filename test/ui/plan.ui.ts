import type { Browser, Page } from 'playwright-core';

import { N8nClient } from '../../scripts/host/n8nClient';
import { planWorkflow } from '../../scripts/try/workflows';
import type { CampaignRow } from '../e2e/support/planning';
import { launchBrowser } from '../support/browser';
import { tableRows } from '../support/dataTables';
import { barriersOn } from './support/barriers';
import { owner, thePlace } from './support/place';

const { n8nUrl } = thePlace();
const client = new N8nClient(n8nUrl);

let browser: Browser;
let page: Page;

beforeAll(async () => {
	await client.login(owner);
	await client.activate(planWorkflow.id);
	browser = await launchBrowser();
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	context.setDefaultTimeout(60_000);
	// n8n's form pages ask for a font on the internet, and this machine may be offline.
	await context.route(/^(?!http:\/\/127\.0\.0\.1:)/, async (route) => {
		await route.abort();
	});
	page = await context.newPage();
});

afterAll(async () => {
	await browser.close();
});

describe('planning in a browser', () => {
	it('begins with a form that keeps nobody out', async () => {
		const url = `${n8nUrl}/form/plan-gift-campaign`;
		await page.goto(url);
		await page.getByRole('button', { name: 'Check the campaign' }).waitFor();
		expect(await barriersOn(page)).toEqual([]);
	});

	it('shows the check on a page that keeps nobody out', async () => {
		const rows = [
			'customer,name,phone,operator,megabytes',
			'C-1,Ada Sample,+33 6 39 98 00 11,FR_DEMOTEL,500',
			'C-2,Ben Sample,06 39 98 00 12,FR_DEMOTEL,100',
		];
		await page.getByLabel('Campaign', { exact: true }).fill('By mouse');
		await page.getByLabel('Service key').fill('LOYALTYDATA01');
		await page.getByLabel('Budget (MB)').fill('1000');
		const buffer = Buffer.from(rows.join('\n'));
		await page
			.locator('input[type="file"]')
			.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer });
		await page.getByRole('button', { name: 'Check the campaign' }).click();
		await page.getByRole('heading', { name: 'Check the campaign' }).waitFor();

		const facts = page.getByRole('table').first();
		await expect(facts.getByRole('row', { name: 'Planned 500 MB' }).count()).resolves.toBe(1);
		const bad = page.getByRole('row', { name: '2 06 39 98 00 12' });
		expect(await bad.innerText()).toContain("'Phone Number' must include the country code");
		expect(await barriersOn(page)).toEqual([]);
	});

	it('approves by mouse', async () => {
		await page.getByText('Approve now', { exact: true }).click();
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.getByRole('heading', { name: 'The campaign is approved' }).waitFor();
		expect(await barriersOn(page)).toEqual([]);

		const campaigns = await tableRows<CampaignRow>(client, 'gift_campaigns');
		const campaign = campaigns.find(({ name }) => name === 'By mouse');
		expect(campaign).toMatchObject({ status: 'running', approvedHash: campaign?.hash });
	});
});
