import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { paymentOfMerchant, type PinResult, pinRequest, submitPin } from './pin';
import { runDueRenewals } from './renewals';
import { subscribeRequest } from './request';
import { paymentResponse, refusedResponse } from './response';
import { startPayment } from './start';

interface Done {
	answer: object;
	httpStatus?: number;
	/** What the log of requests says, `ACCEPTED` by default. */
	status?: string;
	payment?: Payment;
}

interface Operation extends About {
	path: string;
	act(world: Selling, request: FastifyRequest): Done;
	/** The body of a refusal where it has more than others. */
	refuse?(refusal: Refusal, body: unknown): object;
	/** A refusal has the HTTP status of the setting `paymentErrorStatus`. */
	hasErrorStatus?: true;
}

const OPERATIONS: Record<string, Operation> = {
	subscribe: {
		path: 'subscribe',
		summary: 'Start a payment or a subscription',
		body: subscribeRequest,
		act(world, request) {
			const { merchantId, ip, body } = request;
			const done = paid(world, request, startPayment(world, { merchantId, ip }, body));
			const httpStatus = done.status === 'ACCEPTED' ? 200 : world.settings.paymentErrorStatus;
			return { ...done, httpStatus };
		},
		refuse: ({ status, message }) => refusedResponse(status, message),
		hasErrorStatus: true,
	},
	pin: {
		path: 'transaction/:id',
		summary: 'Submit the PIN of a payment',
		body: pinRequest,
		act(world, request) {
			const { id } = request.params as { id: string };
			const payment = paymentOfMerchant(world, id, request.merchantId);
			const { httpStatus, ...changes } = submitPin(world, payment, request.body);
			return { ...paid(world, request, payment, changes), httpStatus };
		},
		refuse: ({ status, message }) => refusedResponse(status, message),
	},
	subscription: {
		path: 'subscription',
		summary: 'Identify a subscriber',
		body: identification,
		act: (world, { merchantId, body }) => ({
			answer: identify(world, merchantId, body),
			status: 'ANSWERED',
		}),
		refuse: refusedIdentification,
		hasErrorStatus: true,
	},
	unsubscribe: {
		path: 'unsubscribe',
		summary: 'Cancel a subscription',
		body: unsubscribeRequest,
		act(world, { merchantId, body }) {
			unsubscribe(world, merchantId, body);
			return accepted(world);
		},
	},
	refund: {
		path: 'refund',
		summary: 'Refund a charge',
		body: refundRequest,
		act: (world, { merchantId, body }) => ({
			payment: refund(world, merchantId, body),
			...accepted(world),
		}),
	},
	resolve: {
		path: 'subscriber/resolve',
		summary: 'Resolve numbers to aliases',
		body: resolveRequest,
		act: (world, { body }) => ({ answer: resolve(world, body) }),
	},
};

function paid(
	world: Selling,
	{ protocol, host }: FastifyRequest,
	payment: Payment,
	{ status, errorMessage = '' }: Partial<Pick<PinResult, 'status' | 'errorMessage'>> = {},
) {
	const answer = paymentResponse(world, payment, `${protocol}://${host}`);
	if (status) Object.assign(answer, { status, errorMessage });
	return { answer, status: String(answer.status), payment };
}

function accepted({ settings }: Selling) {
	const answer = { status: 'ACCEPTED', errorMessage: '' };
	return { answer, httpStatus: settings.acceptedStatus };
}

/** The server-to-server operations: contract, endpoints 6 to 8, and those after a sale. */
export function paymentRoutes(app: FastifyInstance, world: Selling): void {
	app.addHook('preHandler', async () => runDueRenewals(world));
	for (const [operation, row] of Object.entries(OPERATIONS)) {
		const { path, act, refuse, hasErrorStatus, ...about } = row;
		app.post(`/api/payment/1_4/${path}`, { config: { about } }, async (request, reply) => {
			const { merchantId, body } = request;
			let done: Done;
			try {
				done = act(world, request);
			} catch (error) {
				if (!(error instanceof Refusal)) throw error;
				const httpStatus = hasErrorStatus ? world.settings.paymentErrorStatus : error.httpStatus;
				done = { answer: refuse?.(error, body) ?? error.body, httpStatus, status: error.status };
			}
			const { answer, httpStatus = 200, status = 'ACCEPTED', payment } = done;
			world.payments.requests.entries.push({
				time: utcText(world.clock.now()),
				operation,
				merchantId,
				asked: withoutSecrets(body),
				httpStatus,
				status,
				transactionId: payment?.record.transactionId ?? null,
			});
			return reply.code(httpStatus).send(answer);
		});
	}
}

const SECRETS = ['password', 'pin'];

function withoutSecrets(asked: unknown): unknown {
	if (typeof asked !== 'object' || asked === null) return asked;
	const shown = Object.entries(asked).map(([name, value]) => {
		return [name, SECRETS.includes(name) ? '(hidden)' : (value as unknown)];
	});
	return Object.fromEntries(shown) as unknown;
}
