import { setTimeout as sleep } from 'node:timers/promises';

import type { Sandbox } from '../../../sandbox/sandbox';
import type { N8nClient } from '../n8nClient';
import type { Server } from '../../../scripts/host/process';
import { planCampaign, press } from '../../../scripts/try/campaign';
import { packWorkflows } from '../../../scripts/try/workflows';
import { ready, startLooking, stopLooking } from '../e2e/looking';
import { startQueueHost, stopQueueHost } from '../queue/queueHost';

/** The pack; its runner is there two times, so it starts two times at once. */
const workflows = packWorkflows.flatMap((workflow) =>
	workflow.id === 'campaignRun' ? [workflow, { ...workflow, id: 'campaignRunAgain' }] : [workflow],
);

/** A row of a campaign's list. */
export interface Planned {
	phone: string;
	mb: number;
	operator: string;
	customer: string;
}

/** The n-th invented customer; nobody has a number under +999. */
export function customer(n: number): Planned {
	const phone = `9995${String(n).padStart(8, '0')}`;
	return { phone, mb: 10 + (n % 7), operator: 'XZ_SANDBOX', customer: `C-${n}` };
}

/** A request for a gift that reached the platform. */
export interface GiftRequest {
	/** Milliseconds since the epoch. */
	at: number;
	/** The number and the MB when it was given. */
	gift?: { msisdn: string; clientId: string | null; amount: number };
}

/** From now on, each request for a gift as it reaches the platform. */
export function recordGifts({ world: { ledger } }: Sandbox): GiftRequest[] {
	const requests: GiftRequest[] = [];
	const add = ledger.add.bind(ledger);
	ledger.add = (entry) => {
		const { gift } = entry;
		requests.push({ at: Date.now(), ...(gift && { gift }) });
		add(entry);
	};
	return requests;
}

/** A real n8n that runs campaigns, whose processes are started again when they end, and a sandbox. */
export interface CampaignHost {
	sandbox: Sandbox;
	/** Where webhooks are called. */
	webhooks: string;
	/** Each request for a gift so far. */
	requests: GiftRequest[];
	client: N8nClient;
	servers: Record<string, Server>;
	stop(): Promise<void>;
}

/** n8n in queue mode, as the shipped deployment has it. */
export async function startInQueueMode(): Promise<CampaignHost> {
	const host = await startQueueHost(workflows);
	const { main, workers, redis, postgres, nginx } = host.cluster;
	const named = workers.map((worker, n) => [`worker-${n + 1}`, worker] as const);
	const servers = { main, ...Object.fromEntries(named), redis, postgres };
	return supervised({ ...host, webhooks: nginx.url, servers }, async () => {
		await stopQueueHost(host);
	});
}

/** n8n as one process on SQLite. @param leaseS seconds for which the runner claims a batch; shipped are 60 */
export async function startOnSqlite({ leaseS = 60 } = {}): Promise<CampaignHost> {
	const host = await startLooking((url) =>
		Object.fromEntries(
			workflows.map(({ id, file }) => {
				const text = JSON.stringify(ready({ file }, url));
				const short = text
					.replaceAll('$now.plus(60, ', `$now.plus(${leaseS}, `)
					.replaceAll(": 60, 'seconds'", `: ${leaseS}, 'seconds'`);
				return [id, JSON.parse(short) as object];
			}),
		),
	);
	for (const { id } of workflows) await host.client.activate(id);
	const servers = { n8n: host.n8n };
	return supervised({ ...host, webhooks: host.n8n.url, servers }, async () => {
		await stopLooking(host);
	});
}

/** Starts what has ended again, at once and on the same ports, as systemd does with `Restart=always`. */
function supervised(
	host: Pick<CampaignHost, 'sandbox' | 'client' | 'webhooks' | 'servers'>,
	stop: () => Promise<void>,
): CampaignHost {
	let isOver = false;
	const watches = Object.values(host.servers).map(async (server) => {
		for (;;) {
			await server.ended();
			// systemd's own pause, `RestartSec`.
			await sleep(100);
			if (isOver) return;
			// It ends while it starts when its database is away; then it's started again.
			await server.start().catch(() => undefined);
		}
	});
	const stopAll = async () => {
		isOver = true;
		await stop();
		await Promise.all(watches);
	};
	const { sandbox, client, webhooks, servers } = host;
	return {
		...{ sandbox, client, webhooks, servers },
		requests: recordGifts(sandbox),
		stop: stopAll,
	};
}

/** Plans a campaign as a CRM does, and approves it as a person does. */
export async function approved(
	{ webhooks }: CampaignHost,
	campaign: string,
	rows: Planned[],
	more: object[] = [],
) {
	const list = rows.map(({ mb, ...row }) => ({ ...row, megabytes: mb }));
	const budget = rows.reduce((sum, { mb }) => sum + mb, 0);
	const asked = { campaign, service: 'LOYALTYDATA01', budget, rows: [...list, ...more] };
	const plan = await planCampaign(webhooks, asked);
	if (plan.status !== 'planned') throw new Error(`Not planned: ${plan.problem}`);
	await press(plan.statusUrl, 'approve', { hash: plan.hash, by: 'test' });
	return plan;
}
