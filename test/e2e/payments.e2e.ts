import axios from 'axios';
import type { Browser } from 'playwright-core';

import type { Execution } from '../../scripts/host/n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { demoAccount, demoService } from '../../scripts/try/credentials';
import { guardUrl, guardWorkflow, sellFormUrl, sellWorkflow } from '../../scripts/try/workflows';
import { Seller } from '../sandbox/seller';
import { launchBrowser } from '../support/browser';
import { waitForForm } from '../support/form';
import { Customer } from './support/customer';
import { Host } from './support/host';
import { filesHolding, writtenBy } from './support/secrets';

const PANEL_PASSWORD_HASH = 'demo-panel-password-hash';
const SUBSCRIBE = '/api/payment/1_4/subscribe';
const SUBMIT_PIN = '/api/payment/1_4/transaction/*';
const CHECK_STATUS = '/api/payment/1_4/subscription';

/** PINs that nobody was sent, and that stand in nothing else. */
const WRONG_PINS = ['Wrong1Pin', 'Wrong2Pin', 'Wrong3Pin'] as const;

let host: Host;
let browser: Browser;
let seller: Seller;
let customer: Customer;
const rightPins: string[] = [];

beforeAll(async () => {
	const panel = { panelUsername: 'demo-panel', panelPasswordHash: PANEL_PASSWORD_HASH };
	[browser, host] = await Promise.all([
		launchBrowser(),
		Host.start({ mobileBillingServiceApi: panel }),
	]);
	seller = new Seller(host.sandbox);
	await waitForForm(axios.create({ proxy: false }), sellFormUrl(host.n8n.url));
});

afterAll(async () => {
	await browser.close();
	await host.stop();
});

async function arrive(msisdn: string): Promise<void> {
	customer = await Customer.arrive(browser, host, msisdn);
}

/** Reads the PIN on the handset, and makes it one that nothing else in a log or an execution can look like. */
async function readPin(): Promise<string> {
	const shown = await customer.readPin();
	const pin = `0Right${rightPins.length + 1}Pin`;
	const { all } = host.sandbox.world.payments.transactions;
	const session = all.findLast((payment) => payment.session?.pin === shown)?.session;
	if (!session) throw new Error('No payment waits for the PIN on the handset');
	Object.assign(session, { pin });
	rightPins.push(pin);
	return pin;
}

/** Makes the platform fail on one path until the test is over. */
async function breaking(path: string, fault: Record<string, unknown>): Promise<void> {
	await seller.http.put('/_sandbox/faults', [{ path, fault }]);
}

async function subscriptionsOf(msisdn: string): Promise<unknown[]> {
	return await seller.subscriptions({ msisdn });
}

async function lastPaymentOf(msisdn: string): Promise<Record<string, unknown>> {
	const [payment] = (await seller.payments({ msisdn })) as {
		transaction: Record<string, unknown>;
	}[];
	return payment?.transaction ?? {};
}

