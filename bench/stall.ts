import { once } from 'node:events';
import http, { Agent } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import axios from 'axios';
import { lowPort } from '../test/support/freshN8n';
import { startCampaigns, type CampaignRunner } from './campaigns';
import { files } from './hostileFiles';
import { owners, Timeline, type Seen } from './timeline';

/** The interval of other requests to n8n, in milliseconds. */
const everyMs = 20;

/** The rows of the campaign that runs, and the interval at which its page is loaded. */
const [ranRows, pageMs] = [20_000, 5_000];

/**
 * Measures how long other requests wait while n8n plans each of the files, and while a campaign runs, in milliseconds.
 *
 * @param only the files to measure
 */
export async function stallBench(only?: string[]): Promise<object[]> {
	// A busy n8n closes kept connections.
	http.globalAgent = new Agent({ keepAlive: false });
	const port = await lowPort();
	const settings = {
		NODE_OPTIONS: `--require ${join(__dirname, 'probe.cjs')}`,
		BENCH_PROBE_PORT: String(port),
	};
	const campaigns = await startCampaigns(settings);
	const run = `a campaign of ${ranRows} rows runs`;
	const work: Record<string, () => Promise<string>> = {
		nothing: async () => {
			await new Promise((resolve) => setTimeout(resolve, 5_000));
			return '';
		},
		...Object.fromEntries(
			Object.entries(files).map(([name, bytesOf]) => [
				name,
				async () => await campaigns.planFile(bytesOf()),
			]),
		),
		[run]: async () => await ran(campaigns),
	};
	try {
		// The first campaign is slower, because n8n loads its code for it.
		await campaigns.run(1_000);
		const table: object[] = [];
		for (const name of only ?? Object.keys(work)) {
			const line = await watched(`http://127.0.0.1:${port}`, campaigns, work[name]);
			table.push({ file: name, ...line });
			if (process.env.TRACE) console.error(JSON.stringify(table.at(-1)));
		}
		return table;
	} finally {
		await campaigns.stop();
	}
}

async function ran(campaigns: CampaignRunner): Promise<string> {
	const timer = setInterval(() => void campaigns.page().catch(() => undefined), pageMs);
	const { runMs } = await campaigns.run(ranRows).finally(() => {
		clearInterval(timer);
	});
	return `${((ranRows / runMs) * 1000).toFixed(0)} rows a second`;
}

/** Measures n8n while it does some work and answers other requests. */
async function watched(
	probeUrl: string,
	{ url }: CampaignRunner,
	work: () => Promise<string> = () => Promise.reject(new Error('No such file')),
): Promise<object> {
	const probe = axios.create({ baseURL: probeUrl, proxy: false, maxContentLength: Infinity });
	const { data: before } = await probe.get<{ idle: number }>('/start');
	const asker = new Worker(join(__dirname, 'asker.cjs'), {
		workerData: { url: `${url}/healthz`, everyMs },
	});
	await once(asker, 'message');
	const began = performance.now();
	const ends = await work().finally(async () => {
		const over = once(asker, 'message');
		asker.postMessage('stop');
		await over;
		await asker.terminate();
	});
	const seconds = (performance.now() - began) / 1000;
	const { data: seen } = await probe.get<Seen & { most: number; waits: Wait[] }>('/stop');
	const { waits } = seen;
	const answers = waits.map(([from, to]) => (to - from) / 1000).sort((one, other) => one - other);
	const timeline = new Timeline(seen);
	const [ours, called, n8ns] = owners.map((owner) => timeline.longestTurn(owner));
	return {
		ends: ends.slice(0, 60),
		seconds: seconds.toFixed(1),
		'longest wait': answers.at(-1)?.toFixed(0),
		p99: answers[Math.ceil(answers.length * 0.99) - 1]?.toFixed(0),
		'our code': ours?.ms.toFixed(0),
		'n8n for it': called?.ms.toFixed(0),
		"n8n's own": n8ns?.ms.toFixed(0),
		"n8n's functions": n8ns?.functions,
		'our functions': ours?.functions,
		'memory MB': `${before.idle} + ${seen.most - before.idle}`,
	};
}

/** The times of a request and its answer, in microseconds. */
type Wait = [from: number, to: number];
