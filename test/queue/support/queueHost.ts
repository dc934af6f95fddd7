import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { importCredentials, type CredentialImport } from '../../../scripts/host/import';
import { N8nClient, type Owner } from '../../../scripts/host/n8nClient';
import { userFolders } from '../../../scripts/host/paths';
import { readyCredentials } from '../../../scripts/try/credentials';
import { importReady } from '../../../scripts/try/workflows';
import { SandboxControl } from '../../support/sandboxControl';
import { Cluster, type ClusterSize } from './cluster';

const owner: Owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: 'Test-owner-1',
};

/** A workflow file and the id it gets. */
export interface WorkflowFile {
	id: string;
	file: string;
}

/** Writes down a workflow that the tests make themselves. */
export function workflowFile(id: string, workflow: object): WorkflowFile {
	mkdirSync(userFolders, { recursive: true });
	const file = join(userFolders, `${id}.json`);
	writeFileSync(file, JSON.stringify(workflow));
	return { id, file };
}

/** n8n in queue mode with the packed package, and a sandbox. */
export class QueueHost {
	readonly client: N8nClient;

	readonly control: SandboxControl;

	private constructor(
		readonly sandbox: Sandbox,
		readonly cluster: Cluster,
	) {
		this.client = new N8nClient(cluster.main.url);
		this.control = new SandboxControl(sandbox.url);
	}

	/** Starts everything, with these workflows published. */
	static async start(workflows: WorkflowFile[], size: ClusterSize = {}): Promise<QueueHost> {
		const cluster = await Cluster.prepare();
		const sandbox = await createSandbox({ port: 0 });
		const host = new QueueHost(sandbox, cluster);
		try {
			const credentials = [...readyCredentials(sandbox.url), ...credentialsOf(cluster)];
			await importCredentials(cluster.main, credentials);
			await importReady(cluster.main, workflows, sandbox.url);
			await cluster.start(size);
			await host.client.login(owner);
			for (const { id } of workflows) await host.client.activate(id);
		} catch (error) {
			await host.stop();
			throw error;
		}
		return host;
	}

	async stop(): Promise<void> {
		await this.cluster.stop();
		await this.sandbox.close();
	}
}

/** What the workflows of queue mode need besides the account and the service. */
function credentialsOf({ postgres }: Cluster): CredentialImport[] {
	const { port, user, password, database } = postgres.access;
	return [
		{
			id: 'queueDatabase',
			name: 'Queue database',
			type: 'postgres',
			data: { host: '127.0.0.1', port, user, password, database, ssl: 'disable' },
		},
	];
}
