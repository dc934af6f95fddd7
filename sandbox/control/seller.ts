import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ENCODINGS } from '../notifications/message';
import { loopbackAddress } from '../notifications/sender';
import { beginCancel, refundPayment } from '../payments/aftersale';
import { answerMessage } from '../payments/answer';
import type { Payment } from '../payments/payment';
import type { Shop, Timeless } from '../payments/payments';
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
	const refunding = { summary: 'Refund a payment' };
	route(app, 'POST /payments/:id/refund', refunding, ({ params: { id = '' } }) => {
		const payment = world.payments.transactions.find(id);
		if (!payment) throw notFound(`transaction ${id}`);
		return paymentView(refundPayment(world, payment));
	});

	const canceling = { summary: 'Cancel a subscription' };
	route(app, 'POST /subscriptions/:id/cancel', canceling, ({ params: { id = '' } }) => {
		const subscription = world.payments.subscriptions.find(Number(id));
		if (!subscription?.record.active) throw notFound(`active subscription ${id}`);
		beginCancel(world, subscription);
		return subscriptionView(subscription);
	});

	const changing = { summary: 'Change a service that sells', body: serviceChange };
	route(app, 'PATCH /services/:serviceKey', changing, ({ params: { serviceKey = '' }, body }) => {
		Object.assign(world.payments.services.named(serviceKey), body);
		return body;
	});

	const reading = { summary: 'Read the messages of a handset' };
	route(app, 'GET /handset/:msisdn', reading, ({ params: { msisdn = '' } }) =>
		handsetView(world, msisdn),
	);

	const answering = { summary: 'Send a message from a handset', body: sms };
	route(app, 'POST /handset/:msisdn', answering, ({ params: { msisdn = '' }, body: { text } }) => {
		handsetView(world, msisdn);
		const understood = answerMessage(world, msisdn, text);
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

/** A handset with its messages, oldest first; refuses a number that nobody has. */
function handsetView({ catalogue, payments }: Timeless, msisdn: string) {
	const subscriber = catalogue.subscriber(msisdn);
	if (!subscriber) {
		throw new Refusal(404, 'UNKNOWN_MSISDN', `nobody has the number ${msisdn}`, 'msisdn');
	}
	const messages = payments.handsets.messages(msisdn);
	return { msisdn, operator: subscriber.operator.code, messages };
}
