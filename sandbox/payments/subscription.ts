import { DateTime } from 'luxon';
import { utcText } from '../clock';
import { localText } from './countries';
import { rulesOf } from './flows';
import type { Payment } from './payment';
import type { Period, Price } from './services';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A subscription as the Subscriptions API shows it: contract, "Subscription record", every field. */
export interface SubscriptionRecord {
	active: boolean;
	country: string;
	currency: string;
	lastCharge: string | null;
	merchant: string;
	msisdn: string;
	operator: string;
	optInTrid: number;
	period: Period['period'];
	periodAmount: number;
	price: number;
	provider: string;
	providerReference: string | null;
	service: string;
	serviceKey: string;
	subscriptionControl: 'SYSTEM' | 'PROVIDER' | 'MERCHANT';
	subscriptionId: number;
	timeSubscribed: string;
	timeSubscribedLocal: string;
	timeToExpire: string | null;
	timeUnsubscribed: string | null;
	timeUnsubscribedLocal: string | null;
	userId: string;
}

/** A subscription with what the platform needs to renew it. Times in milliseconds since the epoch. */
export interface Subscription {
	readonly record: SubscriptionRecord;
	readonly optIn: Payment;
	readonly price: Price;
	/** When to renew, to try again, or to let it run out. */
	dueAt: number;
	/** End of the last period that was paid. */
	paidUntil: number;
	failedInARow: number;
	/** When a cancellation that is under way ends it. */
	cancelAt: number | null;
}

export function newSubscription(subscriptionId: number, optIn: Payment, at: number): Subscription {
	const { record, service, operator, userId } = optIn;
	if (!service.period) throw new Error(`${service.serviceKey} charges once`);
	const paidUntil = endOfPeriod(at, service.period);
	const byOperator = rulesOf(operator.code).keepsSubscriptions;
	return {
		record: {
			active: true,
			country: record.country,
			currency: record.currency,
			lastCharge: utcText(at),
			merchant: record.merchantName,
			msisdn: record.msisdn,
			operator: record.operator,
			optInTrid: record.transactionId,
			...service.period,
			price: record.price,
			provider: record.provider,
			providerReference: byOperator ? `${operator.code}-${subscriptionId}` : null,
			service: service.serviceName,
			serviceKey: service.serviceKey,
			subscriptionControl: byOperator ? 'PROVIDER' : 'SYSTEM',
			subscriptionId,
			timeSubscribed: utcText(at),
			timeSubscribedLocal: localText(at, record.country),
			timeToExpire: utcText(paidUntil),
			timeUnsubscribed: null,
			timeUnsubscribedLocal: null,
			userId,
		},
		optIn,
		price: { priceId: '', amount: record.amount, price: record.price },
		dueAt: paidUntil,
		paidUntil,
		failedInARow: 0,
		cancelAt: null,
	};
}

export function endOfPeriod(at: number, { period, periodAmount }: Period): number {
	if (period !== 'MONTH') return at + periodAmount * (period === 'WEEK' ? 7 : 1) * DAY_MS;
	return DateTime.fromMillis(at, { zone: 'utc' }).plus({ months: periodAmount }).toMillis();
}

/** The customer has paid for the time `at`. */
export function isValid(subscription: Subscription, at: number): boolean {
	return subscription.record.timeToExpire !== null && at < subscription.paidUntil;
}
