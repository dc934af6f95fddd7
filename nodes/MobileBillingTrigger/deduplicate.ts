/** How many events each trigger remembers. */
const mostRemembered = 20_000;

/** Each trigger's events by key, the oldest first, with whether n8n stored its execution; pending until n8n answers. */
const triggers = new Map<string, Map<string, Promise<boolean>>>();

/**
 * Tells whether this delivery of an event starts the workflow. While another delivery of it is pending, this waits: if
 * n8n can't store that one's execution, this one gets the event. This process forgets all events when it ends; the
 * workflow in `deploy/queue-mode/each-event-once.json` keeps them in a database.
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
