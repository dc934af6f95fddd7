import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { demoAccount, demoService } from '../../scripts/try/credentials';
import { waitFor } from '../../scripts/host/wait';
import {
	cancellationUrl,
	cancelWorkflow,
	guardUrl,
	guardWorkflow,
	sellWorkflow,
	shopUrl,
	withAddresses,
} from '../../scripts/try/workflows';
import { lenient, returnFrom } from '../support/e2e/calling';
import { submitNumber, type Customer } from '../support/customer';
import type { Seller } from '../support/sandbox/seller';
import { sharedN8n } from '../support/sharedN8n';
import { parametersOf, ready, Workspace, type WorkflowFile } from '../support/workspace';

const panel = { panelUsername: 'demo-panel', panelPasswordHash: 'demo-panel-password-hash' };
const service = {
	name: 'Mobile Billing service',
	type: 'mobileBillingServiceApi',
	data: { ...demoService, ...panel },
};

/** Texts that stand in nothing else of a log or an execution. */
const wrongPins = ['Wrong1Pin', 'Wrong2Pin', 'Wrong3Pin'];
const rightPin = '0Right1Pin';

let workspace: Workspace;
let seller: Seller;

beforeAll(async () => {
	workspace = await Workspace.open(() => [service]);
	({ seller } = workspace);
	await workspace.publishReady(sellWorkflow, guardWorkflow, cancelWorkflow);
	await workspace.publish({ sellInPounds: inPounds(ready(sellWorkflow, workspace.sandbox.url)) });
});

afterAll(async () => {
	await workspace.close();
});

afterEach(async () => {
	await seller.http.delete('/_sandbox/faults');
});

/** Makes the platform fail until the test is over. */
const breaking = async (rule: object) => await seller.http.put('/_sandbox/faults', [rule]);
const order = async (number: string) => await submitNumber(shopUrl(workspace.url), number);

/** Another import of the workflow that sells, for another currency. */
function inPounds(workflow: WorkflowFile): WorkflowFile {
	Object.assign(parametersOf(workflow, 'Your offer'), { currency: 'GBP', countries: 'GB' });
	const shop = workflow.nodes.find(({ name }) => name === 'Shop page');
	Object.assign(parametersOf(workflow, 'Shop page'), { path: 'sell-in-pounds' });
	return Object.assign(shop ?? {}, { webhookId: 'sell-in-pounds' }) && workflow;
}

/** Types PINs one after the other; the right one is the one that was sent. */
async function enter(form: Customer, pins: string[]): Promise<void> {
	form.sees('You have a new SMS');
	const { session } = workspace.sandbox.world.payments.transactions.all.at(-1) ?? {};
	Object.assign(session ?? {}, { pin: rightPin });
	for (const [count, pin] of pins.entries()) {
		if (count > 0) form.sees(`Attempts left: ${3 - count}`);
		await form.submit(pin);
	}
}

