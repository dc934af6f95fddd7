import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { refund } from './refund';
import { type LoggedRequest, logRequest } from './request-log';
import { resolve } from './resolve';
import { unsubscribe } from './unsubscribe';

interface Done {
	answer: object;
	transactionId?: number;
}

/** Cancellation, refund and aliases: docs/platform-interface.md, second part. */
export function afterSaleRoutes(app: FastifyInstance, world: World): void {
	const route = (
		operation: LoggedRequest['operation'],
		path: string,
		act: (request: FastifyRequest, reply: FastifyReply) => Done,
	) => {
		app.post(`/api/payment/1_4/${path}`, async (request, reply) => {
			try {
				const { answer, transactionId } = act(request, reply);
				logRequest(world, request, reply, { operation, status: 'ACCEPTED', transactionId });
				return answer;
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				reply.code(error.httpStatus);
				logRequest(world, request, reply, { operation, status: error.status });
				return error.body;
			}
		});
	};
	const accepted = { status: 'ACCEPTED', errorMessage: '' };

	route('unsubscribe', 'unsubscribe', ({ merchantId, body }, reply) => {
		unsubscribe(world, merchantId, body);
		reply.code(world.settings.acceptedStatus);
		return { answer: accepted };
	});
	route('refund', 'refund', ({ merchantId, body }, reply) => {
		const { transactionId } = refund(world, merchantId, body).record;
		reply.code(world.settings.acceptedStatus);
		return { answer: accepted, transactionId };
	});
	route('resolve', 'subscriber/resolve', ({ body }) => ({ answer: resolve(world, body) }));
}
