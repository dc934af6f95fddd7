import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { userFolders } from '../scripts/host/paths';
import { deliveryBench } from './deliveries';
import { speedOf } from './gifting';
import { rowsOf } from './tables';

const deliveries = { rounds: 3, deliveries: 100, connections: 20 };
const speed = { rounds: 7, items: 2_000, latencies: [0, 20] };

const sections = {
	deliveries: async () => (await deliveryBench(deliveries)).map(rowsOf.deliveries),
	speed: async () => (await speedOf(speed)).map(rowsOf.speed),
};

/** `npm run bench`: measures the named sections, or all, and prints a table of each. */
async function main(): Promise<void> {
	const named = process.argv.slice(2);
	const unknown = named.filter((name) => !(name in sections));
	if (unknown.length > 0) {
		const known = Object.keys(sections).join(', ');
		throw new Error(`No section ${unknown.join(', ')}. There are: ${known}`);
	}
	// Those of the last run stay until now, to look at.
	rmSync(join(userFolders, 'bench'), { recursive: true, force: true });
	for (const [name, measure] of Object.entries(sections)) {
		if (named.length > 0 && !named.includes(name)) continue;
		const rows = await measure();
		console.log(name, JSON.stringify({ deliveries, speed }[name]));
		console.table(rows);
	}
}

main().catch((error: unknown) => {
	// Nothing but the words: the error of a request holds all of it, the token too.
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
