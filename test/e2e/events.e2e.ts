import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { InboxMessage } from '../../sandbox/notifications/inboxes';
import { callOf, type Message } from '../../sandbox/notifications/message';
import { waitFor } from '../../scripts/host/wait';
import { lenient, takesCalls } from '../support/e2e/calling';
import { basic, billing, to, workflowOf } from '../support/e2e/drawing';
import { addressOf, deliver, eventOf } from '../support/e2e/notified';
import { freshN8n, type FreshN8n } from '../support/freshN8n';
import { Workspace } from '../support/workspace';

/** So many events each way. */
const count = Number(process.env.EVENTS ?? 20);

let fresh: FreshN8n;
let workspace: Workspace;

beforeAll(async () => {
	// As every n8n Cloud has it: few executions at a time.
	fresh = await freshN8n({ settings: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '2' } });
	workspace = await Workspace.open(undefined, { url: fresh.n8n.url, client: fresh.client });
	const parameters = { event: 'paymentResult', authentication: 'signature' };
	await workspace.publish({
		events: telling('events', 0, parameters),
		slow: telling('slow', 1, parameters),
	});
	for (const id of ['events', 'slow']) await takesCalls(addressOf(workspace.url, id));
});

afterAll(async () => {
	await fresh.n8n.stop();
	await workspace.sandbox.close();
});

/** A workflow that waits some seconds, and tells an inbox which event it handles. */
function telling(id: string, seconds: number, parameters: object): object {
	const url = `${workspace.sandbox.url}/_sandbox/inbox/${id}`;
	const text = { name: 'id', value: '={{ $json.transactionId }}' };
	const tell = { url, sendQuery: true, queryParameters: { parameters: [text] }, options: {} };
	const wait = { resume: 'timeInterval', amount: seconds, unit: 'seconds' };
	const nodes = [
		{ ...billing('Trigger', 'mobileBillingTrigger', parameters), webhookId: id },
		basic('Wait', 'wait', 1.1, wait),
		basic('Tell', 'httpRequest', 4.2, tell),
	];
	return workflowOf(id, nodes, { Trigger: to('Wait'), Wait: to('Tell') });
}

/** The events that a workflow has handled. */
async function handled(id: string): Promise<string[]> {
	const url = `${workspace.sandbox.url}/_sandbox/inboxes/${id}`;
	const { data } = await axios.get<{ messages: InboxMessage[] }>(url, lenient);
	return data.messages.map(({ rawQuery }) => rawQuery.replace('id=', '')).sort();
}

const named = (kind: string, size = count) =>
	Array.from({ length: size }, (_, n) => `${kind}-${n}`);

/** Sends an event, and hangs up after a time. */
async function giveUp(message: Message, afterMs: number): Promise<void> {
	await axios.request({ ...callOf(message), ...lenient, timeout: afterMs }).catch(() => undefined);
}

const events = (ids: string[], workflow = 'events') =>
	ids.map((id) => eventOf(workspace.sandbox, addressOf(workspace.url, workflow), id));

/** Waits until each event was handled, and says how often it was. */
async function inTheEnd(workflow: string, ids: string[]): Promise<string[]> {
	const own = async () => (await handled(workflow)).filter((id) => ids.includes(id));
	const all = async () => new Set(await own()).size === ids.length;
	await waitFor('each event was handled', all, { timeoutMs: 60_000 });
	await sleep(2_000);
	return await own();
}

async function restart(end: 'stop' | 'kill'): Promise<void> {
	await fresh.n8n[end]();
	await fresh.n8n.start();
	await takesCalls(addressOf(workspace.url, 'events'));
}

it.each(['stop', 'kill'] as const)('a restart by %s', async (end) => {
	const ids = named(end);
	await Promise.all(events(ids).map(deliver));
	if (end === 'stop') await inTheEnd('events', ids);
	await restart(end);
	await Promise.all(events(ids).map(deliver));
	expect(await inTheEnd('events', ids)).toEqual(ids.toSorted());
});

it('gives up', async () => {
	const ids = named('gave-up');
	for (const afterMs of [3, 5, 9, 17]) {
		await Promise.all(events(ids).map((one) => giveUp(one, afterMs)));
	}
	await Promise.all(events(ids).map(deliver));
	expect(await inTheEnd('events', ids)).toEqual(ids.toSorted());
});

it('limit', async () => {
	const ids = named('limited', 8);
	for (let times = 0; times < 8; times++) {
		await Promise.all(events(ids, 'slow').map((one) => giveUp(one, 300)));
	}
	await Promise.all(events(ids, 'slow').map(deliver));
	expect(await inTheEnd('slow', ids)).toEqual(ids.toSorted());
});
