import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Guarded } from '../auth/login';
import type { Configured } from '../settings';
import type { Fault, Faults } from './rule';

declare module 'fastify' {
	interface FastifyInstance {
		/** Aborted when the sandbox closes. */
		closing: AbortSignal;
	}
	interface FastifyRequest {
		fault: Fault | undefined;
	}
}

const SLOW_PIECES = 10;

/** Lets the fault rules strike at every request to a route of `app`, and applies the latency setting. */
export function injectFaults(
	app: FastifyInstance,
	world: Configured & Guarded & { faults: Faults },
): void {
	app.decorateRequest('fault', undefined);
	/** The times at which earlier requests end, in their order. */
	const ends: number[] = [];
	/** The wait of one more request, in milliseconds: behind others when all places are taken. */
	const waitMs = ({ latencyMs, capacity }: Configured['settings']) => {
		const now = Date.now();
		const taken = capacity > 0 ? ends.at(-capacity) : undefined;
		const end = Math.max(now, taken ?? now) + latencyMs;
		ends.push(end);
		if (ends.length > 2 * capacity) ends.splice(0, ends.length - capacity);
		return end - now;
	};

	app.addHook('onRequest', async (request, reply) => {
		const { settings } = world;
		if (settings.latencyMs > 0) await pause(app, waitMs(settings));
		const [path = ''] = request.url.split('?', 1);
		const fault = world.faults.choose(request.method, path);
		request.fault = fault;
		if (fault?.kind === 'expire') expire(world, fault.what);
		if (!fault || !('when' in fault) || fault.when === 'after') return;
		if (fault.kind === 'delay') return pause(app, fault.ms);
		if (fault.kind === 'answer') {
			return reply.code(fault.status).headers(headersOf(fault)).send(textOf(fault));
		}
		reply.hijack();
		if (fault.kind === 'drop') request.raw.socket.resetAndDestroy();
	});

	app.addHook('preHandler', async ({ fault }) => {
		if (fault?.kind === 'late') await pause(app, fault.ms);
	});

	app.addHook('onSend', spoil);
}

/** The answer that leaves instead of `payload`, if one does. */
async function spoil(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
	const { fault, raw, server } = request;
	if (!fault || ('when' in fault && fault.when === 'before')) return payload;
	const text = typeof payload === 'string' ? payload : '';
	switch (fault.kind) {
		case 'delay':
			await pause(server, fault.ms);
			return payload;
		case 'answer':
			reply.code(fault.status).headers(headersOf(fault));
			return textOf(fault);
		case 'truncate':
			return text.slice(0, text.length / 2);
		case 'conceal':
			return concealed(text, fault);
		case 'expire':
			return payload;
		case 'slow':
			await sendInPieces(reply, text, fault.ms);
			return forever();
		case 'drop':
			raw.socket.resetAndDestroy();
	}
	return forever();
}

function expire({ tokens, clock }: Guarded, what: 'accessTokens' | 'sessions'): void {
	if (what === 'sessions') tokens.revokeSessions();
	else tokens.expireAccessTokens(clock.now());
}

type AnswerFault = Extract<Fault, { kind: 'answer' }>;

function headersOf({ body, headers, retryDateIn }: AnswerFault): Record<string, string> {
	const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	const retryAt = new Date(Date.now() + (retryDateIn ?? 0) * 1000).toUTCString();
	return {
		'content-type': type,
		...(retryDateIn !== undefined && { 'retry-after': retryAt }),
		...headers,
	};
}

function textOf({ body }: AnswerFault): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

// Written without Fastify's streams, which end the process when a client leaves before the first piece.
async function sendInPieces(reply: FastifyReply, text: string, ms: number): Promise<void> {
	const { raw } = reply;
	raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
	const size = Math.ceil(text.length / SLOW_PIECES);
	for (let at = 0; at < text.length && !raw.destroyed; at += size) {
		await pause(reply.server, ms / SLOW_PIECES);
		raw.write(text.slice(at, at + size));
	}
	raw.end();
}

/** Waits. A request that still waits when the sandbox closes never goes on. */
function pause({ closing: signal }: FastifyInstance, ms: number): Promise<void> {
	return setTimeout(ms, undefined, { signal }).catch(forever);
}

function forever(): Promise<never> {
	return new Promise(() => {
		// It never settles, so that Fastify writes nothing.
	});
}

/** JSON text with some fields hidden, as by a platform that shows less than it knows; other text as it is. */
function concealed(text: string, { fields, how }: Extract<Fault, { kind: 'conceal' }>): string {
	const hidden = how === 'null' ? null : undefined;
	try {
		const parsed: unknown = JSON.parse(text, (name, value: unknown) =>
			fields.includes(name) ? hidden : value,
		);
		return JSON.stringify(parsed);
	} catch {
		return text;
	}
}
