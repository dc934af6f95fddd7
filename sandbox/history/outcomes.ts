import type { TransactionRecord } from '../payments/records';
import { failureOf } from '../payments/settle';

type State = Pick<
	TransactionRecord,
	'transactionState' | 'actionStatus' | 'errorType' | 'errorMessage'
>;

const open = (transactionState: State['transactionState']): State => ({
	transactionState,
	actionStatus: null,
	errorType: null,
	errorMessage: null,
});
const failed = (errorType: string, state: 'FAILED' | 'CANCELED' = 'FAILED'): State => ({
	transactionState: state,
	actionStatus: state,
	...failureOf(errorType),
});

/** What may become of a transaction. */
export const OUTCOMES = {
	pending: open('PENDING'),
	executing: open('EXECUTING'),
	scheduled: open('SCHEDULED'),
	/** Nothing was tried, so nothing has a result: the contract shows no more of this state than its name. */
	skipped: { ...open('SKIPPED'), errorMessage: 'the operator took no charges at this time' },
	paid: { ...open('FINISHED'), actionStatus: 'COMPLETED' },
	canceled: failed('CANCELED_BY_USER', 'CANCELED'),
	poor: failed('NOT_ENOUGH_CREDIT'),
	banned: failed('SUBSCRIBER_BLACKLISTED'),
	wrongPin: { ...failed('WRONG_PIN'), errorMessage: 'wrong PIN, 3 times' },
	dayLimit: failed('DAILY_LIMIT_EXCEEDED'),
	monthLimit: failed('MONTHLY_LIMIT_EXCEEDED'),
	/** An error type of ours, of a refund that failed. */
	refused: failed('OPERATOR_REFUSED'),
} satisfies Record<string, State>;

export type Outcome = keyof typeof OUTCOMES;

// The tables below say how often each is drawn, in proportion to the others.

/** How many customers are with each operator. */
export const SHARES = {
	FR_DEMOTEL: 30,
	FR_FICTEL: 20,
	GB_SAMPLECELL: 10,
	GB_MADEUP: 10,
	DE_MUSTERFUNK: 5,
	SE_EXEMPELTEL: 5,
	XZ_SANDBOX: 20,
};

/** How much happens in each hour of a customer's day: little at night, most in the evening. */
export const HOURS = [
	2, 1, 1, 1, 1, 2, 4, 7, 8, 8, 8, 9, 11, 10, 8, 8, 9, 11, 13, 15, 15, 12, 8, 4,
].flatMap((weight, hour) => Array.from({ length: weight }, () => hour));

/** How a payment ends that a customer is asked about; a wrong PIN without a PIN is a cancellation. */
export const ASKED = { paid: 80, poor: 8, canceled: 7, wrongPin: 3, dayLimit: 1, monthLimit: 1 };
export const ONE_OFF = { past: 980, pending: 10, executing: 10 };
export const RENEWED = { paid: 880, poor: 100, monthLimit: 10, skipped: 10 };

/** How likely a customer leaves in a period, and is told of the next one. */
export const LEAVING = { DAY: 0.04, WEEK: 0.08, MONTH: 0.12 };
export const REMINDED = { DAY: 0, WEEK: 0.2, MONTH: 0.9 };

/** When a life-cycle ends: most at once, some an hour later, a few days later by somebody's hand. */
export const LATENESS = { atOnce: 900, soon: 80, later: 15, byHand: 5 };
export const NOTIFIED = { first: 920, retried: 45, FAILED: 20, REJECTED: 10, PENDING: 5 };
