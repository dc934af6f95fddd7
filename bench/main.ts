import { campaignBench, sizeBench, storedBench } from './campaignSpeed';
import { deliveryBench } from './deliveries';
import { speedBench } from './gifting';
import { lookBench } from './look';
import { paceBench } from './pace';
import { stallBench } from './stall';

const deliveries = { rounds: 3, deliveries: 100, connections: 20 };
const speed = { rounds: 7, items: 2_000, latencies: [0, 20] };

const pace = { rounds: 3, latencies: [0, 20, 100, 300], capacity: 50, seconds: 15 };

const look = { rows: 500, rounds: 7 };
const campaign = { rounds: 3, rows: 10_000, latencies: [20, 100] };
const size = { sizes: [2_000, 20_000, 200_000], database: 'SQLite' as const };
const stored = { rows: 10_000, stored: 1_000_000, rounds: 3 };
const million = { sizes: [10_000, 1_000_000], database: 'PostgreSQL' as const };

const sections: Record<string, [size: object, measure: () => Promise<object[]>]> = {
	deliveries: [deliveries, () => deliveryBench(deliveries)],
	speed: [speed, () => speedBench(speed)],
	pace: [pace, () => paceBench(pace)],
	look: [look, () => lookBench(look)],
	campaign: [campaign, () => campaignBench(campaign)],
	size: [size, () => sizeBench(size)],
	stored: [stored, () => storedBench(stored)],
	million: [million, () => sizeBench(million)],
	stall: [{}, () => stallBench()],
	'stall of the largest': [
		{},
		() => stallBench(['1,000,000 rows', 'a campaign of 20000 rows runs']),
	],
};

/** The sections that take only some minutes. */
const usual = ['deliveries', 'speed', 'campaign'];

/** `npm run bench`: measures the named sections, or the usual ones, and prints a table of each. */
async function main(): Promise<void> {
	const named = process.argv.slice(2);
	for (const name of named.length > 0 ? named : usual) {
		const [size, measure] = sections[name] ?? [];
		if (!measure) throw new Error(`No section ${name}: ${Object.keys(sections).join(', ')}`);
		const rows = await measure();
		console.log(name, JSON.stringify(size));
		console.table(rows);
	}
}

main().catch((error: unknown) => {
	// Only the message: axios keeps the whole request in its error, the token too.
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
