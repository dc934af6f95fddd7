import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newPayment, type Payment } from '../payments/payment';
import type { Shop } from '../payments/payments';
import type { TransactionRecord } from '../payments/records';
import type { PaymentService } from '../payments/services';
import { invalid, Refusal, route } from '../refusal';
import { ENDS, EVENT_TYPES, notificationFields } from './event';
import { ENCODINGS, messageOf } from './message';
import { deliveryView, type Notifier, type Outgoing } from './notifier';
import { loopbackAddress } from './sender';

/** The notifications to merchants; a reset replaces them. */
export interface Telling {
	notifier: Notifier;
}

const value = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullable();

export const fireRequest = z
	.object({
		url: loopbackAddress.optional(),
		serviceKey: z.string().optional(),
		encoding: z.enum(ENCODINGS).optional(),
		fields: z.record(value).default({}),
		/** Whether searches find the transaction. */
		isKept: z.boolean().default(false),
	})
	.strict();

type FireRequest = z.output<typeof fireRequest>;

/** The service of an event that is sent without a signature. */
const STAND_IN = 'COINSHOP07';

/** The actions of tests and people on notifications. */
export function notificationRoutes(app: FastifyInstance, world: Shop & Telling): void {
	route(app, 'POST /notifications/:id/resend', {}, async ({ params: { id = '' } }) => {
		const { notifier } = world;
		const delivery = notifier.deliveries[Number(id) - 1];
		if (!delivery) throw new Refusal(404, 'NOT_FOUND', `there is no notification ${id}`);
		return deliveryView(await notifier.send(delivery));
	});

	route(app, 'POST /notifications/fire', { body: fireRequest }, async ({ body }) =>
		deliveryView(await world.notifier.send(firedNotification(world, body))),
	);
}

/** A sample event: a standard one of the service, with the fields that were given instead. */
export function firedNotification(world: Shop, asked: FireRequest): Outgoing {
	const { serviceKey } = asked;
	const service = world.payments.services.named(serviceKey ?? STAND_IN);
	const signing = serviceKey === undefined ? null : service.signing;
	const url = asked.url ?? (serviceKey === undefined ? null : service.notificationUrl);
	if (url === null) throw invalid('url is needed, the service has none', 'url');
	const encoding = asked.encoding ?? service.notificationEncoding;
	const payment = sampleOf(world, service, asked.fields);
	if (asked.isKept) world.payments.transactions.add(payment);
	const standard = notificationFields(payment);
	// `null` takes a field away.
	const fields = Object.entries({ ...Object.fromEntries(standard), ...asked.fields }).filter(
		(pair): pair is [string, string] => pair[1] !== null,
	);
	const message = messageOf(fields, { url, encoding, signing });
	return asked.isKept ? { message, payment } : { message };
}

/** A payment that has ended, with a customer whose operator sends PINs. */
function sampleOf(
	{ catalogue, clock }: Pick<Shop, 'catalogue' | 'clock'>,
	service: PaymentService,
	{ event_type: eventType, status }: FireRequest['fields'],
): Payment {
	const operator = catalogue.operator('FR_DEMOTEL');
	if (!operator) throw new Error('the seed has changed');
	const transactionId = unusedId();
	const actions = Object.keys(EVENT_TYPES) as TransactionRecord['action'][];
	const standard = service.period ? 'SUB_RENEW' : 'CHARGE';
	const action = actions.find((one) => EVENT_TYPES[one] === eventType) ?? standard;
	const customer = { msisdn: '33639980001', operator };
	const price = service.prices[0] ?? null;
	const order = { merchantReference: `fired-${transactionId}`, price, at: clock.now() };
	const payment = newPayment({ transactionId, service, action, ...customer, ...order });
	Object.assign(payment.record, ENDS[status as keyof typeof ENDS] ?? ENDS.success);
	return payment;
}

let lastId = 0;

/** A number that no other event has, also after a reset or restart, so that it never counts as a duplicate. */
function unusedId(): number {
	lastId = Math.max(lastId + 1, Date.now());
	return lastId;
}
