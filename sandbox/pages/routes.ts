import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Shop } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import { type Refusal, refusalOf } from '../refusal';
import { confirmPage } from './confirm';
import { html, sendPage } from './html';
import { identifyPages } from './identify';

/** The addresses that the customer's browser opens: no token, and errors are pages. */
export async function pageRoutes(app: FastifyInstance, world: Shop): Promise<void> {
	await app.register(formbody);
	app.addHook('preHandler', async () => runDueRenewals(world));
	app.setErrorHandler<FastifyError | Refusal>(async (error, _request, reply) => {
		const { httpStatus, message } = refusalOf(error);
		if (httpStatus >= 500) app.log.error(error);
		return sendPage(reply.code(httpStatus), 'This did not work', html`<p>${message}</p>`);
	});
	confirmPage(app, world);
	identifyPages(app, world);
}
