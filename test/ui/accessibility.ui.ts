import axios from 'axios';
import type { Browser, Page } from 'playwright-core';

import { launchBrowser } from '../support/browser';
import { barriersOn } from '../support/ui/barriers';
import { thePlace } from '../support/ui/place';

const { sandboxUrl } = thePlace();

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await launchBrowser();
	page = await browser.newPage();
	// Something in each table: empty ones have nothing to check.
	const control = axios.create({ baseURL: `${sandboxUrl}/_sandbox`, proxy: false });
	await control.post('/demo');
	const url = `${sandboxUrl}/_sandbox/inbox/chat`;
	await control.post('/notifications/fire', { url, serviceKey: 'GAMECLUB04' });
});

afterAll(async () => {
	await browser.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	beforeEach(async () => {
		await page.emulateMedia({ colorScheme });
	});

	it('the console keeps nobody out', async () => {
		await page.goto(sandboxUrl);
		await page.locator('#inbox tbody tr').first().waitFor();
		await page.locator('#payments tbody tr').first().waitFor();
		expect(await barriersOn(page, 15)).toEqual([]);
	});

	it('the page that asks for the handset keeps nobody out', async () => {
		const timestamp = String(Math.floor(Date.now() / 1000));
		const returnurl = `${sandboxUrl}/shop`;
		const query = new URLSearchParams({ apikey: 'GAMECLUB04', returnurl, timestamp });
		await page.goto(`${sandboxUrl}/payment/pages/subIdentify.jsf?${query}`);
		await page.getByLabel('Your number').waitFor();
		expect(await barriersOn(page, 15)).toEqual([]);
	});
});

it('the check finds a barrier where there is one', async () => {
	await page.goto(sandboxUrl);
	const barrier = '<main><img src=\\"data:,\\"></main>';
	await page.evaluate(`document.body.insertAdjacentHTML('beforeend', "${barrier}")`);
	expect(await barriersOn(page, 15)).toEqual([expect.stringMatching(/^image-alt: /)]);
});
