import { createHash } from 'node:crypto';

/** How many events this process remembers for each trigger, and how many of them n8n keeps over a restart. */
const mostRemembered = 20_000;
const mostStored = 1_000;

/** What n8n keeps for the trigger node; saved with every answered call. */
export interface StoredEvents {
	seen?: string[];
}

/** The events one trigger has taken, so that one the platform delivers again starts the flow once. */
export class SeenEvents {
	private readonly taken = new Set<string>();

	private readonly underWay = new Map<string, Promise<boolean>>();

	/**
	 * Whether this delivery is the first of its event. A delivery that comes while an earlier one is under way waits
	 * for it: only when n8n could not take that one is this one the first.
	 *
	 * @param stored what n8n has kept so far; the event is added to it, and saved when n8n answers
	 * @param answered resolves when the delivery has been answered, with whether n8n took it
	 */
	async isFirst(
		eventKey: string,
		stored: StoredEvents,
		answered: Promise<boolean>,
	): Promise<boolean> {
		const digest = createHash('sha256').update(eventKey).digest('base64url').slice(0, 16);
		const known = stored.seen ?? [];
		while (!this.taken.has(digest) && !known.includes(digest)) {
			const earlier = this.underWay.get(digest);
			if (earlier === undefined) {
				this.begin(digest, answered);
				// Another process of this n8n may have stored events of its own: both lists are kept.
				const union = new Set([...known, ...[...this.taken].slice(-mostStored), digest]);
				stored.seen = [...union].slice(-mostStored);
				return true;
			}
			await earlier;
		}
		return false;
	}

	private begin(digest: string, answered: Promise<boolean>): void {
		const outcome = answered.then((isTaken) => {
			this.underWay.delete(digest);
			if (isTaken) this.remember(digest);
			return isTaken;
		});
		this.underWay.set(digest, outcome);
	}

	private remember(digest: string): void {
		this.taken.add(digest);
		const [oldest] = this.taken;
		if (this.taken.size > mostRemembered && oldest !== undefined) this.taken.delete(oldest);
	}
}

const triggers = new Map<string, SeenEvents>();

/** The memory of one trigger node in this process. */
export function seenEventsOf(workflowId: string, nodeId: string): SeenEvents {
	const key = `${workflowId}/${nodeId}`;
	const memory = triggers.get(key) ?? new SeenEvents();
	triggers.set(key, memory);
	return memory;
}
