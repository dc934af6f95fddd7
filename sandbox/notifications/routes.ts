import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readId } from '../payments/payment';
import type { Selling } from '../payments/payments';
import { Refusal, route } from '../refusal';
import { firedNotification, fireRequest } from './fire';
import {
	type Delivery,
	DELIVERY_KINDS,
	DELIVERY_STATUSES,
	deliveryView,
	type Notifier,
	type Outgoing,
} from './notifier';

/** What is told to merchants; a reset replaces it. */
export type Telling = Selling & { notifier: Notifier };

const search = z
	.object({
		transactionId: z.string(),
		serviceKey: z.string(),
		status: z.enum(DELIVERY_STATUSES),
		kind: z.enum(DELIVERY_KINDS),
		limit: z.coerce.number().int().positive(),
	})
	.partial()
	.strict();
const resending = z
	.object({ retry: z.boolean().default(false) })
	.strict()
	.nullish();

/** What tests and people do with notifications. */
export function notificationRoutes(app: FastifyInstance, world: Telling): void {
	const listing = { summary: 'List the notifications, newest first', query: search };
	route(app, 'GET /notifications', listing, ({ query: { limit = 100, ...filter } }) => {
		const found = world.notifier.deliveries.filter((one) => fits(one, filter));
		const countOf = (status: string) => found.filter((one) => one.status === status).length;
		const counts = Object.fromEntries(DELIVERY_STATUSES.map((one) => [one, countOf(one)]));
		const notifications = found.slice(-limit).reverse().map(deliveryView);
		return { total: found.length, counts, notifications };
	});

	const getting = { summary: 'Get a notification' };
	route(app, 'GET /notifications/:id', getting, ({ params: { id = '' } }) => {
		const delivery = world.notifier.find(Number(id));
		if (delivery) return deliveryView(delivery);
		throw notFound(id);
	});

	const resend = { summary: 'Send a notification once more', body: resending };
	route(app, 'POST /notifications/:id/resend', resend, async ({ params: { id = '' }, body }) => {
		const outgoing = { ...sentBefore(world, id), retry: body?.retry ?? false };
		return deliveryView(await world.notifier.sendNow(outgoing));
	});

	const fire = { summary: 'Send a sample notification', body: fireRequest };
	route(app, 'POST /notifications/fire', fire, async ({ body }) => {
		return deliveryView(await world.notifier.sendNow(firedNotification(world, body)));
	});
}

function fits(delivery: Delivery, filter: Omit<z.output<typeof search>, 'limit'>): boolean {
	const shown = deliveryView(delivery);
	const { transactionId, ...rest } = filter;
	const ids = [shown.transactionId, String(shown.plainTransactionId)];
	const isMeant =
		transactionId === undefined ||
		ids.includes(transactionId) ||
		ids.includes(String(readId(transactionId)));
	return (
		isMeant &&
		Object.entries(rest).every(([name, value]) => {
			return shown[name as keyof typeof rest] === value;
		})
	);
}

/** A notification by its number, or a payment's by either form of the transaction's id. */
function sentBefore({ notifier, payments }: Telling, id: string): Outgoing {
	const delivery = notifier.find(Number(id));
	const payment = delivery ? delivery.payment : payments.transactions.find(id);
	if (payment?.record.actionStatus) {
		const message = notifier.messageFor(payment);
		if (message) return { kind: 'resent', message, payment };
		const words = `service ${payment.record.serviceKey} has no notificationUrl`;
		throw new Refusal(409, 'INVALID_REQUEST', words);
	}
	if (!delivery) throw notFound(id);
	const { message, tampering } = delivery;
	return { kind: 'resent', message, tampering: tampering ?? null };
}

function notFound(id: string): Refusal {
	return new Refusal(404, 'NOT_FOUND', `there is no notification ${id}`);
}
