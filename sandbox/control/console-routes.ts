import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { utcText } from '../clock';
import { balanceEntry } from '../gifting/pools';
import { runDueRenewals } from '../payments/renewals';
import { parseOrRefuse } from '../refusal';
import type { World } from '../world';
import { newest, paymentView } from './payment-view';

const ROWS = 50;

const FILES = [
	{ path: '/', file: 'index.html', type: 'text/html' },
	{ path: '/base.css', file: 'base.css', type: 'text/css' },
	{ path: '/console.css', file: 'console.css', type: 'text/css' },
	{ path: '/console.js', file: 'console.js', type: 'text/javascript' },
	{ path: '/tables.js', file: 'tables.js', type: 'text/javascript' },
];

/** The console page. A browser that gets no scripts but ours cannot be made to run others. */
export function consolePage(app: FastifyInstance): void {
	for (const { path, file, type } of FILES) {
		const content = readFileSync(join(__dirname, '..', 'console', file), 'utf8');
		app.get(path, async (_request, reply) =>
			reply
				.headers({
					'content-type': `${type}; charset=utf-8`,
					'cache-control': 'no-cache',
					'content-security-policy':
						"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
				})
				.send(content),
		);
	}
}

const view = z.object({ msisdn: z.string().optional() }).strict();

/** What the console page shows, in one answer of bounded size. */
export function consoleData(app: FastifyInstance, world: World): void {
	app.get('/console', async (request) => {
		const { msisdn = '' } = parseOrRefuse(view, request.query);
		runDueRenewals(world);
		const { clock, catalogue, pools, ledger } = world;
		const { transactions, subscriptions, handsets } = world.payments;
		const subscriber = catalogue.subscriber(msisdn);
		return {
			now: utcText(clock.now()),
			handset: subscriber && {
				msisdn,
				operator: subscriber.operator.code,
				messages: newest(handsets.messages(msisdn), ROWS).reverse(),
			},
			handsets: handsets.recent(ROWS),
			totals: {
				payments: transactions.all.length,
				subscriptions: subscriptions.all.length,
				ledger: ledger.entries.length,
			},
			payments: newest(transactions.all, ROWS).map(paymentView),
			subscriptions: newest(subscriptions.all, ROWS).map(({ record }) => record),
			pools: pools.all.map((pool) => ({
				poolId: pool.poolId,
				serviceKey: pool.serviceKey,
				operator: pool.operator,
				...balanceEntry(pool),
			})),
			ledger: newest(ledger.entries, ROWS),
		};
	});
}
