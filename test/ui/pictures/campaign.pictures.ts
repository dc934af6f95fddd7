import type { Browser, Page } from 'playwright-core';

import { figuresOf, planCampaign, press, sampleRows } from '../../../scripts/try/campaign';
import { packWorkflows } from '../../../scripts/try/workflows';
import { waitFor } from '../../../scripts/host/wait';
import { launchBrowser } from '../../support/browser';
import { pictureScale, takePicture } from '../../support/ui/picture';
import { thePlace } from '../../support/ui/place';

const { n8nUrl, client } = thePlace();

let browser: Browser;
let page: Page;

beforeAll(async () => {
	for (const { id } of packWorkflows) await client.activate(id);
	browser = await launchBrowser();
	const viewport = { width: 1000, height: 880 };
	page = await browser.newPage({ viewport, deviceScaleFactor: pictureScale });
});

afterAll(async () => {
	await browser.close();
});

const plan = { campaign: 'spring-2026', service: 'LOYALTYDATA01', budget: 150_000 };

it('the check of a plan', async () => {
	const list = `customer,name,phone,operator,megabytes
C-1001,Ada Sample,+33 6 39 98 00 11,FR_DEMOTEL,500
C-1002,Ben Sample,0044 7700 900123,GB_SAMPLECELL,250
C-1003,Cem Sample,06 39 98 00 12,FR_DEMOTEL,100
C-1004,Dana Sample,+33 6 39 98 00 14,FR_DEMOTEL,a lot
C-1005,Ada Sample,0033 639980011,FR_DEMOTEL,500
`;
	await page.goto(`${n8nUrl}/form/plan-gift-campaign`);
	await page.getByLabel('Campaign', { exact: true }).fill('summer-2026');
	await page.getByLabel('Service key').fill(plan.service);
	await page.getByLabel('Budget (MB)').fill('2000');
	await page
		.locator('input[type="file"]')
		.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
	await page.getByRole('button', { name: 'Check the campaign' }).click();
	const card = page.locator('.card').first();
	await page.getByText('Approve now').waitFor();
	const box = await card.boundingBox();
	await takePicture('campaign-check', page, box ?? undefined);
});

it('the status page of a campaign under way', async () => {
	const more = Array.from({ length: 400 }, (_, n) => ({
		customer: `C-${n}`,
		phone: `9995${String(n).padStart(8, '0')}`,
		operator: 'XZ_SANDBOX',
		megabytes: 10,
	}));
	const { statusUrl, hash } = await planCampaign(n8nUrl, {
		...plan,
		rows: [...sampleRows(), ...more],
	});
	await press(statusUrl, 'approve', { hash, by: 'Sam Sample' });
	const isHalf = async () => ((await figuresOf(statusUrl)).left < 250 ? true : undefined);
	await waitFor('half of the campaign', isHalf, { timeoutMs: 300_000, everyMs: 500 });
	await page.goto(statusUrl);
	await takePicture('campaign-status', page);
});
