/** A call that an inbox received. */
export interface InboxMessage {
	messageId: number;
	inbox: string;
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	method: string;
	/** What stands behind the question mark, as it came. */
	rawQuery: string;
	query: Record<string, string>;
	contentType: string;
	/** The body as it came. */
	text: string;
	/** The body's fields where it is JSON or a form, else null. */
	body: unknown;
	/** What it was answered with. */
	httpStatus: number;
}

/** Answers so many calls with an error before the next is answered with 200. */
export interface InboxFailure {
	times: number;
	httpStatus: number;
}

const KEPT = 10_000;
const MOST_INBOXES = 1000;

interface Inbox {
	messages: InboxMessage[];
	failure: InboxFailure;
}

/** Addresses that take anything: a chat's webhook, a receiver for tests. */
export class Inboxes {
	private readonly byName = new Map<string, Inbox>();
	/** How many messages there have been. */
	total = 0;

	/** Keeps the call and answers with which HTTP status to answer it. */
	take(name: string, call: Omit<InboxMessage, 'messageId' | 'inbox' | 'httpStatus'>): number {
		const inbox = this.named(name);
		const fails = inbox.failure.times > 0;
		if (fails) inbox.failure.times -= 1;
		const httpStatus = fails ? inbox.failure.httpStatus : 200;
		this.total += 1;
		inbox.messages.push({ messageId: this.total, inbox: name, ...call, httpStatus });
		if (inbox.messages.length > KEPT) inbox.messages.shift();
		return httpStatus;
	}

	/** Oldest first. */
	messages(name: string): readonly InboxMessage[] {
		return this.byName.get(name)?.messages ?? [];
	}

	failure(name: string): InboxFailure {
		return this.byName.get(name)?.failure ?? { times: 0, httpStatus: 500 };
	}

	setFailure(name: string, failure: InboxFailure): void {
		this.named(name).failure = failure;
	}

	remove(name: string): void {
		this.byName.delete(name);
	}

	/** Names with how many messages each has. */
	overview(): { name: string; messages: number }[] {
		return [...this.byName].map(([name, { messages }]) => ({ name, messages: messages.length }));
	}

	/** The newest of all inboxes, the newest first. */
	recent(limit: number): InboxMessage[] {
		const candidates = [...this.byName.values()].flatMap(({ messages }) => messages.slice(-limit));
		return candidates.sort((a, b) => b.messageId - a.messageId).slice(0, limit);
	}

	private named(name: string): Inbox {
		let inbox = this.byName.get(name);
		if (!inbox) {
			inbox = { messages: [], failure: { times: 0, httpStatus: 500 } };
			this.byName.set(name, inbox);
			const [oldest = name] = this.byName.keys();
			if (this.byName.size > MOST_INBOXES) this.byName.delete(oldest);
		}
		return inbox;
	}
}
