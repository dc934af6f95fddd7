import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { time } from '../queries/filter-values';
import { parseOrRefuse, Refusal } from '../refusal';
import type { World } from '../world';
import { fillHistory } from './fill';
import { historySettings } from './settings';

const request = z
	.object({
		transactions: historySettings.history.min(1),
		days: historySettings.historyDays.default(365),
		seed: historySettings.historySeed.default(1),
		until: time.transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`)).optional(),
	})
	.strict();

/** The history generator of the control API. */
export function historyRoutes(app: FastifyInstance, world: World): void {
	app.post('/history', async ({ body }) => {
		const asked = parseOrRefuse(request, body);
		if (asked.until !== undefined && asked.until > world.clock.now()) {
			throw new Refusal(400, 'INVALID_REQUEST', 'until: must not be in the future', 'until');
		}
		return fillHistory(world, asked);
	});
}
