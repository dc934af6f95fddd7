import type { FastifyInstance } from 'fastify';
import type { World } from '../world';
import { inboxRoutes } from './inbox-routes';
import { notificationRoutes } from './routes';
import { stormRoutes } from './storm-routes';

/** The part of the control API that is about notifications and inboxes. */
export async function notificationControl(app: FastifyInstance, world: World): Promise<void> {
	notificationRoutes(app, world);
	stormRoutes(app, world);
	await app.register(async (inboxes) => inboxRoutes(inboxes, world));
}
