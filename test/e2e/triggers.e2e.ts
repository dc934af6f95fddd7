import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import pLimit from 'p-limit';
import { notificationFields } from '../../sandbox/notifications/event';
import { callOf } from '../../sandbox/notifications/message';
import type { TransactionRecord } from '../../sandbox/payments/records';
import { alertWorkflow, lookUpUrl } from '../../scripts/try/workflows';
import * as calling from '../support/e2e/calling';
import { passTenMinutes } from '../support/e2e/clock';
import { basic, billing, everyTwoSeconds, to, triggered, workflowOf } from '../support/e2e/drawing';
import * as events from '../support/e2e/notified';
import { itemsOf } from '../support/n8nClient';
import { sharedN8n } from '../support/sharedN8n';
import type { Seller } from '../support/sandbox/seller';
import { parametersOf, ready, Workspace } from '../support/workspace';
import { waitFor } from '../../scripts/host/wait';

const { addressOf } = events;
const { lenient, takesCalls } = calling;

let workspace: Workspace;
let seller: Seller;

beforeAll(async () => {
	workspace = await Workspace.open();
	({ seller } = workspace);
	const parameters = { event: 'returnedFromPayment', authentication: 'signature' };
	const returned = triggered('returned', 'mobileBillingTrigger', parameters);
	const confirming = delivering('confirming', 'paymentResult');
	const confirmingReturn = delivering('confirmingReturn', 'returnedFromPayment');
	await workspace.publish({ ...events.recording, returned, confirming, confirmingReturn });
	const alert = ready(alertWorkflow, workspace.sandbox.url);
	Object.assign(parametersOf(alert, 'Wait for the ten minutes'), {
		resume: 'timeInterval',
		amount: 15,
		unit: 'seconds',
	});
	await workspace.publish({ [alertWorkflow.id]: alert });
	await fail30Charges();
	for (const id of ['recordEvents', 'returned', 'confirming'])
		await takesCalls(addressOf(workspace.url, id));
});

afterAll(async () => {
	await workspace.close();
});

/** A workflow that delivers confirmed events, and reports others. */
function delivering(id: string, event: string): object {
	const parameters = { event, authentication: 'confirm' };
	const trigger = { ...billing('Trigger', 'mobileBillingTrigger', parameters), webhookId: id };
	const nodes = [trigger, basic('Deliver', 'noOp', 1), basic('Tell', 'noOp', 1)];
	return workflowOf(id, nodes, { Trigger: to('Deliver', 'Tell') });
}

/** The items that the next execution of such a workflow delivered, and those it told of. */
async function delivered(id: string, known: number) {
	const execution = await calling.executionOf(workspace, id, known);
	return ['Deliver', 'Tell'].map((node) => itemsOf(execution, node).map(({ json }) => json));
}

/** The error of a failed charge of one customer. */
const poor = (customer: number) => ({
	errorType: 'NOT_ENOUGH_CREDIT',
	errorMessage: `customer ${customer} has not enough credit`,
});

/** Adds a charge that failed, and notifies of it. */
async function failCharge(url: string, change: Partial<TransactionRecord>): Promise<void> {
	const failed = {
		actionStatus: 'FAILED',
		transactionState: 'FAILED',
		endUserPrice: 2.99,
	} as const;
	const renewal = { msisdn: '33639980101', ...failed, ...change };
	const record = seller.transact('SUB_RENEW', 'GAMECLUB04', renewal);
	const told = { status: 'failed', errormessage: record.errorMessage ?? '' };
	const id = String(record.transactionId);
	await events.deliver(events.eventOf(workspace.sandbox, url, id, told));
}

/** Lets charges fail for three causes. The alert waits up to 20 seconds, while other tests run. */
async function fail30Charges(): Promise<void> {
	const url = addressOf(workspace.url, events.triggerIdOf(alertWorkflow));
	await takesCalls(url);
	// One message for each ten minutes.
	await passTenMinutes();
	await failCharge(url, { errorType: 'MONTHLY_LIMIT_EXCEEDED', errorMessage: 'limit reached' });
	await Promise.all(Array.from({ length: 30 }, (_, one) => failCharge(url, poor(one))));
	await events.deliver(events.eventOf(workspace.sandbox, url, 'rich', { status: 'success' }));
	// The platform doesn't show it.
	const barred = { status: 'failed', errormessage: 'customer is barred' };
	await events.deliver(events.eventOf(workspace.sandbox, url, 'barred', barred));
}

