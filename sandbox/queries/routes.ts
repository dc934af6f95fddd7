import type { FastifyInstance, FastifyReply } from 'fastify';
import { runDueRenewals } from '../payments/renewals';
import { Refusal } from '../refusal';
import type { World } from '../world';
import { jsonList } from './json-list';
import { requireQueryLogin } from './login';
import { searchSubscriptions, searchTransactions } from './search';

/** The query APIs: contract, endpoints 10 and 11. */
export function queryRoutes(app: FastifyInstance, world: World): void {
	requireQueryLogin(app, world);
	app.addHook('preHandler', async () => runDueRenewals(world));

	app.post('/v1/subscriptions', async (request, reply) =>
		answer(world, reply, searchSubscriptions(world, request.merchantId, request.body)),
	);

	app.post('/v1/transactions', async (request, reply) =>
		answer(world, reply, searchTransactions(world, request.merchantId, request.body)),
	);
}

/** docs/platform-interface.md, "Query APIs": older versions answer with one record, newer ones with a list. */
function answer({ settings }: World, reply: FastifyReply, oldestFirst: object[]) {
	if (settings.queryAnswer === 'record') {
		const newest = oldestFirst.at(-1);
		if (newest) return newest;
		throw new Refusal(404, 'NOT_FOUND', 'no record matches the filters');
	}
	const records = settings.queryOrder === 'oldest' ? oldestFirst : oldestFirst.reverse();
	return reply.type('application/json; charset=utf-8').send(jsonList(records));
}
