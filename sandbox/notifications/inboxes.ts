import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Clock, utcText } from '../clock';
import { parseOrRefuse, route } from '../refusal';

/** A call that an inbox received: a chat's webhook, a receiver for tests. */
export interface InboxMessage {
	inbox: string;
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	method: string;
	/** The text behind the question mark, as it came. */
	rawQuery: string;
	contentType: string;
	/** The body as it came. */
	text: string;
	/** The body's fields where it is JSON or a form, else null. */
	body: unknown;
}

/** The data that the inboxes read and change; a reset replaces it. */
export interface Receiving {
	clock: Clock;
	/** The messages of all inboxes, oldest first. */
	inboxes: InboxMessage[];
}

const inboxName = z.object({
	name: z.string().regex(/^[\w.-]{1,64}$/, 'must be letters and digits'),
});

/** The inboxes: one address that takes anything, and a look inside. */
export async function inboxRoutes(app: FastifyInstance, world: Receiving): Promise<void> {
	route(app, 'GET /inboxes/:name', {}, ({ params }) => {
		const { name } = parseOrRefuse(inboxName, params);
		const messages = world.inboxes.filter(({ inbox }) => inbox === name);
		return { name, total: messages.length, messages };
	});

	await app.register(async (open) => {
		open.removeAllContentTypeParsers();
		const asText = async (_request: unknown, body: string) => body;
		open.addContentTypeParser('*', { parseAs: 'string' }, asText);
		open.all('/inbox/:name', async (request) => {
			const text = typeof request.body === 'string' ? request.body : '';
			const contentType = request.headers['content-type'] ?? '';
			world.inboxes.push({
				inbox: parseOrRefuse(inboxName, request.params).name,
				time: utcText(world.clock.now()),
				method: request.method,
				rawQuery: /\?(.*)$/s.exec(request.url)?.[1] ?? '',
				contentType,
				text,
				body: bodyOf(contentType, text),
			});
			return { ok: true };
		});
	});
}

function bodyOf(contentType: string, text: string): unknown {
	if (contentType.startsWith('application/x-www-form-urlencoded')) {
		return Object.fromEntries(new URLSearchParams(text));
	}
	try {
		return contentType.includes('json') ? JSON.parse(text) : null;
	} catch {
		return null;
	}
}
