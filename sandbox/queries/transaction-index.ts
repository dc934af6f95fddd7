import { fileUnder } from '../file-under';
import type { Payment } from '../payments/payment';
import type { Transactions } from '../payments/transactions';
import { type Candidates, candidatesIn, fewest } from './candidates';
import { type Filter, isRange } from './filter-values';
import { TimeOrder } from './time-order';
import type { TransactionFilters } from './transaction-filters';

const OPEN_STATES = ['PENDING', 'EXECUTING', 'SCHEDULED'];

/**
 * Finds transactions by id, subscription, number, service and time. The times of a transaction change until
 * it is final, so the open ones are kept apart and always looked at.
 */
export class TransactionIndex {
	private open: Payment[] = [];
	private known = 0;
	private readonly bySubscription = new Map<string, Payment[]>();
	private readonly orders = {
		timeCharged: new TimeOrder<Payment>(({ record }) => record.timeCharged),
		timeChargedLocal: new TimeOrder<Payment>(({ record }) => record.timeChargedLocal),
		timeUpdated: new TimeOrder<Payment>(({ record }) => record.timeUpdated),
	};

	constructor(private readonly transactions: Transactions) {}

	/** All that may match. */
	candidates(filters: TransactionFilters): readonly Payment[] {
		this.catchUp();
		const { transactions } = this;
		const { transactionId, encryptedTransactionId, msisdn, serviceKey, subscriptionId } = filters;
		const { timeCharged, timeChargedLocal, timeUpdated } = filters;
		return fewest(candidatesIn(transactions.all), [
			transactionId === undefined ? undefined : this.one(String(transactionId)),
			encryptedTransactionId === undefined ? undefined : this.one(encryptedTransactionId),
			subscriptionId ? this.ofSubscription(subscriptionId) : undefined,
			msisdn ? candidatesIn(transactions.ofNumber(msisdn)) : undefined,
			serviceKey === undefined ? undefined : candidatesIn(transactions.ofService(serviceKey)),
			this.inRange('timeCharged', timeCharged),
			this.inRange('timeChargedLocal', timeChargedLocal),
			this.inRange('timeUpdated', timeUpdated),
		]);
	}

	private one(idText: string): Candidates<Payment> {
		const found = this.transactions.find(idText);
		return candidatesIn(found ? [found] : []);
	}

	private ofSubscription(subscriptionId: number): Candidates<Payment> {
		return this.andOpen(candidatesIn(this.bySubscription.get(String(subscriptionId)) ?? []));
	}

	private inRange(
		field: keyof TransactionIndex['orders'],
		filter: Filter | undefined,
	): Candidates<Payment> | undefined {
		return isRange(filter) ? this.andOpen(this.orders[field].between(filter)) : undefined;
	}

	private andOpen({ size, list }: Candidates<Payment>): Candidates<Payment> {
		return { size: size + this.open.length, list: () => [...list(), ...this.open] };
	}

	/** Files what has become final since the last query. */
	private catchUp(): void {
		const changing = [...this.open, ...this.transactions.all.slice(this.known)];
		this.known = this.transactions.all.length;
		this.open = changing.filter(isOpen);
		const final = changing.filter((payment) => !isOpen(payment));
		for (const order of Object.values(this.orders)) order.add(final);
		for (const payment of final) {
			const { subscriptionId } = payment.record;
			if (subscriptionId > 0) fileUnder(this.bySubscription, String(subscriptionId), payment);
		}
	}
}

function isOpen({ record }: Payment): boolean {
	return OPEN_STATES.includes(record.transactionState);
}
