import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { afterSaleRoutes } from './after-sale-routes';
import { identify, refusedIdentification } from './identify';
import { runDueRenewals } from './renewals';
import { logRequest } from './request-log';
import { paymentResponse, refusedResponse } from './response';
import { startPayment } from './start';
import { paymentOfMerchant, submitPin } from './submit-pin';

const pinPath = z.object({ id: z.string() });

/** The server-to-server operations: contract, endpoints 6 to 8, and those after a sale. */
export function paymentRoutes(app: FastifyInstance, world: World): void {
	app.addHook('preHandler', async () => runDueRenewals(world));

	app.post('/api/payment/1_4/subscribe', async (request, reply) => {
		const operation = 'subscribe';
		const { merchantId, ip } = request;
		try {
			const payment = startPayment(world, { merchantId, ip }, request.body);
			const answer = paymentResponse(world, payment, baseUrl(request));
			if (answer.status !== 'ACCEPTED') reply.code(world.settings.paymentErrorStatus);
			const { transactionId } = payment.record;
			logRequest(world, request, reply, { operation, status: answer.status, transactionId });
			return answer;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			reply.code(world.settings.paymentErrorStatus);
			logRequest(world, request, reply, { operation, status: error.status });
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
			logRequest(world, request, reply, { operation, status: answer.status, transactionId });
			return answer;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			reply.code(error.httpStatus);
			logRequest(world, request, reply, { operation, status: error.status });
			return refusedResponse(error.status, error.message);
		}
	});

	afterSaleRoutes(app, world);

	app.post('/api/payment/1_4/subscription', async (request, reply) => {
		const operation = 'subscription';
		try {
			const answer = identify(world, request.merchantId, request.body);
			logRequest(world, request, reply, { operation, status: 'ANSWERED' });
			return answer;
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			const { identificationStatus, paymentErrorStatus } = world.settings;
			reply.code(identificationStatus ? paymentErrorStatus : error.httpStatus);
			logRequest(world, request, reply, { operation, status: error.status });
			return identificationStatus ? refusedIdentification(error, request.body) : error.body;
		}
	});
}

function baseUrl({ protocol, host }: FastifyRequest): string {
	return `${protocol}://${host}`;
}
