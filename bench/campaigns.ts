import axios from 'axios';
import { waitFor } from '../scripts/host/wait';
import { figuresOf, planCampaign, press, type Plan } from '../scripts/try/campaign';
import { campaignsWorkflow } from '../scripts/try/workflows';
import { freshN8n } from '../test/support/freshN8n';
import { Workspace } from '../test/support/workspace';
import { msisdnOf } from './giftingWorkflows';
import { usageOf } from './rounds';

/** Time, memory and requests of one campaign. */
export interface CampaignTimes {
	/** From the upload until the desk has answered. */
	planMs: number;
	/** From the first gift to the last. */
	runMs: number;
	/** From the approval until the campaign says that it has finished. */
	totalMs: number;
	processorMs: number;
	/** The peak of n8n's memory meanwhile, in megabytes. */
	memory: number;
	/** Requests to the platform, without those of the plan. */
	requests: number;
}

/** A real n8n with the campaigns' workflow, and a platform of its own. */
export interface CampaignRunner {
	/** The address of n8n. */
	url: string;
	latency(milliseconds: number): void;
	/** Plans a list from a CSV file, without an approval. */
	plan(count: number): Promise<void>;
	/** Plans a file; gives the number of planned rows, or the reason of a refusal. */
	planFile(bytes: Uint8Array): Promise<string>;
	/** Plans a list from a CSV file, approves it, and waits for its end. @throws Error when a gift is missing in the ledger */
	run(count: number): Promise<CampaignTimes>;
	/** Milliseconds to load the page of the last campaign. */
	page(): Promise<number>;
	/** Milliseconds to download all its rows as CSV, and the size of the file. */
	csv(): Promise<{ milliseconds: number; megabytes: number }>;
	stop(): Promise<void>;
}

const ordinary = {
	N8N_METRICS: 'true',
	DB_PING_INTERVAL_SECONDS: '3600',
	N8N_DATA_TABLES_MAX_SIZE_BYTES: String(2 ** 31),
	N8N_FORMDATA_FILE_SIZE_MAX: '500',
};

export async function startCampaigns(settings: Record<string, string> = {}) {
	const { n8n, client } = await freshN8n({ settings: { ...ordinary, ...settings } });
	const workspace = await Workspace.open(undefined, { url: n8n.url, client });
	await workspace.publishReady(campaignsWorkflow);
	const { sandbox } = workspace;
	const { ledger, traffic, settings: platform } = sandbox.world;
	const megabytes = 500;
	let [next, filesSent] = [0, 0];
	let last: Plan | undefined;

	const sent = async (name: string, file: string | Uint8Array<ArrayBuffer>) => {
		const form = new FormData();
		const startAt = new Date(Date.now() - 60_000).toISOString();
		const fields = { campaign: `bench-${name}`, service: 'LOYALTYDATA01', startAt };
		for (const [field, value] of Object.entries(fields)) form.append(field, value);
		form.append('budget', '1000000000');
		form.append('country', 'international');
		form.append('list', new Blob([file]), 'list.csv');
		return await planCampaign(n8n.url, form);
	};

	const planned = async (count: number) => {
		const lines = Array.from({ length: count }, (_, n) => `+${msisdnOf(next + n)},${megabytes}`);
		const csv = ['phone,megabytes', ...lines, ''].join('\n');
		const plan = await sent(String(next), csv);
		next += count;
		if (plan.status !== 'planned') throw new Error(plan.problem);
		return plan;
	};

	const planFile = async (bytes: Uint8Array): Promise<string> => {
		const {
			status,
			problem = '',
			rows,
		} = await sent(`file-${(filesSent += 1)}`, new Uint8Array(bytes));
		return status === 'planned' ? `${rows} rows planned` : problem;
	};

	const run = async (count: number): Promise<CampaignTimes> => {
		const watch = watchMemory(n8n.url);
		const began = Date.now();
		last = await planned(count);
		const { statusUrl, controlUrl, hash } = last;
		const planMs = Date.now() - began;
		const before = { entries: ledger.entries.length, requests: traffic.report().total };
		const usage = await usageOf(n8n.url);
		const approvedAt = Date.now();
		await press(controlUrl, 'approve', { hash, by: 'bench' });
		let firstAt = 0;
		const given = () => ledger.entries.length - before.entries;
		const isGiven = () => {
			if (firstAt === 0 && given() > 0) firstAt = Date.now();
			return given() >= count;
		};
		const limits = { timeoutMs: 60_000 + count * 20, everyMs: 5 };
		await waitFor('the last gift', isGiven, limits);
		const runMs = Date.now() - firstAt;
		const { processorMs } = await usageOf(n8n.url);
		const finished = async () => (await figuresOf(statusUrl)).status === 'finished';
		await waitFor('the end', finished, { timeoutMs: 120_000, everyMs: 500 });
		const { results } = await figuresOf(statusUrl);
		if (given() !== count || results.given.rows !== count) {
			throw new Error(
				`${given()} of ${count} gifts are in the ledger, ${results.given.rows} reported`,
			);
		}
		return {
			planMs,
			runMs,
			totalMs: Date.now() - approvedAt,
			memory: await watch.stop(),
			processorMs: processorMs - usage.processorMs,
			requests: traffic.report().total - before.requests,
		};
	};

	const plan = async (count: number): Promise<void> => {
		last = await planned(count);
	};

	const open = async (query: string) => {
		const began = Date.now();
		const url = `${last?.controlUrl}${query}`;
		const { data } = await axios.get<string>(url, { proxy: false, responseType: 'text' });
		return { milliseconds: Date.now() - began, megabytes: data.length / 1e6 };
	};

	return {
		url: n8n.url,
		planFile,
		latency: (milliseconds: number) => {
			platform.latencyMs = milliseconds;
		},
		plan,
		run,
		csv: async () => await open('&format=file'),
		page: async () => (await open('')).milliseconds,
		stop: async () => {
			await n8n.stop();
			await sandbox.close();
		},
	} satisfies CampaignRunner;
}

/** Asking n8n for its memory takes long. */
function watchMemory(n8nUrl: string) {
	let most = 0;
	const timer = setInterval(() => {
		usageOf(n8nUrl).then(
			({ megabytes }) => {
				most = Math.max(most, megabytes);
			},
			() => undefined,
		);
	}, 5_000);
	return {
		stop: async () => {
			clearInterval(timer);
			return Math.max(most, (await usageOf(n8nUrl)).megabytes);
		},
	};
}
