import { utcText } from '../clock';

export interface Message {
	msisdn: string;
	direction: 'in' | 'out';
	/** The other side: a short code. */
	shortCode: string;
	text: string;
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
}

/** The simulated handsets: the only place where a PIN can be read. */
export class Handsets {
	/** Of all handsets, oldest first. */
	readonly all: Message[] = [];

	deliver(msisdn: string, shortCode: string, text: string, at: number): void {
		this.all.push({ msisdn, direction: 'in', shortCode, text, time: utcText(at) });
	}

	messages(msisdn: string): Message[] {
		return this.all.filter((one) => one.msisdn === msisdn);
	}

	/** Numbers with messages, the latest first. */
	recent(limit: number): string[] {
		const latest = this.all.map(({ msisdn }) => msisdn).reverse();
		return [...new Set(latest)].slice(0, limit);
	}
}
