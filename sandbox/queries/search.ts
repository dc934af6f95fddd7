import type { SubscriptionRecord } from '../payments/subscription';
import type { TransactionRecord } from '../payments/transaction-record';
import type { World } from '../world';
import { matching } from './matches';
import { readFilters } from './read-filters';
import { subscriptionShown, transactionShown } from './shown';
import { subscriptionFilters } from './subscription-filters';
import { compareTexts } from './time-order';
import { transactionFilters } from './transaction-filters';
import { visibility } from './visibility';

/** The merchant's transactions that match the filters, by `timeCharged`, oldest first. */
export function searchTransactions(world: World, merchantId: number, body: unknown): object[] {
	const filters = readFilters(transactionFilters, body, world.settings.unknownFilters);
	const matches = matching<TransactionRecord>(filters);
	const isVisible = visibility(world);
	return world.indexes.transactions
		.candidates(filters)
		.filter(({ service, record }) => {
			return service.merchantId === merchantId && matches(record) && isVisible(record.timeUpdated);
		})
		.sort(
			({ record: one }, { record: other }) =>
				compareTexts(one.timeCharged, other.timeCharged) || one.transactionId - other.transactionId,
		)
		.map((payment) => transactionShown(world, payment));
}

/** The merchant's subscriptions that match the filters, by `timeSubscribed`, oldest first. */
export function searchSubscriptions(world: World, merchantId: number, body: unknown): object[] {
	const filters = readFilters(subscriptionFilters, body, world.settings.unknownFilters);
	const matches = matching<SubscriptionRecord>(filters);
	const isVisible = visibility(world);
	return world.indexes.subscriptions
		.candidates(filters)
		.filter(({ optIn, record }) => {
			const isOwn = optIn.service.merchantId === merchantId;
			return isOwn && matches(record) && isVisible(record.timeSubscribed);
		})
		.sort(
			({ record: one }, { record: other }) =>
				compareTexts(one.timeSubscribed, other.timeSubscribed) ||
				one.subscriptionId - other.subscriptionId,
		)
		.map((subscription) => subscriptionShown(world, subscription));
}
