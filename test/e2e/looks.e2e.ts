import type { Browser, Page } from 'playwright-core';
import { formLogin } from '../../scripts/try/credentials';
import { campaignFormUrl, campaignWorkflow } from '../../scripts/try/workflows';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';
import { takesCalls } from '../support/e2e/calling';
import { triggered } from '../support/e2e/drawing';
import { addressOf } from '../support/e2e/notified';
import { Form } from '../support/form';
import { Workspace } from '../support/workspace';

let workspace: Workspace;
let browser: Browser;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publishReady(campaignWorkflow);
	const parameters = { event: 'returnedFromPayment', authentication: 'none' };
	await workspace.publish({ back: triggered('back', 'mobileBillingTrigger', parameters) });
	await Form.open(campaignFormUrl(workspace.url), { auth: formLogin });
	await takesCalls(addressOf(workspace.url, 'back'));
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser.close();
	await workspace.close();
});

/** What n8n's own pages lack, whatever their look: landmarks, and labels of its parts. */
const notOurs = /^(landmark-one-main|region|page-has-heading-one|target-size):/;

/** Looks at a page as a person on a phone does. */
async function look(page: Page, name: string): Promise<void> {
	const barriers = (await barriersOn(page)).filter((barrier) => !notOurs.test(barrier));
	const { sandbox } = workspace;
	const seen = await page.evaluate<[number, string, string[]]>(`[
		document.documentElement.scrollWidth - document.documentElement.clientWidth,
		document.body.innerText,
		[...document.querySelectorAll('h1, p, label, th, td')].map((one) => getComputedStyle(one).textAlign),
	]`);
	const [overhang, text, aligned] = seen;
	const isLeft = aligned.every((align) => ['left', 'start'].includes(align));
	expect([name, barriers, overhang, isLeft]).toEqual([name, [], 0, true]);
	expect(text).not.toContain(new URL(sandbox.url).host);
}

async function submit(page: Page, button: string, next: string): Promise<void> {
	await page.getByRole('button', { name: button }).click();
	await page.getByRole('heading', { name: next }).waitFor();
}

const rows = [
	'customer,name,phone,operator,megabytes',
	'C-1,Ada,+33 6 39 98 00 11,FR_DEMOTEL,100',
	'C-2,Ben Sample With A Long Name,06 39 98 00 12,FR_DEMOTEL,100',
];

describe.each(['light', 'dark'] as const)('on a phone, in %s', (colorScheme) => {
	let page: Page;

	beforeAll(async () => {
		const viewport = { width: 390, height: 844 };
		const options = { viewport, colorScheme, httpCredentials: formLogin };
		const context = await browser.newContext(options);
		context.setDefaultTimeout(60_000);
		// n8n's forms ask for a font on the internet.
		await context.route(/^(?!http:\/\/127\.0\.0\.1:)/, (route) => route.abort());
		page = await context.newPage();
	});

	it('the form that gives data, and its result, can be read', async () => {
		await page.goto(campaignFormUrl(workspace.url));
		await look(page, 'give');
		await page.getByLabel('Campaign').fill(`look ${colorScheme}`);
		const buffer = Buffer.from(rows.join('\n'));
		const list = { name: 'list.csv', mimeType: 'text/csv', buffer };
		await page.locator('input[type="file"]').setInputFiles(list);
		await page.getByLabel('Country of numbers').fill('international');
		await submit(page, 'Assign data gifts', 'Gifts given: 1');
		await look(page, 'given');
	});

	it('the page of a return from payment can be read', async () => {
		await page.goto(`${addressOf(workspace.url, 'back')}?status=failed&trid=17`);
		await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
		await look(page, 'back');
	});
});
