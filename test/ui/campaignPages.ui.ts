import type { Browser, Page } from 'playwright-core';
import { checkPage } from '../../campaign/checkPage';
import { reportOf } from '../../campaign/report';
import { statusPage } from '../../campaign/statusPage';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';
import { checked, running } from '../support/campaign/pages';

const keys = { viewKey: 'view-key', controlKey: 'control-key' };

const status = (changes: Parameters<typeof running>[0], view?: 'cancel') =>
	statusPage({
		...{ report: reportOf(running(changes)), right: 'control', keys, zone: 'Europe/Vienna' },
		...(view && { view }),
	}).html;

const pages: [string, string][] = [
	[
		'check',
		checkPage(checked('A list with a long name, and no blank in SpringAndSummerCampaign2026')),
	],
	['status', status({ problem: 'The pool is empty' })],
	['changed', status({ budget: 3_000_000 })],
	['planned', status({ status: 'planned', approved: '' })],
	['cancel', status({}, 'cancel')],
];

let browser: Browser;
let page: Page;

beforeAll(async () => {
	browser = await launchBrowser();
	page = await browser.newPage();
});

afterAll(async () => {
	await browser.close();
});

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
	it.each([390, 768, 1280])(
		'the pages of a campaign keep nobody out at %i pixels',
		async (width) => {
			await page.emulateMedia({ colorScheme });
			await page.setViewportSize({ width, height: 900 });
			for (const [name, text] of pages) {
				await page.setContent(text);
				expect([name, await barriersOn(page)]).toEqual([name, []]);
				// Only tables scroll sideways.
				const overhang =
					'document.documentElement.scrollWidth - document.documentElement.clientWidth';
				expect([name, await page.evaluate(overhang)]).toEqual([name, 0]);
			}
		},
	);
});
