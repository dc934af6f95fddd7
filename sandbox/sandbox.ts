import { setMaxListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { requireBearer, tokenRoutes } from './auth/login';
import { consoleRoutes, pageFiles } from './control/console';
import { sellerControl } from './control/seller';
import { controlRoutes, resetRoute } from './control/routes';
import { injectFaults } from './faults/inject';
import { giftingRoutes } from './gifting/routes';
import { inboxRoutes } from './notifications/inboxes';
import { notificationRoutes } from './notifications/routes';
import { pageRoutes } from './pages/routes';
import { runDueRenewals } from './payments/renewals';
import { paymentRoutes } from './payments/routes';
import { queryRoutes } from './queries/search';
import { Refusal, refusalOf } from './refusal';
import { type Configured, type Settings, settingsSchema } from './settings';
import { countTraffic } from './traffic';
import { createWorld, type World } from './world';

const TICK_MS = 100;

export interface Sandbox {
	/** `http://127.0.0.1:<port>`: base address and identity provider address in one. */
	url: string;
	port: number;
	world: World;
	/** Ends at once, even if connections wait for an answer. */
	close(): Promise<void>;
}

/** Starts a platform on 127.0.0.1. Throws an error with code `EADDRINUSE` when the port is busy. */
export async function createSandbox(settings: Partial<Settings> = {}): Promise<Sandbox> {
	const initial = settingsSchema.parse(settings);
	const { app, world } = await application(initial);
	await app.listen({ host: '127.0.0.1', port: initial.port });
	const { port } = app.server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, port, world, close: () => app.close() };
}

/** A platform with its control API and a world of its own. */
async function application(initial: Settings) {
	const world = createWorld(initial);
	const app = fastify({ logger: initial.log, forceCloseConnections: true });
	const closing = new AbortController();
	// The number of waiting requests has no limit.
	setMaxListeners(0, closing.signal);
	app.decorate('closing', closing.signal);
	// Does due work, and notifies, without a request, too.
	const ticking = setInterval(() => runDueRenewals(world), TICK_MS).unref();
	app.addHook('preClose', async () => {
		clearInterval(ticking);
		closing.abort();
		world.notifier.stop();
	});
	app.setErrorHandler<FastifyError | Refusal>(async (error, _request, reply) => {
		const { httpStatus, body } = refusalOf(error);
		if (httpStatus >= 500) app.log.error(error);
		return reply.code(httpStatus).send(body);
	});
	pageFiles(app);
	await app.register((control) => controlApi(control, world, initial), { prefix: '/_sandbox' });
	await app.register((platform) => platformApi(platform, world));
	return { app, world };
}

async function controlApi(app: FastifyInstance, world: World, initial: Settings): Promise<void> {
	// An HTTP client may name a content type for a POST without a body.
	app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined);
	resetRoute(app, world, initial);
	controlRoutes(app, world);
	consoleRoutes(app, world);
	await app.register(async (seller) => {
		seller.addHook('preHandler', async () => runDueRenewals(world));
		sellerControl(seller, world);
		notificationRoutes(seller, world);
		await seller.register(async (inboxes) => inboxRoutes(inboxes, world));
	});
}

async function platformApi(app: FastifyInstance, world: World): Promise<void> {
	app.decorateRequest('merchantId', 0);
	app.decorateRequest('accessToken', '');
	countTraffic(app, world);
	// The platform's clock: setting `clockSkewSeconds`.
	app.addHook('onSend', async (_request, reply) => {
		reply.header('date', new Date(world.clock.now()).toUTCString());
	});
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

const PRODUCTS = [
	['gifting', 'giftingEnabled', /^\/datagifting\//],
	['payments', 'paymentsEnabled', /^\/(api\/)?payment\//],
	['searches', 'searchesEnabled', /^\/v1\//],
] as const;

/** Refuses products that the merchants don't have, but only after the login, so that a wrong login is refused as such. */
function requireProducts(app: FastifyInstance, world: Configured): void {
	app.addHook('preHandler', async ({ url }) => {
		for (const [name, setting, path] of PRODUCTS) {
			if (world.settings[setting] || !path.test(url)) continue;
			throw new Refusal(403, 'UNAUTHORIZED', `the merchant does not have ${name}`);
		}
	});
}
