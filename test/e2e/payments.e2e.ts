import axios from 'axios';
import type { Browser } from 'playwright-core';

import { demoAccount } from '../../scripts/try/credentials';
import { waitForForm } from '../support/form';
import type { Execution } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import {
	cancelWorkflow,
	guardUrl,
	guardWorkflow,
	sellFormUrl,
	sellWorkflow,
} from '../../scripts/try/workflows';
import { demoService, serviceCredential } from '../../scripts/try/credentials';
import type { Seller } from '../support/sandbox/seller';
import { launchBrowser } from '../support/browser';
import { Workspace } from '../support/workspace';
import { lenient } from '../support/e2e/calling';
import { Customer } from '../support/e2e/customer';
import { filesHolding, recordTokens, writtenByN8n } from '../support/e2e/secrets';

const panel = { panelUsername: 'demo-panel', panelPasswordHash: 'demo-panel-password-hash' };
const submitPin = '/api/payment/1_4/transaction/*';

/** PINs that nobody was sent, and that stand in nothing else. */
const wrongPins = ['Wrong1Pin', 'Wrong2Pin', 'Wrong3Pin'] as const;
const rightPins: string[] = [];

let workspace: Workspace;
let seller: Seller;
let browser: Browser;
let customer: Customer;
let issued: string[];

beforeAll(async () => {
	workspace = await Workspace.open();
	({ seller } = workspace);
	issued = recordTokens(workspace.sandbox);
	await workspace.keep({ ...serviceCredential(), data: { ...demoService, ...panel } });
	await workspace.publishReady(sellWorkflow, guardWorkflow, cancelWorkflow);
	browser = await launchBrowser();
	await waitForForm(axios.create({ proxy: false }), sellFormUrl(workspace.url));
});

afterAll(async () => {
	await browser.close();
	await workspace.close();
});

afterEach(async () => {
	await seller.http.delete('/_sandbox/faults');
});

async function arrive(msisdn: string): Promise<void> {
	customer = await Customer.arrive(browser, workspace, msisdn);
}

/** Reads the PIN on the handset, and makes it one that nothing else in a log or an execution can look like. */
async function readPin(): Promise<string> {
	const shown = await customer.readPin();
	const pin = `0Right${rightPins.length + 1}Pin`;
	const { all } = workspace.sandbox.world.payments.transactions;
	const session = all.findLast((payment) => payment.session?.pin === shown)?.session;
	if (!session) throw new Error('No payment waits for the PIN on the handset');
	Object.assign(session, { pin });
	rightPins.push(pin);
	return pin;
}

/** Makes the platform fail on one path until the test is over. */
const breaking = async (path: string, fault: object) =>
	await seller.http.put('/_sandbox/faults', [{ path, fault }]);

const subscriptions = async () =>
	(await seller.subscriptions({ msisdn: customer.msisdn })) as Record<string, unknown>[];

afterEach(async () => {
	await customer.leave();
});

it('selling takes a PIN that was wrong twice, and no PIN once, and the customer is subscribed', async () => {
	await arrive('33639980101');
	await customer.order('+33 6 39 98 01 01');
	expect(await customer.sees('You have a new SMS')).toContain('2.99 EUR a week');

	await customer.enter(wrongPins[0]);
	await customer.page.getByText('You have 2 attempts left').waitFor();
	await customer.enter('12-34?');
	expect(await customer.sees('This is not a PIN')).toContain('did not count');
	await customer.enter(wrongPins[1]);
	await customer.page.getByText('You have 1 attempt left').waitFor();
	const pin = await readPin();
	await customer.enter(` ${pin.slice(0, 2)} ${pin.slice(2)}`);
	await customer.endsOn('You are in');
	const active = { serviceKey: 'GAMECLUB04', active: true, userId: '33639980101' };
	expect(await subscriptions()).toMatchObject([active]);
	await customer.isLetInBy('Go to Game Club');

	await customer.order();
	expect(await customer.endsOn('You are already subscribed')).toContain('Nothing was charged');
	expect(await subscriptions()).toHaveLength(1);
});

it('the form ends a subscription that its customer cancels, and knows it afterwards', async () => {
	await arrive('33639980109');
	await seller.optIn({ msisdn: customer.msisdn, userid: customer.msisdn });
	await customer.cancel();
	expect(await customer.endsOn('Your subscription ends')).toContain('until it runs out');
	const isOver = async () => ((await subscriptions())[0]?.active === false ? true : undefined);
	await waitFor('the end of the subscription', isOver, { timeoutMs: 10_000 });
	await customer.cancel();
	await customer.endsOn('No subscription found');
});

