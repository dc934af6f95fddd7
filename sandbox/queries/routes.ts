import type { FastifyInstance } from 'fastify';
import type { LoginWorld } from '../auth/grant';
import type { Selling } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import { type About, Refusal } from '../refusal';
import { subscriptionFilters, transactionFilters } from './filters';
import { requireQueryLogin } from './login';
import { searchSubscriptions, searchTransactions } from './search';

const SEARCHES = [
	['subscriptions', subscriptionFilters, searchSubscriptions],
	['transactions', transactionFilters, searchTransactions],
] as const;

/** The query APIs: contract, endpoints 10 and 11. */
export function queryRoutes(app: FastifyInstance, world: LoginWorld & Selling): void {
	requireQueryLogin(app, world);
	app.addHook('preHandler', async () => runDueRenewals(world));

	for (const [kind, body, search] of SEARCHES) {
		const about: About = { summary: `Search ${kind}`, body };
		app.post(`/v1/${kind}`, { config: { about } }, async (request) =>
			answer(world, search(world, request.merchantId, request.body)),
		);
	}
}

/** docs/platform-interface.md, "Query APIs": older versions answer with one record, newer ones with a list. */
function answer({ settings }: Selling, oldestFirst: object[]) {
	if (settings.queryAnswer === 'record') {
		const newest = oldestFirst.at(-1);
		if (newest) return newest;
		throw new Refusal(404, 'NOT_FOUND', 'no record matches the filters');
	}
	return settings.queryOrder === 'oldest' ? oldestFirst : oldestFirst.reverse();
}
