import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import { refund, resolve, unsubscribe } from './aftersale';
import { identify, refusedIdentification } from './identify';
import type { Payment } from './payment';
import type { Shop } from './payments';
import { paymentOfMerchant, submitPin } from './pin';
import { runDueRenewals } from './renewals';
import { paymentResponse, refusedResponse } from './response';
import { startPayment } from './start';

interface Operation {
	path: string;
	act(world: Shop, request: FastifyRequest, reply: FastifyReply): object;
	/** The body of a refusal where it has more than others. */
	refuse?(refusal: Refusal, body: unknown): object;
	/** Whether a refusal shows in the body alone, as an accepted request's status does. */
	refusesWith200?: boolean;
}

const refusePayment = ({ status, message }: Refusal) => refusedResponse(status, message);
const accepted = { status: 'ACCEPTED', errorMessage: '' };

function responseTo({ protocol, host }: FastifyRequest, payment: Payment) {
	return paymentResponse(payment, `${protocol}://${host}`);
}

const OPERATIONS: Operation[] = [
	{
		path: 'subscribe',
		act: (world, request) => responseTo(request, startPayment(world, request, request.body)),
		refuse: refusePayment,
		refusesWith200: true,
	},
	{
		path: 'transaction/:id',
		act(world, request, reply) {
			const { id } = request.params as { id: string };
			const payment = paymentOfMerchant(world, id, request.merchantId);
			const { httpStatus, status, errorMessage } = submitPin(world, payment, request.body);
			reply.code(httpStatus);
			const answer = responseTo(request, payment);
			return status ? { ...answer, status, errorMessage } : answer;
		},
		refuse: refusePayment,
	},
	{
		path: 'subscription',
		act: (world, { merchantId, body }) => identify(world, merchantId, body),
		refuse: refusedIdentification,
		refusesWith200: true,
	},
	{
		path: 'unsubscribe',
		act(world, { merchantId, body }) {
			unsubscribe(world, merchantId, body);
			return accepted;
		},
	},
	{
		path: 'refund',
		act(world, { merchantId, body }, reply) {
			refund(world, merchantId, body);
			reply.code(202);
			return accepted;
		},
	},
	{
		path: 'subscriber/resolve',
		act: (world, { body }) => resolve(world, body),
	},
];

/** The server-to-server operations: contract, endpoints 6 to 8, and those after a sale. */
export function paymentRoutes(app: FastifyInstance, world: Shop): void {
	app.addHook('preHandler', async () => runDueRenewals(world));
	for (const { path, act, refuse, refusesWith200 } of OPERATIONS) {
		app.post(`/api/payment/1_4/${path}`, async (request, reply) => {
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
