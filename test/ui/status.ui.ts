import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright-core';

import { N8nClient } from '../../scripts/host/n8nClient';
import { launchBrowser } from '../support/browser';
import {
	addCampaign,
	batchesOf,
	campaignRow,
	createCampaignTables,
	publishStatusPage,
	type Batch,
	type Campaign,
} from '../support/campaignPage';
import { inWords, violationsOn } from './support/barriers';
import { owner, thePlace } from './support/place';

const { n8nUrl } = thePlace();
const client = new N8nClient(n8nUrl);
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

let browser: Browser;
let page: Page;
let asked: string[];

beforeAll(async () => {
	browser = await launchBrowser();
	await client.login(owner);
	await createCampaignTables(client);
	await publishStatusPage(client);
});

afterAll(async () => {
	await browser.close();
});

beforeEach(async () => {
	page = await browser.newPage();
	asked = [];
	page.on('request', (request) => asked.push(request.url()));
});

afterEach(async () => {
	await page.close();
});

const open = async ({ key }: Campaign, query = '') => {
	await page.goto(`${n8nUrl}/webhook/gift-campaign?key=${key}${query}`);
};

const state = async () => await page.locator('.state').innerText();

const statusOf = async (campaign: Campaign) => (await campaignRow(client, campaign)).status;

/** Whether something is wider than the page. */
const isTooWide = async () =>
	await page.evaluate<boolean>(
		'document.documentElement.scrollWidth > document.documentElement.clientWidth',
	);

const looks = (['light', 'dark'] as const).flatMap((scheme) =>
	[1280, 360].map((width) => [scheme, width] as const),
);

describe.each(looks)('in %s, %i pixels wide,', (colorScheme, width) => {
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
	])('a %s campaign%s keeps nobody out', async (status, query) => {
		const problem = 'A pool is empty';
		await open(await addCampaign(client, batches(), { status, problem }), query);

		expect((await violationsOn(page)).map(inWords)).toEqual([]);
		expect(await isTooWide()).toBe(false);
		expect(asked.filter((url) => !url.startsWith(n8nUrl))).toEqual([]);
	});

	it('an unknown campaign keeps nobody out', async () => {
		await open({ id: 0, key: '0'.repeat(32), hash: '' });
		await page.getByRole('heading', { name: 'There is no such campaign' }).waitFor();
		expect((await violationsOn(page)).map(inWords)).toEqual([]);
	});
});

it('on a phone is one column', async () => {
	await page.setViewportSize({ width: 360, height: 900 });
	await open(await addCampaign(client, batches(), { status: 'running' }));
	const figures = await page.locator('.figures > div').all();
	const boxes = await Promise.all(figures.map(async (figure) => await figure.boundingBox()));
	expect(boxes).toHaveLength(6);
	expect(new Set(boxes.map((box) => box?.x)).size).toBe(1);
});

it('pauses and resumes by mouse, and refreshes by itself while it runs', async () => {
	const campaign = await addCampaign(client, batches(), { status: 'running' });
	await open(campaign);
	expect(await state()).toBe('Running');

	await page.getByRole('button', { name: 'Pause' }).click();
	await page.getByRole('status').getByText('Paused.').waitFor();
	expect(await statusOf(campaign)).toBe('paused');
	await page.getByRole('button', { name: 'Resume' }).click();
	await page.getByRole('status').getByText('runs again').waitFor();
	expect(await statusOf(campaign)).toBe('running');

	// The page after a button is pressed is refreshed to one that was asked for.
	await page.getByRole('status').waitFor({ state: 'detached' });
	expect(await state()).toBe('Running');
	await page.getByRole('link', { name: 'Stop refreshing' }).click();
	await page.getByRole('link', { name: 'Refresh every 5 seconds' }).waitFor();
	const before = asked.length;
	await page.waitForTimeout(6_000);
	expect(asked).toHaveLength(before);
});

it('cancels after asking', async () => {
	const campaign = await addCampaign(client, batches(), { status: 'paused' });
	await open(campaign);
	await page.getByRole('link', { name: 'Cancel…' }).click();
	await page.getByRole('heading', { name: 'Cancel this campaign?' }).waitFor();
	expect(await statusOf(campaign)).toBe('paused');
	await page.getByRole('button', { name: 'Cancel campaign' }).click();
	await page.getByRole('status').getByText('Canceled.').waitFor();
	expect(await statusOf(campaign)).toBe('canceled');
});

it('approves with a name, and decides what is in doubt', async () => {
	const campaign = await addCampaign(client, batches(), { status: 'planned', approvedHash: '' });
	await open(campaign);
	await page.getByRole('button', { name: 'Approve this list' }).click();
	expect(await statusOf(campaign)).toBe('planned');
	await page.getByLabel('Your name or email').fill('Cem <cem@example.com>');
	await page.getByRole('button', { name: 'Approve this list' }).click();
	await page.getByText('Approved. Gifts are sent').waitFor();
	await page.getByText('Cem <cem@example.com>').waitFor();

	const finished = await addCampaign(client, batches(), { status: 'finished' });
	await open(finished);
	await page.getByRole('button', { name: 'Count as given' }).click();
	await page.getByRole('status').getByText('Counted as given: 2.').waitFor();
	for (const { results } of await batchesOf(client, finished)) {
		expect(results).toContain('{"result":"given","reason":"Decided by a person"}');
	}
});

it('gives the list as a file', async () => {
	await open(await addCampaign(client, batches(), { status: 'finished' }));
	const download = page.waitForEvent('download');
	await page.getByRole('link', { name: 'Download every row' }).click();
	const file = await download;
	expect(file.suggestedFilename()).toBe('Spring.csv');
	const lines = readFileSync(await file.path(), 'utf8')
		.trim()
		.split('\r\n');
	expect(lines).toHaveLength(13);
	expect(lines[3]).toBe('"C-02","33639980102","1500","","failed","SUBSCRIBER_BLACKLISTED"');
});
