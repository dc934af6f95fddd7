import type { N8nProcess } from '../scripts/host/n8nProcess';
import { waitFor } from '../scripts/host/wait';
import { figuresOf, planCampaign, press } from '../scripts/try/campaign';
import { packWorkflows } from '../scripts/try/workflows';
import { customer } from '../test/campaign/support/plan';
import { takesCalls } from '../test/e2e/support/notified';
import { StormControl } from '../test/e2e/support/storm';
import { ExecutionReader } from '../test/queue/support/executions';
import { onceWorkflow, triggerPath } from '../test/queue/support/once';
import { QueueHost } from '../test/queue/support/queueHost';
import { processorTimeOf } from './processorTime';

const ROUNDS = Number(process.env.ROUNDS ?? 2);
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 3_000);
const NOTIFICATIONS = Number(process.env.NOTIFICATIONS ?? 300);
const LIMIT_MS = 600_000;

/** What so many workers do. Per second: by the clock, so other work on the machine shows. Milliseconds: processor time. */
interface Measurement {
	workers: number;
	round: number;
	recipientsPerSecond: number;
	/** Of all workers, for each recipient. */
	workerMsPerRecipient: number;
	/** Deliveries the two webhook processors took. */
	acceptedPerSecond: number;
	/** Events the workers were through with, from the first delivery to the end of the last execution. */
	handledPerSecond: number;
	/** Of both webhook processors, for each event. */
	webhookMsPerEvent: number;
	/** Of all workers, for each event. */
	workerMsPerEvent: number;
}

/** Measures campaigns and notifications with 3, 2 and 1 workers in turn, so that noise strikes all, and prints a table. */
async function main(): Promise<void> {
	const host = await QueueHost.start([...packWorkflows, onceWorkflow]);
	const lines: Measurement[] = [];
	const running = new Set(host.cluster.workers);
	try {
		const urls = host.cluster.webhookProcessors.map(({ url }) => url + triggerPath(onceWorkflow));
		for (const url of urls) await takesCalls(url);
		await runCampaign(host, 'warm', 600);
		for (let round = 0; round < ROUNDS; round += 1) {
			for (const workers of [3, 2, 1]) {
				await keep(host, running, workers);
				lines.push({ workers, round, ...(await measure(host, urls, `${round}-${workers}`)) });
				console.error(JSON.stringify(lines.at(-1)));
			}
		}
	} finally {
		await host.stop();
	}
	console.table(lines);
}

/** Stops and starts workers until so many are running: the first ones. */
async function keep(
	{ cluster }: QueueHost,
	running: Set<N8nProcess>,
	wanted: number,
): Promise<void> {
	for (const [index, worker] of cluster.workers.entries()) {
		if (index < wanted && !running.has(worker)) await worker.start();
		if (index >= wanted && running.has(worker)) await worker.stop();
		if (index < wanted) running.add(worker);
		else running.delete(worker);
	}
}

/** Plans and approves a campaign, and says how many seconds it took from there to its end. */
async function runCampaign({ cluster }: QueueHost, campaign: string, count: number) {
	const rows = Array.from({ length: count }, (_, n) => ({ ...customer(n), megabytes: 10 }));
	const asked = { campaign, service: 'LOYALTYDATA01', budget: count * 10, rows };
	const { statusUrl, hash } = await planCampaign(cluster.balancer.url, asked);
	const began = performance.now();
	await press(statusUrl, 'approve', { hash });
	const isFinished = async () =>
		(await figuresOf(statusUrl)).status === 'finished' ? true : undefined;
	await waitFor(`the end of ${campaign}`, isFinished, { timeoutMs: LIMIT_MS, everyMs: 500 });
	return (performance.now() - began) / 1000;
}

async function measure(host: QueueHost, urls: string[], campaign: string) {
	const { workers, webhookProcessors, postgres } = host.cluster;
	const spent = async () => ({
		workers: await processorTimeOf(workers),
		webhooks: await processorTimeOf(webhookProcessors),
	});
	const beforeCampaign = await spent();
	const seconds = await runCampaign(host, campaign, RECIPIENTS);

	const beforeStorm = await spent();
	const storms = new StormControl(host.sandbox.world);
	const targets = urls.map((url) => ({ serviceKey: 'GAMECLUB04', url }));
	const seed = 1000 + Math.floor(performance.now() % 100_000);
	const began = performance.now();
	const asked = { targets, seed, count: NOTIFICATIONS, concurrency: 20 };
	const storm = await storms.run(urls[0] ?? '', asked, LIMIT_MS);
	await new ExecutionReader(postgres).ended(onceWorkflow.id, LIMIT_MS);
	const handled = performance.now() - began;
	const after = await spent();

	const each = (time: number, count: number) => Math.round((time / count) * 10) / 10;
	return {
		recipientsPerSecond: each(RECIPIENTS, seconds),
		workerMsPerRecipient: each(beforeStorm.workers - beforeCampaign.workers, RECIPIENTS),
		acceptedPerSecond: each(storm.attempts, storm.seconds),
		handledPerSecond: each(NOTIFICATIONS * 1000, handled),
		webhookMsPerEvent: each(after.webhooks - beforeStorm.webhooks, NOTIFICATIONS),
		workerMsPerEvent: each(after.workers - beforeStorm.workers, NOTIFICATIONS),
	};
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
