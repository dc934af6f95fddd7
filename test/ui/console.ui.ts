import type { Browser, Page } from 'playwright-core';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller, signatureFor } from '../support/sandbox/seller';
import { barriersOn } from '../support/barriers';
import { launchBrowser } from '../support/browser';

let browser: Browser;
let sandbox: Sandbox;
let seller: Seller;
let page: Page;
let problems: string[];

beforeAll(async () => {
	browser = await launchBrowser();
	sandbox = await createSandbox({ port: 0 });
});
afterAll(async () => {
	await browser.close();
	await sandbox.close();
});

beforeEach(async () => {
	seller = await Seller.on(sandbox);
	page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
	page.setDefaultTimeout(20_000);
	problems = [];
	page.on('pageerror', (error) => problems.push(error.message));
	page.on('request', (request) => {
		if (!request.url().startsWith(sandbox.url)) problems.push(request.url());
	});
});
afterEach(async () => {
	expect(problems).toEqual([]);
	await page.close();
});

const messages = () => page.getByRole('log', { name: 'Messages' }).getByRole('listitem');
const row = (table: string, text: string) => page.locator(`#${table} tbody tr`, { hasText: text });

async function keepsNobodyOut(): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		expect(await barriersOn(page)).toEqual([]);
	}
}

it('a payment is paid with the PIN, by keyboard, and a refresh takes no focus away', async () => {
	await page.goto(sandbox.url);
	await seller.subscribe({ clientid: 'order-1' });
	await messages().filter({ hasText: 'is your PIN' }).waitFor();
	const pin = await seller.readPin();
	await page.getByLabel('Answer').fill(pin);
	await seller.subscribe({ msisdn: '33639980002', clientid: 'order-2' });
	await row('payments', 'order-2').waitFor();
	expect(await page.locator('#text:focus').inputValue()).toBe(pin);
	await page.keyboard.press('Enter');
	await page.getByText('Sent: PIN.').waitFor();
	await row('payments', 'order-1').filter({ hasText: 'FINISHED' }).waitFor();
	await page.getByRole('button', { name: 'Show handset 33639980002' }).click();
	await page.getByText('33639980002 · FR_DEMOTEL').waitFor();
});

it('a subscription is renewed by the clock, canceled, and its charge refunded', async () => {
	await seller.optIn();
	await page.goto(sandbox.url);
	await page.getByRole('button', { name: '+1 Week' }).click();
	await row('payments', 'SUB_RENEW').waitFor();
	await page.getByRole('button', { name: 'Cancel subscription 5000001' }).focus();
	await page.keyboard.press('Enter');
	await page.getByText('Done: Cancel subscription 5000001.').waitFor();
	const refunds = page.getByRole('button', { name: /^Refund transaction/ });
	await refunds.first().click();
	await page.locator('#payments tbody tr', { hasText: /REFUND/ }).waitFor();
	await page.getByText('refunded', { exact: true }).waitFor();
	await seller.advance(40);
	await refunds.last().click();
	await page.getByText('Refund is refused: the transaction is expired.').waitFor();
});

it('demo data fills every table accessibly, and nothing is cut off, even on a phone', async () => {
	await page.goto(sandbox.url);
	await page.getByRole('button', { name: 'Add Demo Data' }).click();
	await messages().filter({ hasText: 'is your PIN' }).waitFor();
	for (const table of ['payments', 'subscriptions', 'ledger', 'notifications', 'inbox', 'pools']) {
		await page.locator(`#${table} tbody tr`).first().waitFor();
	}
	for (const width of [1280, 768, 390]) {
		await page.setViewportSize({ width, height: 844 });
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
		const clipped = page.locator('.scroll').evaluateAll((boxes) => {
			return boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerHTML);
		});
		expect(await clipped).toEqual([]);
		await keepsNobodyOut();
	}
	await page.getByRole('button', { name: 'Resend notification 1' }).click();
	await page.getByText('Done: Resend notification 1.').waitFor();
	await row('notifications', 'DELIVERED').nth(1).waitFor();
});

