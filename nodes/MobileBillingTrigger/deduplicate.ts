import type { IWebhookFunctions } from 'n8n-workflow';
import { clock } from '../engine/n8n/transport';

const maxRemembered = 20_000;

/**
 * The pauses between checks whether n8n has answered a caller that hung up, which raises no event: a quarter of an hour
 * in all.
 */
const answerWaitsMs = Array.from({ length: 15 }, (_, at) => 30 * 2 ** at);

/** Each trigger's events by key, the oldest first, with whether n8n stored its execution; pending until n8n answers. */
const triggers = new Map<string, Map<string, Promise<boolean>>>();

/**
 * Whether this delivery of an event starts an execution; waits while another delivery of it is pending. `passOnce`
 * recognizes the events of earlier processes. @param isStored whether n8n stored the execution of this delivery
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

/** Whether n8n stored the execution: only then it answers 200, also to a caller that hung up. */
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
