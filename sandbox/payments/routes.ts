import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { utcText } from '../clock';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { identify } from './identify';
import { runDueRenewals } from './renewals';
import type { LoggedRequest } from './request-log';
import { paymentResponse, refusedResponse } from './response';
import { startPayment } from './start';
import { paymentOfMerchant, submitPin } from './submit-pin';

const pinPath = z.object({ id: z.string() });

/** The three server-to-server operations: contract, endpoints 6 to 8. */
export function paymentRoutes(app: FastifyInstance, world: World): void {
	app.addHook('preHandler', async () => runDueRenewals(world));

	const log = (
		request: FastifyRequest,
		reply: FastifyReply,
		entry: Pick<LoggedRequest, 'operation' | 'status'> & { transactionId?: number },
	) => {
		world.payments.requests.add({
			time: utcText(world.clock.now()),
			merchantId: request.merchantId,
			asked: request.body,
			httpStatus: reply.statusCode,
			...entry,
			transactionId: entry.transactionId ?? null,
		});
	};

	app.post('/api/payment/1_4/subscribe', async (request, reply) => {
		const operation = 'subscribe';
		const { merchantId, ip } = request;
		try {
			const payment = startPayment(world, { merchantId, ip }, request.body);
			const answer = paymentResponse(world, payment, baseUrl(request));
			if (answer.status !== 'ACCEPTED') reply.code(world.settings.paymentErrorStatus);
			const { transactionId } = payment.record;
			log(request, reply, { operation, status: answer.status, transactionId });
			return answer;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			reply.code(world.settings.paymentErrorStatus);
			log(request, reply, { operation, status: error.status });
			return refusedResponse(error.status, error.message);
		}
	});

	app.post('/api/payment/1_4/transaction/:id', async (request, reply) => {
		const operation = 'pin';
		try {
			const { id } = pinPath.parse(request.params);
			const payment = paymentOfMerchant(world, id, request.merchantId);
			const { httpStatus, status, errorMessage } = submitPin(world, payment, request.body);
			const answer = paymentResponse(world, payment, baseUrl(request));
			if (status) answer.status = status;
			if (errorMessage) answer.errorMessage = errorMessage;
			reply.code(httpStatus);
			const { transactionId } = payment.record;
			log(request, reply, { operation, status: answer.status, transactionId });
			return answer;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			reply.code(error.httpStatus);
			log(request, reply, { operation, status: error.status });
			return refusedResponse(error.status, error.message);
		}
	});

	app.post('/api/payment/1_4/subscription', async (request, reply) => {
		const operation = 'subscription';
		try {
			const answer = identify(world, request.merchantId, request.body);
			log(request, reply, { operation, status: 'ANSWERED' });
			return answer;
		} catch (error) {
			if (error instanceof Refusal) {
				reply.code(error.httpStatus);
				log(request, reply, { operation, status: error.status });
			}
			throw error;
		}
	});
}

function baseUrl({ protocol, host }: FastifyRequest): string {
	return `${protocol}://${host}`;
}
