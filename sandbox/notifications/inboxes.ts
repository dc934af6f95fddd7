import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Clock, utcText } from '../clock';
import { parseOrRefuse, route } from '../refusal';

/** A call that an inbox received. */
interface Call {
	/** `yyyy-MM-dd HH:mm:ss` UTC */
	time: string;
	method: string;
	/** What stands behind the question mark, as it came. */
	rawQuery: string;
	query: Record<string, string>;
	contentType: string;
	/** The body as it came. */
	text: string;
	/** The body's fields where it is JSON or a form, else null. */
	body: unknown;
}

/** `httpStatus`: what it was answered with. */
type InboxMessage = Call & { messageId: number; inbox: string; httpStatus: number };

interface Inbox {
	messages: InboxMessage[];
	/** Answers so many calls with an error before the next is answered with 200. */
	failure: { times: number; httpStatus: number };
}

const KEPT = 10_000;
const MOST_INBOXES = 1000;

/** Addresses that take anything: a chat's webhook, a receiver for tests. */
export class Inboxes {
	readonly byName = new Map<string, Inbox>();
	/** How many messages there have been. */
	total = 0;

	/** Keeps the call and answers with which HTTP status to answer it. */
	take(name: string, call: Call): number {
		const { messages, failure } = this.named(name);
		const fails = failure.times > 0;
		if (fails) failure.times -= 1;
		const httpStatus = fails ? failure.httpStatus : 200;
		this.total += 1;
		messages.push({ messageId: this.total, inbox: name, ...call, httpStatus });
		if (messages.length > KEPT) messages.shift();
		return httpStatus;
	}

	/** The newest of all inboxes, the newest first. */
	recent(limit: number): InboxMessage[] {
		const candidates = [...this.byName.values()].flatMap(({ messages }) => messages.slice(-limit));
		return candidates.sort((a, b) => b.messageId - a.messageId).slice(0, limit);
	}

	/** Begins an inbox with its first use. */
	named(name: string): Inbox {
		const known = this.byName.get(name);
		if (known) return known;
		const inbox: Inbox = { messages: [], failure: { times: 0, httpStatus: 500 } };
		this.byName.set(name, inbox);
		const [oldest = name] = this.byName.keys();
		if (this.byName.size > MOST_INBOXES) this.byName.delete(oldest);
		return inbox;
	}

	view(name: string, limit: number) {
		const { messages = [], failure = { times: 0, httpStatus: 500 } } = this.byName.get(name) ?? {};
		const shown = limit > 0 ? messages.slice(-limit) : [];
		return { name, total: messages.length, failure, messages: shown };
	}
}

/** What the inboxes look at and change; a reset replaces them. */
interface Receiving {
	clock: Clock;
	inboxes: Inboxes;
}

const inboxName = z.string().regex(/^[\w.-]{1,64}$/, 'must be letters and digits');
const limited = z.object({ limit: z.coerce.number().int().positive().default(1000) }).strict();
const failing = z
	.object({
		times: z.number().int().min(0),
		httpStatus: z.number().int().min(300).max(599).default(500),
	})
	.strict();

/** The inboxes: one address that takes anything, and a look inside. */
export async function inboxRoutes(app: FastifyInstance, world: Receiving): Promise<void> {
	route(app, 'GET /inboxes', { summary: 'List the inboxes' }, () => {
		const inboxes = [...world.inboxes.byName].map(([name, { messages }]) => {
			return { name, messages: messages.length };
		});
		return { inboxes };
	});

	const reading = { summary: 'Read an inbox', query: limited };
	route(app, 'GET /inboxes/:name', reading, ({ params, query }) =>
		world.inboxes.view(nameIn(params), query.limit),
	);

	const breaking = { summary: 'Answer calls to an inbox with an error', body: failing };
	route(app, 'PUT /inboxes/:name', breaking, ({ params, body }) => {
		const name = nameIn(params);
		world.inboxes.named(name).failure = body;
		return world.inboxes.view(name, 0);
	});

	route(app, 'DELETE /inboxes/:name', { summary: 'Empty an inbox' }, ({ params }) => {
		const name = nameIn(params);
		world.inboxes.byName.delete(name);
		return world.inboxes.view(name, 0);
	});

	await app.register(async (open) => takeAnything(open, world));
}

function takeAnything(app: FastifyInstance, world: Receiving): void {
	app.removeAllContentTypeParsers();
	const asText = async (_request: unknown, body: string) => body;
	app.addContentTypeParser('*', { parseAs: 'string' }, asText);
	const about = { summary: 'Take any call' };
	app.all('/inbox/:name', { config: { about } }, async (request, reply) => {
		const text = typeof request.body === 'string' ? request.body : '';
		const contentType = request.headers['content-type'] ?? '';
		const [, rawQuery = ''] = /\?(.*)$/s.exec(request.url) ?? [];
		const httpStatus = world.inboxes.take(nameIn(request.params), {
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

function nameIn(params: unknown): string {
	return parseOrRefuse(z.object({ name: inboxName }), params).name;
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
