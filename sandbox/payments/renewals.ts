import { utcText } from '../clock';
import type { World } from '../world';
import { cancelSubscription } from './cancel-subscription';
import { magicOf } from './magic';
import { charge } from './settle';
import { endOfPeriod, type Subscription } from './subscription';

/** Does all that has come due on the platform's clock, in order, each at the time it was due. */
export function runDueRenewals(world: World): void {
	const now = world.clock.now();
	const { queue } = world.payments.subscriptions;
	for (let due = queue.takeDue(now); due; due = queue.takeDue(now)) {
		const { at, item: subscription } = due;
		if (subscription.dueAt !== at) continue;
		if (!subscription.record.active) expire(world, subscription, at);
		else if (subscription.cancelAt === null) renew(world, subscription, at);
		else {
			cancelSubscription(world, subscription, { action: 'SUB CANCEL', at });
			expire(world, subscription, at);
		}
	}
}

/** What was paid for stays valid until its period ends. */
function expire({ payments }: World, subscription: Subscription, at: number): void {
	subscription.cancelAt = null;
	if (at >= subscription.paidUntil) subscription.record.timeToExpire = null;
	else payments.subscriptions.reschedule(subscription, subscription.paidUntil);
}

function renew(world: World, subscription: Subscription, at: number): void {
	const { record, optIn, price } = subscription;
	const { service, operator } = optIn;
	const { subscriptions, transactions } = world.payments;
	const payment = transactions.begin({
		action: 'SUB_RENEW',
		service,
		merchantName: record.merchant,
		operator,
		price,
		msisdn: record.msisdn,
		userId: record.userId,
		alias: optIn.alias,
		merchantReference: optIn.record.merchantReference,
		subscriptionId: record.subscriptionId,
		at,
	});
	if (charge(world, payment, at, failingRenewal(subscription))) {
		subscription.failedInARow = 0;
		subscription.paidUntil = endOfPeriod(at, record);
		record.lastCharge = utcText(at);
		record.timeToExpire = utcText(subscription.paidUntil);
		subscriptions.reschedule(subscription, subscription.paidUntil);
		return;
	}
	const { renewalAttempts, renewalRetrySeconds } = world.settings;
	subscription.failedInARow += 1;
	record.timeToExpire = null;
	if (renewalAttempts > 0 && subscription.failedInARow >= renewalAttempts) {
		cancelSubscription(world, subscription, { action: 'SUB_ADMIN CANCEL', at });
	} else {
		subscriptions.reschedule(subscription, at + renewalRetrySeconds * 1000);
	}
}

function failingRenewal({ record, failedInARow }: Subscription): string | undefined {
	const { renewals } = magicOf(record.msisdn);
	const fails = renewals === 'never' || (renewals === 'late' && failedInARow === 0);
	return fails ? 'NOT_ENOUGH_CREDIT' : undefined;
}
