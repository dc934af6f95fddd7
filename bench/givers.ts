import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import axios from 'axios';
import { createSandbox, type Sandbox } from '../sandbox/sandbox';
import { ensureN8n } from '../scripts/host/installN8n';
import { takesCalls } from '../test/support/e2e/calling';
import { freshN8n } from '../test/support/freshN8n';
import { Seller } from '../test/support/sandbox/seller';
import { Workspace } from '../test/support/workspace';
import {
	concurrency,
	giftCall,
	giftingWorkflow,
	headerCredential,
	pathOf,
	type Way,
} from './giftingWorkflows';
import type { PlainOrder } from './plainProgram';
import { usageOf } from './rounds';

/** Time and processor time of an execution. */
export interface Times {
	/** From the first item into the node to the last item out of it. */
	milliseconds: number;
	processorMs: number;
}

/** Sends gifts to numbers counted up from `first`, at a platform of its own. */
export interface Giver {
	sandbox: Sandbox;
	/** @param atOnce the concurrency of this package's node; all others send 50 at a time */
	give(first: number, count: number, atOnce?: number): Promise<Times>;
	stop(): Promise<void>;
}

/** Has gifts sent to fresh numbers. @throws Error when a gift is missing in the ledger */
export async function giveTo(
	count: number,
	{ sandbox, give }: Giver,
	atOnce?: number,
): Promise<Times> {
	const { entries } = sandbox.world.ledger;
	const before = entries.length;
	const times = await give(before, count, atOnce);
	const assigned = entries.slice(before).filter(({ result }) => result === 'ASSIGNED');
	if (assigned.length !== count) {
		throw new Error(`${assigned.length} of ${count} gifts are in the ledger`);
	}
	return times;
}

const settings = {
	N8N_METRICS: 'true',
	N8N_CUSTOM_EXTENSIONS: join(__dirname, 'bare'),
	// On a busy machine n8n would take its own database for lost, and answer 503.
	DB_PING_INTERVAL_SECONDS: '3600',
};

/** A real n8n with the packed package. The processor time for making the items isn't counted. */
export async function startN8nGiver(
	way: Way,
	patch?: (userFolder: string) => void,
): Promise<Giver> {
	const { n8n, client } = await freshN8n({ settings, patch });
	const workspace = await Workspace.open(undefined, { url: n8n.url, client });
	const { sandbox, seller } = workspace;
	const platform = { url: sandbox.url, token: await tokenOf(seller) };
	await workspace.keep(headerCredential(platform));
	const ways = ['nobody', way] as const;
	for (const one of ways) {
		await workspace.publish({ [pathOf(one)]: giftingWorkflow(one, platform) });
		await takesCalls(`${n8n.url}/webhook/${pathOf(one)}`);
	}
	const execute = async (one: Way, body: object): Promise<Times> => {
		const before = await usageOf(n8n.url);
		const url = `${n8n.url}/webhook/${pathOf(one)}`;
		const { data } = await axios.post<Times>(url, body, { proxy: false, timeout: 3_600_000 });
		const { processorMs } = await usageOf(n8n.url);
		return { ...data, processorMs: processorMs - before.processorMs };
	};
	const give = async (first: number, count: number, atOnce = concurrency) => {
		const items = await execute('nobody', { first, count });
		const body = { first, count, concurrency: atOnce };
		const { milliseconds, processorMs } = await execute(way, body);
		return { milliseconds, processorMs: processorMs - items.processorMs };
	};
	const stop = async () => {
		await n8n.stop();
		await sandbox.close();
	};
	return { sandbox, give, stop };
}

/** The plain program, in a process of its own and on n8n's own Node. */
export async function startPlainGiver(connections: PlainOrder['connections']): Promise<Giver> {
	const sandbox = await createSandbox({ port: 0 });
	const platform = { url: sandbox.url, token: await tokenOf(await Seller.on(sandbox)) };
	const { node } = await ensureN8n();
	const program = join(__dirname, 'plainProgram.ts');
	const child = fork(program, { execPath: node, execArgv: ['--import', 'tsx'] });
	const failed = once(child, 'exit').then(() => {
		throw new Error('The plain program failed');
	});
	const give = async (first: number, count: number) => {
		const call = giftCall(platform);
		const answered = once(child, 'message');
		child.send({ call, first, count, concurrency, connections } satisfies PlainOrder);
		const [times] = (await Promise.race([answered, failed])) as [Times];
		return times;
	};
	const stop = async () => {
		failed.catch(() => undefined);
		child.kill();
		await sandbox.close();
	};
	return { sandbox, give, stop };
}

async function tokenOf(seller: Seller): Promise<string> {
	const { data } = await seller.login();
	return String((data as { access_token: string }).access_token);
}
