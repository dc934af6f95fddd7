import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { World } from '../world';
import type { Fault } from './rule';

declare module 'fastify' {
	interface FastifyRequest {
		fault: Fault | undefined;
	}
}

const SLOW_PIECES = 10;

/** Lets the fault rules strike at every request to a route of `app`, and applies the latency setting. */
export function injectFaults(app: FastifyInstance, world: World): void {
	app.decorateRequest('fault', undefined);

	app.addHook('onRequest', async (request, reply) => {
		const { latencyMs } = world.settings;
		if (latencyMs > 0) await pause(latencyMs);
		const [path = ''] = request.url.split('?', 1);
		const fault = world.faults.choose(request.method, path);
		request.fault = fault;
		if (!fault || !('when' in fault) || fault.when === 'after') return;
		switch (fault.kind) {
			case 'delay':
				await pause(fault.ms);
				return;
			case 'answer':
				return reply.code(fault.status).headers(headersOf(fault)).send(textOf(fault));
			case 'drop':
				reply.hijack();
				request.raw.socket.resetAndDestroy();
				return;
			case 'hang':
				reply.hijack();
		}
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { fault } = request;
		if (!fault || ('when' in fault && fault.when === 'before')) return payload;
		switch (fault.kind) {
			case 'delay':
				await pause(fault.ms);
				return payload;
			case 'answer':
				reply.code(fault.status).headers(headersOf(fault));
				return textOf(fault);
			case 'drop':
				request.raw.socket.resetAndDestroy();
				return forever();
			case 'hang':
				return forever();
			case 'truncate':
				return typeof payload === 'string' ? payload.slice(0, payload.length / 2) : payload;
			case 'slow':
				return typeof payload === 'string' ? inPieces(payload, fault.ms) : payload;
		}
	});
}

type AnswerFault = Extract<Fault, { kind: 'answer' }>;

function headersOf({ body, headers }: AnswerFault): Record<string, string> {
	const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	return { 'content-type': type, ...headers };
}

function textOf({ body }: AnswerFault): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

function inPieces(text: string, ms: number): Readable {
	const size = Math.ceil(text.length / SLOW_PIECES);
	async function* pieces() {
		for (let at = 0; at < text.length; at += size) {
			await pause(ms / SLOW_PIECES);
			yield text.slice(at, at + size);
		}
	}
	return Readable.from(pieces());
}

// Not a reason for the process to stay when the sandbox is closed.
function pause(ms: number): Promise<void> {
	return setTimeout(ms, undefined, { ref: false });
}

function forever(): Promise<never> {
	return new Promise(() => {
		// Fastify writes nothing until this settles, and it is not to write anything.
	});
}
