import type { Operator } from '../catalogue';
import { newPayment, type Payment } from '../payments/payment';
import type { PaymentService, Price } from '../payments/services';
import { failureOf } from '../payments/settle';
import type { TransactionRecord } from '../payments/transaction-record';

export const RESULTS = ['success', 'failed', 'canceled'] as const;
export type Result = (typeof RESULTS)[number];

export interface MadeUp {
	transactionId: number;
	service: PaymentService;
	operator: Operator;
	action: TransactionRecord['action'];
	result: Result;
	price: Price | null;
	msisdn: string;
	userId?: string;
	reference: string;
	/** Milliseconds since the Unix epoch. */
	at: number;
}

const ENDS = {
	success: { actionStatus: 'COMPLETED' },
	failed: { actionStatus: 'FAILED', ...failureOf('NOT_ENOUGH_CREDIT') },
	canceled: {
		actionStatus: 'CANCELED',
		errorType: 'CANCELED_BY_USER',
		errorMessage: 'the customer has canceled',
	},
} as const;

/** A payment that has ended, and that no book of the platform has. */
export function samplePayment({ result, userId, reference, ...details }: MadeUp): Payment {
	const payment = newPayment({
		...details,
		merchantName: '',
		userId: userId ?? null,
		merchantReference: reference,
	});
	Object.assign(payment.record, ENDS[result]);
	return payment;
}

let lastId = 0;

/** A number that no other event has, also after a reset and a restart, so that nobody takes it for an old one. */
export function unusedId(): number {
	lastId = Math.max(lastId + 1, Date.now());
	return lastId;
}
