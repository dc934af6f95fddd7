import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo, startN8nGiver } from './givers';
import { inTurns, medianOf, ratioTo, speedsOf } from './rounds';

/** The size of a measurement. */
export interface PaceBench {
	rounds: number;
	/** Latencies of the platform to measure with, in milliseconds. */
	latencies: number[];
	/** The most requests that the platform takes at the same time. */
	capacity: number;
	/** The approximate time of an execution. */
	seconds: number;
}

const settings = [10, 20, 50, 100, 200];
const unset = 'nothing set';
/** About as many requests a second as n8n can send. */
const mostPerSecond = 1_500;

/** Compares the node's own pace with fixed numbers of requests at once, in turns. */
export async function paceBench(bench: PaceBench): Promise<object[]> {
	const { rounds, latencies, capacity, seconds } = bench;
	const paced = await startN8nGiver('node');
	const fixed = await startN8nGiver('node', withoutPace);
	try {
		for (const giver of [paced, fixed]) {
			for (let n = 0; n < 3; n += 1) await giveTo(2_000, giver);
		}
		const table: object[] = [];
		for (const latencyMs of latencies) {
			for (const { sandbox } of [paced, fixed]) {
				Object.assign(sandbox.world.settings, { latencyMs, capacity });
			}
			const kinds = [unset, ...settings.map((atOnce) => `${atOnce} at once`)];
			const all = await inTurns(kinds, rounds, async (kind) => {
				const isUnset = kind === unset;
				const atOnce = isUnset ? 200 : parseInt(kind, 10);
				const perSecond = (Math.min(atOnce, capacity) * 1_000) / Math.max(latencyMs, 1);
				const items = Math.round(Math.min(perSecond, mostPerSecond) * seconds);
				const { milliseconds, processorMs } = await giveTo(items, isUnset ? paced : fixed, atOnce);
				return {
					perSecond: (items / milliseconds) * 1000,
					processorMs: processorMs / items,
					load: 0,
				};
			});
			const ofFixed = settings.map((atOnce) => all.get(`${atOnce} at once`) ?? []);
			const [best] = ofFixed.sort((a, b) => medianOf(b, 'perSecond') - medianOf(a, 'perSecond'));
			for (const [kind, own] of all) {
				table.push({
					'platform waits': `${latencyMs} ms`,
					set: kind,
					'gifts a second': medianOf(own, 'perSecond').toFixed(0),
					rounds: speedsOf(own, 0),
					'of the best': ratioTo(best, own),
					'CPU ms a gift': medianOf(own, 'processorMs').toFixed(2),
				});
			}
		}
		return table;
	} finally {
		await Promise.allSettled([paced.stop(), fixed.stop()]);
	}
}

/** Patches the installed package, so that it always sends 200 requests at once, or as many as _Concurrency_ says. */
function withoutPace(userFolder: string): void {
	const installed = join(userFolder, '.n8n/nodes/node_modules/n8n-nodes-mobile-billing');
	const file = join(installed, 'dist/nodes/engine/core/request/pace.js');
	const text = readFileSync(file, 'utf8');
	const patched = text.replace('const minAtOnce = 4;', 'const minAtOnce = 200;');
	if (patched === text) throw new Error("The pace's start is written in another way");
	writeFileSync(file, patched);
}
