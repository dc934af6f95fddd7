import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { utcText } from '../clock';
import { ruleSchema } from '../faults/rule';
import { runDueRenewals } from '../payments/renewals';
import { parseOrRefuse } from '../refusal';
import { type Settings, settingsChangeSchema } from '../settings';
import { Traffic } from '../traffic';
import { createWorld } from '../create-world';
import type { World } from '../world';
import { stateOf } from './state';

const ledgerQuery = z.object({ serviceKey: z.string().optional() }).strict();
const clockChange = z.object({ advanceSeconds: z.number().min(0) }).strict();
const withServiceKey = z.object({ serviceKey: z.string() });

/** The control API: no login, only for tests and people on this machine. */
export function controlRoutes(app: FastifyInstance, world: World, initial: Settings): void {
	// An HTTP client may name a content type for a POST without a body.
	app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined);

	app.get('/state', async () => stateOf(world));

	app.post('/reset', async () => {
		world.notifications.stop();
		Object.assign(world, createWorld(initial));
		return { reset: true };
	});

	app.get('/ledger', async (request) => {
		const { serviceKey } = parseOrRefuse(ledgerQuery, request.query);
		const entries = world.ledger.entries.filter(
			({ asked }) =>
				serviceKey === undefined || withServiceKey.safeParse(asked).data?.serviceKey === serviceKey,
		);
		return { entries };
	});

	app.get('/settings', async () => world.settings);
	app.patch('/settings', async (request) =>
		Object.assign(world.settings, parseOrRefuse(settingsChangeSchema, request.body)),
	);

	app.get('/requests', async () => world.traffic.report());
	app.delete('/requests', async () => {
		world.traffic = new Traffic();
		return world.traffic.report();
	});

	app.post('/expire-access-tokens', async () => ({
		expired: world.tokens.expireAccessTokens(world.clock.now()),
	}));
	app.post('/revoke-sessions', async () => ({ revoked: world.tokens.revokeSessions() }));

	app.post('/clock', async (request) => {
		world.clock.advance(parseOrRefuse(clockChange, request.body).advanceSeconds);
		runDueRenewals(world);
		return { now: utcText(world.clock.now()) };
	});

	app.get('/faults', async () => world.faults.report());
	app.put('/faults', async (request) => {
		world.faults.replace(parseOrRefuse(z.array(ruleSchema), request.body));
		return world.faults.report();
	});
	app.delete('/faults', async () => {
		world.faults.replace([]);
		return world.faults.report();
	});
}
