import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseOrRefuse } from '../refusal';
import { settingsOf, variantOf, variantSchema } from '../variant';
import type { World } from '../world';

const seeded = z.object({ seed: z.number().int().min(1) }).strict();

/** Makes the running sandbox another platform: by a seed, or by the switches that are named. */
export function variantRoutes(app: FastifyInstance, world: World): void {
	app.put('/variant', async ({ body }) => {
		const isSeeded = z.object({ seed: z.unknown() }).safeParse(body).data?.seed !== undefined;
		const seed = isSeeded ? parseOrRefuse(seeded, body).seed : 0;
		const variant = seed ? variantOf(seed) : parseOrRefuse(variantSchema.partial(), body);
		Object.assign(world.settings, settingsOf(variant), { variant: seed });
		return variant;
	});
}
