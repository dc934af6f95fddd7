import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { loopbackAddress } from '../notifications/loopback';
import { ENCODINGS } from '../notifications/message';
import { recognise } from '../payments/identify';
import { idShown } from '../payments/response';
import type { PaymentService } from '../payments/services';
import { ALGORITHMS } from '../payments/signature';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { newest, paymentView } from './payment-view';

const search = z
	.object({
		serviceKey: z.string().optional(),
		msisdn: z.string().optional(),
		limit: z.coerce.number().int().positive().default(100),
	})
	.strict();
const serviceChange = z
	.object({
		active: z.boolean(),
		notificationUrl: loopbackAddress.nullable(),
		notificationEncoding: z.enum(ENCODINGS),
		notificationReference: z.enum(['reference', 'clientid']),
		requireSignature: z.boolean(),
		encryptedIds: z.boolean(),
		signing: z
			.object({ algorithm: z.enum(ALGORITHMS), key: z.string().min(1) })
			.strict()
			.nullable(),
	})
	.partial()
	.strict();
const servicePath = z.object({ serviceKey: z.string() });
const paymentPath = z.object({ id: z.string() });
const visit = z.object({ serviceKey: z.string(), msisdn: z.string() }).strict();

/** The seller's part of the control API. */
export function paymentControlRoutes(app: FastifyInstance, world: World): void {
	app.get('/payments', async (request) => {
		const { serviceKey, msisdn, limit } = parseOrRefuse(search, request.query);
		const { transactions } = world.payments;
		const candidates =
			msisdn !== undefined
				? transactions.ofNumber(msisdn)
				: serviceKey !== undefined
					? transactions.ofService(serviceKey)
					: transactions.all;
		const fits = (key: string) => serviceKey === undefined || key === serviceKey;
		const found = newest(candidates, limit, ({ record }) => fits(record.serviceKey));
		return { total: transactions.all.length, payments: found.map(paymentView) };
	});

	app.get('/payments/:id', async (request) => {
		const { id } = paymentPath.parse(request.params);
		const payment = world.payments.transactions.find(id);
		if (payment) return paymentView(payment);
		throw new Refusal(404, 'NOT_FOUND', `there is no transaction ${id}`);
	});

	app.get('/subscriptions', async (request) => {
		const { serviceKey, msisdn, limit } = parseOrRefuse(search, request.query);
		const { subscriptions } = world.payments;
		const candidates = msisdn === undefined ? subscriptions.all : subscriptions.ofNumber(msisdn);
		const found = newest(
			candidates,
			limit,
			({ record }) => serviceKey === undefined || record.serviceKey === serviceKey,
		);
		return { total: subscriptions.all.length, subscriptions: found.map(({ record }) => record) };
	});

	app.get('/payment-requests', async () => ({ entries: world.payments.requests.entries }));

	app.post('/identifications', async (request) => {
		const { serviceKey, msisdn } = parseOrRefuse(visit, request.body);
		const service = serviceOrRefuse(world, serviceKey);
		const payment = recognise(world, service, msisdn);
		if (!payment)
			throw new Refusal(404, 'UNKNOWN_MSISDN', `number ${msisdn} is not known`, 'msisdn');
		return { identid: idShown(world, payment), msisdn, operator: payment.record.operator };
	});

	app.get('/services', async () => ({ services: world.payments.services.all.map(serviceView) }));

	app.patch('/services/:serviceKey', async (request) => {
		const service = serviceOrRefuse(world, servicePath.parse(request.params).serviceKey);
		return serviceView(Object.assign(service, parseOrRefuse(serviceChange, request.body)));
	});
}

function serviceOrRefuse(world: World, serviceKey: string): PaymentService {
	const service = world.payments.services.find(serviceKey);
	if (service) return service;
	throw new Refusal(404, 'INVALID_SERVICE', `service ${serviceKey} is not known`, 'serviceKey');
}

/** Without the signature key and the partner panel's login. */
function serviceView({ signing, apiLogin, ...shown }: PaymentService) {
	return { ...shown, algorithm: signing?.algorithm ?? null, needsApiLogin: apiLogin !== null };
}
