import pLimit from 'p-limit';

import { alertWorkflow } from '../../scripts/try/workflows';
import { Workspace } from '../support/workspace';
import { takesCalls } from '../support/e2e/calling';
import {
	addressOf,
	deliver,
	eventOf,
	eventsOf,
	eventsStarted,
	forged,
	recording,
	triggerIdOf,
} from '../support/e2e/notified';

let workspace: Workspace;

beforeAll(async () => {
	workspace = await Workspace.open();
	await workspace.publish(recording);
	await workspace.publishReady(alertWorkflow);
	await fail30Charges();
	await takesCalls(addressOf(workspace.url));
});

afterAll(async () => {
	await workspace.close();
});

/** Lets charges fail for three reasons. The alert waits up to 20 seconds, while other tests run. */
async function fail30Charges(): Promise<void> {
	const url = addressOf(workspace.url, triggerIdOf(alertWorkflow));
	await takesCalls(url);
	const charge = async (id: string, status: string, errormessage = '') =>
		await deliver(eventOf(workspace.sandbox, url, id, { status, errormessage }));
	const numbers = Array.from({ length: 30 }, (_, index) => index);
	await charge('limit', 'failed', 'monthly limit reached');
	await Promise.all(numbers.map((n) => charge(`poor-${n}`, 'failed', 'not enough credit')));
	await charge('rich', 'success');
	await charge('barred', 'failed', 'customer is barred');
}

it('each genuine event starts the flow once, though it comes four times, and no forged one does', async () => {
	const events = eventsOf(workspace.sandbox, addressOf(workspace.url), 24);
	const limit = pLimit(20);
	const send = async (message: Parameters<typeof deliver>[0]) =>
		await limit(async () => await deliver(message));
	const all = [...events.values()];
	const atOnce = await Promise.all(all.flatMap((one) => [one, one, forged(one), one].map(send)));
	const later = await Promise.all(all.map(send));
	expect(atOnce).toEqual(all.flatMap(() => [200, 200, 401, 200]));
	expect(new Set(later)).toEqual(new Set([200]));
	expect(await eventsStarted(workspace.client)).toEqual([...events.keys()].sort());
});

it('the ready alert tells each reason once or a few times when thirty fail at once, and no success', async () => {
	const { client, seller } = workspace;
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
