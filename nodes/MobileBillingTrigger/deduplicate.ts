import { createHash } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { triggerOf } from './call';

/** How many events each trigger remembers in this process, and how many in n8n's database. */
const mostRemembered = 20_000;
const mostSaved = 1_000;

/** Each trigger's events by key, the oldest first, with whether n8n stored its execution; pending until n8n answers. */
const triggers = new Map<string, Map<string, Promise<boolean>>>();

/** The latest stored events of each trigger: calls at the same time overwrite each other's entry in the database. */
const latest = new Map<string, string[]>();

/**
 * Tells whether this delivery of an event starts the workflow. While another delivery of it is pending, this waits: if
 * n8n can't store that one's execution, this one gets the event. This process forgets all events when it ends; what is
 * saved in n8n's database outlives it, and the workflow in `deploy/queue-mode/each-event-once.json` keeps all of them.
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
	if (events.size > mostRemembered) events.delete(oldest);
	return true;
}

/**
 * As `isFirstDelivery`, also across restarts, for an event whose execution n8n stores before it answers. In a manual
 * test, the same event can be sent again and again.
 */
export async function isNewEvent(context: IWebhookFunctions, eventKey: string): Promise<boolean> {
	if (context.getMode() === 'manual') return true;
	const trigger = triggerOf(context);
	const isFirst = await isFirstDelivery(trigger, eventKey, () => isStored(context));
	return isFirst && !savedIn(context).includes(digestOf(eventKey));
}

/** Has n8n save an event with the workflow, once it has stored the execution. */
export function saveEvents(context: IWebhookFunctions, eventKeys: string[]): void {
	if (context.getMode() === 'manual') return;
	const trigger = triggerOf(context);
	const own = eventKeys.map(digestOf);
	const joined = (...lists: string[][]) => [...new Set(lists.flat())].slice(-mostSaved);
	const all = joined(savedIn(context), latest.get(trigger) ?? [], own);
	// As one text: n8n watches every value of a list.
	context.getWorkflowStaticData('node').events = all.join(' ');
	void isStored(context).then((stored) => {
		if (stored) latest.set(trigger, joined(latest.get(trigger) ?? [], own));
	});
}

function savedIn(context: IWebhookFunctions): string[] {
	const { events } = context.getWorkflowStaticData('node');
	return typeof events === 'string' && events !== '' ? events.split(' ') : [];
}

const digestOf = (eventKey: string) =>
	createHash('sha256').update(eventKey).digest('base64url').slice(0, 16);

/**
 * Whether n8n stored the execution: it answers 200 only then. A caller that hung up before the answer sends the event
 * again, so that nothing is lost.
 */
async function isStored(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.destroyed) await new Promise((resolve) => response.once('close', resolve));
	return response.writableFinished && response.statusCode < 300;
}
