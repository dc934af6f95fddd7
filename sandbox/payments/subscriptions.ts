import { DateTime } from 'luxon';
import { DAY_MS, utcText } from '../clock';
import { numberOf } from './aliases';
import { localText } from './countries';
import { rulesOf } from './flows';
import type { Payment } from './payment';
import type { SubscriptionRecord } from './records';
import type { Period } from './services';

const FIRST_ID = 5_000_001;

/** A subscription with what the platform needs to renew it. Times in milliseconds since the epoch. */
export interface Subscription {
	readonly record: SubscriptionRecord;
	readonly optIn: Payment;
	/** The time to renew it, to retry a renewal, or to end it; Infinity for never. */
	dueAt: number;
	/** End of the last period that was paid. */
	paidUntil: number;
	failedInARow: number;
	/** The renewal that waits for its time, where renewals are scheduled. */
	scheduled: Payment | null;
	/** When a cancellation that is under way ends it. */
	cancelAt: number | null;
}

/** Every subscription, oldest first. */
export class Subscriptions {
	readonly all: Subscription[] = [];

	open(optIn: Payment, at: number): Subscription {
		const subscription = newSubscription(FIRST_ID + this.all.length, optIn, at);
		this.all.push(subscription);
		return subscription;
	}

	find(subscriptionId: number): Subscription | undefined {
		return this.all[subscriptionId - FIRST_ID];
	}

	ofNumber(msisdn: string): Subscription[] {
		return this.all.filter(({ record }) => record.msisdn === msisdn);
	}

	active(serviceKey: string, msisdn: string): Subscription | undefined {
		return this.all.find(
			({ record }) => record.msisdn === msisdn && record.active && record.serviceKey === serviceKey,
		);
	}

	/** A user's subscription to a service, also by the alias of a number: an active one if there is one, else a valid one. */
	ofUser(serviceKey: string, userId: string, at: number): Subscription | undefined {
		const user = numberOf(userId);
		const found = this.all.filter(
			({ record }) => record.serviceKey === serviceKey && numberOf(record.userId) === user,
		);
		return found.find(({ record }) => record.active) ?? found.find((one) => isValid(one, at));
	}

	/** The subscription that is due before all others, if it is at `now`. */
	firstDue(now: number): Subscription | undefined {
		let first: Subscription | undefined;
		for (const one of this.all) {
			if (one.dueAt <= now && one.dueAt < (first?.dueAt ?? Infinity)) first = one;
		}
		return first;
	}
}

function newSubscription(subscriptionId: number, optIn: Payment, at: number): Subscription {
	const { service, operator, userId } = optIn;
	const { country, currency, merchantName, msisdn, price, provider, transactionId } = optIn.record;
	const { serviceKey, serviceName, period } = service;
	if (!period) throw new Error(`${serviceKey} charges once`);
	const paidUntil = endOfPeriod(at, period);
	const byOperator = rulesOf(operator.code).keepsSubscriptions;
	const begun = utcText(at);
	const record: SubscriptionRecord = {
		active: true,
		subscriptionId,
		optInTrid: transactionId,
		userId,
		msisdn,
		country,
		currency,
		operator: operator.code,
		provider,
		merchant: merchantName,
		service: serviceName,
		serviceKey,
		price,
		...period,
		subscriptionControl: byOperator ? 'PROVIDER' : 'SYSTEM',
		providerReference: byOperator ? `${operator.code}-${subscriptionId}` : null,
		timeSubscribed: begun,
		timeSubscribedLocal: localText(at, country),
		lastCharge: begun,
		timeToExpire: utcText(paidUntil),
		timeUnsubscribed: null,
		timeUnsubscribedLocal: null,
	};
	const waiting = { scheduled: null, cancelAt: null };
	return { record, optIn, dueAt: paidUntil, paidUntil, failedInARow: 0, ...waiting };
}

/** Failed renewals in a row that end a subscription. */
const RENEWAL_ATTEMPTS = 10;

/** The period that begins at `at` is paid. */
export function payPeriod(subscription: Subscription, at: number): void {
	const { record } = subscription;
	const paidUntil = endOfPeriod(at, record);
	Object.assign(subscription, { paidUntil, dueAt: paidUntil, failedInARow: 0 });
	record.lastCharge = utcText(at);
	record.timeToExpire = utcText(paidUntil);
}

/** A renewal has failed and is retried a day later; answers whether it was the last attempt. */
export function missPayment(subscription: Subscription, at: number): boolean {
	subscription.failedInARow += 1;
	subscription.record.timeToExpire = null;
	const isLast = subscription.failedInARow >= RENEWAL_ATTEMPTS;
	subscription.dueAt = isLast ? Infinity : at + DAY_MS;
	return isLast;
}

/** A paid subscription stays valid until its period ends. */
export function deactivate({ record }: Subscription, at: number): void {
	record.active = false;
	record.timeUnsubscribed = utcText(at);
	record.timeUnsubscribedLocal = localText(at, record.country);
}

function endOfPeriod(at: number, { period, periodAmount }: Period): number {
	if (period !== 'MONTH') return at + periodAmount * (period === 'WEEK' ? 7 : 1) * DAY_MS;
	return DateTime.fromMillis(at, { zone: 'utc' }).plus({ months: periodAmount }).toMillis();
}

/** The customer has paid for the time `at`. */
export function isValid({ record, paidUntil }: Subscription, at: number): boolean {
	return record.timeToExpire !== null && at < paidUntil;
}
