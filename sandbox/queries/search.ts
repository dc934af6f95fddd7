import { utcText } from '../clock';
import { msisdnShown } from '../payments/customer';
import type { Payment } from '../payments/payment';
import type { Selling } from '../payments/payments';
import type { Settings } from '../settings';
import { matching, subscriptionFilters, transactionFilters } from './filters';

/** The merchant's transactions that match the filters, by `timeCharged`, oldest first. */
export function searchTransactions(world: Selling, merchantId: number, body: unknown): object[] {
	const matches = matching(transactionFilters, body);
	const isVisible = visibility(world);
	return world.payments.transactions.all
		.filter(({ service, record }) => {
			return service.merchantId === merchantId && matches(record) && isVisible(record.timeUpdated);
		})
		.sort((one, other) => inOrder(one.record.timeCharged, other.record.timeCharged))
		.map((payment) => transactionShown(world, payment));
}

/** The merchant's subscriptions that match the filters, by `timeSubscribed`, oldest first. */
export function searchSubscriptions(world: Selling, merchantId: number, body: unknown): object[] {
	const matches = matching(subscriptionFilters, body);
	const isVisible = visibility(world);
	return world.payments.subscriptions.all
		.filter(({ optIn, record }) => {
			const isOwn = optIn.service.merchantId === merchantId;
			return isOwn && matches(record) && isVisible(record.timeSubscribed);
		})
		.sort((one, other) => inOrder(one.record.timeSubscribed, other.record.timeSubscribed))
		.map(({ record, optIn }) => {
			const hidden = optIn.alias === null ? record : { ...record, msisdn: msisdnShown(optIn) };
			return numbersShown(world.settings, hidden);
		});
}

// Sorting is stable and the lists are by id, so equal times stay in the order of their ids.
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
function transactionShown({ settings }: Selling, payment: Payment): object {
	const { record, alias } = payment;
	const isSpelled = settings.cancelWord === 'underscore' && record.action.includes(' ');
	if (alias === null && !isSpelled) return numbersShown(settings, record);
	const action = isSpelled ? record.action.replaceAll(' ', '_') : record.action;
	return numbersShown(settings, { ...record, action, msisdn: msisdnShown(payment) });
}

/** Ids and amounts as JSON numbers, or as text. */
function numbersShown({ numberForm }: Settings, record: object): object {
	if (numberForm === 'number') return record;
	const fields = Object.entries(record) as [string, unknown][];
	return Object.fromEntries(
		fields.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
	);
}
