import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { utcText } from '../clock';
import { newest } from '../control/payment-view';
import { parseOrRefuse } from '../refusal';
import type { World } from '../world';

const path = z.object({ name: z.string().regex(/^[\w.-]{1,64}$/, 'must be letters and digits') });
const search = z.object({ limit: z.coerce.number().int().positive().default(1000) }).strict();
const failing = z
	.object({
		times: z.number().int().min(0),
		httpStatus: z.number().int().min(300).max(599).default(500),
	})
	.strict();

/** The inboxes: one address that takes anything, and a look inside. */
export async function inboxRoutes(app: FastifyInstance, world: World): Promise<void> {
	app.get('/inboxes', async () => ({ inboxes: world.notifications.inboxes.overview() }));

	app.get('/inboxes/:name', async (request) => {
		const { limit } = parseOrRefuse(search, request.query);
		return inboxView(world, nameOf(request.params), limit);
	});

	app.put('/inboxes/:name', async (request) => {
		const name = nameOf(request.params);
		world.notifications.inboxes.setFailure(name, parseOrRefuse(failing, request.body));
		return inboxView(world, name, 0);
	});

	app.delete('/inboxes/:name', async (request) => {
		const name = nameOf(request.params);
		world.notifications.inboxes.remove(name);
		return inboxView(world, name, 0);
	});

	await app.register(async (open) => takeAnything(open, world));
}

function takeAnything(app: FastifyInstance, world: World): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => {
		return body;
	});
	app.all('/inbox/:name', async (request, reply) => {
		const text = typeof request.body === 'string' ? request.body : '';
		const contentType = request.headers['content-type'] ?? '';
		const at = request.url.indexOf('?');
		const rawQuery = at < 0 ? '' : request.url.slice(at + 1);
		const httpStatus = world.notifications.inboxes.take(nameOf(request.params), {
			time: utcText(world.clock.now()),
			method: request.method,
			rawQuery,
			query: Object.fromEntries(new URLSearchParams(rawQuery)),
			contentType,
			text,
			body: bodyOf(contentType, text),
		});
		return reply.code(httpStatus).send({ ok: httpStatus < 300 });
	});
}

function nameOf(params: unknown): string {
	return parseOrRefuse(path, params).name;
}

function inboxView(world: World, name: string, limit: number) {
	const { inboxes } = world.notifications;
	const messages = inboxes.messages(name);
	return {
		name,
		total: messages.length,
		failure: inboxes.failure(name),
		messages: newest(messages, limit).reverse(),
	};
}

function bodyOf(contentType: string, text: string): unknown {
	if (contentType.startsWith('application/x-www-form-urlencoded')) {
		return Object.fromEntries(new URLSearchParams(text));
	}
	if (!contentType.includes('json')) return null;
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
