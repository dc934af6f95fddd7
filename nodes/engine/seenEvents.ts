import { createHash } from 'node:crypto';

/** How many events this process remembers for each trigger, and how many of them n8n keeps over a restart. */
const mostRemembered = 20_000;
const mostStored = 1_000;
const mostTriggers = 100;

/** What n8n keeps for the trigger node: digests with a space between. One text, because n8n wraps each entry of a list. */
export interface StoredEvents {
	seen?: unknown;
}

/** The events one trigger has taken, so that one the platform delivers again starts the flow once. */
export class SeenEvents {
	private readonly taken = new Set<string>();

	/** The same, the newest last. */
	private readonly order: string[] = [];

	private readonly underWay = new Map<string, Promise<void>>();

	/**
	 * Whether this delivery is the first of its event. A delivery that comes while an earlier one is under way waits
	 * for it: only when n8n could not take that one is this one the first.
	 *
	 * n8n hands every call a copy of `stored` and writes it back whole when it takes the event, so of two calls at
	 * once one overwrites the other. Therefore each writes down all that this process knows, and the next one mends it.
	 *
	 * @param stored what n8n has kept so far; the event is added to it, and saved only when n8n takes the event
	 * @param answered resolves when n8n has answered the delivery, with whether it took the event
	 */
	async isFirst(
		eventKey: string,
		stored: StoredEvents,
		answered: () => Promise<boolean>,
	): Promise<boolean> {
		if (typeof stored.seen === 'string') stored.seen.split(' ').forEach(this.remember, this);
		const digest = createHash('sha256').update(eventKey).digest('base64url').slice(0, 12);
		while (!this.taken.has(digest)) {
			const earlier = this.underWay.get(digest);
			if (earlier === undefined) {
				this.begin(digest, answered());
				stored.seen = [...this.order.slice(1 - mostStored), digest].join(' ');
				return true;
			}
			await earlier;
		}
		return false;
	}

	private begin(digest: string, answered: Promise<boolean>): void {
		const settled = answered.then((isTaken) => {
			this.underWay.delete(digest);
			if (isTaken) this.remember(digest);
		});
		this.underWay.set(digest, settled);
	}

	private remember(digest: string): void {
		if (this.taken.has(digest)) return;
		this.taken.add(digest);
		this.order.push(digest);
		if (this.order.length > mostRemembered) this.taken.delete(this.order.shift() ?? '');
	}
}

const triggers = new Map<string, SeenEvents>();

/** The memory of one trigger node in this process; the trigger that has been quiet longest makes room for a new one. */
export function seenEventsOf(workflowId: string, nodeId: string): SeenEvents {
	const key = `${workflowId}/${nodeId}`;
	const memory = triggers.get(key) ?? new SeenEvents();
	triggers.delete(key);
	triggers.set(key, memory);
	const [quietest] = triggers.keys();
	if (triggers.size > mostTriggers && quietest !== undefined) triggers.delete(quietest);
	return memory;
}
