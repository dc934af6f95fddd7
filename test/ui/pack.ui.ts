import type { Browser, Page } from 'playwright-core';

import { launchBrowser, offlineContext } from '../support/browser';
import {
	addCampaign,
	campaignRow,
	createCampaignTables,
	type Batch,
	type Campaign,
} from '../support/campaignPage';
import { tableRows } from '../support/dataTables';
import { barriersOn, inWords, violationsOn } from '../support/ui/barriers';
import { thePlace } from '../support/ui/place';

const { n8nUrl, client } = thePlace();

let browser: Browser;
let page: Page;
let asked: string[];

beforeAll(async () => {
	for (const id of ['campaignPlan', 'campaignStatus']) await client.activate(id);
	await createCampaignTables(client);
	browser = await launchBrowser();
	const context = await offlineContext(browser, { viewport: { width: 1280, height: 900 } });
	page = await context.newPage();
	page.on('request', (request) => asked.push(request.url()));
});

afterAll(async () => {
	await browser.close();
});

beforeEach(() => {
	asked = [];
});

it('a campaign is planned, checked and approved by mouse, on pages that keep nobody out', async () => {
	await page.goto(`${n8nUrl}/form/plan-gift-campaign`);
	const button = page.getByRole('button', { name: 'Check the campaign' });
	await button.waitFor();
	expect(await barriersOn(page)).toEqual([]);

	const rows = [
		'customer,name,phone,operator,megabytes',
		'C-1,Ada Sample,+33 6 39 98 00 11,FR_DEMOTEL,500',
		'C-2,Ben Sample,06 39 98 00 12,FR_DEMOTEL,100',
	];
	await page.getByLabel('Campaign', { exact: true }).fill('By mouse');
	await page.getByLabel('Service key').fill('LOYALTYDATA01');
	await page.getByLabel('Budget (MB)').fill('1000');
	const buffer = Buffer.from(rows.join('\n'));
	const list = { name: 'list.csv', mimeType: 'text/csv', buffer };
	await page.locator('input[type="file"]').setInputFiles(list);
	await button.click();
	await page.getByRole('heading', { name: 'Check the campaign' }).waitFor();
	const facts = page.getByRole('table').first();
	expect(await facts.getByRole('row', { name: 'Planned 500 MB' }).count()).toBe(1);
	const bad = page.getByRole('row', { name: '2 06 39 98 00 12' });
	expect(await bad.innerText()).toContain("'Phone Number' must include the country code");
	expect(await barriersOn(page)).toEqual([]);

	await page.getByText('Approve now', { exact: true }).click();
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByRole('heading', { name: 'The campaign is approved' }).waitFor();
	expect(await barriersOn(page)).toEqual([]);
	const campaigns = await tableRows(client, 'gift_campaigns');
	const campaign = campaigns.find(({ name }) => name === 'By mouse');
	expect(campaign).toMatchObject({ status: 'running', approvedHash: campaign?.hash });
});

const results = [
	{ result: 'given' },
	{ result: 'already' },
	{ result: 'failed', reason: 'SUBSCRIBER_BLACKLISTED' },
	{ result: 'inDoubt', reason: 'No response' },
	{ result: 'optedOut' },
	undefined,
] as const;

/** Two batches a minute apart, with each result and rows that are left. */
const batches = (): Batch[] =>
	[60_000, 0].map((ago, batch) => ({
		rows: results.map((ended, index) => ({
			...{ phone: `336399801${batch}${index}`, mb: 1500, customer: `C-${batch}${index}` },
			...(ended && { ended }),
		})),
		changedAt: new Date(Date.now() - ago).toISOString(),
	}));

/** Opens the status page of a campaign that is made for it. */
async function open(fields: Record<string, unknown>, query = ''): Promise<Campaign> {
	const campaign = await addCampaign(client, batches(), fields);
	await page.goto(`${n8nUrl}/webhook/gift-campaign?key=${campaign.key}${query}`);
	return campaign;
}

const statusOf = async (campaign: Campaign) => (await campaignRow(client, campaign)).status;
const said = (words: string) => page.getByRole('status').getByText(words).waitFor();

/** Whether something is wider than the page. */
const isTooWide = async () =>
	await page.evaluate<boolean>(
		'document.documentElement.scrollWidth > document.documentElement.clientWidth',
	);

describe.each([
	['light', 1280],
	['dark', 360],
] as const)('the status page in %s, %i pixels wide,', (colorScheme, width) => {
	beforeEach(async () => {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 900 });
	});

	it.each([
		['planned', ''],
		['running', ''],
		['running', '&view=cancel'],
		['paused', ''],
		['finished', ''],
		['finished', '&format=report'],
	])('of a %s campaign%s keeps nobody out', async (status, query) => {
		await open({ status, problem: 'A pool is empty' }, query);
		expect((await violationsOn(page)).map(inWords)).toEqual([]);
		expect(await isTooWide()).toBe(false);
		expect(asked.filter((url) => !url.startsWith(n8nUrl))).toEqual([]);
	});

	it('of an unknown campaign keeps nobody out', async () => {
		await page.goto(`${n8nUrl}/webhook/gift-campaign?key=${'0'.repeat(32)}`);
		await page.getByRole('heading', { name: 'There is no such campaign' }).waitFor();
		expect((await violationsOn(page)).map(inWords)).toEqual([]);
	});
});

describe('the status page', () => {
	it('on a phone is one column', async () => {
		await page.setViewportSize({ width: 360, height: 900 });
		await open({ status: 'running' });
		const figures = await page.locator('.figures > div').all();
		const boxes = await Promise.all(figures.map(async (figure) => await figure.boundingBox()));
		expect(boxes).toHaveLength(6);
		expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
	});

	it('pauses and resumes by mouse, and refreshes by itself while it runs', async () => {
		const campaign = await open({ status: 'running' });
		await page.getByRole('button', { name: 'Pause' }).click();
		await said('Paused.');
		expect(await statusOf(campaign)).toBe('paused');
		await page.getByRole('button', { name: 'Resume' }).click();
		await said('runs again');
		expect(await statusOf(campaign)).toBe('running');

		// The page after a button is pressed is refreshed to one that was asked for.
		await page.getByRole('status').waitFor({ state: 'detached' });
		expect(await page.locator('.state').innerText()).toBe('Running');
		await page.getByRole('link', { name: 'Stop refreshing' }).click();
		await page.getByRole('link', { name: 'Refresh every 5 seconds' }).waitFor();
	});

	it('cancels after asking', async () => {
		const campaign = await open({ status: 'paused' });
		await page.getByRole('link', { name: 'Cancel…' }).click();
		await page.getByRole('heading', { name: 'Cancel this campaign?' }).waitFor();
		expect(await statusOf(campaign)).toBe('paused');
		await page.getByRole('button', { name: 'Cancel campaign' }).click();
		await said('Canceled.');
		expect(await statusOf(campaign)).toBe('canceled');
	});

	it('approves with a name only', async () => {
		const campaign = await open({ status: 'planned', approvedHash: '' });
		await page.getByRole('button', { name: 'Approve this list' }).click();
		expect(await statusOf(campaign)).toBe('planned');
		await page.getByLabel('Your name or email').fill('Cem <cem@example.com>');
		await page.getByRole('button', { name: 'Approve this list' }).click();
		await page.getByText('Approved. Gifts are sent').waitFor();
		await page.getByText('Cem <cem@example.com>').waitFor();
	});
});
