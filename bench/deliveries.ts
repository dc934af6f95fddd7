import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import axios from 'axios';
import pLimit from 'p-limit';

import { messageOf, callOf } from '../sandbox/notifications/message';
import type { SigningKey } from '../sandbox/payments/signature';
import { takesCalls } from '../test/support/e2e/calling';
import { basic, to, workflowOf } from '../test/support/e2e/drawing';
import { startLooking, stopLooking, type Looking } from '../test/support/e2e/looking';
import { addressOf, eventFields, recording } from '../test/support/e2e/notified';
import { medianOf } from './median';

/** Deliveries a second to one kind of address, and what share of n8n's own Webhook node that is. */
export interface DeliveryLine {
	engine: 'default' | 'lazy';
	what: 'webhook' | 'trigger' | 'refused';
	/** The median of the rounds. */
	perSecond: number;
	rounds: number[];
	/** Against the Webhook node: the median of what each round was of its neighbor. */
	toWebhook: number;
	/** Against the trigger with the right signature, likewise. */
	toTrigger: number;
	/** Milliseconds of processor time that n8n took for one, median: what other programs take away does not show in it. */
	processorMs: number;
	/** Memory of n8n after the last round, in megabytes. */
	megabytes: number;
}

export interface DeliveryBench {
	rounds: number;
	/** Deliveries of a round. */
	deliveries: number;
	connections: number;
}

const settleMs = 300;

type Kind = DeliveryLine['what'];

const ENGINES = {
	default: {},
	lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

const plain = {
	...basic('Webhook', 'webhook', 2, { httpMethod: 'POST', path: 'plain', options: {} }),
	webhookId: 'plain',
};
const nodes = [plain, basic('End', 'noOp', 1)];
const wires = { Webhook: to('End') };
const workflows = { plain: workflowOf('Plain webhook', nodes, wires), ...recording };

/** Measures both engines, each in an n8n of its own; within one the kinds take turns, so that noise strikes all. */
export async function deliveryBench(bench: DeliveryBench): Promise<DeliveryLine[]> {
	const lines: DeliveryLine[] = [];
	for (const engine of ['default', 'lazy'] as const) {
		const settings = { ...ENGINES[engine], N8N_METRICS: 'true' };
		const host = await startLooking(() => workflows, undefined, settings);
		try {
			for (const id of Object.keys(workflows)) await host.client.activate(id);
			lines.push(...(await linesOf(host, engine, bench)));
		} finally {
			await stopLooking(host);
		}
	}
	return lines;
}

async function linesOf(
	host: Looking,
	engine: DeliveryLine['engine'],
	bench: DeliveryBench,
): Promise<DeliveryLine[]> {
	const rounds: Record<Kind, number[]> = { webhook: [], trigger: [], refused: [] };
	const processor: Record<Kind, number[]> = { webhook: [], trigger: [], refused: [] };
	const memory: Record<Kind, number> = { webhook: 0, trigger: 0, refused: 0 };
	const kinds = ['webhook', 'trigger', 'refused'] as const;
	for (const url of [plainUrl(host), addressOf(host.n8n.url)]) await takesCalls(url);
	for (const kind of kinds) await round(host, kind, { ...bench, deliveries: 40 });
	for (let n = 0; n < bench.rounds; n += 1) {
		for (const kind of kinds) {
			const before = await usageOf(host.n8n.url);
			rounds[kind].push(await round(host, kind, bench));
			// n8n answers before the execution has ended; what is left of it must not weigh on the next round.
			await sleep(settleMs);
			const after = await usageOf(host.n8n.url);
			processor[kind].push((after.processorMs - before.processorMs) / bench.deliveries);
			memory[kind] = after.megabytes;
		}
	}
	const against = (what: Kind, other: Kind) =>
		medianOf(rounds[what].map((perSecond, n) => perSecond / (rounds[other][n] ?? NaN)));
	return kinds.map((what) => ({
		engine,
		what,
		perSecond: medianOf(rounds[what]),
		rounds: rounds[what],
		toWebhook: against(what, 'webhook'),
		toTrigger: against(what, 'trigger'),
		processorMs: medianOf(processor[what]),
		megabytes: memory[what],
	}));
}

function plainUrl(host: Looking): string {
	return `${host.n8n.url}/webhook/plain`;
}

let lastId = 0;

/** Sends so many different events over so many connections that stay; gives how many were answered a second. */
async function round(host: Looking, kind: Kind, bench: DeliveryBench): Promise<number> {
	const url = kind === 'webhook' ? plainUrl(host) : addressOf(host.n8n.url);
	const { signing } = host.sandbox.world.payments.services.find('GAMECLUB04') ?? {};
	if (!signing) throw new Error('the seed has changed');
	const key = kind === 'refused' ? { ...signing, key: 'of-nobody' } : signing;
	const bodies = Array.from({ length: bench.deliveries }, () => bodyOf(`bench-${++lastId}`, key));
	const agent = new Agent({ keepAlive: true, maxSockets: bench.connections });
	const expected = kind === 'refused' ? 401 : 200;
	const limit = pLimit(bench.connections);
	const began = performance.now();
	await Promise.all(
		bodies.map((body) =>
			limit(async () => {
				const status = await post(url, body, agent);
				if (status !== expected) throw new Error(`${kind} answered ${status}`);
			}),
		),
	);
	const seconds = (performance.now() - began) / 1000;
	agent.destroy();
	return bench.deliveries / seconds;
}

function bodyOf(transactionId: string, signing: SigningKey): string {
	const to = { url: 'http://127.0.0.1/', encoding: 'form', signing } as const;
	return String(callOf(messageOf(eventFields(transactionId), to)).data);
}

async function post(url: string, body: string, agent: Agent): Promise<number> {
	const headers = {
		'content-type': 'application/x-www-form-urlencoded',
		'content-length': Buffer.byteLength(body),
	};
	return await new Promise((resolve, reject) => {
		const sent = request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().once('end', () => {
				resolve(response.statusCode ?? 0);
			});
		});
		sent.once('error', reject);
		sent.end(body);
	});
}

async function usageOf(n8nUrl: string): Promise<{ processorMs: number; megabytes: number }> {
	const { data } = await axios.get<string>(`${n8nUrl}/metrics`, { proxy: false });
	const bytes = /^\w*process_resident_memory_bytes (\S+)/m.exec(data)?.[1];
	const seconds = /^\w*process_cpu_seconds_total (\S+)/m.exec(data)?.[1];
	return { processorMs: Number(seconds) * 1000, megabytes: Math.round(Number(bytes) / 2 ** 20) };
}
