import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Results, type State } from '../../../campaign/results';
import type { Piece, Campaign, Row, StoredList } from '../../../campaign/types';
import type { Sandbox } from '../../../sandbox/sandbox';
import { scratchRoot } from '../../../scripts/host/paths';
import type { Server } from '../../../scripts/host/process';
import {
	planCampaign,
	press,
	type ListRow,
	type Plan,
	type PlanRequest,
} from '../../../scripts/try/campaign';
import { campaignsWorkflow, type WorkflowFile } from '../../../scripts/try/workflows';
import { tableRows, type TableRow } from '../dataTables';
import { freshN8n } from '../freshN8n';
import type { N8nClient } from '../n8nClient';
import { startQueueHost } from '../queue/queueHost';
import { Workspace } from '../workspace';

interface Workflow {
	nodes: { name: string }[];
	connections: Record<string, { main: ({ node: string }[] | null)[] }>;
}

/** The workflow, and its part that runs campaigns once more: two runners, which start at the same time. */
function workflowFiles(): WorkflowFile[] {
	const workflow = JSON.parse(readFileSync(campaignsWorkflow.file, 'utf8')) as Workflow;
	const reached = new Set(['Every 10 seconds']);
	for (const name of reached) {
		const next = workflow.connections[name]?.main.flat() ?? [];
		for (const one of next) if (one) reached.add(one.node);
	}
	const nodes = workflow.nodes.filter(({ name }) => reached.has(name));
	const connections = Object.fromEntries(
		Object.entries(workflow.connections).filter(([name]) => reached.has(name)),
	);
	const file = join(scratchRoot, `second-runner-${process.pid}.json`);
	mkdirSync(scratchRoot, { recursive: true });
	writeFileSync(file, JSON.stringify({ ...workflow, name: 'Second runner', nodes, connections }));
	return [campaignsWorkflow, { id: 'secondRunner', file }];
}

/** The n-th invented customer, a row of a campaign's list; nobody has a number under +999. */
export const customer = (n: number) => ({
	phone: `9995${String(n + 1).padStart(8, '0')}`,
	megabytes: 10 + (n % 7),
	operator: 'XZ_SANDBOX',
	customer: `C-${n}`,
});

export const customers = (count: number, from = 0) =>
	Array.from({ length: count }, (_, n) => customer(from + n));

export type Planned = ReturnType<typeof customer>;

/** A request for a gift that reached the platform, and the gift when it was given. */
export interface GiftRequest {
	/** Milliseconds since the epoch. */
	at: number;
	gift?: { msisdn: string; clientId: string | null; amount: number };
}

/** From now on, each request for a gift as it reaches the platform. */
export function recordGifts({ world: { ledger } }: Sandbox): GiftRequest[] {
	const requests: GiftRequest[] = [];
	const add = ledger.add.bind(ledger);
	ledger.add = (entry) => {
		requests.push({ at: Date.now(), gift: entry.gift });
		add(entry);
	};
	return requests;
}

export const giftsOf = (requests: GiftRequest[], campaign: string) =>
	requests.flatMap(({ gift }) =>
		gift?.clientId === `${campaign.toLowerCase()}-${gift?.msisdn}` ? [gift] : [],
	);

/** A real n8n that runs campaigns, whose processes are started again when they end, and a sandbox. */
export interface CampaignHost {
	sandbox: Sandbox;
	/** The address under which webhooks are called. */
	webhooks: string;
	/** Each request for a gift so far. */
	requests: GiftRequest[];
	client: N8nClient;
	servers: Record<string, Server>;
	stop(): Promise<void>;
}

/** n8n in queue mode, as the shipped deployment has it. */
export async function startInQueueMode(): Promise<CampaignHost> {
	const { main, workers, redis, postgres, nginx, ...host } = await startQueueHost(workflowFiles());
	const named = workers.map((worker, n) => [`worker-${n + 1}`, worker] as const);
	const servers = { main, ...Object.fromEntries(named), redis, postgres };
	return supervised({ ...host, webhooks: nginx.url, servers });
}

