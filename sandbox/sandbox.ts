import type { AddressInfo } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { requireBearer } from './auth/bearer';
import { tokenRoutes } from './auth/token-routes';
import { afterSaleControl } from './control/after-sale-routes';
import { consoleData, consolePage } from './control/console-routes';
import { demoRoutes } from './control/demo-routes';
import { handsetRoutes } from './control/handset-routes';
import { paymentControlRoutes } from './control/payment-routes';
import { controlRoutes } from './control/routes';
import { variantRoutes } from './control/variant-routes';
import { injectFaults } from './faults/inject';
import { giftingRoutes } from './gifting/routes';
import { historyRoutes } from './history/routes';
import { notificationControl } from './notifications/control';
import { pageRoutes } from './pages/routes';
import { runDueRenewals } from './payments/renewals';
import { paymentRoutes } from './payments/routes';
import { queryRoutes } from './queries/routes';
import { Refusal } from './refusal';
import { type Settings, settingsSchema } from './settings';
import { countTraffic } from './traffic';
import { createWorld } from './create-world';
import { datedAnswers, requireProducts } from './products';
import { withVariant } from './variant';
import type { World } from './world';

export interface Sandbox {
	/** `http://127.0.0.1:<port>`: base address and identity provider address in one. */
	url: string;
	port: number;
	world: World;
	/** Ends at once, also with connections that wait for an answer. */
	close(): Promise<void>;
}

/** Starts a platform on 127.0.0.1. Throws an error with code `EADDRINUSE` when the port is busy. */
export async function createSandbox(settings: Partial<Settings> = {}): Promise<Sandbox> {
	const initial = settingsSchema.parse(withVariant(settings));
	const world = createWorld(initial);
	const app = fastify({ logger: initial.log, forceCloseConnections: true });
	app.setErrorHandler<FastifyError | Refusal>(async (error, _request, reply) => {
		if (error instanceof Refusal) return reply.code(error.httpStatus).send(error.body);
		const { statusCode = 500, message } = error;
		if (statusCode < 500) {
			return reply.code(statusCode).send({ status: 'INVALID_REQUEST', errorMessage: message });
		}
		app.log.error(error);
		return reply.code(500).send({ status: 'INTERNAL_ERROR', errorMessage: 'the sandbox failed' });
	});
	await app.register(async (control) => controlApi(control, world, initial), {
		prefix: '/_sandbox',
	});
	consolePage(app);
	app.addHook('onClose', async () => world.notifications.stop());
	await app.register(async (platform) => platformRoutes(platform, world));
	await app.listen({ host: '127.0.0.1', port: initial.port });
	const { port } = app.server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, port, world, close: () => app.close() };
}

async function controlApi(app: FastifyInstance, world: World, initial: Settings): Promise<void> {
	controlRoutes(app, world, initial);
	variantRoutes(app, world);
	await app.register(async (seller) => {
		seller.addHook('preHandler', async () => runDueRenewals(world));
		paymentControlRoutes(seller, world);
		afterSaleControl(seller, world);
		handsetRoutes(seller, world);
		await notificationControl(seller, world);
	});
	historyRoutes(app, world);
	demoRoutes(app, world);
	consoleData(app, world);
}

async function platformRoutes(app: FastifyInstance, world: World): Promise<void> {
	countTraffic(app, world);
	datedAnswers(app, world);
	requireProducts(app, world);
	injectFaults(app, world);
	app.setNotFoundHandler(async (request, reply) => {
		const errorMessage = `there is no ${request.method} ${request.url.split('?', 1)[0]}`;
		return reply.code(404).send({ status: 'NOT_FOUND', errorMessage });
	});
	await app.register(async (tokens) => tokenRoutes(tokens, world));
	await app.register(async (pages) => pageRoutes(pages, world));
	await app.register(async (queries) => queryRoutes(queries, world));
	await app.register(async (api) => {
		requireBearer(api, world);
		giftingRoutes(api, world);
		await api.register(async (seller) => paymentRoutes(seller, world));
	});
}
