import { Postgres } from '../test/support/queue/servers';
import { startCampaigns, type CampaignRunner, type CampaignTimes } from './campaigns';
import { giveTo, startN8nGiver } from './givers';
import { inTurns, medianOf, ratioTo, speedsOf } from './rounds';

/** The size of a measurement. */
export interface CampaignBench {
	rounds: number;
	/** Rows of a campaign, and items of an execution of Assign. */
	rows: number;
	/** Latencies of the platform to measure with, in milliseconds. */
	latencies: number[];
}

/** Measures a campaign from its first gift to its last, in turns with Data Gift: Assign on a list of the same size. */
export async function campaignBench({ rounds, rows, latencies }: CampaignBench): Promise<object[]> {
	const campaigns = await startCampaigns();
	const giver = await startN8nGiver('node');
	try {
		for (let n = 0; n < 3; n += 1) {
			await campaigns.run(rows);
			await giveTo(rows, giver);
		}
		const table: object[] = [];
		for (const latencyMs of latencies) {
			campaigns.latency(latencyMs);
			giver.sandbox.world.settings.latencyMs = latencyMs;
			let requests = 0;
			const measure = {
				'Data Gift: Assign, 50 at a time': async () => await giveTo(rows, giver),
				'a campaign, one process': async () => {
					const times = await campaigns.run(rows);
					requests = times.requests;
					return { milliseconds: times.runMs, processorMs: times.processorMs };
				},
			};
			const kinds = Object.keys(measure) as (keyof typeof measure)[];
			const all = await inTurns(kinds, rounds, async (kind) => {
				const { milliseconds, processorMs } = await measure[kind]();
				const perSecond = (rows / milliseconds) * 1000;
				return { perSecond, processorMs: processorMs / rows, load: 0 };
			});
			for (const [kind, own] of all) {
				table.push({
					'platform waits': `${latencyMs} ms`,
					'given by': kind,
					'rows a second': medianOf(own, 'perSecond').toFixed(0),
					rounds: speedsOf(own, 0),
					'of Assign': ratioTo(all.get(kinds[0] ?? kind), own),
					'CPU ms a row': medianOf(own, 'processorMs').toFixed(2),
					'requests a row': kind === kinds[0] ? '' : (requests / rows).toFixed(3),
				});
			}
		}
		return table;
	} finally {
		await Promise.allSettled([campaigns.stop(), giver.stop()]);
	}
}

/** Measures campaigns of several sizes, one after the other, in n8n on SQLite or on PostgreSQL. */
export async function sizeBench({
	sizes,
	database,
}: {
	sizes: number[];
	database: 'SQLite' | 'PostgreSQL';
}): Promise<object[]> {
	const postgres = database === 'PostgreSQL' ? await Postgres.fresh('bench') : undefined;
	const campaigns = await startCampaigns(postgres ? onPostgres(postgres) : {});
	try {
		const table: object[] = [];
		for (const rows of sizes)
			table.push(lineOf(rows, await campaigns.run(rows), await seen(campaigns)));
		return table;
	} finally {
		await campaigns.stop();
		await postgres?.remove();
	}
}

/** Measures campaigns in an empty store, and beside a large campaign, in turns of the same n8n. */
export async function storedBench({
	rows,
	stored,
	rounds,
}: {
	rows: number;
	stored: number;
	rounds: number;
}): Promise<object[]> {
	const campaigns = await startCampaigns();
	try {
		await campaigns.run(rows);
		const measured = async () => {
			const own: number[] = [];
			for (let n = 0; n < rounds; n += 1)
				own.push((rows / (await campaigns.run(rows)).runMs) * 1000);
			return own.sort((one, other) => one - other);
		};
		const empty = await measured();
		const few = await seen(campaigns);
		await campaigns.plan(stored);
		const { page, csv } = await seen(campaigns);
		const full = await measured();
		const middle = Math.floor(rounds / 2);
		const told = (own: number[]) => own.map((one) => one.toFixed(0)).join(' ');
		return [
			{ 'rows stored': 'few', 'rows a second': told(empty), 'page, ms': few.page },
			{
				'rows stored': stored,
				'rows a second': told(full),
				'page, ms': page,
				'CSV, s': (csv.milliseconds / 1000).toFixed(1),
				ratio: ((full[middle] ?? NaN) / (empty[middle] ?? NaN)).toFixed(2),
			},
		];
	} finally {
		await campaigns.stop();
	}
}

const onPostgres = ({ port, access }: Postgres) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(port),
	DB_POSTGRESDB_USER: access.user,
	DB_POSTGRESDB_DATABASE: access.database,
});

async function seen(campaigns: CampaignRunner) {
	const pages = [await campaigns.page(), await campaigns.page(), await campaigns.page()];
	const [, page = NaN] = pages.sort((one, other) => one - other);
	return { page, csv: await campaigns.csv() };
}

function lineOf(
	rows: number,
	{ planMs, runMs, totalMs, memory, requests }: CampaignTimes,
	{ page, csv }: Awaited<ReturnType<typeof seen>>,
): object {
	return {
		rows,
		'plan, s': (planMs / 1000).toFixed(1),
		'rows a second': ((rows / runMs) * 1000).toFixed(0),
		'from approval to end, s': (totalMs / 1000).toFixed(0),
		'requests a row': (requests / rows).toFixed(3),
		'memory, MB': memory,
		'page, ms': page,
		'CSV, s': (csv.milliseconds / 1000).toFixed(1),
		'CSV, MB': csv.megabytes.toFixed(1),
	};
}
