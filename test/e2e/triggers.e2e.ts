import axios from 'axios';
import pLimit from 'p-limit';
import { alertWorkflow } from '../../scripts/try/workflows';
import * as calling from '../support/e2e/calling';
import { triggered } from '../support/e2e/drawing';
import * as events from '../support/e2e/notified';
import type { Seller } from '../support/sandbox/seller';
import { Workspace } from '../support/workspace';

const { addressOf } = events;
const { lenient, takesCalls } = calling;

let workspace: Workspace;
let seller: Seller;

beforeAll(async () => {
	workspace = await Workspace.open();
	({ seller } = workspace);
	const parameters = { event: 'returnedFromPayment', authentication: 'signature' };
	const returned = triggered('returned', 'mobileBillingTrigger', parameters);
	await workspace.publish({ ...events.recording, returned });
	await workspace.publishReady(alertWorkflow);
	await fail30Charges();
	for (const id of ['recordEvents', 'returned']) await takesCalls(addressOf(workspace.url, id));
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
	const ids = Array.from({ length: 30 }, (_, index) => `poor-${index}`);
	await charge('limit', 'failed', 'monthly limit reached');
	await Promise.all(ids.map((id) => charge(id, 'failed', 'not enough credit')));
	await charge('rich', 'success');
	await charge('barred', 'failed', 'customer is barred');
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

it('a customer who returns from payment starts the flow, and with a wrong signature does not', async () => {
	await seller.set({ signedReturns: 'always' });
	const returnurl = `${addressOf(workspace.url, 'returned')}?order=17`;
	const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn: '33639985104', clientid: 'order 1' };
	const { data } = await seller.subscribe({ ...asked, returnurl });
	const address = await calling.returnFrom((data as { urlRedirect: string }).urlRedirect, 'cancel');
	const forged = address.replace('status=canceled', 'status=success');
	const known = (await workspace.client.executions('returned')).length;
	expect((await axios.get(forged, lenient)).status).toBe(401);
	const page = await axios.get<string>(address, lenient);
	expect(page.status).toBe(200);
	expect(page.data).toContain('<h1>Payment canceled</h1>');
	const execution = await calling.executionOf(workspace, 'returned', known);
	expect(calling.itemsStarting(execution)).toMatchObject([
		{
			...{ status: 'canceled', msisdn: '33639985104', clientReference: 'order 1' },
			...{ parameters: { order: '17' }, signatureChecked: true },
		},
	]);
	expect(await workspace.client.executions('returned')).toHaveLength(known + 1);
});
