import type { Payments } from '../payments/payments';
import type { Subscription } from '../payments/subscription';
import { type Candidates, candidatesIn, fewest } from './candidates';
import { type Filter, isRange } from './filter-values';
import type { SubscriptionFilters } from './subscription-filters';
import { TimeOrder } from './time-order';

type Known = Pick<Payments, 'subscriptions' | 'transactions'>;

/** Finds subscriptions by id, opt-in, number, service and opt-in time; their other times change. */
export class SubscriptionIndex {
	private known = 0;
	private readonly orders = {
		timeSubscribed: new TimeOrder<Subscription>(({ record }) => record.timeSubscribed),
		timeSubscribedLocal: new TimeOrder<Subscription>(({ record }) => record.timeSubscribedLocal),
	};

	constructor(private readonly payments: Known) {}

	/** All that may match. */
	candidates(filters: SubscriptionFilters): readonly Subscription[] {
		this.catchUp();
		const { subscriptions, transactions } = this.payments;
		const { subscriptionId, optInTrid, msisdn, serviceKey } = filters;
		const { timeSubscribed, timeSubscribedLocal } = filters;
		const openedBy = (transactionId: number) =>
			transactions.find(String(transactionId))?.record.subscriptionId ?? 0;
		return fewest(candidatesIn(subscriptions.all), [
			subscriptionId === undefined ? undefined : this.one(subscriptionId),
			optInTrid === undefined ? undefined : this.one(openedBy(optInTrid)),
			msisdn ? candidatesIn(subscriptions.ofNumber(msisdn)) : undefined,
			serviceKey === undefined ? undefined : candidatesIn(subscriptions.ofService(serviceKey)),
			this.inRange('timeSubscribed', timeSubscribed),
			this.inRange('timeSubscribedLocal', timeSubscribedLocal),
		]);
	}

	private one(subscriptionId: number): Candidates<Subscription> {
		const found = this.payments.subscriptions.find(subscriptionId);
		return candidatesIn(found ? [found] : []);
	}

	private inRange(
		field: keyof SubscriptionIndex['orders'],
		filter: Filter | undefined,
	): Candidates<Subscription> | undefined {
		return isRange(filter) ? this.orders[field].between(filter) : undefined;
	}

	private catchUp(): void {
		const { all } = this.payments.subscriptions;
		const added = all.slice(this.known);
		this.known = all.length;
		for (const order of Object.values(this.orders)) order.add(added);
	}
}
