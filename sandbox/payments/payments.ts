import type { Catalogue } from '../catalogue';
import type { Clock } from '../clock';
import { paymentServices } from '../seed';
import type { Settings } from '../settings';
import { Handsets } from './handsets';
import { type Payment, Transactions } from './payment';
import { PaymentServices } from './services';
import { Subscriptions } from './subscriptions';

/** A request of a merchant's server, and what the platform did about it. */
export interface LoggedRequest {
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	operation: string;
	merchantId: number;
	/** Without PIN and password. */
	asked: unknown;
	httpStatus: number;
	status: string;
	transactionId: number | null;
}

/** What has been sold. */
export class Payments {
	readonly services = new PaymentServices(paymentServices);
	readonly transactions = new Transactions();
	readonly subscriptions = new Subscriptions();
	readonly handsets = new Handsets();
	/** Told that a transaction has reached its final state (contract, "Events" 1). */
	onFinal: (payment: Payment) => void = () => undefined;
	readonly requests: { entries: LoggedRequest[] } = { entries: [] };
}

/** The part of the world that selling looks at and changes. */
export interface Selling {
	settings: Settings;
	clock: Clock;
	catalogue: Catalogue;
	payments: Payments;
}
