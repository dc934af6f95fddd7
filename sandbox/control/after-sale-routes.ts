import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { refundPayment } from '../payments/refund';
import { beginCancel } from '../payments/unsubscribe';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { paymentView } from './payment-view';

const path = z.object({ id: z.string() });

/** What the operator's people do for a customer: as the merchant's own request, without its signature. */
export function afterSaleControl(app: FastifyInstance, world: World): void {
	app.post('/subscriptions/:id/cancel', async ({ params }) => {
		const { id } = path.parse(params);
		const subscription = world.payments.subscriptions.find(Number(id));
		if (!subscription?.record.active) {
			throw new Refusal(404, 'NOT_FOUND', `there is no active subscription ${id}`);
		}
		beginCancel(world, subscription);
		return { ...subscription.record, canceling: subscription.cancelAt !== null };
	});

	app.post('/payments/:id/refund', async ({ params }) => {
		const { id } = path.parse(params);
		const payment = world.payments.transactions.find(id);
		if (!payment) throw new Refusal(404, 'NOT_FOUND', `there is no transaction ${id}`);
		return paymentView(refundPayment(world, payment));
	});
}
