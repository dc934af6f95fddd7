import { GiftingHost, GiftingPlatform, warmUps } from './giftingHost';
import { concurrency, giftCall, type Way } from './giftingWorkflows';
import { medianOf } from './median';
import { Plain } from './plain';
import type { Connections } from './plainProgram';

/** How much is measured. */
export interface SpeedBench {
	rounds: number;
	/** Gifts of an execution. */
	items: number;
	/** What every request to the platform waits, in milliseconds. */
	latencies: number[];
}

const ways = ['node', 'bare', 'request'] as const satisfies Way[];
const programs = { plainNew: 'new', plainKept: 'kept' } as const satisfies Record<
	string,
	Connections
>;

/** Who gives: a node of n8n or the plain program. */
export type Giver = (typeof ways)[number] | keyof typeof programs;

export const givers: Giver[] = [...ways, 'plainNew', 'plainKept'];

/** Executions of each giver before the first that counts. */
const firstWarmUps = 12;

/** Gifts a second of one giver, and how they compare. */
export interface SpeedLine {
	latencyMs: number;
	giver: Giver;
	/** The median of the rounds. */
	perSecond: number;
	rounds: number[];
	/** Against the HTTP Request node: the median of what each round was of its neighbor. */
	toRequest: number;
	/** Against the plain program with a new connection for each request, likewise. */
	toPlain: number;
	/**
	 * Milliseconds of processor time for one gift, median, without what n8n needs to make the items: what other programs
	 * take away does not show in it.
	 */
	processorMs: number;
	/** What share of one core the platform took, median: near 1 it would hold the giver up. */
	platformShare: number;
}

/**
 * Measures every giver at every latency, each node in an n8n of its own: what the HTTP Request node leaves behind in
 * one slows the others down. Within a round they take turns, so that noise strikes all; every second round goes the
 * other way round.
 */
export async function speedOf({ rounds, items, latencies }: SpeedBench): Promise<SpeedLine[]> {
	const gifting = await GiftingPlatform.start();
	const plain = await Plain.start();
	const hosts = new Map<Giver, GiftingHost>();
	try {
		for (const way of ways) hosts.set(way, await GiftingHost.start(gifting, ['nobody', way]));
		const giveOnce: GiveOnce = async (giver, count) => {
			if (giver === 'plainNew' || giver === 'plainKept') {
				return await plainly(gifting, plain, programs[giver], count);
			}
			const host = hosts.get(giver);
			if (!host) throw new Error(`No n8n for ${giver}`);
			const { processorMs: forItems } = await host.give('nobody', count);
			const { milliseconds, processorMs } = await host.give(giver, count);
			return { milliseconds, processorMs: processorMs - forItems };
		};
		const lines: SpeedLine[] = [];
		for (const latencyMs of latencies) {
			gifting.sandbox.world.settings.latencyMs = latencyMs;
			// An n8n that does only this gets faster for a while, as one in use has long done.
			for (let n = 0; n < (lines.length === 0 ? firstWarmUps : warmUps); n += 1) {
				for (const giver of givers) await giveOnce(giver, items);
			}
			lines.push(...(await linesOf(latencyMs, rounds, items, giveOnce)));
		}
		return lines;
	} finally {
		plain.stop();
		await Promise.allSettled([...hosts.values()].map((host) => host.stop()));
		await gifting.sandbox.close();
	}
}

type GiveOnce = (
	giver: Giver,
	count: number,
) => Promise<{ milliseconds: number; processorMs: number }>;

async function linesOf(
	latencyMs: number,
	rounds: number,
	items: number,
	giveOnce: GiveOnce,
): Promise<SpeedLine[]> {
	const table = new Map(
		givers.map((giver) => [giver, { perSecond: [], processorMs: [], platform: [] } as Rounds]),
	);
	for (let n = 0; n < rounds; n += 1) {
		const turns = [...table];
		for (const [giver, done] of n % 2 === 0 ? turns : turns.reverse()) {
			const before = process.cpuUsage();
			const { milliseconds, processorMs } = await giveOnce(giver, items);
			// The platform runs in this process, which does nothing else meanwhile.
			const { user, system } = process.cpuUsage(before);
			done.perSecond.push((items / milliseconds) * 1000);
			done.processorMs.push(processorMs / items);
			done.platform.push((user + system) / 1000 / milliseconds);
		}
	}
	const against = ({ perSecond }: Rounds, other: Giver) =>
		medianOf(perSecond.map((speed, n) => speed / (table.get(other)?.perSecond[n] ?? NaN)));
	return [...table].map(([giver, done]) => ({
		latencyMs,
		giver,
		perSecond: medianOf(done.perSecond),
		rounds: done.perSecond,
		toRequest: against(done, 'request'),
		toPlain: against(done, 'plainNew'),
		processorMs: medianOf(done.processorMs),
		platformShare: medianOf(done.platform),
	}));
}

interface Rounds {
	perSecond: number[];
	processorMs: number[];
	platform: number[];
}

async function plainly(
	gifting: GiftingPlatform,
	plain: Plain,
	connections: Connections,
	count: number,
) {
	const call = giftCall(gifting.platform);
	return await gifting.give(
		count,
		async (first) => await plain.give({ call, first, count, concurrency, connections }),
	);
}
