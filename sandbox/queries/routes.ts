import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LoginWorld } from '../auth/model';
import type { Selling } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import { type About, Refusal } from '../refusal';
import { subscriptionFilters, transactionFilters } from './filters';
import { requireQueryLogin } from './login';
import { searchSubscriptions, searchTransactions } from './search';

/** The query APIs: contract, endpoints 10 and 11. */
export function queryRoutes(app: FastifyInstance, world: LoginWorld & Selling): void {
	requireQueryLogin(app, world);
	app.addHook('preHandler', async () => runDueRenewals(world));

	const subscriptions: About = { summary: 'Search subscriptions', body: subscriptionFilters };
	app.post('/v1/subscriptions', { config: { about: subscriptions } }, async (request, reply) =>
		answer(world, reply, searchSubscriptions(world, request.merchantId, request.body)),
	);

	const transactions: About = { summary: 'Search transactions', body: transactionFilters };
	app.post('/v1/transactions', { config: { about: transactions } }, async (request, reply) =>
		answer(world, reply, searchTransactions(world, request.merchantId, request.body)),
	);
}

/** docs/platform-interface.md, "Query APIs": older versions answer with one record, newer ones with a list. */
function answer({ settings }: Selling, reply: FastifyReply, oldestFirst: object[]) {
	if (settings.queryAnswer === 'record') {
		const newest = oldestFirst.at(-1);
		if (newest) return newest;
		throw new Refusal(404, 'NOT_FOUND', 'no record matches the filters');
	}
	const records = settings.queryOrder === 'oldest' ? oldestFirst : oldestFirst.reverse();
	return reply.type('application/json; charset=utf-8').send(jsonList(records));
}

const AT_ONCE = 1000;
const PIECE = 250;

/** A list as JSON text; a long one in pieces, between which other requests have their turn. */
function jsonList(records: readonly object[]): string | Readable {
	if (records.length <= AT_ONCE) return JSON.stringify(records);
	return Readable.from(pieces(records), { highWaterMark: 1 });
}

async function* pieces(records: readonly object[]) {
	for (let from = 0; from < records.length; from += PIECE) {
		const text = JSON.stringify(records.slice(from, from + PIECE)).slice(1, -1);
		yield (from === 0 ? '[' : ',') + text;
		await setImmediate();
	}
	yield ']';
}
