import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { userFolders } from '../scripts/host/paths';
import { deliveryBench } from './deliveries';
import { speedOf } from './gifting';
import { growthOf } from './giftingMemory';
import { readsOf } from './giftingReads';
import { loadingOf } from './loading';
import { lookUpsOf } from './lookUps';
import { searchBench } from './search';
import { rowsOf } from './tables';

const [flags, named] = [true, false].map((isFlag) =>
	process.argv.slice(2).filter((word) => word.startsWith('--') === isFlag),
) as [string[], string[]];

const deliveries = { rounds: 3, deliveries: 100, connections: 20 };
const speed = { rounds: 7, items: 2_000, latencies: [0, 20] };
// 50,000 items take n8n's own node a quarter of an hour.
const sizes = flags.includes('--large') ? [2_000, 10_000, 50_000] : [2_000, 10_000];
const growth = { rounds: 3, sizes };

const sections = {
	deliveries: section(
		`Deliveries a second, ${deliveries.connections} connections, median of ${deliveries.rounds} rounds of ${deliveries.deliveries}`,
		async () => await deliveryBench(deliveries),
		rowsOf.deliveries,
	),
	speed: section(
		`Gifts, each execution of ${speed.items}, median of ${speed.rounds} rounds`,
		async () => await speedOf(speed),
		rowsOf.speed,
	),
	growth: section(
		`Gifts, longer lists, median of ${growth.rounds} rounds`,
		async () => await growthOf(growth),
		rowsOf.growth,
	),
	reads: section('Gifts, what else is asked for', async () => await readsOf(200), rowsOf.reads),
	loading: section(
		"Loading all nodes and credentials, over n8n's own, median of 7",
		async () => [await loadingOf(7)],
		rowsOf.loading,
	),
	'look-ups': section(
		'Gifts of a number, found among all that the sandbox holds, median of 500',
		async () => await lookUpsOf([1_000, 100_000], 500),
		rowsOf.lookUps,
	),
	search: section('Searches for everything', searchBench, rowsOf.search),
};

/** What is measured under one name, and how its table is made. */
function section<Line>(
	title: string,
	measure: () => Promise<Line[]>,
	rowOf: (line: Line) => object,
) {
	return async (): Promise<{ lines: unknown[]; print(): void }> => {
		const lines = await measure();
		const print = () => {
			console.log(title);
			console.table(lines.map(rowOf));
		};
		return { lines, print };
	};
}

/**
 * `npm run bench`: measures the named sections, or all, and prints a table of each, or with `--json` everything that was
 * measured. `--large` looks at lists of 50,000 as well.
 */
async function main(): Promise<void> {
	const unknown = named.filter((name) => !(name in sections));
	if (unknown.length > 0) {
		throw new Error(
			`No section ${unknown.join(', ')}. There are: ${Object.keys(sections).join(', ')}`,
		);
	}
	// Those of the last run stay until now, to look at.
	rmSync(join(userFolders, 'bench'), { recursive: true, force: true });
	const measured: Record<string, unknown[]> = {};
	for (const [name, measure] of Object.entries(sections)) {
		if (named.length > 0 && !named.includes(name)) continue;
		const { lines, print } = await measure();
		measured[name] = lines;
		if (!flags.includes('--json')) print();
	}
	if (flags.includes('--json')) console.log(JSON.stringify(measured, null, '\t'));
}

main().catch((error: unknown) => {
	// Nothing but the words: the error of a request holds all of it, the token too.
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