it('selling is over after three wrong PINs, and nothing is charged', async () => {
	await arrive('33639980102');
	await customer.order();
	await customer.enter(wrongPins[0]);
	await customer.page.getByText('You have 2 attempts left').waitFor();
	await customer.enter(wrongPins[1]);
	await customer.page.getByText('You have 1 attempt left').waitFor();
	await customer.enter(wrongPins[2]);
	expect(await customer.endsOn('Three wrong PINs')).toContain('Nothing was charged');
	const [payment] = await seller.payments({ msisdn: customer.msisdn });
	expect(payment?.transaction).toMatchObject({ errorType: 'WRONG_PIN' });
	expect(await subscriptions()).toEqual([]);
});

it.each([
	['33639980941', 'You are in', '', 1],
	['33639980901', 'Nothing was charged', 'put this on your phone bill', 0],
	['33639980942', 'Nothing was charged', 'put this on your phone bill', 0],
	['33639980911', 'Nothing was charged', 'the daily limit of your operator', 0],
	['33639980914', "We don't know yet whether this worked", '', 0],
])('selling to %s ends at once: %s', async (msisdn, heading, words, count) => {
	await arrive(msisdn);
	await customer.order();
	expect(await customer.endsOn(heading)).toContain(words);
	expect(await subscriptions()).toHaveLength(count);
});

it.each([
	['cannot be reached', { kind: 'drop' }, 'is not available at the moment'],
	[
		'refuses the service',
		{ kind: 'answer', status: 200, body: { status: 'INACTIVE' } },
		'did not accept',
	],
])('selling ends on a page when the platform %s', async (_, fault, words) => {
	await arrive('33639980105');
	await breaking('/api/payment/1_4/subscribe', fault);
	await customer.order();
	expect(await customer.endsOn('This did not work')).toContain(words);
});

it.each([
	['that is none', '<img src=x>', 'Your number'],
	['that nobody has', '33639980404', 'is not known to the operators'],
])(
	'selling says what is wrong with a number %s, and lets start again',
	async (_, number, words) => {
		await arrive('33639980104');
		await customer.order(number);
		expect(await customer.endsOn('This number does not work')).toContain(words);
		await customer.page.getByRole('link', { name: 'Start again' }).click();
		await customer.page.getByLabel('Your mobile number, with country code').waitFor();
	},
);

it('selling says so when the charge fails after the right PIN', async () => {
	await arrive('33639980931');
	await customer.order();
	await customer.sees('You have a new SMS');
	await customer.enter(await readPin());
	expect(await customer.endsOn('Nothing was charged')).toContain('put this on your phone bill');
	expect(await subscriptions()).toEqual([]);
});

it.each([
	[
		'the platform calls a right PIN pending',
		'33639980107',
		{
			...{ kind: 'answer', when: 'after', status: 200 },
			body: { status: 'ACCEPTED', sessionStatus: 'PENDING' },
		},
		'Waiting for your operator',
	],
	[
		'nobody knows what became of a PIN',
		'33639980106',
		{ kind: 'drop', when: 'after' },
		"We don't know yet whether this worked",
	],
])('selling leaves it open when %s, and sends it once', async (_, msisdn, fault, heading) => {
	await arrive(msisdn);
	await customer.order();
	await customer.sees('You have a new SMS');
	await breaking(submitPin, fault);
	await customer.enter(await readPin());
	const words = await customer.endsOn(heading);
	expect(words).not.toMatch(/nothing was charged|(?<!, it )has started/i);
	expect(await subscriptions()).toHaveLength(1);
	await customer.isLetInBy('Go to Game Club');
});

it('selling sends the customer to the payment page of their operator and lets them in after it', async () => {
	await arrive('33639985101');
	await customer.order();
	await customer.page.getByRole('button', { name: 'Pay 2.99 EUR' }).click();
	await customer.sees('Welcome to Game Club');

	await customer.leave();
	await arrive('33639985102');
	await customer.order();
	await customer.page.getByRole('button', { name: 'Cancel' }).click();
	expect(await customer.sees('Game Club is for subscribers')).toContain('You canceled');
});

it.each([
	['447700900101', 'Send an SMS to confirm', /GAME \w+/],
	['447700900601', 'Confirm on your phone', /YES/],
])(
	'selling shows %s what to send, and lets in who has sent it',
	async (msisdn, heading, answer) => {
		await arrive(msisdn);
		await customer.order();
		const words = await customer.endsOn(heading);
		await customer.text(answer.exec(words)?.[0] ?? '');
		await customer.isLetInBy('go to Game Club');
	},
);

const msisdn = '33639980933';

async function knock(customer = msisdn, more = '') {
	const url = `${guardUrl(workspace.url, customer)}${more}`;
	const { status, data: html } = await axios.get<string>(url, lenient);
	return { status, html, isIn: html.includes('Your subscription is active') };
}

