import { readFileSync } from 'node:fs';

import type { AxeResults } from 'axe-core';
import axios from 'axios';
import type { Browser, Page } from 'playwright-core';

import { launchBrowser } from '../support/browser';
import { thePlace } from './support/place';

const { sandboxUrl } = thePlace();
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await launchBrowser();
	await fillTheBooks();
});

afterAll(async () => {
	await browser.close();
});

beforeEach(async () => {
	page = await browser.newPage();
});

afterEach(async () => {
	await page.close();
});

/** Something in each table: empty ones have nothing to check. */
async function fillTheBooks(): Promise<void> {
	const control = axios.create({ baseURL: `${sandboxUrl}/_sandbox`, proxy: false });
	await control.post('/demo');
	for (const inbox of ['chat', 'shop']) {
		const url = `${sandboxUrl}/_sandbox/inbox/${inbox}`;
		await control.post('/notifications/fire', { url, serviceKey: 'GAMECLUB04' });
	}
}

/** What axe finds that keeps people out, in words. */
async function barriers(): Promise<string[]> {
	await page.evaluate(axe);
	const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');
	expect(passes.length).toBeGreaterThan(15);
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	it('the console keeps nobody out', async () => {
		await page.emulateMedia({ colorScheme });
		await page.goto(sandboxUrl);
		await page.getByText('Send a sample notification').click();
		await page.locator('#inbox tbody tr').first().waitFor();
		await page.locator('#payments tbody tr').first().waitFor();
		expect(await barriers()).toEqual([]);
	});

	it('the page that asks for the handset keeps nobody out', async () => {
		await page.emulateMedia({ colorScheme });
		const timestamp = String(Math.floor(Date.now() / 1000));
		const returnurl = `${sandboxUrl}/shop`;
		const query = new URLSearchParams({ apikey: 'GAMECLUB04', returnurl, timestamp });
		await page.goto(`${sandboxUrl}/payment/pages/subIdentify.jsf?${query}`);
		await page.getByLabel('Your number').waitFor();
		expect(await barriers()).toEqual([]);
	});
});

it('the check finds a barrier where there is one', async () => {
	await page.goto(sandboxUrl);
	await page.evaluate(
		"document.body.insertAdjacentHTML('beforeend', '<main><img src=\"data:,\"></main>')",
	);
	expect(await barriers()).toEqual([expect.stringMatching(/^image-alt: /)]);
});