it('each genuine event starts the flow once, though it comes four times, and no forged one does', async () => {
	const genuine = events.eventsOf(workspace.sandbox, addressOf(workspace.url), 24);
	const limit = pLimit(20);
	const send = async (messages: Parameters<typeof events.deliver>[0][]) =>
		await Promise.all(messages.map((one) => limit(() => events.deliver(one))));
	const all = [...genuine.values()];
	const atOnce = await send(all.flatMap((one) => [one, one, events.forged(one), one]));
	expect(atOnce).toEqual(all.flatMap(() => [200, 200, 401, 200]));
	expect(await send(all)).toEqual(all.map(() => 200));
	expect(await events.eventsStarted(workspace.client)).toEqual([...genuine.keys()].sort());
});

it('the ready alert tells each cause once or a few times when thirty charges fail at once, then how many more failed, and no success', async () => {
	const { client } = workspace;
	const executions = await client.executions(alertWorkflow.id);
	await Promise.all(executions.map(async ({ id }) => await client.executionEnd(id, 60_000)));
	const texts = await calling.toldIn(workspace, 'alerts');
	const about = (words: string) => texts.filter((text) => text.includes(words));
	const poor = about('has not enough credit').filter((text) =>
		text.startsWith('2.99 EUR not charged: '),
	);
	expect(poor.length).toBeGreaterThanOrEqual(1);
	// On a slow machine some may still reach Remove Duplicates at the same time.
	expect(poor.length).toBeLessThanOrEqual(6);
	expect(about('29 more not charged').length).toBe(poor.length);
	expect(about('not charged: customer is barred')).toHaveLength(1);
	expect(about('rich')).toEqual([]);
	const [limit = '', ...more] = about('limit reached');
	expect(more).toEqual([]);
	expect(limit).toMatch(
		/^2.99 EUR not charged: limit reached\nCustomer 33639980101, operator FR_DEMOTEL\nGAMECLUB04, transaction \d+\n/,
	);
	expect(limit).toContain(lookUpUrl(workspace.url, '33639980101'));
});

it('the log tells of refused calls', async () => {
	const log = () => readFileSync(join(sharedN8n().userFolder, 'n8n.log'), 'utf8');
	const told = () => /'Trigger' has refused \d+ calls?, the last one at \S+Z\. \w+/.test(log());
	await waitFor('a warning', told, { timeoutMs: 10_000 });
	expect(log()).not.toContain('33639980101');
});

it.each([
	['is no JSON', 'application/json', '{"a"'],
	['is in ISO-8859-1', 'application/x-www-form-urlencoded; charset=ISO-8859-1', 'a=1'],
])('a call whose body %s gets 422 from n8n itself', async (_what, type, body) => {
	const headers = { 'content-type': type };
	const call = axios.post<object>(addressOf(workspace.url), Buffer.from(body), {
		...lenient,
		headers,
	});
	expect((await call).status).toBe(422);
	expect((await call).data).toMatchObject({ message: 'Failed to parse request body' });
});

it('a poll that fails is a failed execution, and a later one covers the gap', async () => {
	const { client } = workspace;
	const parameters = { pollTimes: everyTwoSeconds, event: 'any' };
	const polling = triggered('polling', 'mobileBillingTransactionTrigger', parameters);
	await calling.publishPolling(workspace, 'polling', polling);
	const fault = { kind: 'answer', status: 403, body: { status: 'UNAUTHORIZED' } };
	await seller.http.put('/_sandbox/faults', [{ path: '/v1/*', fault }]);
	await seller.subscribe({ msisdn: '999000000901' });
	const ended = async (status: string, workflow = 'polling') => {
		const isSo = async () =>
			(await client.executions(workflow)).find((one) => one.status === status);
		return await waitFor(`an execution with ${status}`, isSo, { timeoutMs: 60_000 });
	};
	await ended('error');
	// Also where it was published meanwhile.
	await workspace.publish({
		late: triggered('late', 'mobileBillingTransactionTrigger', parameters),
	});
	await ended('error', 'late');
	await seller.http.delete('/_sandbox/faults');
	const { id } = await ended('success');
	const started = calling.itemsStarting(await client.execution(id));
	expect(started).toMatchObject([{ msisdn: '999000000901', status: 'failed' }]);
	// Fetch Test Event.
	const test = calling.itemsStarting(await calling.execute(workspace, 'polling', 'Trigger'));
	expect(test.at(-1)).toMatchObject({ msisdn: '999000000901', status: 'failed' });
});

