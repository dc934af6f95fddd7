import type { IWebhookFunctions } from 'n8n-workflow';
import { clock } from '../engine/n8n/transport';

/** The number of events that each trigger remembers in this process. */
const maxRemembered = 20_000;

/**
 * The waits, in milliseconds, between looks for n8n's answer to a caller that hung up: there's no event for it. They end
 * after a quarter of an hour; the next delivery then gets an execution, which ends at the trigger if the first one is there.
 */
const answerWaitsMs = Array.from({ length: 15 }, (_, at) => 30 * 2 ** at);

/** Each trigger's events by key, the oldest first, with whether n8n stored its execution; pending until n8n answers. */
const triggers = new Map<string, Map<string, Promise<boolean>>>();

/**
 * Tells whether this delivery of an event starts an execution. While another delivery of it is pending, this waits: if
 * n8n can't store that one's execution, this one gets the event. This process forgets all events when it ends; an
 * execution that n8n runs later is checked by `passOnce`.
 *
 * @param trigger identifies the trigger node
 * @param isStored resolves with whether n8n stored the execution of this delivery
 */
export async function isFirstDelivery(
	trigger: string,
	eventKey: string,
	isStored: () => Promise<boolean>,
): Promise<boolean> {
	const events = triggers.get(trigger) ?? new Map<string, Promise<boolean>>();
	triggers.set(trigger, events);
	for (;;) {
		const earlier = events.get(eventKey);
		if (!earlier) break;
		if (await earlier) return false;
	}
	const mine = isStored().then((stored) => {
		if (!stored) events.delete(eventKey);
		return stored;
	});
	events.set(eventKey, mine);
	const [oldest = ''] = events.keys();
	if (events.size > maxRemembered) events.delete(oldest);
	return true;
}

/**
 * Whether n8n stored the execution: it answers 200 only then. It goes on for a caller that hung up, and answers that one,
 * too: an event that n8n has begun is begun, also where nobody listens any more.
 */
export async function isStored(
	response: ReturnType<IWebhookFunctions['getResponseObject']>,
): Promise<boolean> {
	if (!response.destroyed) await new Promise((resolve) => response.once('close', resolve));
	for (const waitMs of answerWaitsMs) {
		if (response.writableEnded) break;
		await clock.sleep(waitMs);
	}
	return response.writableEnded && response.statusCode < 300;
}