/** n8n as one process on SQLite. */
export async function startOnSqlite(): Promise<CampaignHost> {
	const { n8n, client } = await freshN8n();
	const workspace = await Workspace.open(undefined, { url: n8n.url, client });
	const { sandbox } = workspace;
	await workspace.publishReady(...workflowFiles());
	const stop = async () => {
		await n8n.stop();
		await sandbox.close();
	};
	return supervised({ client, sandbox, webhooks: n8n.url, servers: { n8n }, stop });
}

/** Starts what has ended again, at once and on the same ports, as systemd does with `Restart=always`. */
function supervised(host: Omit<CampaignHost, 'requests'>): CampaignHost {
	let isOver = false;
	const watches = Object.values(host.servers).map(async (server) => {
		for (;;) {
			await server.ended();
			// systemd's own pause, `RestartSec`.
			await sleep(100);
			if (isOver) return;
			// It ends while it starts when its database is away; then it's started again.
			await server.start().catch(() => undefined);
		}
	});
	const stop = async () => {
		isOver = true;
		await host.stop();
		await Promise.all(watches);
	};
	return { ...host, requests: recordGifts(host.sandbox), stop };
}

/** Plans a campaign as a CRM does. It started a minute ago, because it ends 30 s after its start at the earliest. */
export async function planned(
	{ webhooks }: CampaignHost,
	campaign: string,
	rows: ListRow[],
	settings: Partial<PlanRequest> = {},
): Promise<Plan> {
	const budget = rows.reduce((sum, { megabytes }) => sum + Number(megabytes), 0);
	const startAt = new Date(Date.now() - 60_000).toISOString();
	const asked = {
		campaign,
		service: 'LOYALTYDATA01',
		country: 'international',
		budget,
		startAt,
		rows,
		...settings,
	};
	const plan = await planCampaign(webhooks, asked);
	if (plan.status !== 'planned') throw new Error(`Not planned: ${plan.problem}`);
	return plan;
}

/** Approves a campaign as a person does. */
export async function approve({ controlUrl, hash }: Plan): Promise<void> {
	await press(controlUrl, 'approve', { hash, by: 'test' });
}

/** A campaign as the Data Tables have it. */
export interface Stored {
	campaign: Campaign;
	pieces: Piece[];
	/** How each row ended, by phone number. */
	results: Map<string, State | undefined>;
}

/** Reads a campaign from the Data Tables. */
export async function storedOf({ client }: CampaignHost, name: string): Promise<Stored> {
	const read = async <One>(table: string, where: Record<string, string>) =>
		await tableRows<One & TableRow>(client, `mobile_data_${table}`, where);
	const [campaign] = await read<Campaign>('campaigns', { name });
	if (!campaign) throw new Error(`There is no campaign ${name}`);
	const { planId } = campaign;
	const pieces = await read<Piece>('pieces', { planId });
	const lists = await read<StoredList>('lists', { planId });
	const listOf = new Map(lists.map(({ number, list }) => [number, list]));
	const results = pieces.flatMap((piece) => {
		const own = new Results(piece);
		const rows = JSON.parse(listOf.get(piece.number) ?? '[]') as Row[];
		return rows.map(({ phone }, row) => [phone, own.stateOf(row)] as const);
	});
	return { campaign, pieces, results: new Map(results) };
}

/**
 * The rows of a campaign that were given something else than once what the list says, or that are reported otherwise.
 *
 * @param expected those who must not get a gift, and why
 */
export function wrongRows(
	rows: Planned[],
	requests: GiftRequest[],
	{ campaign, results }: Stored,
	expected = new Map<string, State>(),
): string[] {
	const given = new Map(rows.map(({ phone }) => [phone, [] as number[]]));
	for (const { msisdn, amount } of giftsOf(requests, campaign.name)) {
		const own = given.get(msisdn) ?? [];
		own.push(amount);
		given.set(msisdn, own);
	}
	const due = new Map(rows.map(({ phone, megabytes }) => [phone, megabytes]));
	return [...given].flatMap(([phone, amounts]) => {
		const wanted = expected.get(phone) ?? 'given';
		const mb = wanted === 'given' ? String(due.get(phone)) : '';
		const said = `${phone}: ${results.get(phone)}, ${amounts.join('+')} MB`;
		return results.get(phone) === wanted && amounts.join('+') === mb ? [] : [said];
	});
}