it('a signed event starts the flow, though its sender does not encode a plus', async () => {
	const url = addressOf(workspace.url);
	const { parameters } = events.eventOf(workspace.sandbox, url, 'event-plus', { userid: 'a+b' });
	const query = parameters.map((pair) => pair.join('=')).join('&');
	const known = (await workspace.client.executions('recordEvents')).length;
	expect((await axios.get(`${url}?${query}`, lenient)).status).toBe(200);
	const execution = await calling.executionOf(workspace, 'recordEvents', known);
	expect(calling.itemsStarting(execution)).toMatchObject([{ userId: 'a+b' }]);
});

it('while the editor listens for a test event, it shows why a call is refused', async () => {
	const { http } = workspace.client;
	const known = (await workspace.client.executions('recordEvents')).length;
	const run = {
		triggerToStartFrom: { name: 'Trigger' },
		destinationNode: { nodeName: 'Trigger', mode: 'inclusive' },
	};
	const listening = await http.post('/workflows/recordEvents/run', run);
	expect(listening.data).toMatchObject({ data: { waitingForWebhook: true } });
	const address = addressOf(workspace.url).replace('/webhook/', '/webhook-test/');
	const message = events.eventOf(workspace.sandbox, address, 'event-forged');
	const { status } = await axios.post(
		address,
		Object.fromEntries(events.forged(message).parameters),
		lenient,
	);
	expect(status).toBe(500);
	const execution = await calling.executionOf(workspace, 'recordEvents', known);
	expect(execution.data.resultData.error).toMatchObject({
		message: 'A call was refused: The signature is missing or wrong',
		description: 'Its signature is wrong: check Signature Key, or somebody has forged the call.',
	});
});

describe('a signed event of a payment', () => {
	const id = 'confirming';
	let fields: Record<string, string>;
	beforeAll(async () => {
		const club = { apikey: 'GAMECLUB04', price: '2.99' };
		await seller.subscribe({ ...club, msisdn: '999000000101', clientid: 'order 9' });
		const payment = workspace.sandbox.world.payments.transactions.all.at(-1);
		if (!payment) throw new Error('there is no payment');
		const transactionId = String(payment.record.transactionId);
		await seller.pin(transactionId, await seller.readPin('999000000101'));
		fields = Object.fromEntries(notificationFields(payment));
	});
	const send = async (change: Record<string, string> = {}) => {
		const url = addressOf(workspace.url, id);
		const all = { ...fields, ...change };
		const message = events.eventOf(workspace.sandbox, url, all.transactionid ?? '', all);
		return (await axios.request({ ...callOf(message), ...lenient })).status;
	};

	it('is refused where the platform contradicts it, and goes to Unconfirmed where nothing is known', async () => {
		expect(await send({ phone: '999000000102' })).toBe(403);
		expect(await send({ status: 'failed' })).toBe(403);
		expect(await send({ transactionid: '17' })).toBe(200);
		const [deliver, tell] = await delivered(id, 0);
		expect(deliver).toEqual([]);
		const reason = 'The platform shows no such transaction in a final state';
		expect(tell).toMatchObject([{ confirmed: false, reason, unproven: { transactionId: '17' } }]);
	});

	it('goes to Unconfirmed while the platform is down, and is delivered when it is sent again', async () => {
		const fault = { kind: 'answer', status: 503, body: {} };
		await seller.http.put('/_sandbox/faults', [{ path: '/v1/transactions', fault }]);
		for (let count = 0; count < 2; count++) expect(await send()).toBe(200);
		const [none, told] = await delivered(id, 1);
		const { transactionid: transactionId } = fields;
		const reason = 'The platform says: HTTP 503';
		expect(none).toEqual([]);
		expect(told).toMatchObject([{ confirmed: false, reason, unproven: { transactionId } }]);
		await seller.http.delete('/_sandbox/faults');
		expect(await send({ userid: 'somebody else', revenue: '60' })).toBe(200);
		expect(await send()).toBe(200);
		const [deliver, tell] = await delivered(id, 2);
		expect(tell).toEqual([]);
		const item = { clientReference: 'order 9', msisdn: '999000000101', status: 'success' };
		const unproven = { userId: 'somebody else', revenue: 60 };
		expect(deliver).toMatchObject([{ confirmed: true, ...item, unproven }]);
		expect(deliver?.[0]).not.toHaveProperty('userId');
		expect(await workspace.client.executions(id)).toHaveLength(3);
	});

	it('is delivered when the platform fails once, and then shows it', async () => {
		const club = { apikey: 'GAMECLUB04', price: '2.99' };
		await seller.subscribe({ ...club, msisdn: '999000000901', clientid: 'order 10' });
		const payment = workspace.sandbox.world.payments.transactions.all.at(-1);
		if (!payment) throw new Error('there is no payment');
		const other = Object.fromEntries(notificationFields(payment));
		const fault = { kind: 'answer', status: 503, body: {} };
		await seller.http.put('/_sandbox/faults', [{ path: '/v1/transactions', times: 2, fault }]);
		expect(await send(other)).toBe(200);
		await seller.http.delete('/_sandbox/faults');
		const [deliver] = await delivered(id, 3);
		expect(deliver).toMatchObject([{ confirmed: true, status: other.status }]);
	});
});

