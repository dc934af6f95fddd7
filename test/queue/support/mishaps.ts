import { setTimeout } from 'node:timers/promises';
import type { N8nProcess } from '../../../scripts/host/n8n-process';
import { waitFor } from '../../../scripts/host/wait';
import type { QueueHost } from './queueHost';
import { begunBy, underWayOn } from './worker';

/** What goes wrong while a campaign runs, in the order in which it did. */
export interface Mishaps {
	log: string[];
	/** The worker that was ended by kill -9. */
	victim: N8nProcess;
	/** The executions it had under way. */
	lost: number[];
}

/**
 * While a campaign of `count` gifts runs: the access tokens expire, Redis is restarted, the tokens expire again, and a
 * worker that holds a batch is ended by kill -9, each after another eighth of the gifts.
 */
export async function causeMishaps(
	{ sandbox, cluster, control }: QueueHost,
	count: number,
): Promise<Mishaps> {
	const { entries } = sandbox.world.ledger;
	const before = entries.length;
	const log: string[] = [];
	const note = (what: string) => log.push(`${what} after ${entries.length - before} gifts`);
	const after = async (eighths: number) => {
		const wanted = (count * eighths) / 8;
		const isThere = async () =>
			await Promise.resolve(entries.length - before >= wanted ? true : undefined);
		await waitFor(`${wanted} gifts`, isThere, { timeoutMs: 300_000, everyMs: 2 });
	};

	await after(1);
	await control.expireAccessTokens();
	note('tokens expired');
	await after(2);
	note('Redis restarts');
	await cluster.restartRedis();
	await after(3);
	await control.expireAccessTokens();
	note('tokens expired');
	await after(4);
	const victim = await workerWithABatch(cluster.workers);
	const lost = underWayOn(victim);
	await victim.kill();
	note(`${victim.place.name} killed`);
	return { log, victim, lost };
}

/**
 * Restarts Redis again and again until `count` gifts are given: each process hears of it at another moment, and batches
 * end in between. Says how often.
 */
export async function restartRedisUntil({ sandbox, cluster }: QueueHost, count: number) {
	const { entries } = sandbox.world.ledger;
	const before = entries.length;
	let restarts = 0;
	for (; entries.length - before < count && restarts < 50; restarts++) {
		await cluster.restartRedis();
		await setTimeout(100 + 150 * (restarts % 6));
	}
	return restarts;
}

/** A worker that holds a batch, and not the campaign itself: that is the first execution of all. */
async function workerWithABatch(workers: N8nProcess[]): Promise<N8nProcess> {
	const campaign = Math.min(...workers.flatMap(begunBy));
	return await waitFor(
		'a worker other than that of the campaign has a batch',
		async () => {
			const free = workers.filter((worker) => !underWayOn(worker).includes(campaign));
			return await Promise.resolve(free.find((worker) => underWayOn(worker).length > 0));
		},
		{ timeoutMs: 120_000, everyMs: 5 },
	);
}
