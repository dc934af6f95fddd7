import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type About, Refusal } from '../refusal';
import { baseUrlOf } from '../second';
import type { Configured } from '../settings';
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
import type { Shop } from './payments';
import { paymentOfMerchant, pinRequest, submitPin } from './pin';
import { runDueRenewals } from './renewals';
import { subscribeRequest } from './request';
import { paymentResponse, refusedResponse } from './response';
import { startPayment } from './start';

interface Operation extends Required<Pick<About, 'summary' | 'body'>> {
	path: string;
	act(world: Shop, request: FastifyRequest, reply: FastifyReply): object;
	/** The body of a refusal where it has more than others. */
	refuse?(refusal: Refusal, body: unknown): object;
	/** Whether a refusal shows in the body alone, as an accepted request's status does. */
	refusesWith200?: boolean;
}

const refusePayment = ({ status, message }: Refusal) => refusedResponse(status, message);
const accepted = { status: 'ACCEPTED', errorMessage: '' };

function responseTo(world: Configured, request: FastifyRequest, payment: Payment) {
	return paymentResponse(world, payment, baseUrlOf(request));
}

const OPERATIONS: Operation[] = [
	{
		path: 'subscribe',
		summary: 'Start a payment or a subscription',
		body: subscribeRequest,
		act: (world, request) => responseTo(world, request, startPayment(world, request, request.body)),
		refuse: refusePayment,
		refusesWith200: true,
	},
	{
		path: 'transaction/:id',
		summary: 'Submit the PIN of a payment',
		body: pinRequest,
		act(world, request, reply) {
			const { id } = request.params as { id: string };
			const payment = paymentOfMerchant(world, id, request.merchantId);
			const { httpStatus, status, errorMessage } = submitPin(world, payment, request.body);
			reply.code(httpStatus);
			const answer = responseTo(world, request, payment);
			return status ? { ...answer, status, errorMessage } : answer;
		},
		refuse: refusePayment,
	},
	{
		path: 'subscription',
		summary: 'Identify a subscriber',
		body: identification,
		act: (world, { merchantId, body }) => identify(world, merchantId, body),
		refuse: refusedIdentification,
		refusesWith200: true,
	},
	{
		path: 'unsubscribe',
		summary: 'Cancel a subscription',
		body: unsubscribeRequest,
		act(world, { merchantId, body }) {
			unsubscribe(world, merchantId, body);
			return accepted;
		},
	},
	{
		path: 'refund',
		summary: 'Refund a charge',
		body: refundRequest,
		act(world, { merchantId, body }, reply) {
			refund(world, merchantId, body);
			reply.code(202);
			return accepted;
		},
	},
	{
		path: 'subscriber/resolve',
		summary: 'Resolve numbers to aliases',
		body: resolveRequest,
		act: (world, { body }) => resolve(world, body),
	},
];

/** The server-to-server operations: contract, endpoints 6 to 8, and those after a sale. */
export function paymentRoutes(app: FastifyInstance, world: Shop): void {
	app.addHook('preHandler', async () => runDueRenewals(world));
	for (const { path, act, refuse, refusesWith200, ...about } of OPERATIONS) {
		app.post(`/api/payment/1_4/${path}`, { config: { about } }, async (request, reply) => {
			try {
				return act(world, request, reply);
			} catch (error) {
				if (!(error instanceof Refusal) || !refuse) throw error;
				reply.code(refusesWith200 ? 200 : error.httpStatus);
				return refuse(error, request.body);
			}
		});
	}
}