it('a customer who returns is told what the platform shows, and a forged success is refused', async () => {
	await seller.set({ signedReturns: 'always' });
	const returnurl = addressOf(workspace.url, 'confirmingReturn');
	const sale = { apikey: 'GAMECLUB04', price: '2.99', msisdn: '33639985105', clientid: 'order 2' };
	const { data } = await seller.subscribe({ ...sale, returnurl });
	const address = await calling.returnFrom((data as { urlRedirect: string }).urlRedirect, 'cancel');
	const forged = await axios.get(address.replace('status=canceled', 'status=success'), lenient);
	expect(forged.status).toBe(403);
	expect(forged.data).toBe('This link is no longer valid. Start again');
	// The signature stays right, because the values are in the same order.
	const page = await axios.get<string>(address.replace('reference=', 'other='), lenient);
	expect([page.status, page.data]).toEqual([200, expect.stringContaining('Payment canceled')]);
	const [deliver, tell] = await delivered('confirmingReturn', 0);
	const item = { status: 'canceled', clientReference: 'order 2', signatureChecked: true };
	expect([deliver, tell]).toMatchObject([[{ confirmed: true, ...item }], []]);
});

it('a customer who returns from payment starts the flow, and a wrong signature proves nothing', async () => {
	await seller.set({ signedReturns: 'always' });
	const returnurl = `${addressOf(workspace.url, 'returned')}?order=17`;
	const { data } = await seller.subscribe({
		apikey: 'GAMECLUB04',
		price: '2.99',
		msisdn: '33639985104',
		clientid: 'order 1',
		returnurl,
	});
	const address = await calling.returnFrom((data as { urlRedirect: string }).urlRedirect, 'cancel');
	const forged = address.replace('status=canceled', 'status=success');
	const known = (await workspace.client.executions('returned')).length;
	expect((await axios.get(forged, lenient)).status).toBe(200);
	const unproved = await calling.executionOf(workspace, 'returned', known);
	expect(calling.itemsStarting(unproved)).toMatchObject([
		{ status: 'success', signatureChecked: false },
	]);
	const page = await axios.get<string>(address, lenient);
	expect(page.status).toBe(200);
	expect(page.data).toContain('<h1>Payment canceled</h1>');
	const closed = { 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' };
	expect(page.headers).toMatchObject(closed);
	expect((await axios.get<string>(address, lenient)).data).toBe(page.data);
	const execution = await calling.executionOf(workspace, 'returned', known + 1);
	expect(calling.itemsStarting(execution)).toMatchObject([
		{
			status: 'canceled',
			msisdn: '33639985104',
			clientReference: 'order 1',
			parameters: { order: '17' },
			signatureChecked: true,
		},
	]);
	expect(await workspace.client.executions('returned')).toHaveLength(known + 2);
});
