import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newest } from '../control/payment-view';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { type Delivery, DELIVERY_KINDS, DELIVERY_STATUSES, deliveryView } from './delivery';
import { fireRequest, firedNotification } from './fire';
import type { Outgoing } from './notifier';

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
const path = z.object({ id: z.string() });
const resending = z
	.object({ retry: z.boolean().default(false) })
	.strict()
	.default({});

/** What tests and people do with notifications. */
export function notificationRoutes(app: FastifyInstance, world: World): void {
	app.get('/notifications', async (request) => {
		const { limit = 100, ...filter } = parseOrRefuse(search, request.query);
		const found = world.notifications.notifier.log.matching(filter);
		return {
			total: found.length,
			counts: countsOf(found),
			notifications: newest(found, limit).map(deliveryView),
		};
	});

	app.get('/notifications/:id', async (request) => {
		const { id } = path.parse(request.params);
		const delivery = world.notifications.notifier.log.find(Number(id));
		if (delivery) return deliveryView(delivery);
		throw new Refusal(404, 'NOT_FOUND', `there is no notification ${id}`);
	});

	app.post('/notifications/:id/resend', async (request) => {
		const { id } = path.parse(request.params);
		const { retry } = parseOrRefuse(resending, request.body ?? undefined);
		const { notifier } = world.notifications;
		return deliveryView(await notifier.sendNow({ ...sentBefore(world, id), retry }));
	});

	app.post('/notifications/fire', async (request) => {
		const { notifier } = world.notifications;
		const outgoing = firedNotification(world, parseOrRefuse(fireRequest, request.body));
		return deliveryView(await notifier.sendNow(outgoing));
	});
}

/** A notification by its number, or a payment's by either form of the transaction's id. */
function sentBefore(world: World, id: string): Outgoing {
	const { notifier } = world.notifications;
	const delivery = notifier.log.find(Number(id));
	const payment = delivery ? delivery.payment : world.payments.transactions.find(id);
	if (payment?.record.actionStatus) {
		const message = notifier.messageFor(payment);
		if (message) return { kind: 'resent', message, payment };
		const words = `service ${payment.record.serviceKey} has no notificationUrl`;
		throw new Refusal(409, 'INVALID_REQUEST', words);
	}
	if (delivery) {
		const { message, tampering } = delivery;
		return { kind: 'resent', message, tampering };
	}
	throw new Refusal(404, 'NOT_FOUND', `there is no notification ${id}`);
}

function countsOf(deliveries: Delivery[]): Record<string, number> {
	const counts = Object.fromEntries(DELIVERY_STATUSES.map((status) => [status, 0]));
	for (const { status } of deliveries) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}
