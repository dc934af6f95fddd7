import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { callOf, messageOf } from '../sandbox/notifications/message';
import type { SigningKey } from '../sandbox/payments/signature';
import { takesCalls } from '../test/support/e2e/calling';
import { basic, to, workflowOf } from '../test/support/e2e/drawing';
import { addressOf, eventFields, recording } from '../test/support/e2e/notified';
import { freshN8n } from '../test/support/freshN8n';
import { Workspace } from '../test/support/workspace';
import { inTurns, medianOf, ratioTo, speedsOf, usageOf, type Round } from './rounds';

export interface DeliveryBench {
	rounds: number;
	/** Deliveries in a round. */
	deliveries: number;
	connections: number;
}

/** The triggers that are called, each with the HTTP status of its answer. */
const kinds = {
	webhook: ["n8n's Webhook node", 200],
	trigger: ['Mobile Billing Trigger, signed', 200],
	refused: ['Mobile Billing Trigger, wrong signature', 401],
} as const;
type Kind = keyof typeof kinds;

const engines = {
	default: {},
	'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true': { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};

const webhook = basic('Webhook', 'webhook', 2, { httpMethod: 'POST', path: 'plain', options: {} });
const nodes = [{ ...webhook, webhookId: 'plain' }, basic('End', 'noOp', 1)];
const plain = workflowOf('Plain webhook', nodes, { Webhook: to('End') });
const workflows = { plain, ...recording };

/**
 * Measures deliveries a second to each kind of trigger, and compares them with n8n's Webhook node: with both engines,
 * each in an n8n of its own.
 */
export async function deliveryBench(bench: DeliveryBench): Promise<object[]> {
	const rows: object[] = [];
	for (const [engine, setting] of Object.entries(engines)) {
		const settings = { ...setting, N8N_METRICS: 'true' };
		const { n8n, client } = await freshN8n({ settings });
		const host = await Workspace.open(undefined, { url: n8n.url, client });
		try {
			await host.publish(workflows);
			const all = await measure(host, bench);
			for (const [kind, rounds] of all) {
				rows.push({
					engine,
					'calls to': kinds[kind][0],
					'per second': medianOf(rounds, 'perSecond').toFixed(1),
					rounds: speedsOf(rounds, 1),
					'of Webhook': ratioTo(all.get('webhook'), rounds),
					'of accepted': ratioTo(all.get('trigger'), rounds),
					'CPU ms': medianOf(rounds, 'processorMs').toFixed(1),
					'n8n MB': rounds.at(-1)?.load,
				});
			}
		} finally {
			await n8n.stop();
			await host.sandbox.close();
		}
	}
	return rows;
}

const urlOf = ({ url }: Workspace, kind: Kind) =>
	kind === 'webhook' ? `${url}/webhook/plain` : addressOf(url);

async function measure(host: Workspace, bench: DeliveryBench): Promise<Map<Kind, Round[]>> {
	for (const kind of ['webhook', 'trigger'] as const) await takesCalls(urlOf(host, kind));
	const names = Object.keys(kinds) as Kind[];
	for (const kind of names) await deliver(host, kind, { ...bench, deliveries: 40 });
	return await inTurns(names, bench.rounds, async (kind) => {
		const before = await usageOf(host.url);
		const perSecond = await deliver(host, kind, bench);
		// n8n answers before the execution has ended; the rest of it must not slow the next round down.
		await sleep(300);
		const { processorMs, megabytes } = await usageOf(host.url);
		const each = (processorMs - before.processorMs) / bench.deliveries;
		return { perSecond, processorMs: each, load: megabytes };
	});
}

let lastId = 0;

/** Sends different events over kept connections. Returns the answers a second. */
async function deliver(host: Workspace, kind: Kind, bench: DeliveryBench): Promise<number> {
	const { signing } = host.sandbox.world.payments.services.named('GAMECLUB04');
	if (!signing) throw new Error('the seed has changed');
	const key = kind === 'refused' ? { ...signing, key: 'of-nobody' } : signing;
	const bodies = Array.from({ length: bench.deliveries }, () => bodyOf(`bench-${++lastId}`, key));
	const agent = new Agent({ keepAlive: true, maxSockets: bench.connections });
	const limit = pLimit(bench.connections);
	const began = performance.now();
	const post = async (body: string) => {
		const status = await statusOf(urlOf(host, kind), body, agent);
		if (status !== kinds[kind][1]) throw new Error(`${kind} answered ${status}`);
	};
	await Promise.all(bodies.map((body) => limit(post, body)));
	const seconds = (performance.now() - began) / 1000;
	agent.destroy();
	return bench.deliveries / seconds;
}

function bodyOf(transactionId: string, signing: SigningKey): string {
	const to = { url: 'http://127.0.0.1/', encoding: 'form', signing } as const;
	return String(callOf(messageOf(eventFields(transactionId), to)).data);
}

/** Uses Node's own client, because axios would take more time than the measured code. */
async function statusOf(url: string, body: string, agent: Agent): Promise<number | undefined> {
	const headers = {
		'content-type': 'application/x-www-form-urlencoded',
		'content-length': Buffer.byteLength(body),
	};
	return await new Promise((resolve, reject) => {
		const sent = request(url, { method: 'POST', agent, headers }, (response) => {
			response.resume().once('end', () => {
				resolve(response.statusCode);
			});
		});
		sent.once('error', reject);
		sent.end(body);
	});
}
