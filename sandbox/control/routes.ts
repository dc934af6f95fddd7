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
	route(app, 'POST /reset', {}, () => {
		world.notifier.stop();
		Object.assign(world, createWorld(initial));
		return { reset: true };
	});
}

type Controlled = Shop & Guarded & { ledger: Ledger; traffic: Traffic; faults: Faults };

const clockChange = z.object({ advanceSeconds: z.number().min(0) }).strict();

/** The control API: no login, only for tests and people on this machine. */
export function controlRoutes(app: FastifyInstance, world: Controlled): void {
	route(app, 'GET /ledger', {}, () => ({ entries: world.ledger.entries }));

	route(app, 'PATCH /settings', { body: settingsChangeSchema }, ({ body }) =>
		Object.assign(world.settings, body),
	);

	route(app, 'POST /clock', { body: clockChange }, ({ body }) => {
		world.clock.advance(body.advanceSeconds);
		runDueRenewals(world);
		return { now: utcText(world.clock.now()) };
	});

	route(app, 'GET /faults', {}, () => world.faults.report());
	route(app, 'PUT /faults', { body: z.array(ruleSchema) }, ({ body }) =>
		world.faults.replace(body).report(),
	);
	route(app, 'DELETE /faults', {}, () => world.faults.replace([]).report());
}
