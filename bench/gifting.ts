import { giveTo, startN8nGiver, startPlainGiver, type Giver } from './givers';
import { inTurns, medianOf, ratioTo, speedsOf } from './rounds';

/** The size of a measurement. */
export interface SpeedBench {
	rounds: number;
	/** Gifts in an execution. */
	items: number;
	/** Latencies of the platform to measure with, in milliseconds. */
	latencies: number[];
}

/** Each node has an n8n of its own, because the HTTP Request node leaves garbage behind that slows others down. */
const starts = {
	'Mobile Data Gifting, 50 at a time': () => startN8nGiver('node'),
	"n8n's helper alone, 50 at a time": () => startN8nGiver('bare'),
	'HTTP Request node': () => startN8nGiver('request'),
	'plain program, new connections': () => startPlainGiver('new'),
	'plain program, kept connections': () => startPlainGiver('kept'),
};
type Name = keyof typeof starts;

/** Measures gifts a second of every giver at every latency, and compares them. */
export async function speedBench(bench: SpeedBench): Promise<object[]> {
	const givers = new Map<Name, Giver>();
	try {
		for (const name of Object.keys(starts) as Name[]) givers.set(name, await starts[name]());
		// A fresh n8n gets faster for a while, so it's warmed up first.
		for (let n = 0; n < 9; n += 1) {
			for (const giver of givers.values()) await giveTo(bench.items, giver);
		}
		const rows: object[] = [];
		for (const latencyMs of bench.latencies) rows.push(...(await rowsAt(latencyMs, bench, givers)));
		return rows;
	} finally {
		await Promise.allSettled([...givers.values()].map((giver) => giver.stop()));
	}
}

async function rowsAt(latencyMs: number, bench: SpeedBench, givers: Map<Name, Giver>) {
	const { items } = bench;
	for (const giver of givers.values()) {
		giver.sandbox.world.settings.latencyMs = latencyMs;
		// Executions that do not count: a fresh n8n takes half as long again for its first thousands of requests.
		for (let n = 0; n < 3; n += 1) await giveTo(items, giver);
	}
	const all = await inTurns([...givers.keys()], bench.rounds, async (name) => {
		const giver = givers.get(name);
		if (!giver) throw new Error(`Nobody gives as ${name}`);
		const before = process.cpuUsage();
		const { milliseconds, processorMs } = await giveTo(items, giver);
		// The platform runs in this process, which does nothing else meanwhile.
		const { user, system } = process.cpuUsage(before);
		return {
			perSecond: (items / milliseconds) * 1000,
			processorMs: processorMs / items,
			load: (user + system) / 1000 / milliseconds,
		};
	});
	return [...all].map(([name, rounds]) => ({
		'platform waits': `${latencyMs} ms`,
		'sent by': name,
		'gifts a second': medianOf(rounds, 'perSecond').toFixed(0),
		rounds: speedsOf(rounds, 0),
		"of n8n's helper": ratioTo(all.get("n8n's helper alone, 50 at a time"), rounds),
		'of HTTP Request': ratioTo(all.get('HTTP Request node'), rounds),
		'of plain, new': ratioTo(all.get('plain program, new connections'), rounds),
		'CPU ms a gift': medianOf(rounds, 'processorMs').toFixed(2),
		'platform busy': medianOf(rounds, 'load').toFixed(2),
	}));
}
