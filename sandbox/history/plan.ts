import type { Operator } from '../catalogue';
import type { Action } from '../payments/flows';
import type { PaymentService, Price } from '../payments/services';
import type { Subscription } from '../payments/subscription';
import type { TransactionRecord } from '../payments/transaction-record';

// All times are milliseconds since the Unix epoch, in whole seconds.

/** What a customer and a service have had with each other: some transactions, perhaps a subscription. */
export interface Story {
	service: PaymentService;
	operator: Operator;
	msisdn: string;
	userId: string;
	reference: string | null;
	ip: string;
	flow: Action;
	subscription: PlannedSubscription | null;
	transactions: PlannedTransaction[];
}

export interface PlannedTransaction {
	story: Story;
	action: TransactionRecord['action'];
	at: number;
	price: Price | null;
	outcome: Outcome;
	updatedAt: number;
	notification: { status: TransactionRecord['merchantNotificationStatus']; at: number | null };
	/** Of one that is scheduled. */
	executeAt: number | null;
	pin: string | null;
	/** Somebody of the operator's has done it by hand. */
	manual: { finishedBy: string; comment: string } | null;
}

/** A subscription as it is at the end of the history. */
export interface PlannedSubscription {
	unsubscribedAt: number | null;
	lastCharge: number;
	paidUntil: number;
	/** When the platform has to look at it again, null for never. */
	dueAt: number | null;
	failedInARow: number;
	/** Null until it is written. */
	opened: Subscription | null;
}

export interface Outcome {
	transactionState: TransactionRecord['transactionState'];
	actionStatus: TransactionRecord['actionStatus'];
	errorType: string | null;
	errorMessage: string | null;
}
