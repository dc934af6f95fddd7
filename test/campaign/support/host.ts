import type { Sandbox } from '../../../sandbox/sandbox';
import type { N8nClient } from '../../../scripts/host/n8nClient';
import { packWorkflows } from '../../../scripts/try/workflows';
import { ready, startLooking, stopLooking } from '../../e2e/support/looking';
import { QueueHost } from '../../queue/support/queueHost';
import { recordGifts, type GiftRequest } from './gifts';
import { Supervisor } from './supervisor';
import { Tables } from './tables';

/** The pack; its runner is there two times, so it starts two times at once. */
const workflows = packWorkflows.flatMap((workflow) =>
	workflow.id === 'campaignRun' ? [workflow, { ...workflow, id: 'campaignRunAgain' }] : [workflow],
);

/** A real n8n that runs campaigns, whose processes are started again when they end, and a sandbox. */
export interface CampaignHost {
	sandbox: Sandbox;
	/** Where webhooks are called. */
	webhooks: string;
	/** Each request for a gift so far. */
	requests: GiftRequest[];
	tables: Tables;
	client: N8nClient;
	supervisor: Supervisor;
	stop(): Promise<void>;
}

/** n8n in queue mode: a main process, three workers, Redis and PostgreSQL. */
export async function startInQueueMode(): Promise<CampaignHost> {
	const host = await QueueHost.start(workflows, { workers: 3, webhookProcessors: 1 });
	const { cluster, sandbox, client } = host;
	const services = {
		main: cluster.main,
		...Object.fromEntries(cluster.workers.map((worker, n) => [`worker-${n + 1}`, worker])),
		redis: cluster.redis,
		postgres: cluster.postgres,
	};
	const started = { sandbox, client, url: cluster.main.url, services };
	const webhooks = cluster.balancer.url;
	return await supervised({ ...started, webhooks }, async () => await host.stop());
}

/** n8n as one process on SQLite. */
export async function startOnSqlite(): Promise<CampaignHost> {
	const host = await startLooking((url) =>
		Object.fromEntries(workflows.map(({ id, file }) => [id, ready({ file }, url)])),
	);
	const { n8n, client, sandbox } = host;
	for (const { id } of workflows) await client.activate(id);
	const started = { sandbox, client, url: n8n.url, services: { n8n } };
	return await supervised({ ...started, webhooks: n8n.url }, async () => await stopLooking(host));
}

async function supervised(
	{
		url,
		services,
		...host
	}: Pick<CampaignHost, 'sandbox' | 'client' | 'webhooks'> & {
		url: string;
		services: Supervisor['services'];
	},
	stop: () => Promise<void>,
): Promise<CampaignHost> {
	const tables = new Tables(url);
	const supervisor = new Supervisor(services);
	const stopAll = async () => {
		supervisor.release();
		await stop();
		await supervisor.over();
	};
	try {
		await tables.login();
	} catch (error) {
		await stopAll();
		throw error;
	}
	return { ...host, requests: recordGifts(host.sandbox), tables, supervisor, stop: stopAll };
}
