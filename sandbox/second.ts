import type { FastifyInstance, FastifyRequest } from 'fastify';

const PATH = '/second';

/** Puts another sandbox under a path of this one, as a gateway in front of two tenants does. It doesn't know its path. */
export function mountSecond(app: FastifyInstance, second: FastifyInstance): void {
	app.addHook('onReady', async () => {
		await second.ready();
	});
	app.addHook('onClose', () => second.close());
	app.all(`${PATH}/*`, {
		onRequest: async ({ raw }, reply) => {
			reply.hijack();
			const { url = '' } = raw;
			Object.assign(raw, { originalUrl: url, url: url.slice(PATH.length) });
			second.routing(raw, reply.raw);
		},
		handler: () => undefined,
	});
}

/** Where a request's sandbox is, for browsers and in signatures. */
export function baseUrlOf(request: FastifyRequest): string {
	const { protocol, host, url, originalUrl } = request;
	return `${protocol}://${host}${originalUrl.slice(0, -url.length)}`;
}