describe('selling in a browser', () => {
	afterEach(async () => {
		await seller.http.delete('/_sandbox/faults');
		await customer.leave();
	});

	it('takes a PIN that was wrong twice and then right, and the customer is subscribed', async () => {
		await arrive('33639980101');
		await customer.order('+33 6 39 98 01 01');
		expect(await customer.sees('You have a new SMS')).toContain('2.99 EUR a week');

		await customer.handIn(WRONG_PINS[0]);
		await customer.page.getByText('You have 2 attempts left').waitFor();
		await customer.handIn(WRONG_PINS[1]);
		await customer.page.getByText('You have 1 attempt left').waitFor();
		await customer.handIn(await readPin());

		await customer.endsOn('You are in');
		expect(await subscriptionsOf(customer.msisdn)).toEqual([
			expect.objectContaining({ serviceKey: 'GAMECLUB04', active: true, userId: '33639980101' }),
		]);
		await customer.page.getByRole('link', { name: 'Go to Game Club' }).click();
		await customer.sees('Welcome to Game Club');

		await customer.order();
		expect(await customer.endsOn('You are already subscribed')).toContain('Nothing was charged');
		expect(await subscriptionsOf(customer.msisdn)).toHaveLength(1);
	});

	it('ends a subscription that its customer cancels, and knows it afterwards', async () => {
		await arrive('33639980109');
		await seller.as();
		await seller.optIn({ msisdn: customer.msisdn, userid: customer.msisdn });
		await customer.cancel();
		expect(await customer.endsOn('Your subscription ends')).toContain('until it runs out');
		await waitFor(
			'the end of the subscription',
			async () => {
				const [subscription] = (await subscriptionsOf(customer.msisdn)) as { active: boolean }[];
				return subscription?.active === false ? true : undefined;
			},
			{ timeoutMs: 10_000 },
		);
		await customer.cancel();
		await customer.endsOn('No subscription found');
	});

	it('is over after three wrong PINs, and nothing is charged', async () => {
		await arrive('33639980102');
		await customer.order();
		await customer.handIn(WRONG_PINS[0]);
		await customer.page.getByText('You have 2 attempts left').waitFor();
		await customer.handIn(WRONG_PINS[1]);
		await customer.page.getByText('You have 1 attempt left').waitFor();
		await customer.handIn(WRONG_PINS[2]);

		expect(await customer.endsOn('Three wrong PINs')).toContain('Nothing was charged');
		expect(await lastPaymentOf(customer.msisdn)).toMatchObject({
			transactionState: 'FAILED',
			errorType: 'WRONG_PIN',
		});
		expect(await subscriptionsOf(customer.msisdn)).toEqual([]);
	});

	it('sends nothing that cannot be a PIN, at the cost of no attempt', async () => {
		await arrive('33639980103');
		await customer.order();
		await customer.handIn(WRONG_PINS[0]);
		await customer.sees('Wrong PIN');
		await customer.handIn('12-34?');
		expect(await customer.sees('This is not a PIN')).toContain('did not count');
		await customer.handIn(WRONG_PINS[1]);
		expect(await customer.sees('Wrong PIN')).toContain('You have 1 attempt left');
		const pin = await readPin();
		await customer.handIn(` ${pin.slice(0, 2)} ${pin.slice(2)}`);
		await customer.endsOn('You are in');
	});

	it('says that the operator has yet to confirm when the platform calls a right PIN pending', async () => {
		await arrive('33639980107');
		await customer.order();
		await customer.sees('You have a new SMS');
		const body = { status: 'ACCEPTED', sessionStatus: 'PENDING' };
		await breaking(SUBMIT_PIN, { kind: 'answer', when: 'after', status: 200, body });
		await customer.handIn(await readPin());
		const words = await customer.endsOn('Waiting for your operator');
		expect(words).not.toMatch(/nothing was charged|has started/i);
		await customer.page.getByRole('link', { name: 'Go to Game Club' }).click();
		await customer.sees('Welcome to Game Club');
	});

	it('lets in at once who is charged without a further step', async () => {
		await arrive('33639980941');
		await customer.order();
		await customer.endsOn('You are in');
		expect(await subscriptionsOf(customer.msisdn)).toHaveLength(1);
	});

	it.each([
		['33639980901', 'put this on your phone bill'],
		['33639980942', 'put this on your phone bill'],
		['33639980911', 'the daily limit of your operator'],
	])('says why %s was not charged', async (msisdn, words) => {
		await arrive(msisdn);
		await customer.order();
		expect(await customer.endsOn('Nothing was charged')).toContain(words);
		expect(await subscriptionsOf(msisdn)).toEqual([]);
	});

	it('says so when the charge fails after the right PIN', async () => {
		await arrive('33639980931');
		await customer.order();
		await customer.sees('You have a new SMS');
		await customer.handIn(await readPin());
		expect(await customer.endsOn('Nothing was charged')).toContain('put this on your phone bill');
		expect(await subscriptionsOf(customer.msisdn)).toEqual([]);
	});

	it.each([
		['that is none', '<img src=x>', 'Your number'],
		['that nobody has', '33639980404', 'is not known to the operators'],
	])('says what is wrong with a number %s, and lets start again', async (_, number, words) => {
		await arrive('33639980104');
		await customer.order(number);
		expect(await customer.endsOn('This number does not work')).toContain(words);
		await customer.page.getByRole('link', { name: 'Start again' }).click();
		await customer.page.getByLabel('Your mobile number, with country code').waitFor();
	});

	it('sends the customer to the payment page of their operator and lets them in after it', async () => {
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

	it('shows what to send by SMS, and lets in who has sent it', async () => {
		await arrive('447700900101');
		await customer.order();
		const words = await customer.endsOn('Send an SMS to confirm');
		await customer.text(/GAME \w+/.exec(words)?.[0] ?? '');
		await customer.page.getByRole('link', { name: 'go to Game Club' }).click();
		await customer.sees('Welcome to Game Club');
	});

	it('shows what to answer, and lets in who has answered', async () => {
		await arrive('447700900601');
		await customer.order();
		expect(await customer.endsOn('Confirm on your phone')).toContain('with YES');
		await customer.text('YES');
		await customer.page.getByRole('link', { name: 'go to Game Club' }).click();
		await customer.sees('Welcome to Game Club');
	});

	it('ends on a page when the operator wants something new', async () => {
		await arrive('33639980914');
		await customer.order();
		await customer.endsOn("We don't know yet whether this worked");
	});

	it.each([
		['cannot be reached', { kind: 'drop' }, 'is not available at the moment'],
		[
			'refuses the service',
			{ kind: 'answer', status: 200, body: { status: 'INACTIVE' } },
			'did not accept',
		],
	])('ends on a page when the platform %s', async (_, fault, words) => {
		await arrive('33639980105');
		await breaking(SUBSCRIBE, fault);
		await customer.order();
		expect(await customer.endsOn('This did not work')).toContain(words);
	});

	it('leaves it open when nobody knows what became of a PIN, and sends it once', async () => {
		await arrive('33639980106');
		await customer.order();
		await customer.sees('You have a new SMS');
		await breaking(SUBMIT_PIN, { kind: 'drop', when: 'after' });
		await customer.handIn(await readPin());
		await customer.endsOn("We don't know yet whether this worked");
		expect(await subscriptionsOf(customer.msisdn)).toHaveLength(1);
		await customer.page.getByRole('link', { name: 'Go to Game Club' }).click();
		await customer.sees('Welcome to Game Club');
	});
});

describe('guarding content', () => {
	const msisdn = '33639980933';

	const knock = async (customer = msisdn, more = '') => {
		const answer = await axios.get<string>(`${guardUrl(host.n8n.url, customer)}${more}`, {
			proxy: false,
			validateStatus: () => true,
		});
		return { status: answer.status, html: answer.data };
	};

	beforeAll(async () => {
		await seller.as();
		await seller.optIn({ msisdn, userid: msisdn });
	});

	afterEach(async () => {
		await seller.http.delete('/_sandbox/faults');
	});

	it('lets in whose subscription is active', async () => {
		expect(await knock()).toMatchObject({
			status: 200,
			html: expect.stringContaining('Your subscription is active') as string,
		});
	});

	it.each([
		['has none', '33639980108'],
		['does not say who', ''],
	])('sends to payment who %s', async (_, userid) => {
		const { status, html } = await knock(userid);
		expect(status).toBe(402);
		expect(html).toContain(`href="${host.n8n.url}/form/sell-a-subscription"`);
		expect(html).not.toContain('Your subscription is active');
	});

	it.each([
		['fails', { kind: 'answer', status: 500, body: {} }],
		['cannot be reached', { kind: 'drop' }],
		['refuses', { kind: 'answer', status: 403, body: { status: 'UNAUTHORIZED' } }],
		[
			'refuses in an answer that names no subscription',
			{
				kind: 'answer',
				status: 200,
				body: { status: 'INVALID_SERVICE', active: false, valid: false },
			},
		],
		['does not say', { kind: 'answer', status: 200, body: { active: 'perhaps', valid: null } }],
	])('lets nobody in when the platform %s', async (_, fault) => {
		await breaking(CHECK_STATUS, fault);
		const { status, html } = await knock();
		expect(status).toBe(503);
		expect(html).toContain('Come back soon');
		expect(html).not.toContain('Your subscription is active');
	});

	it('lets nobody in on what a return says, and sells nothing twice', async () => {
		const { status, html } = await knock('33639980108', `&status=success&userid=${msisdn}`);
		expect(status).toBe(402);
		expect(html).toContain('Your payment is not confirmed yet');
		expect(html).not.toMatch(/Your subscription is active|\/form\//);
	});

	it('asks to wait while the renewal is not paid', async () => {
		await seller.advance(7.5);
		const { status, html } = await knock();
		expect(status).toBe(402);
		expect(html).toContain('Your renewal is not paid yet');
		expect(html).not.toContain('/form/');
	});

	it('lets in who has cancelled and paid up to a later day', async () => {
		await seller.advance(1);
		await seller.answer(msisdn, 'STOP GAME');
		await seller.as();
		expect(await seller.cases(msisdn)).toEqual([false, true]);
		expect(await knock()).toMatchObject({ status: 200 });
	});
});

describe('what n8n keeps', () => {
	const executionsOf = async (workflowId: string): Promise<Execution[]> => {
		const summaries = await host.client.executions(workflowId);
		return await Promise.all(
			summaries.map(async ({ id }) => await host.client.executionEnd(id, 10_000)),
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

	it('is an end of every execution', async () => {
		const all = [
			...(await executionsOf(sellWorkflow.id)),
			...(await executionsOf(guardWorkflow.id)),
		];
		expect(all.length).toBeGreaterThan(25);
		expect(all.filter(({ status }) => status !== 'success')).toEqual([]);
	});

	it('is a PIN only as the customer typed it, and nothing of it with an outcome', async () => {
		const pins = [...WRONG_PINS, ...rightPins];
		const runs = (await executionsOf(sellWorkflow.id)).map(({ data }) => data.resultData.runData);
		const outcomes = runs
			.flatMap((run) => run['Submit PIN'] ?? [])
			.flatMap(({ data }) => data?.main?.slice(0, -1) ?? []);

		expect(outcomes.flat().length).toBeGreaterThan(8);
		expect(new Set(pins.flatMap((pin) => fieldsHolding(runs, pin)))).toEqual(new Set(['pin']));
		expect(pins.flatMap((pin) => fieldsHolding(outcomes, pin))).toEqual([]);
	});

	it('is no secret, and no PIN in the log', async () => {
		await host.n8n.stop();
		const files = writtenBy(host.n8n.place.userFolder);
		const { signingSecret, moreServices } = demoService;
		const secrets = [
			demoAccount.password,
			demoAccount.clientSecret,
			signingSecret,
			...moreServices.service.map((service) => service.signingSecret),
			PANEL_PASSWORD_HASH,
			...host.issuedTokens,
		];
		expect(filesHolding(files, ['33639980101'])).not.toEqual([]);
		expect(filesHolding(files, secrets)).toEqual([]);

		const log = files.get('n8n.log')?.toString() ?? '';
		expect(log).toContain('n8n ready');
		const pin = new RegExp([...WRONG_PINS, ...rightPins].join('|'));
		expect(log.split('\n').filter((line) => pin.test(line))).toEqual([]);
	});
});
