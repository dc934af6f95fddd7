import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal';
import type { Settings } from './settings';
import type { World } from './world';

interface Product {
	name: string;
	path: RegExp;
	isEnabled(settings: Settings): boolean;
}

const PRODUCTS: Product[] = [
	{ name: 'gifting', path: /^\/datagifting\//, isEnabled: (one) => one.giftingEnabled },
	{ name: 'payments', path: /^\/(api\/)?payment\//, isEnabled: (one) => one.paymentsEnabled },
	{ name: 'searches', path: /^\/v1\//, isEnabled: (one) => one.searchesEnabled },
];

/** Refuses what the merchants don't have, after the login so that a wrong one is still told apart. */
export function requireProducts(app: FastifyInstance, world: World): void {
	app.addHook('preHandler', async ({ url }) => {
		const missing = PRODUCTS.find(({ path, isEnabled }) => {
			return path.test(url) && !isEnabled(world.settings);
		});
		if (!missing) return;
		throw new Refusal(403, 'UNAUTHORIZED', `the merchant does not have ${missing.name}`);
	});
}

/** The platform's clock in the Date header: setting `clockSkewSeconds`. */
export function datedAnswers(app: FastifyInstance, world: World): void {
	app.addHook('onSend', async (_request, reply) => {
		reply.header('date', new Date(world.clock.now()).toUTCString());
	});
}
