import axios from 'axios';
import type { Browser } from 'playwright-core';
import { formLogin } from '../../scripts/try/credentials';
import { waitFor } from '../../scripts/host/wait';
import { alertUrl, alertWorkflow, lookUpUrl, lookUpWorkflow } from '../../scripts/try/workflows';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';
import { lenient } from '../support/e2e/calling';
import { Form } from '../support/form';
import { cutOffOn } from '../support/ui/cutOff';
import { ready, Workspace } from '../support/workspace';

const phone = '33639980043';

interface Fired {
	status: string;
	plainTransactionId: number;
}

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
	const { sandbox, url, seller } = workspace;
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

	await seller.optIn({ msisdn: phone });
	const record = sandbox.world.payments.transactions.all.at(-1)?.record;
	await page.goto(lookUpUrl(url, phone));
	const charge = page.getByRole('row').filter({ hasText: String(record?.transactionId) });
	expect(await charge.innerText()).toContain('Charged');
	expect(await cutOffOn(page)).toEqual([]);
});

it('the look-up page has the charge of the alert that links to it, with the ID of the console', async () => {
	const { sandbox, url, seller } = workspace;
	await workspace.publish({ lookUpAlert: ready(alertWorkflow, sandbox.url) });
	const sample = { serviceKey: 'GAMECLUB04', url: alertUrl(url), fields: { status: 'failed' } };
	const fail = async () => {
		const fired = { ...sample, isKept: true };
		const { data } = await seller.http.post<Fired>('/_sandbox/notifications/fire', fired);
		return data.status === 'DELIVERED' && String(data.plainTransactionId);
	};
	const id = await waitFor('a charge that failed', fail, { timeoutMs: 60_000 });
	const told = () => sandbox.world.inboxes.at(-1)?.text;
	const message = await waitFor('the alert', () => Promise.resolve(told()), { timeoutMs: 60_000 });
	const { text } = JSON.parse(message) as { text: string };
	expect(text).toContain(`GAMECLUB04, transaction ${id}\n`);
	const context = await browser.newContext({ httpCredentials: formLogin });
	const page = await context.newPage();
	await page.goto(/http\S+look-up-a-customer\S+/.exec(text)?.[0] ?? '');
	const charge = page.getByRole('row').filter({ hasText: id });
	expect(await charge.innerText()).toContain('Failed: there is not enough credit');
	await page.goto(lookUpUrl(url, '06'));
	expect(await page.locator('main').innerText()).toContain("'Phone Number' must");
});
