import { Finals } from './finals';
import { Handsets } from './handsets';
import { RequestLog } from './request-log';
import { paymentServices } from './seed';
import { PaymentServices } from './services';
import { Spending } from './spending';
import { Subscriptions } from './subscriptions';
import { Transactions } from './transactions';

/** The seller's part of the world. */
export interface Payments {
	services: PaymentServices;
	transactions: Transactions;
	subscriptions: Subscriptions;
	handsets: Handsets;
	spending: Spending;
	finals: Finals;
	requests: RequestLog;
}

export function createPayments(): Payments {
	const spending = new Spending();
	const finals = new Finals();
	finals.onFinal((payment, at) => {
		spending.count(payment, at);
	});
	return {
		services: new PaymentServices(paymentServices),
		transactions: new Transactions(),
		subscriptions: new Subscriptions(),
		handsets: new Handsets(),
		spending,
		finals,
		requests: new RequestLog(),
	};
}
