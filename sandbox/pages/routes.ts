import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Selling } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import { Refusal } from '../refusal';
import { confirmPage } from './confirm';
import { html, sendPage } from './html';
import { identifyPages } from './identify';

/** What the customer's browser opens: no token, and errors are pages. */
export async function pageRoutes(app: FastifyInstance, world: Selling): Promise<void> {
	await app.register(formbody);
	app.addHook('preHandler', async () => runDueRenewals(world));
	app.setErrorHandler<FastifyError | Refusal>(async (error, _request, reply) => {
		const status = error instanceof Refusal ? error.httpStatus : (error.statusCode ?? 500);
		if (status >= 500) app.log.error(error);
		const words = status >= 500 ? 'The sandbox failed.' : error.message;
		return sendPage(reply.code(status), 'This did not work', html`<p>${words}</p>`);
	});
	confirmPage(app, world);
	identifyPages(app, world);
}
