import { utcText } from '../clock';

export interface Message {
	messageId: number;
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
	private count = 0;

	deliver(msisdn: string, shortCode: string, text: string, at: number): void {
		this.keep(msisdn, { direction: 'in', shortCode, text, time: utcText(at) });
	}

	sent(msisdn: string, shortCode: string, text: string, at: number): void {
		this.keep(msisdn, { direction: 'out', shortCode, text, time: utcText(at) });
	}

	/** Oldest first. */
	messages(msisdn: string): readonly Message[] {
		return this.inboxes.get(msisdn) ?? [];
	}

	/** Numbers with messages, the latest first. */
	recent(limit: number): string[] {
		return [...this.inboxes.keys()].slice(-limit).reverse();
	}

	private keep(msisdn: string, message: Omit<Message, 'messageId'>): void {
		this.count += 1;
		const inbox = [...this.messages(msisdn), { messageId: this.count, ...message }];
		// Moves the number to the end of the map, which `recent` reads.
		this.inboxes.delete(msisdn);
		this.inboxes.set(msisdn, inbox);
	}
}
