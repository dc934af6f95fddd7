import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Guarded } from '../auth/login';
import { utcText } from '../clock';
import { type Faults, ruleSchema } from '../faults/rule';
import type { Ledger } from '../gifting/assign';
import type { Shop } from '../payments/payments';
import { runDueRenewals } from '../payments/renewals';
import { route } from '../refusal';
import { type Settings, settingsChangeSchema } from '../settings';
import type { Traffic } from '../traffic';
import { createWorld, type World } from '../world';

export function resetRoute(app: FastifyInstance, world: World, initial: Settings): void {
	route(app, 'POST /reset', { summary: 'Go back to the start' }, () => {
		world.notifier.stop();
		Object.assign(world, createWorld(initial));
		return { reset: true };
	});
}

type Controlled = Shop & Guarded & { ledger: Ledger; traffic: Traffic; faults: Faults };

const clockChange = z.object({ advanceSeconds: z.number().min(0) }).strict();

/** The control API: no login, only for tests and people on this machine. */
export function controlRoutes(app: FastifyInstance, world: Controlled): void {
	const listing = { summary: 'List the gift assignments asked for' };
	route(app, 'GET /ledger', listing, () => ({ entries: world.ledger.entries }));

	const changing = { summary: 'Change settings', body: settingsChangeSchema };
	route(app, 'PATCH /settings', changing, ({ body }) => Object.assign(world.settings, body));

	route(app, 'GET /requests', { summary: 'Count the requests' }, () => world.traffic.report());

	route(app, 'POST /expire-access-tokens', { summary: 'Expire all access tokens' }, () => ({
		expired: world.tokens.expireAccessTokens(world.clock.now()),
	}));

	route(app, 'POST /clock', { summary: 'Move the clock', body: clockChange }, ({ body }) => {
		world.clock.advance(body.advanceSeconds);
		runDueRenewals(world);
		return { now: utcText(world.clock.now()) };
	});

	route(app, 'GET /faults', { summary: 'List the fault rules' }, () => world.faults.report());
	const breaking = { summary: 'Set the fault rules', body: z.array(ruleSchema) };
	route(app, 'PUT /faults', breaking, ({ body }) => world.faults.replace(body).report());
	route(app, 'DELETE /faults', { summary: 'Remove the fault rules' }, () =>
		world.faults.replace([]).report(),
	);
}
