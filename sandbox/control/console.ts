import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { utcText } from '../clock';
import { assignGift, balanceEntry, type Giving } from '../gifting/assign';
import { fillHistory } from '../history';
import { deliveryView } from '../notifications/notifier';
import type { Receiving } from '../notifications/inboxes';
import { firedNotification, fireRequest, type Telling } from '../notifications/routes';
import type { Shop } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import type { PaymentService } from '../payments/services';
import { startPayment } from '../payments/start';
import { route } from '../refusal';
import { paymentView, subscriptionView } from './seller';

const ROWS = 50;
/** The most records of a book that a filter searches, because the page asks every second. */
const SEARCHED = 5000;

const FILES = [
	['/', 'index.html', 'text/html'],
	['/style.css', 'style.css', 'text/css'],
	['/console.js', 'console.js', 'text/javascript'],
	['/page.js', 'page.js', 'text/javascript'],
] as const;

/** The console page. Its policy allows only our own scripts. */
export function pageFiles(app: FastifyInstance): void {
	for (const [path, file, type] of FILES) {
		const content = readFileSync(join(__dirname, '..', 'console', file), 'utf8');
		const headers = {
			'content-type': `${type}; charset=utf-8`,
			'cache-control': 'no-cache',
			'content-security-policy':
				"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
		};
		app.get(path, async (_request, reply) => reply.headers(headers).send(content));
	}
}

const text = z.string().trim().default('');
const view = z.object({ msisdn: text, find: text }).strict();

/** The content of the console page, in one answer of bounded size, and its demo data. */
export function consoleRoutes(
	app: FastifyInstance,
	world: Shop & Giving & Telling & Receiving,
): void {
	route(app, 'GET /console', { query: view }, ({ query: { msisdn, find } }) => {
		runDueRenewals(world);
		const { clock, catalogue, pools, ledger, notifier, inboxes } = world;
		const { transactions, subscriptions, handsets, services } = world.payments;
		const operator = catalogue.subscriber(msisdn)?.operator.code;
		return {
			now: utcText(clock.now()),
			handset: operator && { msisdn, operator, messages: handsets.messages(msisdn).slice(-ROWS) },
			handsets: handsets.recent(ROWS),
			services: services.all.filter(({ active }) => active).map(serviceView),
			books: {
				payments: newest(find, transactions.all, paymentView),
				subscriptions: newest(find, subscriptions.all, subscriptionView),
				ledger: newest(find, ledger.entries, (entry) => entry),
				notifications: newest(find, notifier.deliveries, deliveryView),
				inbox: newest(find, inboxes, (message) => message),
				pools: newest(find, pools.toReversed(), (pool) => ({ ...pool, ...balanceEntry(pool) })),
			},
		};
	});

	route(app, 'POST /demo', {}, async (_asked, _reply, request) => {
		fillHistory(world, { transactions: 40, days: 14, seed: 1 });
		const number = world.ledger.entries.length + 1;
		const [msisdn, serviceKey, merchantId] = ['33639980001', 'LOYALTYDATA01', 1001];
		assignGift(world, merchantId, { serviceKey, msisdn, clientId: `demo-${number}`, amount: 500 });
		const order = { apikey: 'COINSHOP07', price: '0.99', msisdn, clientid: `order-${number}` };
		startPayment(world, { merchantId, ip: request.ip }, order);
		const url = `${request.protocol}://${request.host}/_sandbox/inbox/demo`;
		const sample = fireRequest.parse({ url, serviceKey: 'GAMECLUB04' });
		await world.notifier.send(firedNotification(world, sample));
		return { handset: msisdn };
	});
}

function serviceView({ serviceKey, serviceName, period, notificationUrl }: PaymentService) {
	return { serviceKey, serviceName, isSubscription: period !== null, notificationUrl };
}

/** The newest items of a book that contain this text. */
function newest<Item>(find: string, items: readonly Item[], view: (item: Item) => object) {
	if (!find) return { total: items.length, rows: items.slice(-ROWS).reverse().map(view) };
	const wanted = find.toLowerCase();
	const found = items
		.slice(-SEARCHED)
		.reverse()
		.map(view)
		.filter((shown) => wordsOf(shown).toLowerCase().includes(wanted));
	return { total: found.length, rows: found.slice(0, ROWS) };
}

/** All values, without their names. */
function wordsOf(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value ?? '');
	return Object.values(value).map(wordsOf).join('\n');
}