describe('the form that sells', () => {
	it('subscribes a customer who types the right PIN at last, once', async () => {
		const msisdn = '33639980101';
		const form = await order('+33 6 39 98 01 01');
		expect(form.sees('You have a new SMS')).toContain('€2.99 a week');
		await enter(form, wrongPins.slice(0, 2));
		form.sees('Attempts left: 1');
		await form.submit('12-34?');
		expect(form.sees('This is not a PIN')).toContain('did not count');
		await form.submit(` ${rightPin.slice(0, 2)} ${rightPin.slice(2)}`);
		form.sees('You are subscribed');
		const active = { serviceKey: 'GAMECLUB04', active: true, userId: msisdn };
		expect(await seller.subscriptions({ msisdn })).toMatchObject([active]);
		expect(await form.follow('Go to Game Club')).toContain('Welcome to Game Club');

		const again = await order(msisdn);
		expect(again.sees('You are already subscribed')).toContain('Nothing was charged');
		expect(await seller.subscriptions({ msisdn })).toHaveLength(1);
	});

	const subscribe = '/api/payment/1_4/subscribe';
	const submitPin = '/api/payment/1_4/transaction/*';
	const away = { path: subscribe, fault: { kind: 'drop' } };
	const answer = { kind: 'answer', status: 200 };
	const refusing = { path: subscribe, fault: { ...answer, body: { status: 'INACTIVE' } } };
	const body = { status: 'ACCEPTED', sessionStatus: 'PENDING' };
	const pending = { path: submitPin, fault: { ...answer, when: 'after', body } };
	const lost = { path: submitPin, fault: { kind: 'drop', when: 'after' } };
	const ended = { kind: 'answer', status: 409, body: { status: 'INVALID_REQUEST' } };
	const over = { path: submitPin, fault: ended };
	const unknown = "We don't know yet whether this worked";

	it.each<[string, string[], string, string, number, object?]>([
		['33639980941', [], 'You are subscribed', 'has started', 1],
		['33639980901', [], 'Nothing was charged', 'Often there is not enough credit', 0],
		['33639980911', [], 'Nothing was charged', 'the daily limit of your operator', 0],
		['33639980912', [], 'Nothing was charged', 'the monthly limit of your operator', 0],
		['33639980914', [], unknown, 'you may be charged', 0],
		['33639980404', [], 'This number does not work', 'do not know this number', 0],
		['+33 6 39 98', [], 'This number does not work', 'begin with the country code', 0],
		// Its operator charges in pounds.
		['447700900101', [], 'Not available for this number', 'from France, Austria and Germany', 0],
		['<img src=x>', [], 'This number does not work', 'begin with the country code', 0],
		// Without its 0 it would be a number of Egypt.
		['020 1555 0123', [], 'This number does not work', 'begin with the country code', 0],
		['33639980105', [], 'This did not work', 'is not available', 0, away],
		['33639980105', [], 'This did not work', 'did not accept', 0, refusing],
		['33639980102', wrongPins, 'Three wrong PINs', 'Nothing was charged', 0],
		['33639980931', [rightPin], 'Nothing was charged', 'Often there is not enough credit', 0],
		['33639980107', [rightPin], 'Waiting for your operator', "don't buy again", 1, pending],
		['33639980106', [rightPin], unknown, 'you may be charged', 1, lost],
		['33639980108', [rightPin], 'This PIN no longer works', 'start again', 0, over],
	])(
		'ends on the right page: %s, PINs %j, “%s”, %s',
		async (...[msisdn, pins, heading, words, count, fault]) => {
			if (fault) await breaking(fault);
			const form = await order(msisdn);
			if (pins.length > 0) await enter(form, pins);
			expect(form.sees(heading)).toContain(words);
			expect(await seller.subscriptions({ msisdn })).toHaveLength(count);
		},
	);

	it.each([
		['33639985101', 'confirm', 'Welcome to Game Club'],
		['33639985102', 'cancel', 'You canceled'],
	])(
		'sends a customer to the payment page, and back to a page of ours: %s, %s, “%s”',
		async (msisdn, choice, words) => {
			const { location } = await order(msisdn);
			const { data } = await axios.get<string>(await returnFrom(location, choice), lenient);
			expect(data).toContain(words);
		},
	);

	it.each([
		['07700 900101', '447700900101', 'Send an SMS to confirm', /GAME \w+/],
		['+44 7700 900601', '447700900601', 'Confirm on your phone', /YES/],
	])(
		'shows the message to send, and lets the customer in after it: %s',
		async (...[typed, msisdn, heading, text]) => {
			const form = await submitNumber(`${workspace.url}/webhook/sell-in-pounds`, typed);
			const page = form.sees(heading);
			expect(page).toContain('£2.99');
			expect(page).toContain('+44 7700 900');
			await seller.answer(msisdn, text.exec(page)?.[0] ?? '');
			expect(await form.follow('Go to Game Club')).toContain('Welcome to Game Club');
		},
	);
});

it('the form that cancels ends a subscription, and knows it afterwards', async () => {
	const msisdn = '33639980109';
	await seller.optIn({ msisdn, userid: msisdn });
	const form = await submitNumber(cancellationUrl(workspace.url), msisdn);
	expect(form.sees('Your subscription ends')).toContain('until it runs out');
	const isOver = async () => !(await seller.subscriptions({ msisdn }))[0].active;
	await waitFor('the end of the subscription', isOver, { timeoutMs: 10_000 });
	const again = await submitNumber(cancellationUrl(workspace.url), msisdn);
	again.sees('No subscription found');
});

async function knock(customer: string, more = '') {
	const url = `${guardUrl(workspace.url, customer)}${more}`;
	const { status, data: html } = await axios.get<string>(url, lenient);
	return { status, html };
}

