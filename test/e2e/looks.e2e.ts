import type { Browser, Page } from 'playwright-core';
import { allHaveCodes } from '../../lists/settingChoices';
import { formLogin } from '../../scripts/try/credentials';
import {
	campaignFormUrl,
	campaignWorkflow,
	cancellationUrl,
	cancelWorkflow,
	guardUrl,
	guardWorkflow,
	sellWorkflow,
	shopUrl,
} from '../../scripts/try/workflows';
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
	await workspace.publishReady(campaignWorkflow, sellWorkflow, guardWorkflow, cancelWorkflow);
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

/** Faults of n8n's own pages, whatever their look: missing landmarks and labels. */
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
		await submit(page, 'Check the list', '1 question about your list');
		await look(page, 'asked');
		await page.getByLabel(/Which country/).selectOption(allHaveCodes);
		await submit(page, 'Continue', 'Give 100 MB to 1 customer?');
		await look(page, 'shown');
		await page.getByLabel('What now?').selectOption({ index: 1 });
		await submit(page, 'Continue', 'Gifts given: 1');
		await look(page, 'given');
	});

	it('the form that sells, and its pages, can be read', async () => {
		await page.goto(shopUrl(workspace.url));
		await look(page, 'sell');
		await page.getByLabel('Your mobile number').fill('33639980103');
		await submit(page, 'Subscribe and pay', 'You have a new SMS');
		await look(page, 'pin');
		await page.getByLabel('PIN').fill('12-34');
		await submit(page, 'Subscribe and pay', 'This is not a PIN');
		await page.goto(shopUrl(workspace.url));
		await page.getByLabel('Your mobile number').fill('0660');
		await submit(page, 'Subscribe and pay', 'This number does not work');
		await look(page, 'wrong number');
	});

	it('the form that cancels, and its page, can be read', async () => {
		await page.goto(cancellationUrl(workspace.url));
		await look(page, 'cancel');
		await page.getByLabel('Your mobile number').fill('33639980104');
		await submit(page, 'Cancel subscription', 'No subscription found');
		await look(page, 'canceled');
	});

	it('the pages of the guard and of a return from payment can be read', async () => {
		await page.goto(`${guardUrl(workspace.url, '33639980105')}&status=canceled`);
		expect(await page.locator('main').innerText()).toContain('You canceled the payment.');
		await look(page, 'guard');
		await page.goto(`${addressOf(workspace.url, 'back')}?status=failed&trid=17`);
		await page.getByRole('heading', { name: 'Payment failed' }).waitFor();
		await look(page, 'back');
	});
});
