import { GiftingHost, GiftingPlatform, warmUps, type Execution } from './giftingHost';
import type { Way } from './giftingWorkflows';
import { medianOf } from './median';

const kilobyte = 1024;
const megabyte = kilobyte ** 2;

/** How much is measured. */
export interface GrowthBench {
	rounds: number;
	/** Numbers of gifts, rising. */
	sizes: number[];
}

/** What lists of one length cost one way of giving, in an n8n of its own. */
export interface GrowthLine {
	way: Way;
	items: number;
	/** Of an item, median of the rounds. */
	milliseconds: number;
	rounds: number[];
	/** Milliseconds of n8n's processor time for an item, median. */
	processorMs: number;
	/** Cost of an item against the shortest list of the same way, by the time it took and by the processor's. */
	growth: number;
	processorGrowth: number;
	/**
	 * Heap that an item holds when all are there, input and output, in kilobytes, median: what the longer list holds more
	 * than the shortest, so that nothing counts that n8n holds anyway. Not a number for the shortest.
	 */
	heldKb: number;
	/** The highest that n8n took from the machine, over what it had at rest, in megabytes. */
	peakMb: number;
	/** The same of its heap, garbage counted. */
	peakHeapMb: number;
}

const ways: Way[] = ['nobody', 'node', 'request', 'batches'];

/** Gives to longer and longer lists, each way in an n8n of its own, so that no memory of another is left. */
export async function growthOf({ rounds, sizes }: GrowthBench): Promise<GrowthLine[]> {
	const lines: GrowthLine[] = [];
	for (const way of ways) {
		const gifting = await GiftingPlatform.start();
		try {
			const host = await GiftingHost.start(gifting, [way], true);
			try {
				const [shortest = 0] = sizes;
				for (let n = 0; n < warmUps; n += 1) await host.give(way, shortest);
				for (const items of sizes) {
					const first = lines.find((line) => line.way === way);
					lines.push(await lineOf(host, way, items, rounds, first));
				}
			} finally {
				await host.stop();
			}
		} finally {
			await gifting.sandbox.close();
		}
	}
	return lines;
}

async function lineOf(
	host: GiftingHost,
	way: Way,
	items: number,
	rounds: number,
	shortest: GrowthLine | undefined,
): Promise<GrowthLine> {
	const before = await host.peak();
	const done: Execution[] = [];
	for (let n = 0; n < rounds; n += 1) done.push(await host.give(way, items));
	const peak = await host.peak();
	// Compared afterwards: in the minutes a long list takes, Node.js lets go of much that is not the list's.
	const heldByShortest = shortest && (await host.give(way, shortest.items)).heldBytes;
	const milliseconds = medianOf(done.map((one) => one.milliseconds / items));
	const processorMs = medianOf(done.map((one) => one.processorMs / items));
	return {
		way,
		items,
		milliseconds,
		rounds: done.map((one) => one.milliseconds / items),
		processorMs,
		growth: milliseconds / (shortest?.milliseconds ?? milliseconds),
		processorGrowth: processorMs / (shortest?.processorMs ?? processorMs),
		heldKb:
			shortest && heldByShortest
				? (medianOf(done.map(({ heldBytes = NaN }) => heldBytes)) - heldByShortest) /
					(items - shortest.items) /
					kilobyte
				: NaN,
		peakMb: (peak.rss - before.rss) / megabyte,
		peakHeapMb: peak.heapUsed / megabyte,
	};
}
