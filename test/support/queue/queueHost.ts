import { createSandbox, type Sandbox } from '../../../sandbox/sandbox';
import { importInto } from '../../../scripts/host/import';
import { N8nClient } from '../n8nClient';
import { readyCredentials } from '../../../scripts/try/credentials';
import { filledInFor, type WorkflowFile } from '../../../scripts/try/workflows';
import { owner } from '../e2e/looking';
import { prepareCluster, startCluster, stopCluster, type Cluster } from './cluster';
import type { Postgres } from './servers';

/** What the workflows of queue mode need besides the account and the service. */
export function databaseCredential({ access, port }: Postgres) {
	const data = { ...access, host: '127.0.0.1', port, ssl: 'disable' };
	return { id: 'queueDatabase', name: 'Queue database', type: 'postgres', data };
}

/** n8n in queue mode with the packed package, and a sandbox. */
export interface QueueHost {
	sandbox: Sandbox;
	cluster: Cluster;
	client: N8nClient;
}

/** Starts everything, with these workflows published. */
export async function startQueueHost(workflows: WorkflowFile[]): Promise<QueueHost> {
	const cluster = await prepareCluster();
	const sandbox = await createSandbox({ port: 0 });
	const host = { sandbox, cluster, client: new N8nClient(cluster.main.url) };
	try {
		const credentials = [...readyCredentials(sandbox.url), databaseCredential(cluster.postgres)];
		await importInto(cluster.main, 'credentials', credentials);
		await importInto(cluster.main, 'workflow', filledInFor(sandbox.url, workflows));
		await startCluster(cluster);
		await host.client.login(owner);
		for (const { id } of workflows) await host.client.activate(id);
	} catch (error) {
		await stopQueueHost(host);
		throw error;
	}
	return host;
}

/** Ends everything. */
export async function stopQueueHost({ cluster, sandbox }: QueueHost): Promise<void> {
	await stopCluster(cluster);
	await sandbox.close();
}
