import { z } from 'zod';
import { DAY_MS, instantOf } from '../clock';
import { invalid, parseOrRefuse, Refusal } from '../refusal';
import { aliasOf } from './aliases';
import { magicOf } from './flows';
import type { Payment } from './payment';
import type { Selling, Shop } from './payments';
import { runDueRenewals } from './renewals';
import { serviceKey } from './request';
import type { PaymentService } from './services';
import { end } from './settle';
import { isSignedWith, parametersOf } from './signature';
import type { Subscription } from './subscriptions';

const REFUND_MAX_AGE_DAYS = 30;
const CHARGES = ['CHARGE', 'SUB_START', 'SUB_RENEW'];

const id = z.union([z.string(), z.number()]).transform(String);
const signed = { apikey: serviceKey, sign: z.string().optional() };

const unsubscribeRequest = z
	.object({ ...signed, subscriptionid: id.nullish(), userid: id.nullish() })
	.refine(
		({ subscriptionid, userid }) => Boolean(subscriptionid) || Boolean(userid),
		'subscriptionid or userid is needed',
	);
const refundRequest = z.object({ ...signed, transactionid: id });
const resolveRequest = z.object({
	msisdns: z.array(z.string().regex(/^\d{8,15}$/, 'must be a number, E.164 without plus')).min(1),
});

/** Cancellation by the merchant: docs/platform-interface.md, "Cancel a subscription". */
export function unsubscribe(world: Shop, merchantId: number, body: unknown): void {
	const asked = parseOrRefuse(unsubscribeRequest, body);
	const service = serviceOfSigned(world, merchantId, asked, body);
	if (!service.period) throw invalid('Action is not supported', 'apikey');
	const { subscriptions } = world.payments;
	const found = asked.subscriptionid
		? subscriptions.find(Number(asked.subscriptionid))
		: subscriptions.ofUser(asked.apikey, asked.userid ?? '', world.clock.now());
	if (!found?.record.active || found.record.serviceKey !== asked.apikey) {
		throw invalid('Subscription does not exists.', 'subscriptionid');
	}
	beginCancel(world, found);
}

/** Ends a subscription after `cancelDelaySeconds`; it is not renewed meanwhile. */
export function beginCancel(world: Shop, subscription: Subscription): void {
	if (subscription.cancelAt !== null) throw notAcceptable('A cancellation is already under way.');
	const isStuck = magicOf(subscription.record.msisdn).accepted !== undefined;
	const delayMs = isStuck ? Infinity : world.settings.cancelDelaySeconds * 1000;
	subscription.cancelAt = subscription.dueAt = world.clock.now() + delayMs;
	runDueRenewals(world);
}

/** A refund asked for by the merchant: docs/platform-interface.md, "Refund". */
export function refund(world: Selling, merchantId: number, body: unknown): Payment {
	const asked = parseOrRefuse(refundRequest, body);
	const service = serviceOfSigned(world, merchantId, asked, body);
	const payment = world.payments.transactions.find(asked.transactionid);
	if (payment?.service !== service) throw invalid('Transaction does not exists.', 'transactionid');
	return refundPayment(world, payment);
}

/** Gives the money of a charge back, once; answers the refund's own transaction. */
export function refundPayment(world: Selling, payment: Payment): Payment {
	const { action, actionStatus, timeCharged, operator, msisdn } = payment.record;
	if (!CHARGES.includes(action) || actionStatus !== 'COMPLETED') {
		throw invalid('Transaction was not charged.', 'transactionid');
	}
	if (payment.refunded) throw notAcceptable('Transaction is refunded already.');
	const at = world.clock.now();
	if (at - instantOf(timeCharged) > REFUND_MAX_AGE_DAYS * DAY_MS) {
		throw notAcceptable('Refund is refused: the transaction is expired.');
	}
	const { accepted = 'COMPLETED' } = magicOf(msisdn);
	payment.refunded = accepted !== 'FAILED';
	const details = { action: 'REFUND', price: payment.record, at } as const;
	const given = world.payments.transactions.follow(payment, details);
	given.record.reference = `${operator}-${given.record.transactionId}`;
	if (accepted === 'PENDING' || accepted === 'EXECUTING') given.record.transactionState = accepted;
	else end(world, given, accepted, at);
	return given;
}

/** From numbers to aliases: docs/platform-interface.md, "Identify a user". A number without a customer is left out. */
export function resolve({ catalogue }: Pick<Selling, 'catalogue'>, body: unknown) {
	const { msisdns } = parseOrRefuse(resolveRequest, body);
	const known = msisdns.filter((msisdn) => catalogue.subscriber(msisdn));
	const subscribers = known.map((msisdn) => ({ msisdn, subscriberId: aliasOf(msisdn) }));
	return { status: 'ACCEPTED', errorMessage: null, subscribers };
}

/** The body is signed when the service has a key (docs/platform-interface.md, "Cancel a subscription"). */
function serviceOfSigned(
	{ payments }: Selling,
	merchantId: number,
	{ apikey, sign = '' }: { apikey: string; sign?: string | undefined },
	sent: unknown,
): PaymentService {
	const service = payments.services.find(apikey);
	if (service?.merchantId !== merchantId) throw invalid('Service does not exists.', 'apikey');
	const { signing } = service;
	if (signing && !isSignedWith(parametersOf(sent), sign, signing)) {
		throw invalid('Signature validation failed!', 'sign');
	}
	return service;
}

function notAcceptable(words: string): Refusal {
	return new Refusal(406, 'NOT_ACCEPTABLE', words);
}
