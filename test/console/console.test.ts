import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from '../sandbox/seller';
import { launchBrowser } from '../support/browser';
import { pressIn, problemsOf, tabToIn } from './page-tools';

let browser: Browser;
let sandbox: Sandbox;
let seller: Seller;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
	browser = await launchBrowser();
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(async () => {
	await browser.close();
	await sandbox.close();
});

beforeEach(async () => {
	await seller.fresh();
	context = await browser.newContext();
	context.setDefaultTimeout(30_000);
	page = await context.newPage();
	problems = problemsOf(page, sandbox.url);
});
afterEach(async () => {
	await context.close();
});

const messages = () => page.getByRole('log', { name: 'Messages' }).getByRole('listitem');
const cells = (table: string, text: string) =>
	page.locator(`#${table} tbody tr`, { hasText: text });
const press = (...keys: string[]) => pressIn(page, keys);
const tabTo = (selector: string) => tabToIn(page, selector);

test('a PIN arrives by itself, is answered with the keyboard alone, and the payment is seen to finish', async () => {
	await page.goto(sandbox.url);
	await page.getByText('No payment yet.').waitFor();
	await seller.subscribe({ clientid: 'order-1' });
	await messages().filter({ hasText: 'is your PIN' }).waitFor();
	await cells('payments', 'PENDING').waitFor();
	await tabTo('#text');
	await page.keyboard.type(await seller.readPin());
	await press('Enter');
	await cells('payments', 'FINISHED').filter({ hasText: 'order-1' }).waitFor();
	await page.getByText('Sent: PIN.').waitFor();
	expect(problems).toEqual([]);
});

test('a subscription is started, moved through time and stopped', async () => {
	await seller.subscribe({ apikey: 'GAMECLUB04', price: '2.99', msisdn: '447700900501' });
	await page.goto(`${sandbox.url}/#447700900501`);
	await messages().filter({ hasText: 'Answer YES' }).waitFor();
	await page.getByRole('button', { name: 'YES' }).click();
	await cells('subscriptions', 'ACTIVE').waitFor();
	await page.getByRole('button', { name: '+1 week' }).click();
	await cells('payments', 'SUB_RENEW').waitFor();
	await page.getByRole('button', { name: 'STOP' }).click();
	await cells('subscriptions', 'ENDED').waitFor();
	expect(problems).toEqual([]);
});

test('a subscription is canceled and its charge refunded from the keyboard', async () => {
	await seller.optIn();
	const [{ subscriptionId }] = await seller.subscriptions();
	await page.goto(sandbox.url);
	await cells('subscriptions', 'ACTIVE').waitFor();
	await page.getByRole('button', { name: `Cancel subscription ${subscriptionId}` }).focus();
	await press('Enter');
	await cells('subscriptions', 'CANCELING').waitFor();
	await page.getByText(`Subscription ${subscriptionId} ends.`).waitFor();
	await cells('subscriptions', 'ENDED').waitFor();
	await cells('payments', 'SUB CANCEL').waitFor();
	await page.getByRole('button', { name: /^Refund transaction \d+$/ }).click();
	await cells('payments', 'REFUND–').waitFor();
	await cells('payments', 'SUB_START').filter({ hasText: 'refunded' }).waitFor();
	expect(problems).toEqual([]);
});

test('demo data fills the handset and every table', async () => {
	await page.goto(sandbox.url);
	await page.getByText('No payment yet.').waitFor();
	await page.getByRole('button', { name: 'Add demo data' }).click();
	await messages().filter({ hasText: 'is your PIN' }).waitFor();
	for (const table of ['payments', 'subscriptions', 'ledger', 'notifications', 'inbox']) {
		await page.locator(`#${table} tbody tr`).first().waitFor();
	}
	await page.setViewportSize({ width: 1280, height: 900 });
	const clipped = await page
		.locator('.scroll')
		.evaluateAll((boxes) =>
			boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.innerHTML),
		);
	expect(clipped).toEqual([]);
	expect(problems).toEqual([]);
});

test('a refusal is said in words', async () => {
	await seller.optIn();
	await page.goto(sandbox.url);
	const refund = page.getByRole('button', { name: /^Refund transaction/ });
	await refund.waitFor();
	await seller.set({ refundMaxAgeDays: 0.000_000_001 });
	await refund.click();
	await page.getByText('Refund is refused: the transaction is expired.').waitFor();
});

