import { fileUnder } from '../file-under';
import { type Payment, type PaymentDetails, newPayment } from './payment';
import { readId } from './transaction-ids';

// The encrypted form of this one holds both `+` and `/`.
const FIRST_ID = 820_000_003;

/** Every transaction, found by id, service key and number. */
export class Transactions {
	/** Oldest first. */
	readonly all: Payment[] = [];
	private readonly byService = new Map<string, Payment[]>();
	private readonly byNumber = new Map<string, Payment[]>();

	begin(details: Omit<PaymentDetails, 'transactionId'>): Payment {
		const payment = newPayment({ ...details, transactionId: FIRST_ID + this.all.length });
		this.all.push(payment);
		fileUnder(this.byService, payment.record.serviceKey, payment);
		if (payment.record.msisdn) fileUnder(this.byNumber, payment.record.msisdn, payment);
		return payment;
	}

	/** Either form of the transaction id. */
	find(idText: string): Payment | undefined {
		const id = readId(idText);
		return id === undefined ? undefined : this.all[id - FIRST_ID];
	}

	ofService(serviceKey: string): readonly Payment[] {
		return this.byService.get(serviceKey) ?? [];
	}

	ofNumber(msisdn: string): readonly Payment[] {
		return this.byNumber.get(msisdn) ?? [];
	}

	/** The customer of a payment that began without a number is known now. */
	nameCustomer(payment: Payment, msisdn: string, alias: string | null): void {
		if (payment.record.msisdn) return;
		payment.record.msisdn = msisdn;
		payment.alias = alias;
		if (!payment.userId) payment.userId = alias ?? msisdn;
		fileUnder(this.byNumber, msisdn, payment);
	}
}
