import type { Payments } from '../payments/payments';
import { SubscriptionIndex } from './subscription-index';
import { TransactionIndex } from './transaction-index';

/** What the query APIs look things up in; each catches up with the payments at the next query. */
export interface Indexes {
	transactions: TransactionIndex;
	subscriptions: SubscriptionIndex;
}

export function createIndexes(payments: Payments): Indexes {
	return {
		transactions: new TransactionIndex(payments.transactions),
		subscriptions: new SubscriptionIndex(payments),
	};
}
