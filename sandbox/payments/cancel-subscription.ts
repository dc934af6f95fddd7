import { utcText } from '../clock';
import type { World } from '../world';
import { localText } from './countries';
import { complete } from './settle';
import type { Subscription } from './subscription';
import type { TransactionRecord } from './transaction-record';

/** What was paid for stays valid until its period ends. */
export function cancelSubscription(
	world: World,
	{ record, optIn }: Subscription,
	details: { action: 'SUB CANCEL' | 'SUB_ADMIN CANCEL'; at: number; moMessage?: string },
): void {
	const { action, at, moMessage } = details;
	record.active = false;
	record.timeUnsubscribed = utcText(at);
	record.timeUnsubscribedLocal = localText(at, record.country);
	const payment = world.payments.transactions.begin({
		action,
		service: optIn.service,
		merchantName: record.merchant,
		operator: optIn.operator,
		price: null,
		msisdn: record.msisdn,
		userId: record.userId,
		alias: optIn.alias,
		merchantReference: optIn.record.merchantReference,
		subscriptionId: record.subscriptionId,
		at,
	});
	const sms: Partial<TransactionRecord> = {
		moMessage: moMessage ?? null,
		keyword: moMessage ? optIn.service.keyword : null,
		integrationSolution: 'SMS',
		billingType: 'MO',
	};
	if (moMessage) Object.assign(payment.record, sms);
	complete(world, payment, at);
	const text = `Your subscription to ${optIn.service.serviceName} has ended.`;
	world.payments.handsets.deliver(record.msisdn, optIn.service.shortCode, text, at);
}
