import { utcText } from '../clock';
import { moneyShown, numberShown } from '../payments/countries';
import { msisdnShown } from '../payments/customer';
import type { Payment } from '../payments/payment';
import type { Selling } from '../payments/payments';
import type { SubscriptionRecord, TransactionRecord } from '../payments/records';
import type { Subscription } from '../payments/subscriptions';
import { matching, subscriptionFilters, transactionFilters } from './filters';

/** The merchant's transactions that match the filters, by `timeCharged`, oldest first. */
export function searchTransactions(world: Selling, merchantId: number, body: unknown): object[] {
	const { unknownFilters } = world.settings;
	const matches = matching<TransactionRecord>(transactionFilters, body, unknownFilters);
	const isVisible = visibility(world);
	return world.payments.transactions.all
		.filter(({ service, record }) => {
			return service.merchantId === merchantId && matches(record) && isVisible(record.timeUpdated);
		})
		.sort(
			({ record: one }, { record: other }) =>
				inOrder(one.timeCharged, other.timeCharged) || one.transactionId - other.transactionId,
		)
		.map((payment) => transactionShown(world, payment));
}

/** The merchant's subscriptions that match the filters, by `timeSubscribed`, oldest first. */
export function searchSubscriptions(world: Selling, merchantId: number, body: unknown): object[] {
	const { unknownFilters } = world.settings;
	const matches = matching<SubscriptionRecord>(subscriptionFilters, body, unknownFilters);
	const isVisible = visibility(world);
	return world.payments.subscriptions.all
		.filter(({ optIn, record }) => {
			const isOwn = optIn.service.merchantId === merchantId;
			return isOwn && matches(record) && isVisible(record.timeSubscribed);
		})
		.sort(
			({ record: one }, { record: other }) =>
				inOrder(one.timeSubscribed, other.timeSubscribed) ||
				one.subscriptionId - other.subscriptionId,
		)
		.map((subscription) => subscriptionShown(world, subscription));
}

function inOrder(one: string, other: string): number {
	return one < other ? -1 : Number(one > other);
}

/**
 * Whether a record of a time is found yet (setting `queryDelaySeconds`). Records have whole seconds, so one waits for at
 * least as long as the setting says.
 */
export function visibility({ settings, clock }: Selling): (time: string) => boolean {
	const { queryDelaySeconds } = settings;
	if (queryDelaySeconds === 0) return () => true;
	const limit = utcText(clock.now() - queryDelaySeconds * 1000);
	return (time) => time < limit;
}

/** A transaction as this platform shows it. Only a copy where it differs: lists are long. */
function transactionShown(world: Selling, payment: Payment): object {
	const { record, alias } = payment;
	const { numberForm, cancelWord } = world.settings;
	const isSpelled = cancelWord === 'underscore' && record.action.includes(' ');
	if (numberForm === 'number' && alias === null && !isSpelled) return record;
	const money = (value: number) => moneyShown(world, value, record.country);
	return {
		...record,
		action: isSpelled ? record.action.replaceAll(' ', '_') : record.action,
		msisdn: msisdnShown(payment),
		transactionId: numberShown(world, record.transactionId),
		subscriptionId: numberShown(world, record.subscriptionId),
		amount: numberShown(world, record.amount),
		price: money(record.price),
		servicePrice: money(record.servicePrice),
		endUserPrice: money(record.endUserPrice),
	};
}

/** The same of a subscription. */
function subscriptionShown(world: Selling, { record, optIn }: Subscription): object {
	if (world.settings.numberForm === 'number' && optIn.alias === null) return record;
	return {
		...record,
		msisdn: msisdnShown(optIn),
		subscriptionId: numberShown(world, record.subscriptionId),
		optInTrid: numberShown(world, record.optInTrid),
		periodAmount: numberShown(world, record.periodAmount),
		price: moneyShown(world, record.price, record.country),
	};
}