describe('the guard', () => {
	const msisdn = '33639980933';
	const inside = 'You have access until';

	beforeAll(async () => {
		await seller.optIn({ msisdn, userid: msisdn });
	});

	it('lets in subscribers, and sends others to payment', async () => {
		const { status, html } = await knock(msisdn);
		expect([status, html]).toEqual([200, expect.stringContaining(inside)]);
		for (const other of ['33639980108', '']) {
			const { status, html } = await knock(other);
			expect([status, html.includes(inside)]).toEqual([402, false]);
			expect(html).toContain(`href="${workspace.url}/webhook/sell-a-subscription?lang=en"`);
		}
	});

	it.each([
		['an error', 500, {}],
		['a refusal', 200, { status: 'INVALID_SERVICE', active: false, valid: false }],
		['neither yes nor no', 200, { active: 'perhaps', valid: null }],
	])('lets nobody in after a bad answer of the platform: %s', async (_, status, body) => {
		const path = '/api/payment/1_4/subscription';
		await breaking({ path, fault: { kind: 'answer', status, body } });
		const { html, ...answer } = await knock(msisdn);
		expect(answer).toEqual({ status: 503 });
		expect(html).toContain('Try again soon');
		expect(html).not.toContain(inside);
	});

	it('lets nobody in on what a return says, or while the renewal is not paid, and sells nothing twice', async () => {
		const returned = await knock('33639980108', `&status=success&userid=${msisdn}`);
		await seller.advance(7.5);
		const unpaid = await knock(msisdn);
		expect(returned.html).toContain('Your payment is not confirmed yet');
		expect(unpaid.html).toContain('Your renewal is not paid yet');
		for (const { status, html } of [returned, unpaid]) {
			expect(status).toBe(402);
			for (const words of [inside, 'sell-a-subscription']) expect(html).not.toContain(words);
		}
	});

	it('lets in a customer who canceled and has paid', async () => {
		await seller.advance(1);
		await seller.answer(msisdn, 'STOP GAME');
		expect(await seller.cases(msisdn)).toEqual([false, true]);
		expect(await knock(msisdn)).toMatchObject({ status: 200 });
	});
});

it('every execution ends well', async () => {
	const { client } = workspace;
	const workflows = [sellWorkflow, guardWorkflow];
	const ids = await Promise.all(workflows.map(async ({ id }) => await client.executions(id)));
	for (const { id } of ids.flat()) {
		expect(await client.executionEnd(id, 10_000)).toMatchObject({ status: 'success' });
	}
});

it('no secret is in anything that n8n writes (log, stored executions, files), and no PIN in the log', () => {
	const { userFolder } = sharedN8n();
	const files = readdirSync(userFolder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => join(parentPath, name));
	/** Names the files that hold one of the texts, never the text. */
	const holding = (texts: string[]) =>
		files
			.filter((file) => texts.some((text) => readFileSync(file).includes(text)))
			.map((file) => file.slice(userFolder.length + 1));
	const { access, refresh } = workspace.sandbox.world.tokens;
	const keys = [demoService, ...demoService.moreServices.service];
	const { password, clientSecret } = demoAccount;
	const secrets = [password, clientSecret, panel.panelPasswordHash, ...access.keys()];
	secrets.push(...refresh.keys(), ...keys.map(({ signingSecret }) => signingSecret));

	expect(holding(['33639980101'])).toContain('.n8n/database.sqlite');
	expect(holding(secrets)).toEqual([]);
	const log = readFileSync(join(userFolder, 'n8n.log'), 'utf8');
	expect(log).toContain('n8n ready');
	expect(log).not.toMatch(/\dPin\b/);
});

const legal = 'price, currency, period, seller, support';
const sells = legal.replace('currency', 'currency, countries');
it.each([
	['sells', sellWorkflow, `name, ${sells}, content, cancellation`],
	['guards', guardWorkflow, `name, ${legal}, payment, cancellation`],
	['cancels', cancelWorkflow, 'name, seller, support'],
])(
	'a workflow is not published before its offer is complete: the one that %s',
	async (_, { id, file }, missing) => {
		const shipped = withAddresses(JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile);
		const trigger = shipped.nodes.find(({ parameters }) => 'path' in parameters);
		Object.assign(trigger?.parameters ?? {}, { path: `empty-${id}` });
		const publishing = workspace.publish({ [`${id}Empty`]: shipped });
		await expect(publishing).rejects.toThrow(`required parameters: ${missing}`);
	},
);
