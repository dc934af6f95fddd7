import { utcText } from '../clock';
import type { Catalogue } from '../catalogue';
import type { Settings } from '../settings';
import { localText } from './countries';
import { magicOf } from './magic';
import type { Payment } from './payment';
import type { Payments } from './payments';

/** What charging looks at and changes. */
interface Charging {
	settings: Settings;
	catalogue: Catalogue;
	payments: Payments;
}

interface Failure {
	errorType: string;
	errorMessage: string;
}

const WORDS: Record<string, string> = {
	NOT_ENOUGH_CREDIT: 'the customer has not enough credit',
	SUBSCRIBER_BLACKLISTED: 'the customer is blacklisted',
	DAILY_LIMIT_EXCEEDED: 'the customer would pay more than the limit of a day',
	MONTHLY_LIMIT_EXCEEDED: 'the customer would pay more than the limit of a month',
	EXISTING_SUBSCRIPTION: 'the customer has this subscription already',
};

/**
 * Puts what the customer has agreed to on the bill; the transaction ends either way. A subscription opens
 * with its first charge. Answers whether it worked.
 */
export function charge(world: Charging, payment: Payment, at: number, failing?: string): boolean {
	const { record, service } = payment;
	const errorType = failing ?? obstacle(world, payment, at);
	if (errorType) {
		fail(world, payment, at, failureOf(errorType));
		return false;
	}
	if (record.action === 'SUB_START') {
		const { subscriptionId } = world.payments.subscriptions.open(payment, at).record;
		record.subscriptionId = subscriptionId;
		const text = `You have subscribed to ${service.serviceName}. To end it send STOP ${service.keyword}.`;
		world.payments.handsets.deliver(record.msisdn, service.shortCode, text, at);
	}
	record.reference = `${record.operator}-${record.transactionId}`;
	end(world, payment, 'COMPLETED', at);
	return true;
}

export function fail(world: Charging, payment: Payment, at: number, failure: Failure): void {
	Object.assign(payment.record, failure);
	end(world, payment, 'FAILED', at);
}

export function cancel(world: Charging, payment: Payment, at: number): void {
	payment.record.errorType = 'CANCELED_BY_USER';
	payment.record.errorMessage = 'the customer has canceled';
	end(world, payment, 'CANCELED', at);
}

/** Ends a transaction that charges nothing: an identification, a cancellation. */
export function complete(world: Charging, payment: Payment, at: number): void {
	end(world, payment, 'COMPLETED', at);
}

export function failureOf(errorType: string): Failure {
	return { errorType, errorMessage: WORDS[errorType] ?? errorType };
}

function obstacle(world: Charging, { record }: Payment, at: number): string | undefined {
	const { msisdn, price } = record;
	const { payments, catalogue, settings } = world;
	if (catalogue.subscriber(msisdn)?.blacklisted) return 'SUBSCRIBER_BLACKLISTED';
	if (
		record.action === 'SUB_START' &&
		payments.subscriptions.active(record.serviceKey, msisdn) !== undefined
	) {
		return 'EXISTING_SUBSCRIPTION';
	}
	const { chargeFails } = magicOf(msisdn);
	return chargeFails ?? payments.spending.exceeded(msisdn, price, settings, at);
}

type End = 'COMPLETED' | 'FAILED' | 'CANCELED';

function end(world: Charging, payment: Payment, actionStatus: End, at: number): void {
	const { record, session, service } = payment;
	record.actionStatus = actionStatus;
	record.transactionState = actionStatus === 'COMPLETED' ? 'FINISHED' : actionStatus;
	record.timeCharged = record.timeUpdated = utcText(at);
	record.timeChargedLocal = localText(at, record.country);
	const silent = service.notificationUrl === null || record.action === 'SUB_IDENTIFY';
	record.merchantNotificationStatus = silent ? 'EXCLUDED' : 'PENDING';
	if (session) session.status = actionStatus === 'COMPLETED' ? 'COMPLETED' : 'FAILED';
	world.payments.finals.reached(payment, at);
}