test('another handset is chosen by its number, and nobody’s number is said to be so', async () => {
	await seller.subscribe({ msisdn: '33639980001' });
	await seller.subscribe({ msisdn: '33639980002' });
	await page.goto(sandbox.url);
	await page.getByText('33639980002 · FR_DEMOTEL').waitFor();
	await page.getByRole('button', { name: 'Show handset 33639980001' }).click();
	await page.getByText('33639980001 · FR_DEMOTEL').waitFor();
	await page.getByLabel('Number, with country code').fill('+33639980404');
	await press('Enter');
	await page.getByText('Nobody has 33639980404').waitFor();
	expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
});

test('pools and gifts are shown live', async () => {
	await page.goto(sandbox.url);
	await cells('pools', 'WINBACKDATA02').first().waitFor();
	await seller.gift(await seller.headers(), { serviceKey: 'WINBACKDATA02', amount: 50 });
	await cells('ledger', 'ASSIGNED').waitFor();
	await cells('pools', 'WINBACKDATA02').filter({ hasText: 'FR_DEMOTEL1,000' }).waitFor();
	expect(problems).toEqual([]);
});

describe('notifications', () => {
	const address = (inbox: string) => `${sandbox.url}/_sandbox/inbox/${inbox}`;
	const notifyAt = (notificationUrl: string) =>
		seller.http.patch('/_sandbox/services/COINSHOP07', { notificationUrl });

	test('a delivery is seen to fail, with tries and answer, and is resent from the keyboard', async () => {
		await seller.set({ notificationAttempts: 2, notificationRetryMs: 1 });
		await notifyAt(address('shop'));
		await seller.http.put('/_sandbox/inboxes/shop', { times: 2, httpStatus: 503 });
		await page.goto(sandbox.url);
		await seller.subscribe({ msisdn: '33639980901' });
		await cells('notifications', 'FAILED').filter({ hasText: '2503one_off failed' }).waitFor();
		await page.getByRole('button', { name: 'Resend notification 1' }).focus();
		await press('Enter');
		await page.getByText('Notification 2: DELIVERED, 200 {"ok":true}').waitFor();
		await cells('notifications', 'DELIVERED').filter({ hasText: 'resent' }).waitFor();
		expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Resend notification 1');
		await cells('inbox', 'event_type=one_off').nth(2).waitFor();
		expect(problems).toEqual([]);
	});

	test('a sample one is fired with the keyboard alone and arrives in the inbox', async () => {
		await page.goto(sandbox.url);
		await tabTo('summary');
		await press('Enter');
		await tabTo('#fire-url');
		await page.keyboard.type(address('mine'));
		await tabTo('#fire-service');
		await page.keyboard.type('News');
		await tabTo('#fire-status');
		await page.keyboard.type('failed');
		await tabTo('#fire-encoding');
		await page.keyboard.type('JSON');
		await tabTo('#fire-signature');
		await page.keyboard.type('forged: another');
		await press('Enter');
		await tabTo('#fire button');
		await press('Enter');
		await page.getByText('Notification 1: DELIVERED').waitFor();
		await cells('notifications', 'fired, forged: key').filter({ hasText: 'json' }).waitFor();
		const sent = /"status":"failed".*"service":"NEWSDAILY05"/;
		await cells('inbox', 'mine').filter({ hasText: sent }).waitFor();
		expect(problems).toEqual([]);
	});

	test('an address that is not on this machine is refused in words', async () => {
		await page.goto(sandbox.url);
		await page.getByText('Send a sample notification').click();
		await page.getByLabel('Address, on this machine').fill('http://example.com/');
		await page.getByRole('button', { name: 'Send it' }).click();
		await page.getByText('the sandbox never talks to the outside').waitFor();
	});

	test('a chat’s message is read as a chat shows it', async () => {
		await seller.http.post('/_sandbox/inbox/chat', { text: 'A charge failed.\nSecond line' });
		await page.goto(sandbox.url);
		await cells('inbox', 'A charge failed.').waitFor();
		expect(await page.locator('#inbox td.text').textContent()).toBe(
			'A charge failed.\nSecond line',
		);
	});
});

