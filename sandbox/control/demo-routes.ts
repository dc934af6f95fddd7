import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fillHistory } from '../history/fill';
import type { World } from '../world';

const PAST = { transactions: 40, days: 14, seed: 1 };
const CUSTOMER = '33639980001';
const token = z.object({ access_token: z.string() });

/** Fills the console with one of everything, by the calls a merchant makes. */
export function demoRoutes(app: FastifyInstance, world: World): void {
	app.post('/demo', async ({ host }) => {
		fillHistory(world, PAST);
		const origin = `http://${host}`;
		const login = await fetch(`${origin}/realms/api/protocol/openid-connect/token`, {
			method: 'POST',
			body: new URLSearchParams({
				grant_type: 'password',
				client_id: 'demo-client',
				client_secret: 'demo-secret',
				username: 'demo-merchant',
				password: 'demo-password',
			}),
		});
		const { access_token } = token.parse(await login.json());
		const headers = {
			authorization: `Bearer ${access_token}`,
			token: access_token,
			'content-type': 'application/json',
		};
		const call = async (path: string, body: object) =>
			fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
		const number = world.ledger.entries.length + 1;
		await call('/datagifting/v1/service/transaction', {
			serviceKey: 'LOYALTYDATA01',
			msisdn: CUSTOMER,
			clientId: `demo-${CUSTOMER}-${number}`,
			amount: 500,
		});
		await call('/api/payment/1_4/subscribe', {
			apikey: 'COINSHOP07',
			price: '0.99',
			msisdn: CUSTOMER,
			clientid: `order-${number}`,
		});
		await call('/_sandbox/notifications/fire', {
			url: `${origin}/_sandbox/inbox/demo`,
			serviceKey: 'GAMECLUB04',
		});
		return { handset: CUSTOMER };
	});
}
