import type { Catalogue } from '../catalogue';
import { type Clock, utcText } from '../clock';
import { paymentServices } from '../seed';
import type { Configured } from '../settings';
import { type Payment, Transactions } from './payment';
import { PaymentServices } from './services';
import { Subscriptions } from './subscriptions';

/** The sold payments and subscriptions. */
export class Payments {
	readonly services = new PaymentServices(paymentServices);
	readonly transactions = new Transactions();
	readonly subscriptions = new Subscriptions();
	readonly handsets = new Handsets();
	/** Called when a transaction has reached its final state (contract, "Events" 1). */
	onFinal: (payment: Payment) => void = () => undefined;
}

/** The data that selling reads and changes. */
export interface Selling {
	clock: Clock;
	catalogue: Catalogue;
	payments: Payments;
}

/** Selling as the settings say. */
export type Shop = Selling & Configured;

interface Message {
	msisdn: string;
	direction: 'in' | 'out';
	/** The other party of the message. */
	shortCode: string;
	text: string;
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
}

/** The simulated handsets: the only place where a PIN can be read. */
class Handsets {
	/** The messages of all handsets, oldest first. */
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
