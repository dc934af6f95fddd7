import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { Storm } from './storm';
import { stormPlan } from './storm-plan';
import { stormRequest } from './storm-request';
import { stormLine, stormSummary } from './storm-view';

const view = z.object({ events: z.enum(['true', 'false']).default('true') }).strict();

/** One storm at a time; its ledger stays until the next one or a reset. */
export function stormRoutes(app: FastifyInstance, world: World): void {
	app.post('/notifications/storm', async (request) => {
		const asked = parseOrRefuse(stormRequest, request.body);
		const { notifications, settings } = world;
		if (notifications.storm?.running) {
			throw new Refusal(409, 'INVALID_REQUEST', 'a storm is under way; DELETE ends it');
		}
		const events = stormPlan(world, asked);
		notifications.storm = new Storm(asked, events, settings.notificationKeepAlive);
		return stormSummary(notifications.storm);
	});

	app.get('/notifications/storm', async (request) => {
		const { events } = parseOrRefuse(view, request.query);
		const storm = lastStorm(world);
		if (events === 'false') return stormSummary(storm);
		return { ...stormSummary(storm), events: storm.events.map(stormLine) };
	});

	app.delete('/notifications/storm', async () => {
		const storm = lastStorm(world);
		storm.stop();
		return stormSummary(storm);
	});
}

function lastStorm(world: World): Storm {
	const { storm } = world.notifications;
	if (storm) return storm;
	throw new Refusal(404, 'NOT_FOUND', 'there has been no storm');
}
