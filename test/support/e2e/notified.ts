import axios from 'axios';
import { callOf, ENCODINGS, type Message, messageOf } from '../../../sandbox/notifications/message';
import type { Sandbox } from '../../../sandbox/sandbox';
import { waitFor } from '../../../scripts/host/wait';
import type { N8nClient } from '../n8nClient';
import { ready } from '../workspace';
import { lenient } from './calling';
import { triggered } from './drawing';

const recorder = 'recordEvents';
const parameters = { event: 'paymentResult', authentication: 'signature' };

/** A workflow that starts with every event and does nothing: its executions show the events. */
export const recording = { [recorder]: triggered(recorder, 'mobileBillingTrigger', parameters) };

/** The address at which a workflow with our trigger takes events. */
export const addressOf = (n8nUrl: string, webhookId = recorder) =>
	`${n8nUrl}/webhook/${webhookId}/mobile-billing`;

/** The ID of the address of a ready workflow. */
export const triggerIdOf = (workflow: { file: string }) =>
	ready(workflow, '').nodes.find(({ webhookId }) => webhookId)?.webhookId;

/** The fields of a notification. */
export function eventFields(transactionid: string, change: Record<string, string> = {}) {
	return Object.entries({
		transactionid,
		phone: '33639980101',
		userid: 'user-1',
		country: 'FR',
		mnocode: 'FR_DEMOTEL',
		amount: '1',
		enduserprice: '2.99',
		service: 'GAMECLUB04',
		status: 'success',
		event_type: 'recurring_billing',
		...change,
	});
}

/** An event that is signed with the key of its service. */
export function eventOf(
	{ world }: Sandbox,
	url: string,
	id: string,
	change: Record<string, string> = {},
	encoding: Message['encoding'] = 'form',
): Message {
	const { signing } = world.payments.services.named(change.service ?? 'GAMECLUB04');
	return messageOf(eventFields(id, change), { url, encoding, signing });
}

/** Events of two services in all encodings, with text that a careless encoding would break. */
export function eventsOf(sandbox: Sandbox, url: string, count: number): Map<string, Message> {
	const events = Array.from({ length: count }, (_, n): [string, Message] => {
		const service = n % 2 ? 'GAMECLUB04' : 'NEWSDAILY05';
		const change = { service, userid: `Zoë & Søn + ${n} = 100 %` };
		const encoding = ENCODINGS[Math.floor(n / 2) % ENCODINGS.length];
		return [`event-${n}`, eventOf(sandbox, url, `event-${n}`, change, encoding)];
	});
	return new Map(events);
}

/** The same with another transaction ID and the old signature. */
export function forged({ parameters, ...message }: Message): Message {
	const change = (name: string) => (name === 'transactionid' ? 'forged-' : '');
	return { ...message, parameters: parameters.map(([name, is]) => [name, change(name) + is]) };
}

/** Delivers an event again and again until it's accepted or refused, as a platform does. Returns the last status. */
export async function deliver(message: Message): Promise<number> {
	const answered = async () => {
		try {
			const call = { ...callOf(message), ...lenient, timeout: 30_000 };
			const { status } = await axios.request(call);
			return [200, 401].includes(status) ? status : undefined;
		} catch {
			return undefined;
		}
	};
	return await waitFor('an answer to an event', answered, { timeoutMs: 120_000 });
}

/** The events that executions started with, sorted; n8n stores an execution before it answers. */
export async function eventsStarted(client: N8nClient): Promise<string[]> {
	const summaries = await client.executions(recorder);
	const all = await Promise.all(summaries.map(async ({ id }) => await client.execution(id)));
	return all.map(({ text }) => /\bevent-\d+/.exec(text)?.[0] ?? 'unknown').sort();
}
