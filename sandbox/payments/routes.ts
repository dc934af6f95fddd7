import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { utcText } from '../clock';
import { type About, Refusal } from '../refusal';
import {
	refund,
	refundRequest,
	resolve,
	resolveRequest,
	unsubscribe,
	unsubscribeRequest,
} from './aftersale';
import { identification, identify, refusedIdentification } from './identify';
import type { Payment } from './payment';
import type { Selling } from './payments';
import { paymentOfMerchant, pinRequest, submitPin } from './pin';
import { runDueRenewals } from './renewals';
import { subscribeRequest } from './request';
import { paymentResponse, refusedResponse } from './response';
import { startPayment } from './start';

interface Done {
	answer: object;
	/** What the log of requests says. */
	status: string;
	payment?: Payment;
}

interface Operation extends About {
	path: string;
	act(request: FastifyRequest, reply: FastifyReply): Done;
	/** The body of a refusal where it has more than others; may change the HTTP status. */
	refuse?(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): object;
}

/** The server-to-server operations: contract, endpoints 6 to 8, and those after a sale. */
export function paymentRoutes(app: FastifyInstance, world: Selling): void {
	app.addHook('preHandler', async () => runDueRenewals(world));
	for (const [operation, { path, act, refuse, ...about }] of Object.entries(operationsOf(world))) {
		app.post(`/api/payment/1_4/${path}`, { config: { about } }, async (request, reply) => {
			const log = (status: string, payment?: Payment) =>
				world.payments.requests.entries.push({
					time: utcText(world.clock.now()),
					operation,
					merchantId: request.merchantId,
					asked: withoutSecrets(request.body),
					httpStatus: reply.statusCode,
					status,
					transactionId: payment?.record.transactionId ?? null,
				});
			try {
				const { answer, status, payment } = act(request, reply);
				log(status, payment);
				return answer;
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				reply.code(error.httpStatus);
				const answer = refuse?.(error, request, reply) ?? error.body;
				log(error.status);
				return answer;
			}
		});
	}
}

function operationsOf(world: Selling): Record<string, Operation> {
	const accepted = (reply: FastifyReply, payment?: Payment): Done => {
		reply.code(world.settings.acceptedStatus);
		const answer = { status: 'ACCEPTED', errorMessage: '' };
		return { answer, status: 'ACCEPTED', ...(payment && { payment }) };
	};
	return {
		subscribe: {
			path: 'subscribe',
			summary: 'Start a payment or a subscription',
			body: subscribeRequest,
			act({ merchantId, ip, body, protocol, host }, reply) {
				const payment = startPayment(world, { merchantId, ip }, body);
				const answer = paymentResponse(world, payment, `${protocol}://${host}`);
				if (answer.status !== 'ACCEPTED') reply.code(world.settings.paymentErrorStatus);
				return { answer, status: String(answer.status), payment };
			},
			refuse({ status, message }, _request, reply) {
				reply.code(world.settings.paymentErrorStatus);
				return refusedResponse(status, message);
			},
		},
		pin: {
			path: 'transaction/:id',
			summary: 'Submit the PIN of a payment',
			body: pinRequest,
			act({ params, merchantId, body, protocol, host }, reply) {
				const payment = paymentOfMerchant(world, (params as { id: string }).id, merchantId);
				const { httpStatus, status, errorMessage } = submitPin(world, payment, body);
				const answer = paymentResponse(world, payment, `${protocol}://${host}`);
				if (status) Object.assign(answer, { status, errorMessage });
				reply.code(httpStatus);
				return { answer, status: String(answer.status), payment };
			},
			refuse: ({ status, message }) => refusedResponse(status, message),
		},
		subscription: {
			path: 'subscription',
			summary: 'Identify a subscriber',
			body: identification,
			act: ({ merchantId, body }) => ({
				answer: identify(world, merchantId, body),
				status: 'ANSWERED',
			}),
			refuse(refusal, { body }, reply) {
				reply.code(world.settings.paymentErrorStatus);
				return refusedIdentification(refusal, body);
			},
		},
		unsubscribe: {
			path: 'unsubscribe',
			summary: 'Cancel a subscription',
			body: unsubscribeRequest,
			act({ merchantId, body }, reply) {
				unsubscribe(world, merchantId, body);
				return accepted(reply);
			},
		},
		refund: {
			path: 'refund',
			summary: 'Refund a charge',
			body: refundRequest,
			act: ({ merchantId, body }, reply) => accepted(reply, refund(world, merchantId, body)),
		},
		resolve: {
			path: 'subscriber/resolve',
			summary: 'Resolve numbers to aliases',
			body: resolveRequest,
			act: ({ body }) => ({ answer: resolve(world, body), status: 'ACCEPTED' }),
		},
	};
}

const SECRETS = ['password', 'pin'];

function withoutSecrets(asked: unknown): unknown {
	if (typeof asked !== 'object' || asked === null) return asked;
	const shown = Object.entries(asked).map(([name, value]) => {
		return [name, SECRETS.includes(name) ? '(hidden)' : (value as unknown)];
	});
	return Object.fromEntries(shown) as unknown;
}
