import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ENCODINGS } from '../notifications/message';
import { loopbackAddress } from '../notifications/sender';
import { beginCancel, refundPayment } from '../payments/aftersale';
import { answerMessage } from '../payments/answer';
import type { Payment } from '../payments/payment';
import type { Selling, Shop } from '../payments/payments';
import type { Subscription } from '../payments/subscriptions';
import { Refusal, route } from '../refusal';

const serviceChange = z
	.object({
		notificationUrl: loopbackAddress.nullable(),
		notificationEncoding: z.enum(ENCODINGS),
	})
	.partial()
	.strict();
const sms = z.object({ text: z.string().trim().min(1, 'must not be empty').max(480) }).strict();

/** The seller's part of the control API: what the operator's people and customers do. */
export function sellerControl(app: FastifyInstance, world: Shop): void {
	route(app, 'POST /payments/:id/refund', {}, ({ params: { id = '' } }) => {
		const payment = world.payments.transactions.find(id);
		if (!payment) throw notFound(`transaction ${id}`);
		const refund = refundPayment(world, payment);
		// Somebody of the operator did it (contract, "Transaction record").
		Object.assign(refund.record, { comment: 'Refunded by hand', finishedBy: 'operator-desk' });
		return paymentView(refund);
	});

	route(app, 'POST /subscriptions/:id/cancel', {}, ({ params: { id = '' } }) => {
		const subscription = world.payments.subscriptions.find(Number(id));
		if (!subscription?.record.active) throw notFound(`active subscription ${id}`);
		beginCancel(world, subscription);
		return subscriptionView(subscription);
	});

	route(app, 'PATCH /services/:serviceKey', { body: serviceChange }, ({ params, body }) => {
		Object.assign(world.payments.services.named(params.serviceKey ?? ''), body);
		return body;
	});

	route(app, 'GET /handset/:msisdn', {}, ({ params: { msisdn = '' } }) =>
		handsetView(world, msisdn),
	);

	route(app, 'POST /handset/:msisdn', { body: sms }, ({ params: { msisdn = '' }, body }) => {
		handsetView(world, msisdn);
		const understood = answerMessage(world, msisdn, body.text);
		return { understood, ...handsetView(world, msisdn) };
	});
}

function notFound(what: string): Refusal {
	return new Refusal(404, 'NOT_FOUND', `there is no ${what}`);
}

/** A payment without the PIN. */
export function paymentView({ record, refunded }: Payment) {
	const mtMessage = record.mtMessage.replace(record.pinIdentification ?? '', '');
	return { transaction: { ...record, pinIdentification: null, mtMessage }, refunded };
}

export function subscriptionView({ record, cancelAt }: Subscription) {
	return { ...record, canceling: cancelAt !== null };
}

/** A handset with its messages, oldest first; refuses a number without a customer. */
function handsetView({ catalogue, payments }: Selling, msisdn: string) {
	const subscriber = catalogue.subscriber(msisdn);
	if (!subscriber) {
		throw new Refusal(404, 'UNKNOWN_MSISDN', `nobody has the number ${msisdn}`, 'msisdn');
	}
	const messages = payments.handsets.messages(msisdn);
	return { msisdn, operator: subscriber.operator.code, messages };
}
