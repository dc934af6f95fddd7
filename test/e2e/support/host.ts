import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import freePort from 'get-port';

import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { importCredentials } from '../../../scripts/host/import';
import { ensureN8n } from '../../../scripts/host/installN8n';
import { installPackage } from '../../../scripts/host/installPackage';
import { N8nClient, type Owner } from '../../../scripts/host/n8nClient';
import { N8nProcess } from '../../../scripts/host/n8nProcess';
import { ensureTarball } from '../../../scripts/host/packageTarball';
import { userFolders } from '../../../scripts/host/paths';
import { readyCredentials } from '../../../scripts/try/credentials';
import { importReady, readyWorkflows } from '../../../scripts/try/workflows';
import { runCampaign, type CampaignRun } from '../../support/campaignRun';
import { SandboxControl, type LedgerEntry } from '../../support/sandboxControl';

/** The n8n of each test file; those of the last run stay, to look at. */
export const testFolders = join(userFolders, 'e2e');

const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};

/** A real n8n with the packed package and the ready workflows published, next to a sandbox. */
export class Host {
	readonly client: N8nClient;

	readonly control: SandboxControl;

	private constructor(
		readonly sandbox: Sandbox,
		readonly n8n: N8nProcess,
		/** Every token the sandbox has issued, of both kinds. */
		readonly issuedTokens: string[],
	) {
		this.client = new N8nClient(n8n.url);
		this.control = new SandboxControl(sandbox.url);
	}

	/** Starts everything; `change` goes into the credentials that are imported, by their types. */
	static async start(change: Record<string, Record<string, string>> = {}): Promise<Host> {
		const installation = await ensureN8n();
		mkdirSync(testFolders, { recursive: true });
		const userFolder = mkdtempSync(join(testFolders, 'n8n-'));
		await installPackage(userFolder, await ensureTarball());

		const sandbox = await createSandbox({ port: 0 });
		const issuedTokens = recordTokens(sandbox);
		const place = {
			userFolder,
			port: await freePort(),
			brokerPort: await freePort(),
			withEditor: false,
		};
		const host = new Host(sandbox, new N8nProcess(place, installation), issuedTokens);
		const credentials = readyCredentials(sandbox.url).map((credential) => ({
			...credential,
			data: { ...credential.data, ...change[credential.type] },
		}));
		try {
			await importCredentials(host.n8n, credentials);
			await importReady(host.n8n, readyWorkflows, sandbox.url);
			await host.n8n.start();
			await host.client.login(owner);
			for (const { id } of readyWorkflows) await host.client.activate(id);
		} catch (error) {
			await host.stop();
			throw error;
		}
		return host;
	}

	/** Submits a list, by default the shipped one, and waits for the end. */
	async runCampaign(campaign: string, csv?: string): Promise<CampaignRun> {
		return await runCampaign(this.n8n.url, this.client, { campaign, ...(csv && { csv }) });
	}

	/** What the sandbox's ledger holds of one campaign. */
	async ledgerOf(campaign: string): Promise<LedgerEntry[]> {
		const entries = await this.control.ledger();
		return entries.filter(({ asked }) => asked.clientId?.startsWith(`${campaign}-`));
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await this.sandbox.close();
	}
}

function recordTokens({ world }: Sandbox): string[] {
	const issued: string[] = [];
	const { tokens } = world;
	for (const method of ['saveAccessToken', 'saveRefreshToken'] as const) {
		const save = tokens[method].bind(tokens);
		tokens[method] = (text, token) => {
			issued.push(text);
			save(text, token);
		};
	}
	return issued;
}
