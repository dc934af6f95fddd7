import axios from 'axios';
import type { Browser } from 'playwright-core';
import { formLogin } from '../../scripts/try/credentials';
import { lookUpUrl, lookUpWorkflow } from '../../scripts/try/workflows';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';
import { lenient } from '../support/e2e/calling';
import { Form } from '../support/form';
import { ready, Workspace } from '../support/workspace';

const phone = '33639980043';

let workspace: Workspace;
let browser: Browser;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publish({ lookUpPage: ready(lookUpWorkflow, workspace.sandbox.url) });
	await Form.open(lookUpUrl(workspace.url), { auth: formLogin });
	browser = await launchBrowser();
});

afterAll(async () => {
	await browser.close();
	await workspace.close();
});

it('the look-up page shows nothing without the login, and a customer with the records of the console', async () => {
	const { sandbox, url } = workspace;
	expect((await axios.get(lookUpUrl(url, phone), lenient)).status).toBe(401);
	const viewport = { width: 390, height: 844 };
	const context = await browser.newContext({ viewport, httpCredentials: formLogin });
	const page = await context.newPage();
	await page.goto(lookUpUrl(url));
	await page.getByLabel('Phone number').fill(phone);
	await page.getByRole('button', { name: 'Look up' }).click();
	await page.getByRole('heading', { name: `Customer ${phone}` }).waitFor();
	const words = await page.locator('main').innerText();
	expect(words).toMatch(/Subscriptions\s+None\./);
	expect(words).not.toContain('Something is missing');
	expect(await barriersOn(page)).toEqual([]);

	const { record } = sandbox.world.payments.transactions.all.at(-1) ?? {};
	await page.goto(lookUpUrl(url, String(record?.msisdn)));
	expect(await page.locator('main').innerText()).toContain(String(record?.transactionId));
	const overhang = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
	expect(await page.evaluate(overhang)).toBe(0);
});
