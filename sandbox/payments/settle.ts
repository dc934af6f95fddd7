import { utcText } from '../clock';
import { localText } from './countries';
import { magicOf } from './flows';
import type { Payment } from './payment';
import type { Selling } from './payments';
import type { Subscription } from './subscriptions';

const WORDS: Record<string, string> = {
	NOT_ENOUGH_CREDIT: 'the customer has not enough credit',
	SUBSCRIBER_BLACKLISTED: 'the customer is blacklisted',
	DAILY_LIMIT_EXCEEDED: 'the customer would pay more than the limit of a day',
	MONTHLY_LIMIT_EXCEEDED: 'the customer would pay more than the limit of a month',
	EXISTING_SUBSCRIPTION: 'the customer has this subscription already',
	CANCELED_BY_USER: 'the customer has canceled',
};

export function failureOf(errorType: string) {
	return { errorType, errorMessage: WORDS[errorType] ?? errorType };
}

/** Charges what the customer has agreed to, or fails; a subscription opens with it. Answers whether it worked. */
export function charge(world: Selling, payment: Payment, at: number, failing?: string): boolean {
	const { record, service } = payment;
	const errorType = failing ?? obstacle(world, payment);
	if (errorType) {
		end(world, payment, 'FAILED', at, failureOf(errorType));
		return false;
	}
	if (record.action === 'SUB_START') {
		const subscription = world.payments.subscriptions.open(payment, at);
		record.subscriptionId = subscription.record.subscriptionId;
		scheduleRenewal(world, subscription, at);
		const text = `You have subscribed to ${service.serviceName}. To end it send STOP ${service.keyword}.`;
		world.payments.handsets.deliver(record.msisdn, service.shortCode, text, at);
	}
	record.reference = `${record.operator}-${record.transactionId}`;
	end(world, payment, 'COMPLETED', at);
	return true;
}

/** Reminds the customer of the next renewal, and shows it with its time, for numbers with scheduled renewals. */
export function scheduleRenewal(world: Selling, subscription: Subscription, at: number): void {
	const { optIn, paidUntil, record } = subscription;
	if (magicOf(record.msisdn).renewals !== 'scheduled') return;
	const { transactions } = world.payments;
	const reminder = transactions.follow(optIn, { action: 'SUB_REMIND', price: null, at });
	end(world, reminder, 'COMPLETED', at);
	const renewal = transactions.follow(optIn, { action: 'SUB_RENEW', price: optIn.record, at });
	const executionTime = utcText(paidUntil);
	Object.assign(renewal.record, { transactionState: 'SCHEDULED', executionTime });
	subscription.scheduled = renewal;
}

export function cancel(world: Selling, payment: Payment, at: number): void {
	end(world, payment, 'CANCELED', at, failureOf('CANCELED_BY_USER'));
}

/** Takes a transaction to its final state, without a charge. */
export function end(
	{ payments }: Selling,
	payment: Payment,
	actionStatus: 'COMPLETED' | 'FAILED' | 'CANCELED',
	at: number,
	failure?: ReturnType<typeof failureOf>,
): void {
	const { record, session, service } = payment;
	Object.assign(record, failure);
	record.actionStatus = actionStatus;
	record.transactionState = actionStatus === 'COMPLETED' ? 'FINISHED' : actionStatus;
	record.timeCharged = record.timeUpdated = utcText(at);
	record.timeChargedLocal = localText(at, record.country);
	const isSilent = service.notificationUrl === null || record.action === 'SUB_IDENTIFY';
	record.merchantNotificationStatus = isSilent ? 'EXCLUDED' : 'PENDING';
	if (session) session.status = actionStatus === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
	payments.onFinal(payment);
}

function obstacle({ payments, catalogue }: Selling, { record }: Payment): string | undefined {
	const { msisdn, serviceKey } = record;
	if (catalogue.subscriber(msisdn)?.blacklisted) return 'SUBSCRIBER_BLACKLISTED';
	if (record.action === 'SUB_START' && payments.subscriptions.active(serviceKey, msisdn)) {
		return 'EXISTING_SUBSCRIPTION';
	}
	return magicOf(msisdn).chargeFails;
}