test('what comes from outside is text, never HTML', async () => {
	const evil = '<img src=x onerror="document.title=1">';
	await seller.http.post('/_sandbox/inbox/chat', { text: evil });
	const fired = { url: `${sandbox.url}/_sandbox/inbox/chat`, fields: { service: evil } };
	await seller.http.post('/_sandbox/notifications/fire', fired);
	await seller.subscribe({ clientid: evil, userid: evil });
	await seller.answer('33639980001', evil);
	await seller.gift(await seller.headers(), { clientId: evil, serviceKey: evil });
	await page.goto(sandbox.url);
	await messages().filter({ hasText: evil }).waitFor();
	await cells('payments', evil).waitFor();
	await cells('ledger', evil).waitFor();
	await cells('inbox', evil).first().waitFor();
	await cells('notifications', evil).waitFor();
	expect(await page.locator('img').count()).toBe(0);
	expect(await page.title()).toBe('Mobile billing sandbox');
	expect(problems).toEqual([]);
});

test('a refresh takes no focus and no half-typed answer away', async () => {
	await seller.subscribe();
	await page.goto(sandbox.url);
	await messages().first().waitFor();
	await page.getByLabel('Answer').fill('12');
	await seller.subscribe({ clientid: 'second' });
	await cells('payments', 'second').waitFor();
	expect(await page.getByLabel('Answer').inputValue()).toBe('12');
	expect(await page.locator('#text:focus').count()).toBe(1);
});

test('says so when the sandbox is gone, and recovers', async () => {
	await page.goto(sandbox.url);
	await page.getByText('Live', { exact: true }).waitFor();
	await context.setOffline(true);
	await page.getByText('No answer from the sandbox').waitFor();
	await context.setOffline(false);
	await page.getByText('Live', { exact: true }).waitFor();
});

test.each(['light', 'dark'] as const)('every text can be read in %s', async (colorScheme) => {
	await page.emulateMedia({ colorScheme });
	await seller.optIn();
	await seller.subscribe({ msisdn: '33639980901' });
	await seller.subscribe();
	await seller.answer('33639980001', 'hello');
	for (const inbox of ['good', 'bad']) {
		const url = `${sandbox.url}/_sandbox/inbox/${inbox}`;
		await seller.http.put('/_sandbox/inboxes/bad', { times: 1, httpStatus: 403 });
		await seller.http.post('/_sandbox/notifications/fire', { url });
	}
	await page.goto(`${sandbox.url}/#33639980001`);
	await page.getByText('Send a sample notification').click();
	await cells('notifications', 'REJECTED').waitFor();
	await cells('payments', 'FAILED').waitFor();
	await messages().nth(4).waitFor();
	const poorContrast = readFileSync(join(__dirname, 'poor-contrast.js'), 'utf8');
	expect(await page.evaluate(poorContrast)).toEqual([]);
});

test('on a phone nothing hangs over the edge', async () => {
	await page.setViewportSize({ width: 360, height: 740 });
	await seller.optIn();
	await seller.http.post('/_sandbox/inbox/chat', { text: 'x'.repeat(400) });
	await page.goto(sandbox.url);
	await page.getByText('Send a sample notification').click();
	await cells('inbox', 'xxx').waitFor();
	await cells('subscriptions', 'ACTIVE').waitFor();
	const width = await page.evaluate('document.documentElement.scrollWidth');
	expect(width).toBeLessThanOrEqual(360);
});

test('the customer pays on the payment page with the keyboard and is sent back', async () => {
	const returnurl = `${sandbox.url}/shop?order=7`;
	const { data } = await seller.subscribe({ msisdn: undefined, mno: 'FR_FICTEL', returnurl });
	await page.goto(data.urlRedirect);
	await page.locator('#msisdn:focus').waitFor();
	await page.keyboard.type('33639985001');
	await tabTo('button[value=confirm]');
	await press('Enter');
	await page.waitForURL(
		/\/shop\?order=7&status=success&.*&msisdn=33639985001&.*sign=[0-9a-f]{40}$/,
	);
	expect(await seller.inbox('33639985001')).toEqual([]);
});

test('a visitor who is asked for the handset comes back identified', async () => {
	await seller.optIn();
	const timestamp = String(Math.floor(Date.now() / 1000));
	const returnurl = `${sandbox.url}/shop?order=7`;
	const query = new URLSearchParams({ apikey: 'GAMECLUB04', returnurl, timestamp });
	await page.goto(`${sandbox.url}/payment/pages/subIdentify.jsf?${query}`);
	await page.getByLabel('Your number').fill('33639980001');
	await press('Enter');
	await page.waitForURL(/\/shop\?order=7&userid=user-1&timestamp=\d+&sign=[0-9a-f]{40}$/);
});