it.each([
	['Fail a Charge', 'a failed charge', { status: 'failed', event_type: 'recurring_billing' }],
	['Complete a Charge', 'a completed charge', { status: 'success', event_type: 'opt_in' }],
	['Cancel a Charge', 'a canceled charge', { status: 'canceled', event_type: 'opt_in' }],
	[
		'Renew a Subscription',
		'a renewed subscription',
		{ status: 'success', event_type: 'recurring_billing' },
	],
])(
	'%s sends a signed notification to the address of the service, and says so',
	async (name, what, fields) => {
		await page.goto(sandbox.url);
		const url = `${sandbox.url}/_sandbox/inbox/alerts`;
		await page.getByLabel('Notification URL').fill(url);
		await page.getByRole('button', { name }).click();
		await page.getByText(`The workflow was told of ${what}.`).waitFor();
		await row('notifications', `${fields.event_type} ${fields.status}`).waitFor();
		const { notifier, inboxes, payments } = sandbox.world;
		expect(inboxes).toHaveLength(1);
		const { sign, ...told } = Object.fromEntries(new URLSearchParams(inboxes[0]?.rawQuery));
		expect(told).toMatchObject({ ...fields, service: 'GAMECLUB04', enduserprice: '2.99' });
		expect(sign).toBe(signatureFor(told, 'SHA1', 'demo-signing-key-gameclub'));
		expect(notifier.deliveries).toMatchObject([{ status: 'DELIVERED' }]);
		expect(payments.services.named('GAMECLUB04').notificationUrl).toBe(url);
	},
);

it('a one-off service has no renewals, and an address outside is refused in words', async () => {
	await page.goto(sandbox.url);
	const renew = page.getByRole('button', { name: 'Renew a Subscription' });
	await renew.waitFor();
	await page.getByLabel('Service', { exact: true }).selectOption('COINSHOP07');
	await renew.waitFor({ state: 'hidden' });
	await page.getByLabel('Notification URL').fill('http://shop.example/hook');
	await page.getByRole('button', { name: 'Fail a Charge' }).click();
	await page.getByText('must be an http address on this machine').waitFor();
	expect(sandbox.world.notifier.deliveries).toEqual([]);
});

it('a filter leaves what has the text, and stays where it is', async () => {
	await seller.http.post('/_sandbox/demo');
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(sandbox.url);
	const filter = page.getByLabel('Filter by');
	await row('payments', 'order-1').first().waitFor();
	await filter.fill('order');
	const place = await filter.boundingBox();
	await filter.fill('ORDER-1');
	await page.locator('#pools', { hasText: 'Nothing here.' }).waitFor();
	const rows = page.locator('#payments tbody tr');
	await rows.filter({ hasNotText: 'order-1' }).first().waitFor({ state: 'hidden' });
	expect(await rows.count()).toBeGreaterThan(0);
	expect(await filter.boundingBox()).toEqual(place);
	await filter.fill('');
	await row('pools', 'LOYALTYDATA01').first().waitFor();
});

it('the page that asks for the handset is accessible', async () => {
	const timestamp = String(Math.floor(Date.now() / 1000));
	const query = { apikey: 'GAMECLUB04', returnurl: `${sandbox.url}/shop`, timestamp };
	await page.goto(`${sandbox.url}/payment/pages/subIdentify.jsf?${new URLSearchParams(query)}`);
	await page.getByLabel('Your number').waitFor();
	await keepsNobodyOut();
});

it('text from outside is never HTML', async () => {
	const evil = '<img src=x onerror="document.title=1">';
	await seller.http.post('/_sandbox/inbox/chat', { text: evil });
	const fired = { url: `${sandbox.url}/_sandbox/inbox/chat`, fields: { service: evil } };
	await seller.http.post('/_sandbox/notifications/fire', fired);
	await seller.subscribe({ clientid: evil, userid: evil });
	await seller.answer('33639980001', evil);
	await seller.gift({ clientId: evil, serviceKey: evil });
	await page.goto(sandbox.url);
	await messages().filter({ hasText: evil }).waitFor();
	for (const table of ['payments', 'ledger', 'inbox', 'notifications']) {
		await row(table, evil).first().waitFor();
	}
	expect(await page.locator('img').count()).toBe(0);
});

it('the console says so when the sandbox is gone, and recovers', async () => {
	await page.goto(sandbox.url);
	await page.getByText('Live', { exact: true }).waitFor();
	await page.context().setOffline(true);
	await page.getByText('No answer from the sandbox').waitFor();
	await page.context().setOffline(false);
	await page.getByText('Live', { exact: true }).waitFor();
});
