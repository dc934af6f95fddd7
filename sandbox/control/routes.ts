import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { instantOf, utcText } from '../clock';
import { ruleSchema } from '../faults/rule';
import { fillHistory } from '../history/fill';
import { time } from '../payments/records';
import { runDueRenewals } from '../payments/renewals';
import { invalid, route } from '../refusal';
import { type Settings, settingsChangeSchema } from '../settings';
import { Traffic } from '../traffic';
import { createWorld, type World } from '../world';

const clockChange = z.object({ advanceSeconds: z.number().min(0) }).strict();
const historyRequest = z
	.object({
		transactions: z.number().int().min(1).max(1_000_000),
		days: z.number().int().min(1).max(3660).default(365),
		seed: z.number().int().default(1),
		until: time.optional(),
	})
	.strict();

/** The control API: no login, only for tests and people on this machine. */
export function controlRoutes(app: FastifyInstance, world: World, initial: Settings): void {
	// An HTTP client may name a content type for a POST without a body.
	app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined);

	route(app, 'POST /reset', { summary: 'Go back to the start' }, () => {
		world.notifier.stop();
		Object.assign(world, createWorld(initial));
		return { reset: true };
	});

	const listing = { summary: 'List the gift assignments asked for' };
	route(app, 'GET /ledger', listing, () => ({ entries: world.ledger.entries }));

	route(app, 'GET /settings', { summary: 'Show the settings' }, () => world.settings);
	const changing = { summary: 'Change settings', body: settingsChangeSchema };
	route(app, 'PATCH /settings', changing, ({ body }) => Object.assign(world.settings, body));

	route(app, 'GET /requests', { summary: 'Count the requests' }, () => world.traffic.report());
	route(app, 'DELETE /requests', { summary: 'Count the requests anew' }, () => {
		world.traffic = new Traffic();
		return world.traffic.report();
	});

	route(app, 'POST /expire-access-tokens', { summary: 'Expire all access tokens' }, () => ({
		expired: world.tokens.expireAccessTokens(world.clock.now()),
	}));

	route(app, 'POST /clock', { summary: 'Move the clock', body: clockChange }, ({ body }) => {
		world.clock.advance(body.advanceSeconds);
		runDueRenewals(world);
		return { now: utcText(world.clock.now()) };
	});

	const filling = { summary: 'Add a history', body: historyRequest };
	route(app, 'POST /history', filling, ({ body }) => {
		const until = body.until === undefined ? undefined : instantOf(body.until);
		if (until === undefined || until <= world.clock.now()) {
			return fillHistory(world, { ...body, until });
		}
		throw invalid('until: must not be in the future', 'until');
	});

	route(app, 'GET /faults', { summary: 'List the fault rules' }, () => world.faults.report());
	const breaking = { summary: 'Set the fault rules', body: z.array(ruleSchema) };
	route(app, 'PUT /faults', breaking, ({ body }) => {
		world.faults.replace(body);
		return world.faults.report();
	});
	route(app, 'DELETE /faults', { summary: 'Remove the fault rules' }, () => {
		world.faults.replace([]);
		return world.faults.report();
	});
}
