import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../../sandbox/sandbox';
import type { Server } from '../../../scripts/host/process';
import { planCampaign, press } from '../../../scripts/try/campaign';
import { packWorkflows } from '../../../scripts/try/workflows';
import { tableRows } from '../dataTables';
import { ready, startLooking, stopLooking } from '../e2e/looking';
import type { N8nClient } from '../n8nClient';
import { startQueueHost } from '../queue/queueHost';

/** The pack; its runner is there two times, so it starts two times at once. */
const workflows = packWorkflows.flatMap((workflow) =>
	workflow.id === 'campaignRun' ? [workflow, { ...workflow, id: 'campaignRunAgain' }] : [workflow],
);

/** The n-th invented customer, a row of a campaign's list; nobody has a number under +999. */
export const customer = (n: number) => ({
	phone: `9995${String(n).padStart(8, '0')}`,
	mb: 10 + (n % 7),
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
	requests.flatMap(({ gift }) => (gift?.clientId === `${campaign}-${gift?.msisdn}` ? [gift] : []));

/** A real n8n that runs campaigns, whose processes are started again when they end, and a sandbox. */
export interface CampaignHost {
	sandbox: Sandbox;
	/** Where webhooks are called. */
	webhooks: string;
	/** Each request for a gift so far. */
	requests: GiftRequest[];
	client: N8nClient;
	servers: Record<string, Server>;
	stop(): Promise<void>;
}

/** n8n in queue mode, as the shipped deployment has it. */
export async function startInQueueMode(): Promise<CampaignHost> {
	const { main, workers, redis, postgres, nginx, ...host } = await startQueueHost(workflows);
	const named = workers.map((worker, n) => [`worker-${n + 1}`, worker] as const);
	const servers = { main, ...Object.fromEntries(named), redis, postgres };
	return supervised({ ...host, webhooks: nginx.url, servers });
}

/** n8n as one process on SQLite. @param leaseS seconds for which the runner claims a batch; shipped are 60 */
export async function startOnSqlite({ leaseS = 60 } = {}): Promise<CampaignHost> {
	const host = await startLooking((url) =>
		Object.fromEntries(
			workflows.map(({ id, file }) => {
				const short = JSON.stringify(ready({ file }, url))
					.replaceAll('$now.plus(60, ', `$now.plus(${leaseS}, `)
					.replaceAll(": 60, 'seconds'", `: ${leaseS}, 'seconds'`);
				return [id, JSON.parse(short) as object];
			}),
		),
	);
	const { n8n, client, sandbox } = host;
	for (const { id } of workflows) await client.activate(id);
	const stop = async () => await stopLooking(host);
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

/** Plans a campaign as a CRM does, and approves it as a person does. */
export async function approved(
	{ webhooks }: CampaignHost,
	campaign: string,
	rows: Planned[],
	more: object[] = [],
) {
	const list = rows.map(({ mb, ...row }) => ({ ...row, megabytes: mb }));
	const budget = rows.reduce((sum, { mb }) => sum + mb, 0);
	const asked = { campaign, service: 'LOYALTYDATA01', budget, rows: [...list, ...more] };
	const plan = await planCampaign(webhooks, asked);
	if (plan.status !== 'planned') throw new Error(`Not planned: ${plan.problem}`);
	await press(plan.statusUrl, 'approve', { hash: plan.hash, by: 'test' });
	return plan;
}

/** How each row ended, by phone number, from the texts that batches keep. */
export function resultsIn(texts: string[]): Map<string, string> {
	const all = texts.map((text) => JSON.parse(text) as Record<string, { result: string }>);
	const ended = all.flatMap((one) => Object.entries(one));
	return new Map(ended.map(([phone, { result }]) => [phone, result]));
}

/** The id of a campaign, and how each row ended, from the Data Tables. */
export async function resultsOf({ client }: CampaignHost, name: string) {
	const [{ id } = { id: 0 }] = await tableRows(client, 'gift_campaigns', { name });
	const batches = await tableRows(client, 'gift_batches', { campaign: id });
	return { id, results: resultsIn(batches.map((batch) => String(batch.results))) };
}

/**
 * The rows of a campaign that were given something else than once what the list says, or that are reported otherwise.
 *
 * @param expected those who must not get a gift, and why
 */
export function wrongRows(
	campaign: string,
	rows: Planned[],
	requests: GiftRequest[],
	results: Map<string, string>,
	expected = new Map<string, string>(),
): string[] {
	const given = new Map(rows.map(({ phone }) => [phone, [] as number[]]));
	for (const { msisdn, amount } of giftsOf(requests, campaign)) {
		given.set(msisdn, [...(given.get(msisdn) ?? []), amount]);
	}
	const due = new Map(rows.map(({ phone, mb }) => [phone, mb]));
	return [...given].flatMap(([phone, amounts]) => {
		const wanted = expected.get(phone) ?? 'given';
		const mb = wanted === 'given' ? String(due.get(phone)) : '';
		const said = `${phone}: ${results.get(phone)}, ${amounts.join('+')} MB`;
		return results.get(phone) === wanted && amounts.join('+') === mb ? [] : [said];
	});
}
