import type { Page } from 'playwright-core';
import { barriersOn } from '../support/barriers';
import {
	addCampaign,
	campaignRow,
	createCampaignTables,
	type Batch,
} from '../support/campaignPage';
import { tableRows } from '../support/dataTables';
import { ada, cem, Editor, submitList } from '../support/ui/editor';
import { thePlace } from '../support/ui/place';

const { n8nUrl, client } = thePlace();

let editor: Editor;
let page: Page;

beforeAll(async () => {
	for (const id of ['campaignPlan', 'campaignStatus']) await client.activate(id);
	await createCampaignTables(client);
	editor = await Editor.open();
	({ page } = editor);
});

afterAll(async () => {
	await editor.close();
});

it('a campaign is planned, checked and approved by mouse, on pages that keep nobody out', async () => {
	await page.goto(`${n8nUrl}/form/plan-gift-campaign`);
	const button = 'Check the campaign';
	await page.getByRole('button', { name: button }).waitFor();
	// Forms are n8n's own pages.
	const barriers = () => barriersOn(page, 'minor', 'moderate');
	expect(await barriers()).toEqual([]);

	const fields = { Campaign: 'By mouse', 'Service key': 'LOYALTYDATA01', 'Budget (MB)': '1000' };
	await submitList(page, button, fields, [ada, cem]);
	await page.getByRole('heading', { name: button }).waitFor();
	expect(await page.getByRole('row', { name: 'Planned 500 MB' }).count()).toBe(1);
	const bad = page.getByRole('row', { name: '2 06 39 98 00 12' });
	expect(await bad.innerText()).toContain("'Phone Number' must include the country code");
	expect(await barriers()).toEqual([]);

	await page.getByText('Approve now', { exact: true }).click();
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByRole('heading', { name: 'The campaign is approved' }).waitFor();
	expect(await barriers()).toEqual([]);
	const campaigns = await tableRows(client, 'gift_campaigns');
	const campaign = campaigns.find(({ name }) => name === 'By mouse');
	expect(campaign).toMatchObject({ status: 'running', approvedHash: campaign?.hash });
});

const results = ['given', 'already', 'failed', 'inDoubt', 'optedOut', undefined] as const;

/** Two batches a minute apart, with each result and rows that are left. */
const batches = (): Batch[] =>
	[60_000, 0].map((ago, batch) => ({
		rows: results.map((result, index) => ({
			...{ phone: `336399801${batch}${index}`, mb: 1500, customer: `C-${batch}${index}` },
			...(result && { ended: { result, reason: 'No response' } }),
		})),
		changedAt: new Date(Date.now() - ago).toISOString(),
	}));

/** Opens the status page of a campaign that is made for it. */
async function open(fields: Record<string, unknown>, query = '') {
	const campaign = await addCampaign(client, batches(), fields);
	await page.goto(`${n8nUrl}/webhook/gift-campaign?key=${campaign.key}${query}`);
	return campaign;
}

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
		expect(await barriersOn(page)).toEqual([]);
		const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
		expect(wide).toBeLessThanOrEqual(width);
	});

	it('of an unknown campaign keeps nobody out', async () => {
		await page.goto(`${n8nUrl}/webhook/gift-campaign?key=${'0'.repeat(32)}`);
		await page.getByRole('heading', { name: 'There is no such campaign' }).waitFor();
		expect(await barriersOn(page)).toEqual([]);
	});
});

it('the status page approves with a name only, pauses, resumes, refreshes and cancels by mouse', async () => {
	const campaign = await open({ status: 'planned', approvedHash: '' });
	const press = async (name: string) => await page.getByRole('button', { name }).click();
	const reaches = async (status: string, words: string) => {
		await page.getByRole('status').getByText(words).waitFor();
		expect((await campaignRow(client, campaign)).status).toBe(status);
	};
	await press('Approve this list');
	expect((await campaignRow(client, campaign)).status).toBe('planned');
	await page.getByLabel('Your name or email').fill('Cem <cem@example.com>');
	await press('Approve this list');
	await reaches('running', 'Approved. Gifts are sent');
	await page.getByText('Cem <cem@example.com>').waitFor();
	await press('Pause');
	await reaches('paused', 'Paused.');
	await press('Resume');
	await reaches('running', 'runs again');

	// The page after a button is pressed is refreshed to one that was asked for.
	await page.getByRole('status').waitFor({ state: 'detached' });
	expect(await page.locator('.state').innerText()).toBe('Running');
	await page.getByRole('link', { name: 'Stop refreshing' }).click();
	await page.getByRole('link', { name: 'Refresh every 5 seconds' }).waitFor();

	await page.getByRole('link', { name: 'Cancel…' }).click();
	await page.getByRole('heading', { name: 'Cancel this campaign?' }).waitFor();
	expect((await campaignRow(client, campaign)).status).toBe('running');
	await press('Cancel campaign');
	await reaches('canceled', 'Canceled.');
});
