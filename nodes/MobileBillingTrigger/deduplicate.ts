import { createHash } from 'node:crypto';

/** How many events a trigger remembers: in this process, and across a restart. */
const mostInMemory = 20_000;
const mostStored = 1_000;

/** The trigger's static data: digests separated by spaces. One text, because n8n wraps each entry of a list. */
export interface StoredEvents {
	seen?: unknown;
}

/** What this process knows of each trigger's events, by digest. */
interface Events {
	/** Events whose execution n8n has stored, oldest first. */
	seen: Set<string>;
	/** Events n8n hasn't answered yet; each promise resolves with the answer. */
	pending: Map<string, Promise<void>>;
}

const triggers = new Map<string, Events>();

/**
 * Claims an event for one of its deliveries. While another delivery of it is pending, this waits: if n8n can't store
 * that one's execution, this one gets the event.
 *
 * @param trigger identifies the trigger node
 * @param stored the static data of this call, which another process may have written
 * @param answered resolves when n8n has answered this delivery
 * @returns undefined for a duplicate; otherwise what to call once n8n has stored the execution
 */
export async function claimEvent(
	trigger: string,
	eventKey: string,
	stored: StoredEvents,
	answered: () => Promise<void>,
): Promise<(() => void) | undefined> {
	const { seen, pending } = triggers.get(trigger) ?? { seen: new Set(), pending: new Map() };
	triggers.set(trigger, { seen, pending });
	if (typeof stored.seen === 'string') remember(seen, stored.seen.split(' '));
	const digest = createHash('sha256').update(eventKey).digest('base64url').slice(0, 12);
	while (!seen.has(digest)) {
		const earlier = pending.get(digest);
		if (earlier === undefined) {
			const settled = answered().then(() => void pending.delete(digest));
			pending.set(digest, settled);
			return () => {
				remember(seen, [digest]);
				// Each call saves its own copy of the static data. With all events in it, none undoes another's.
				stored.seen = [...seen].slice(-mostStored).join(' ');
			};
		}
		await earlier;
	}
	return undefined;
}

function remember(seen: Set<string>, digests: string[]): void {
	for (const digest of digests) {
		seen.add(digest);
		const [oldest = ''] = seen;
		if (seen.size > mostInMemory) seen.delete(oldest);
	}
}
