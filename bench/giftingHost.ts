import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import axios from 'axios';
import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../sandbox/sandbox';
import { importCredentials, importWorkflows } from '../scripts/host/import';
import { ensureN8n } from '../scripts/host/installN8n';
import { installPackage } from '../scripts/host/installPackage';
import { N8nClient } from '../scripts/host/n8nClient';
import { N8nProcess } from '../scripts/host/n8nProcess';
import { ensureTarball } from '../scripts/host/packageTarball';
import { userFolders } from '../scripts/host/paths';
import { accountCredential, demoAccount } from '../scripts/try/credentials';
import { owner } from '../test/support/e2e/looking';
import { takesCalls } from '../test/support/e2e/calling';
import { giftingWorkflow, headerAuth, pathOf, type Platform, type Way } from './giftingWorkflows';

const hour = 3_600_000;
const bare = join(__dirname, 'bare');

/** Executions that do not count: a fresh n8n takes half as long again for its first thousands of requests. */
export const warmUps = 3;

/** The platform that gifts are sent to, and how many were: no number is given to twice. */
export class GiftingPlatform {
	private given = 0;

	private constructor(
		readonly sandbox: Sandbox,
		readonly platform: Platform,
	) {}

	static async start(): Promise<GiftingPlatform> {
		const sandbox = await createSandbox({ port: 0, accessTokenLifetime: 86_400 });
		const { clientId, clientSecret, username, password } = demoAccount;
		const form = { grant_type: 'password', client_id: clientId, client_secret: clientSecret };
		const { data } = await axios.post<{ access_token: string }>(
			`${sandbox.url}/realms/api/protocol/openid-connect/token`,
			new URLSearchParams({ ...form, username, password }),
			{ proxy: false },
		);
		const platform = { url: sandbox.url, token: data.access_token };
		return new GiftingPlatform(sandbox, platform);
	}

	/**
	 * Has so many gifts sent to numbers that nobody gave to before.
	 *
	 * @throws Error when the sandbox's ledger does not hold each of them
	 */
	async give<T>(count: number, send: (first: number) => Promise<T>, isSent = true): Promise<T> {
		const { ledger } = this.sandbox.world;
		const before = ledger.entries.length;
		const sent = await send(this.given);
		this.given += count;
		const assigned = ledger.entries.slice(before).filter(({ result }) => result === 'ASSIGNED');
		if (assigned.length !== (isSent ? count : 0)) {
			throw new Error(`${assigned.length} of ${count} gifts are in the ledger`);
		}
		return sent;
	}
}

/** What one execution took. */
export interface Execution {
	/** From the first item that reached the node to the last that left it. */
	milliseconds: number;
	/** What n8n's processor did meanwhile, the making of the items counted. */
	processorMs: number;
}

/** A real n8n with the packed package and a workflow for each way to give. */
export class GiftingHost {
	private constructor(
		private readonly gifting: GiftingPlatform,
		private readonly n8n: N8nProcess,
	) {}

	static async start(gifting: GiftingPlatform, ways: Way[]): Promise<GiftingHost> {
		const installation = await ensureN8n();
		const folder = join(userFolders, 'bench');
		mkdirSync(folder, { recursive: true });
		const userFolder = mkdtempSync(join(folder, 'n8n-'));
		await installPackage(userFolder, await ensureTarball());
		if (ways.includes('bare')) {
			const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', 'n8n-nodes-bare');
			cpSync(bare, installed, { recursive: true });
		}
		const place = {
			userFolder,
			port: await freePort(),
			brokerPort: await freePort(),
			withEditor: false,
			settings: {
				N8N_METRICS: 'true',
				// On a machine that is busy otherwise n8n takes its own database for lost, and answers 503.
				DB_PING_INTERVAL_SECONDS: '3600',
			},
		};
		const host = new GiftingHost(gifting, new N8nProcess(place, installation));
		try {
			await host.fill(ways);
		} catch (error) {
			await host.stop();
			throw error;
		}
		return host;
	}

	private async fill(ways: Way[]): Promise<void> {
		const { n8n, gifting } = this;
		const { platform } = gifting;
		await importCredentials(n8n, [accountCredential(platform.url), headerAuth(platform)]);
		const workflows = ways.map((way) => ({ ...giftingWorkflow(way, platform), id: pathOf(way) }));
		await importWorkflows(n8n, workflows);
		await n8n.start();
		const client = new N8nClient(n8n.url);
		await client.login(owner);
		for (const { id } of workflows) await client.activate(id);
		for (const way of ways) await takesCalls(this.urlOf(way));
	}

	/** Gives to so many numbers in one execution. */
	async give(way: Way, count: number): Promise<Execution> {
		return await this.gifting.give(
			count,
			async (first) => {
				const before = await this.processorMs();
				const { data } = await axios.post<Execution>(
					this.urlOf(way),
					{ count, first },
					{ proxy: false, timeout: hour },
				);
				return { ...data, processorMs: (await this.processorMs()) - before };
			},
			way !== 'nobody',
		);
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
	}

	private urlOf(way: Way): string {
		return `${this.n8n.url}/webhook/${pathOf(way)}`;
	}

	private async processorMs(): Promise<number> {
		const { data } = await axios.get<string>(`${this.n8n.url}/metrics`, { proxy: false });
		return Number(/^\w*process_cpu_seconds_total (\S+)/m.exec(data)?.[1]) * 1000;
	}
}
