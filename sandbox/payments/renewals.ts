import { DAY_MS } from '../clock';
import { magicOf } from './flows';
import type { Selling } from './payments';
import { charge, end, scheduleRenewal } from './settle';
import { missPayment, payPeriod, type Subscription, deactivate } from './subscriptions';

/** Does all due work of the platform in order, each part at its own time. */
export function runDueRenewals(world: Selling): void {
	const { clock, payments } = world;
	for (;;) {
		const due = payments.subscriptions.firstDue(clock.now());
		if (!due) return;
		bringForward(world, due, due.dueAt);
	}
}

/** @param failing the reason for which a renewal fails */
export function bringForward(
	world: Selling,
	subscription: Subscription,
	at: number,
	failing = failingRenewal(subscription),
): void {
	const { record, paidUntil, cancelAt } = subscription;
	if (record.active && cancelAt === null) {
		renew(world, subscription, at, failing);
		return;
	}
	if (record.active) cancelSubscription(world, subscription, { action: 'SUB CANCEL', at });
	subscription.cancelAt = null;
	// A paid subscription stays valid until its period ends.
	const isOver = at >= paidUntil;
	if (isOver) record.timeToExpire = null;
	subscription.dueAt = isOver ? Infinity : paidUntil;
}

function renew(world: Selling, subscription: Subscription, at: number, failing?: string): void {
	const { optIn } = subscription;
	const details = { action: 'SUB_RENEW', price: optIn.record, at } as const;
	const payment = subscription.scheduled ?? world.payments.transactions.follow(optIn, details);
	subscription.scheduled = null;
	if (isSkipped(subscription)) {
		payment.record.transactionState = 'SKIPPED';
		subscription.failedInARow += 1;
		subscription.dueAt = at + DAY_MS;
	} else if (charge(world, payment, at, failing)) {
		payPeriod(subscription, at);
		scheduleRenewal(world, subscription, at);
	} else if (missPayment(subscription, at)) {
		cancelSubscription(world, subscription, { action: 'SUB_ADMIN CANCEL', at });
	}
}

function failingRenewal({ record, failedInARow }: Subscription): string | undefined {
	const { renewals } = magicOf(record.msisdn);
	const fails = renewals === 'never' || (renewals === 'late' && failedInARow === 0);
	return fails ? 'NOT_ENOUGH_CREDIT' : undefined;
}

/** The platform skips the first attempt at a renewal. */
function isSkipped({ record, failedInARow }: Subscription): boolean {
	return magicOf(record.msisdn).renewals === 'skipped' && failedInARow === 0;
}

export function cancelSubscription(
	world: Selling,
	subscription: Subscription,
	details: { action: 'SUB CANCEL' | 'SUB_ADMIN CANCEL'; at: number; moMessage?: string },
): void {
	const { action, at, moMessage } = details;
	const { record, optIn } = subscription;
	const { service } = optIn;
	const { transactions, handsets } = world.payments;
	deactivate(subscription, at);
	const payment = transactions.follow(optIn, { action, price: null, at });
	if (moMessage) {
		const { keyword } = service;
		const sms = { moMessage, keyword, integrationSolution: 'SMS', billingType: 'MO' } as const;
		Object.assign(payment.record, sms);
	}
	end(world, payment, 'COMPLETED', at);
	const text = `Your subscription to ${service.serviceName} has ended.`;
	handsets.deliver(record.msisdn, service.shortCode, text, at);
}
