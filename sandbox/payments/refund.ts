import { z } from 'zod';
import { serviceKey } from '../gifting/fields';
import { parseOrRefuse } from '../refusal';
import type { World } from '../world';
import type { Payment } from './payment';
import { complete } from './settle';
import { invalid, notAcceptable, serviceOfSigned } from './signed-body';

const DAY_MS = 86_400_000;
const CHARGES = ['CHARGE', 'SUB_START', 'SUB_RENEW'];

const refunding = z.object({
	transactionid: z.union([z.string(), z.number()]).transform(String),
	apikey: serviceKey,
	sign: z.string().optional(),
});

/** A refund asked for by the merchant: docs/platform-interface.md, "Refund". */
export function refund(world: World, merchantId: number, body: unknown): Payment {
	const asked = parseOrRefuse(refunding, body);
	const service = serviceOfSigned(world, merchantId, asked, body);
	const payment = world.payments.transactions.find(asked.transactionid);
	if (payment?.service !== service) throw invalid('Transaction does not exists.', 'transactionid');
	return refundPayment(world, payment);
}

/** Gives the money of a charge back, once; answers the refund's own transaction. */
export function refundPayment(world: World, payment: Payment): Payment {
	const { record, service, operator, userId, alias } = payment;
	if (!CHARGES.includes(record.action) || record.actionStatus !== 'COMPLETED') {
		throw invalid('Transaction was not charged.', 'transactionid');
	}
	if (payment.refunded) throw notAcceptable('Transaction is refunded already.');
	const at = world.clock.now();
	const { refundMaxAgeDays } = world.settings;
	const ageMs = at - Date.parse(`${record.timeCharged.replace(' ', 'T')}Z`);
	if (refundMaxAgeDays > 0 && ageMs > refundMaxAgeDays * DAY_MS) {
		throw notAcceptable('Refund is refused: the transaction is expired.');
	}
	payment.refunded = true;
	const given = world.payments.transactions.begin({
		action: 'REFUND',
		service,
		merchantName: record.merchantName,
		operator,
		price: { priceId: '', amount: record.amount, price: record.price },
		msisdn: record.msisdn,
		userId,
		alias,
		merchantReference: record.merchantReference,
		subscriptionId: record.subscriptionId,
		at,
	});
	given.record.reference = `${record.operator}-${given.record.transactionId}`;
	complete(world, given, at);
	return given;
}