beforeAll(async () => {
	await seller.as();
	await seller.optIn({ msisdn, userid: msisdn });
});

it('the guard lets in whose subscription is active, and sends others to payment', async () => {
	expect(await knock()).toMatchObject({ status: 200, isIn: true });
	for (const other of ['33639980108', '']) {
		const { html, ...answer } = await knock(other);
		expect(answer).toEqual({ status: 402, isIn: false });
		expect(html).toContain(`href="${workspace.url}/form/sell-a-subscription"`);
	}
});

it.each([
	['fails', { kind: 'answer', status: 500, body: {} }],
	['cannot be reached', { kind: 'drop' }],
	['refuses', { kind: 'answer', status: 403, body: { status: 'UNAUTHORIZED' } }],
	[
		'refuses in an answer that names no subscription',
		{
			...{ kind: 'answer', status: 200 },
			body: { status: 'INVALID_SERVICE', active: false, valid: false },
		},
	],
	['does not say', { kind: 'answer', status: 200, body: { active: 'perhaps', valid: null } }],
])('the guard lets nobody in when the platform %s', async (_, fault) => {
	await breaking('/api/payment/1_4/subscription', fault);
	const { html, ...answer } = await knock();
	expect(answer).toEqual({ status: 503, isIn: false });
	expect(html).toContain('Come back soon');
});

it('the guard lets nobody in on what a return says, and sells nothing twice', async () => {
	const { html, ...answer } = await knock('33639980108', `&status=success&userid=${msisdn}`);
	expect(answer).toEqual({ status: 402, isIn: false });
	expect(html).toContain('Your payment is not confirmed yet');
	expect(html).not.toContain('/form/');
});

it('the guard asks to wait while the renewal is not paid, and lets in who has canceled and paid', async () => {
	await seller.advance(7.5);
	const { status, html } = await knock();
	expect(status).toBe(402);
	expect(html).toContain('Your renewal is not paid yet');
	expect(html).not.toContain('/form/');

	await seller.advance(1);
	await seller.answer(msisdn, 'STOP GAME');
	await seller.as();
	expect(await seller.cases(msisdn)).toEqual([false, true]);
	expect(await knock()).toMatchObject({ status: 200 });
});

const executionsOf = async (workflowId: string): Promise<Execution[]> => {
	const summaries = await workspace.client.executions(workflowId);
	return await Promise.all(
		summaries.map(async ({ id }) => await workspace.client.executionEnd(id, 10_000)),
	);
};

/** The names of the fields in which a text stands. */
const fieldsHolding = (stored: unknown, text: string): string[] => {
	const word = new RegExp(`\\b${text}\\b`);
	const names: string[] = [];
	JSON.stringify(stored, (name, value: unknown) => {
		if (typeof value === 'string' && word.test(value)) names.push(name);
		return value;
	});
	return names;
};

it('what n8n keeps is an end of every execution, with a PIN only as the customer typed it', async () => {
	const [sold, guarded] = [
		await executionsOf(sellWorkflow.id),
		await executionsOf(guardWorkflow.id),
	];
	expect(sold.length).toBeGreaterThan(12);
	expect([...sold, ...guarded].filter(({ status }) => status !== 'success')).toEqual([]);
	const runs = sold.map(({ data }) => data.resultData.runData);
	const outcomes = runs
		.flatMap((run) => run['Submit PIN'] ?? [])
		.flatMap(({ data }) => data?.main?.slice(0, -1) ?? []);
	const pins = [...wrongPins, ...rightPins];
	expect(outcomes.flat().length).toBeGreaterThan(6);
	expect(new Set(pins.flatMap((pin) => fieldsHolding(runs, pin)))).toEqual(new Set(['pin']));
	expect(pins.flatMap((pin) => fieldsHolding(outcomes, pin))).toEqual([]);
});

it('what n8n keeps is no secret, and no PIN in the log', () => {
	const files = writtenByN8n();
	const services = [demoService, ...demoService.moreServices.service];
	const secrets = [
		demoAccount.password,
		demoAccount.clientSecret,
		panel.panelPasswordHash,
		...services.map(({ signingSecret }) => signingSecret),
		...issued,
	];
	expect(filesHolding(files, ['33639980101'])).not.toEqual([]);
	expect(filesHolding(files, secrets)).toEqual([]);

	const log = files.get('n8n.log')?.toString() ?? '';
	expect(log).toContain('n8n ready');
	const pin = new RegExp([...wrongPins, ...rightPins].join('|'));
	expect(log.split('\n').filter((line) => pin.test(line))).toEqual([]);
});
