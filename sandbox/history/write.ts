import { utcText } from '../clock';
import { localText } from '../payments/countries';
import type { World } from '../world';
import { fillRecord } from './fill-record';
import type { PlannedSubscription, PlannedTransaction } from './plan';

/** Puts what was planned into the platform's state. Nobody is notified, and no handset gets a message. */
export function writeHistory(world: World, planned: PlannedTransaction[]): void {
	const month = utcText(world.clock.now()).slice(0, 7);
	for (const one of planned.sort((a, b) => a.at - b.at)) writeTransaction(world, one, month);
	for (const { story, action } of planned) {
		if (action === 'SUB_START' && story.subscription) settle(world, story.subscription);
	}
}

function writeTransaction(world: World, planned: PlannedTransaction, month: string): void {
	const { transactions, subscriptions, spending } = world.payments;
	const { story, action, price, at } = planned;
	const payment = transactions.begin({
		action,
		service: story.service,
		merchantName: world.catalogue.merchantName(story.service.merchantId),
		operator: story.operator,
		price,
		msisdn: story.msisdn,
		userId: story.userId,
		merchantReference: story.reference,
		at,
	});
	const { record } = payment;
	fillRecord(record, planned, world.settings.recordPins);
	const { subscription } = story;
	if (subscription) {
		if (action === 'SUB_START') subscription.opened = subscriptions.open(payment, at);
		record.subscriptionId = subscription.opened?.record.subscriptionId ?? 0;
	}
	// Only what the limits of the running month need.
	const counts = action !== 'REFUND' && record.timeCharged.startsWith(month);
	if (counts) spending.count(payment, at);
}

/** Gives a subscription, opened as of its opt-in, the state it has at the end of the history. */
function settle(world: World, { opened, ...planned }: PlannedSubscription): void {
	if (!opened) return;
	const { record } = opened;
	const { unsubscribedAt, dueAt, paidUntil, failedInARow } = planned;
	Object.assign(opened, { paidUntil, failedInARow, dueAt: 0 });
	record.lastCharge = utcText(planned.lastCharge);
	record.timeToExpire = dueAt !== null && failedInARow === 0 ? utcText(paidUntil) : null;
	if (unsubscribedAt !== null) {
		record.active = false;
		record.timeUnsubscribed = utcText(unsubscribedAt);
		record.timeUnsubscribedLocal = localText(unsubscribedAt, record.country);
	}
	if (dueAt !== null) world.payments.subscriptions.reschedule(opened, dueAt);
}
