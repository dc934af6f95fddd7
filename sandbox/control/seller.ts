import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ENCODINGS } from '../notifications/message';
import { loopbackAddress } from '../notifications/sender';
import { beginCancel, refundPayment } from '../payments/aftersale';
import { answerMessage } from '../payments/answer';
import { recognize } from '../payments/identify';
import type { Payment } from '../payments/payment';
import type { Selling } from '../payments/payments';
import { idShown } from '../payments/response';
import type { PaymentService } from '../payments/services';
import { PIN_ATTEMPTS, withoutPin } from '../payments/session';
import { ALGORITHMS } from '../payments/signature';
import type { Subscription } from '../payments/subscriptions';
import { Refusal, route } from '../refusal';

const search = z
	.object({
		serviceKey: z.string().optional(),
		msisdn: z.string().optional(),
		limit: z.coerce.number().int().positive().default(100),
	})
	.strict();
const serviceChange = z
	.object({
		active: z.boolean(),
		notificationUrl: loopbackAddress.nullable(),
		notificationEncoding: z.enum(ENCODINGS),
		notificationReference: z.enum(['reference', 'clientid']),
		requireSignature: z.boolean(),
		encryptedIds: z.boolean(),
		signing: z
			.object({ algorithm: z.enum(ALGORITHMS), key: z.string().min(1) })
			.strict()
			.nullable(),
	})
	.partial()
	.strict();
const visit = z.object({ serviceKey: z.string(), msisdn: z.string() }).strict();
const sms = z.object({ text: z.string().trim().min(1, 'must not be empty').max(480) }).strict();

/** The seller's part of the control API: what the operator's people and customers do. */
export function sellerControl(app: FastifyInstance, world: Selling): void {
	const listing = { summary: 'List payments, newest first', query: search };
	route(app, 'GET /payments', listing, ({ query }) => {
		const { all } = world.payments.transactions;
		return { total: all.length, payments: newest(all, query).map(paymentView) };
	});

	route(app, 'GET /payments/:id', { summary: 'Get a payment' }, ({ params: { id = '' } }) =>
		paymentView(paymentOf(world, id)),
	);

	const refunding = { summary: 'Refund a payment' };
	route(app, 'POST /payments/:id/refund', refunding, ({ params: { id = '' } }) =>
		paymentView(refundPayment(world, paymentOf(world, id))),
	);

	const subscribed = { summary: 'List subscriptions, newest first', query: search };
	route(app, 'GET /subscriptions', subscribed, ({ query }) => {
		const { all } = world.payments.subscriptions;
		return { total: all.length, subscriptions: newest(all, query).map(({ record }) => record) };
	});

	const canceling = { summary: 'Cancel a subscription' };
	route(app, 'POST /subscriptions/:id/cancel', canceling, ({ params: { id = '' } }) => {
		const subscription = world.payments.subscriptions.find(Number(id));
		if (!subscription?.record.active) throw notFound(`active subscription ${id}`);
		beginCancel(world, subscription);
		return subscriptionView(subscription);
	});

	const asking = { summary: "List the merchants' requests" };
	route(app, 'GET /payment-requests', asking, () => world.payments.requests);

	const visiting = { summary: 'Identify a visitor', body: visit };
	route(app, 'POST /identifications', visiting, ({ body: { serviceKey, msisdn } }) => {
		const payment = recognize(world, world.payments.services.named(serviceKey), msisdn);
		if (!payment) {
			throw new Refusal(404, 'UNKNOWN_MSISDN', `number ${msisdn} is not known`, 'msisdn');
		}
		return { identid: idShown(world, payment), msisdn, operator: payment.record.operator };
	});

	route(app, 'GET /services', { summary: 'List the services that sell' }, () => ({
		services: world.payments.services.all.map(serviceView),
	}));

	const changing = { summary: 'Change a service that sells', body: serviceChange };
	route(app, 'PATCH /services/:serviceKey', changing, ({ params: { serviceKey = '' }, body }) =>
		serviceView(Object.assign(world.payments.services.named(serviceKey), body)),
	);

	const reading = { summary: 'Read the messages of a handset' };
	route(app, 'GET /handset/:msisdn', reading, ({ params: { msisdn = '' } }) =>
		handsetView(world, msisdn),
	);

	const answering = { summary: 'Send a message from a handset', body: sms };
	route(app, 'POST /handset/:msisdn', answering, ({ params: { msisdn = '' }, body: { text } }) => {
		handsetView(world, msisdn);
		const understood = answerMessage(world, msisdn, text);
		return { ...understood, ...handsetView(world, msisdn) };
	});
}

function newest<Item extends { record: { serviceKey: string; msisdn: string } }>(
	items: readonly Item[],
	{ serviceKey, msisdn, limit }: z.output<typeof search>,
): Item[] {
	const found = items.filter(({ record }) => {
		const isOfService = serviceKey === undefined || record.serviceKey === serviceKey;
		return isOfService && (msisdn === undefined || record.msisdn === msisdn);
	});
	return found.slice(-limit).reverse();
}

function paymentOf({ payments }: Selling, id: string): Payment {
	const payment = payments.transactions.find(id);
	if (payment) return payment;
	throw notFound(`transaction ${id}`);
}

function notFound(what: string): Refusal {
	return new Refusal(404, 'NOT_FOUND', `there is no ${what}`);
}

/** A payment with its session, both without the PIN. */
export function paymentView({ record, userId, refunded, session }: Payment) {
	const mtMessage = withoutPin(record.mtMessage, session?.pin ?? record.pinIdentification);
	return {
		transaction: { ...record, pinIdentification: null, mtMessage },
		userId,
		refunded,
		session: session && {
			action: session.action,
			sessionStatus: session.status,
			pinAttemptsLeft: session.pin === null ? null : PIN_ATTEMPTS - session.wrongPins,
			smsBody: session.smsBody,
			returnUrl: session.returnUrl,
			params: session.params,
		},
	};
}

export function subscriptionView({ record, cancelAt }: Subscription) {
	return { ...record, canceling: cancelAt !== null };
}

/** Without the signature key and the partner panel's login. */
function serviceView({ signing, apiLogin, ...shown }: PaymentService) {
	return { ...shown, algorithm: signing?.algorithm ?? null, needsApiLogin: apiLogin !== null };
}

/** A handset with its messages, oldest first; refuses a number that nobody has. */
function handsetView({ catalogue, payments }: Selling, msisdn: string) {
	const subscriber = catalogue.subscriber(msisdn);
	if (!subscriber) {
		throw new Refusal(404, 'UNKNOWN_MSISDN', `nobody has the number ${msisdn}`, 'msisdn');
	}
	const messages = payments.handsets.messages(msisdn);
	return { msisdn, operator: subscriber.operator.code, messages };
}
