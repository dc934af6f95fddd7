import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { utcText } from '../clock';
import { balanceEntry } from '../gifting/pools';
import { deliveryView } from '../notifications/delivery';
import { runDueRenewals } from '../payments/renewals';
import { parseOrRefuse } from '../refusal';
import type { World } from '../world';
import { newest, paymentView } from './payment-view';

const ROWS = 50;

const FILES = [
	{ path: '/', file: 'index.html', type: 'text/html' },
	{ path: '/base.css', file: 'base.css', type: 'text/css' },
	{ path: '/console.css', file: 'console.css', type: 'text/css' },
	{ path: '/notifications.css', file: 'notifications.css', type: 'text/css' },
	{ path: '/console.js', file: 'console.js', type: 'text/javascript' },
	{ path: '/notifications.js', file: 'notifications.js', type: 'text/javascript' },
	{ path: '/page.js', file: 'page.js', type: 'text/javascript' },
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
		const { transactions, subscriptions, handsets, services } = world.payments;
		const { notifier, inboxes } = world.notifications;
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
				notifications: notifier.log.total,
				inboxMessages: inboxes.total,
			},
			payments: newest(transactions.all, ROWS).map(paymentView),
			subscriptions: newest(subscriptions.all, ROWS).map(({ record, cancelAt }) => ({
				...record,
				canceling: cancelAt !== null,
			})),
			notifications: newest(notifier.log.matching(), ROWS).map(deliveryView),
			inboxMessages: inboxes.recent(ROWS),
			services: services.all.map(({ serviceKey, serviceName, signing }) => ({
				serviceKey,
				serviceName,
				signed: signing !== null,
			})),
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
