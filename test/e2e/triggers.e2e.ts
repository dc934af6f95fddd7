import axios from 'axios';
import pLimit from 'p-limit';

import { alertWorkflow } from '../../scripts/try/workflows';
import * as calling from '../support/e2e/calling';
import { everyTwoSeconds, triggered } from '../support/e2e/drawing';
import * as events from '../support/e2e/notified';
import type { Seller } from '../support/sandbox/seller';
import { Workspace } from '../support/workspace';

const { addressOf } = events;
const { executionOf, itemsStarting, lenient, takesCalls } = calling;

let workspace: Workspace;
let seller: Seller;
let notifiedAt: string;
let returnedTo: string;

beforeAll(async () => {
	workspace = await Workspace.open();
	({ seller } = workspace);
	const notice = (id: string, event: string) =>
		triggered(id, 'mobileBillingTrigger', { event, authentication: 'signature' });
	await workspace.publish({
		...events.recording,
		returned: notice('returned', 'returnedFromPayment'),
		notified: notice('notified', 'paymentResult'),
	});
	await workspace.publishReady(alertWorkflow);
	await fail30Charges();
	notifiedAt = addressOf(workspace.url, 'notified');
	returnedTo = addressOf(workspace.url, 'returned');
	for (const url of [addressOf(workspace.url), notifiedAt, returnedTo]) await takesCalls(url);
	const parameters = { pollTimes: everyTwoSeconds, event: 'any' };
	const polling = triggered('polled', 'mobileBillingTransactionTrigger', parameters);
	await calling.publishPolling(workspace, 'polled', polling);
});

afterAll(async () => {
	await workspace.close();
});

/** Lets charges fail for three reasons. The alert waits up to 20 seconds, while other tests run. */
async function fail30Charges(): Promise<void> {
	const url = addressOf(workspace.url, events.triggerIdOf(alertWorkflow));
	await takesCalls(url);
	const charge = async (id: string, status: string, errormessage = '') =>
		await events.deliver(events.eventOf(workspace.sandbox, url, id, { status, errormessage }));
	const numbers = Array.from({ length: 30 }, (_, index) => index);
	await charge('limit', 'failed', 'monthly limit reached');
	await Promise.all(numbers.map((n) => charge(`poor-${n}`, 'failed', 'not enough credit')));
	await charge('rich', 'success');
	await charge('barred', 'failed', 'customer is barred');
}

it('each genuine event starts the flow once, though it comes four times, and no forged one does', async () => {
	const genuine = events.eventsOf(workspace.sandbox, addressOf(workspace.url), 24);
	const limit = pLimit(20);
	const send = async (message: Parameters<typeof events.deliver>[0]) =>
		await limit(async () => await events.deliver(message));
	const all = [...genuine.values()];
	const atOnce = await Promise.all(
		all.flatMap((one) => [one, one, events.forged(one), one].map(send)),
	);
	const later = await Promise.all(all.map(send));
	expect(atOnce).toEqual(all.flatMap(() => [200, 200, 401, 200]));
	expect(new Set(later)).toEqual(new Set([200]));
	expect(await events.eventsStarted(workspace.client)).toEqual([...genuine.keys()].sort());
});

it('the ready alert tells each reason once or a few times when thirty fail at once, and no success', async () => {
	const { client } = workspace;
	const executions = await client.executions(alertWorkflow.id);
	await Promise.all(executions.map(async ({ id }) => await client.executionEnd(id, 40_000)));
	const { data } = await seller.http.get('/_sandbox/inboxes/alerts');
	const { messages } = data as { messages: { body: { text: string } }[] };
	const about = (words: string) =>
		messages.map(({ body }) => body.text).filter((text) => text.includes(words));
	expect(about('not enough credit').length).toBeGreaterThanOrEqual(1);
	// On a machine that is short of breath some may still meet in Remove Duplicates.
	expect(about('not enough credit').length).toBeLessThanOrEqual(6);
	expect(about('customer is barred')).toHaveLength(1);
	expect(about('Transaction rich')).toEqual([]);
	expect(about('monthly limit reached')).toEqual([
		expect.stringContaining('Service GAMECLUB04, operator FR_DEMOTEL'),
	]);
});

it('both triggers give the same values of a transaction', async () => {
	await seller.set({ transactionIds: 'plain' });
	await seller.http.patch('/_sandbox/services/GAMECLUB04', { notificationUrl: notifiedAt });
	await seller.optIn({ msisdn: '33639980001', clientid: 'order-1' });
	const [notified = {}] = itemsStarting(await executionOf(workspace, 'notified'));
	const [polled = {}] = itemsStarting(await executionOf(workspace, 'polled'));
	expect(polled).toMatchObject({ action: 'SUB_START', clientReference: 'order-1' });
	expect(notified).toMatchObject({ eventType: 'opt_in', signatureChecked: true });
	const same = ['transactionId', 'status', 'msisdn', 'operator', 'serviceKey', 'price'];
	for (const name of [...same, 'country', 'clientReference']) {
		expect([name, polled[name]]).toEqual([name, notified[name] ?? 'missing']);
	}
});

it('a customer who returns from payment starts the flow, and with a wrong signature does not', async () => {
	await seller.set({ signedReturns: 'always' });
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn: '33639985104', clientid: 'order 1' };
	const { data } = await seller.subscribe({ ...asked, returnurl: `${returnedTo}?order=17` });
	const address = await calling.returnFrom((data as { urlRedirect: string }).urlRedirect, 'cancel');
	const forged = address.replace('status=canceled', 'status=success');
	const known = (await workspace.client.executions('returned')).length;
	expect((await axios.get(forged, lenient)).status).toBe(401);
	const page = await axios.get<string>(address, lenient);
	expect(page.status).toBe(200);
	expect(page.data).toContain('<h1>Payment canceled</h1>');
	const execution = await executionOf(workspace, 'returned', known);
	expect(itemsStarting(execution)).toMatchObject([
		{
			...{ status: 'canceled', msisdn: '33639985104', clientReference: 'order 1' },
			...{ parameters: { order: '17' }, signatureChecked: true },
		},
	]);
	expect(await workspace.client.executions('returned')).toHaveLength(known + 1);
});
