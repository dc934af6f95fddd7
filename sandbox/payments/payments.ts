import type { Catalogue } from '../catalogue';
import type { Clock } from '../clock';
import { paymentServices } from '../seed';
import type { Settings } from '../settings';
import { Handsets } from './handsets';
import { type Payment, Transactions } from './payment';
import { PaymentServices } from './services';
import { Subscriptions } from './subscriptions';

/** What has been sold. */
export class Payments {
	readonly services = new PaymentServices(paymentServices);
	readonly transactions = new Transactions();
	readonly subscriptions = new Subscriptions();
	readonly handsets = new Handsets();
	/** Told when a transaction has reached its final state (contract, "Events" 1). */
	onFinal: (payment: Payment) => void = () => undefined;
}

/** The part of the world that selling looks at and changes. */
export interface Selling {
	settings: Settings;
	clock: Clock;
	catalogue: Catalogue;
	payments: Payments;
}
