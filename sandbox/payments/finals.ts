import type { Payment } from './payment';

type Listener = (payment: Payment, at: number) => void;

/** Tells who wants to know that a transaction has reached its final state (contract, "Events" 1). */
export class Finals {
	private readonly listeners: Listener[] = [];

	onFinal(listener: Listener): void {
		this.listeners.push(listener);
	}

	/** `at`: milliseconds since the Unix epoch; for a late renewal this is earlier than now. */
	reached(payment: Payment, at: number): void {
		for (const listener of this.listeners) listener(payment, at);
	}
}
