import { createHash } from 'node:crypto';

/** How many events this process remembers for each trigger, and how many of them n8n keeps over a restart. */
const mostRemembered = 20_000;
const mostStored = 1_000;
const mostTriggers = 100;

/** So many events share one save at most, when calls come so fast that others are always under way. */
const mostUnsaved = 20;

/** What n8n keeps for the trigger node: digests with a space between. One text, because n8n wraps each entry of a list. */
export interface StoredEvents {
	seen?: unknown;
}

/** An event whose delivery n8n has not answered yet. */
interface UnderWay {
	settled: Promise<void>;
	/** n8n has written its execution down. */
	isBegun: boolean;
}

/** The events one trigger has taken, so that one the platform delivers again starts the flow once. */
export class SeenEvents {
	private readonly taken = new Set<string>();

	/** The same, the newest last. */
	private readonly order: string[] = [];

	private readonly underWay = new Map<string, UnderWay>();

	private lastRead = '';

	/** Begun since the last save. */
	private readonly unsaved = new Set<string>();

	/**
	 * Whether this delivery is the first of its event. A delivery that comes while an earlier one is under way waits
	 * for it: only when n8n could not take that one is this one the first.
	 *
	 * @param stored what n8n has kept so far, perhaps of another process
	 * @param answered resolves when n8n has answered the delivery, with whether it took the event
	 */
	async isFirst(
		eventKey: string,
		stored: StoredEvents,
		answered: () => Promise<boolean>,
	): Promise<boolean> {
		this.rememberAll(stored.seen);
		const digest = digestOf(eventKey);
		while (!this.taken.has(digest)) {
			const earlier = this.underWay.get(digest);
			if (earlier === undefined) {
				this.begin(digest, answered());
				return true;
			}
			await earlier.settled;
		}
		return false;
	}

	/**
	 * n8n has written the execution of a first delivery down: adds its event to what n8n keeps over a restart.
	 *
	 * n8n hands every call a copy of `stored` and writes it back whole, so of two calls at once one overwrites the
	 * other. Therefore each writes down all that this process knows, also of those that are not answered yet. And a
	 * save costs n8n as much as a tenth of an execution, so while others are on their way here they are left to do it.
	 */
	writeDown(eventKey: string, stored: StoredEvents): void {
		const digest = digestOf(eventKey);
		const event = this.underWay.get(digest);
		if (event) event.isBegun = true;
		this.unsaved.add(digest);
		const waiting = [...this.underWay.values()].some(({ isBegun }) => !isBegun);
		if (waiting && this.unsaved.size < mostUnsaved) return;
		const begun = [...this.underWay].flatMap(([one, { isBegun }]) => (isBegun ? [one] : []));
		stored.seen = [...this.order.slice(-mostStored), ...begun].slice(-mostStored).join(' ');
		this.unsaved.clear();
	}

	private begin(digest: string, answered: Promise<boolean>): void {
		const settled = answered.then((isTaken) => {
			this.underWay.delete(digest);
			if (isTaken) this.remember(digest);
		});
		this.underWay.set(digest, { settled, isBegun: false });
	}

	private rememberAll(text: unknown): void {
		if (typeof text !== 'string' || text === this.lastRead) return;
		this.lastRead = text;
		text.split(' ').forEach(this.remember, this);
	}

	private remember(digest: string): void {
		if (this.taken.has(digest)) return;
		this.taken.add(digest);
		this.order.push(digest);
		if (this.order.length > mostRemembered) this.taken.delete(this.order.shift() ?? '');
	}
}

function digestOf(eventKey: string): string {
	return createHash('sha256').update(eventKey).digest('base64url').slice(0, 12);
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
