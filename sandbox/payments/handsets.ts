import { utcText } from '../clock';

export interface Message {
	direction: 'in' | 'out';
	/** The other side: a short code. */
	shortCode: string;
	text: string;
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
}

/** The simulated handsets: the only place where a PIN can be read. */
export class Handsets {
	private readonly inboxes = new Map<string, Message[]>();

	/** A message to the handset, or from it. */
	keep(msisdn: string, direction: Message['direction'], message: Omit<Message, 'direction'>): void {
		const inbox = [...this.messages(msisdn), { direction, ...message }];
		// Moves the number to the end of the map, which `recent` reads.
		this.inboxes.delete(msisdn);
		this.inboxes.set(msisdn, inbox);
	}

	deliver(msisdn: string, shortCode: string, text: string, at: number): void {
		this.keep(msisdn, 'in', { shortCode, text, time: utcText(at) });
	}

	/** Oldest first. */
	messages(msisdn: string): readonly Message[] {
		return this.inboxes.get(msisdn) ?? [];
	}

	/** Numbers with messages, the latest first. */
	recent(limit: number): string[] {
		return [...this.inboxes.keys()].slice(-limit).reverse();
	}
}
