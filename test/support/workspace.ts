import { readFileSync } from 'node:fs';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { filledIn } from '../../scripts/try/workflows';
import type { CredentialImport } from '../../scripts/try/credentials';
import type { N8nClient } from './n8nClient';
import { waitFor } from '../../scripts/host/wait';
import { readyCredentials } from '../../scripts/try/credentials';
import { Seller } from './sandbox/seller';
import { sharedN8n } from './sharedN8n';

/** n8n's default time zone for workflows. */
export const n8nZone = 'America/New_York';

/** A node as a workflow file has it. */
export interface WorkflowNode {
	name: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	webhookId?: string;
	disabled?: boolean;
}

/** A workflow as its file has it. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: object;
	settings: object;
	/** Items of nodes that aren't run in manual executions. */
	pinData?: Record<string, { json: object }[]>;
}

/** A ready workflow, filled in for a sandbox. */
export function ready({ file }: { file: string }, sandboxUrl: string): WorkflowFile {
	return filledIn(JSON.parse(readFileSync(file, 'utf8')) as WorkflowFile, sandboxUrl);
}

/** The parameters of a node in a workflow. */
export function parametersOf({ nodes }: WorkflowFile, name: string): Record<string, unknown> {
	const node = nodes.find((one) => one.name === name);
	if (!node) throw new Error(`there is no node ${name}`);
	return node.parameters;
}

interface Created {
	data: { id: string };
}

/** A sandbox of its own, with credentials and workflows for it in a running n8n. */
export class Workspace {
	/** IDs by names. */
	readonly credentials = new Map<string, string>();

	private readonly workflows: string[] = [];

	private constructor(
		readonly url: string,
		readonly client: N8nClient,
		readonly sandbox: Sandbox,
		readonly seller: Seller,
	) {}

	/** Creates a workspace with the credentials of the ready workflows, and others; by default in the suite's n8n. */
	static async open(
		others: (sandboxUrl: string) => Omit<CredentialImport, 'id'>[] = () => [],
		{ url, client }: { url: string; client: N8nClient } = sharedN8n(),
	): Promise<Workspace> {
		const sandbox = await createSandbox({ port: 0, unknownFilters: 'refused' });
		const workspace = new Workspace(url, client, sandbox, await Seller.on(sandbox));
		const own = others(sandbox.url);
		const usual = readyCredentials(sandbox.url).filter(
			({ name }) => !own.some((one) => one.name === name),
		);
		for (const credential of [...usual, ...own]) await workspace.keep(credential);
		return workspace;
	}

	/** Puts a credential into n8n. */
	async keep({ name, type, data }: Omit<CredentialImport, 'id'>): Promise<void> {
		const credential = { name, type, data };
		const created = await this.client.http.post<Created>('/credentials', credential);
		this.credentials.set(name, created.data.data.id);
	}

	/** Puts a workflow into n8n, with the credentials that it names. */
	async add(id: string, workflow: object): Promise<void> {
		const { name, nodes, connections, settings, pinData } = structuredClone(
			workflow,
		) as WorkflowFile;
		for (const credential of nodes.flatMap((node) => Object.values(node.credentials ?? {}))) {
			if (credential) credential.id = this.credentials.get(credential.name) ?? credential.id;
		}
		const content = { id, name, nodes, connections, settings, pinData };
		await this.client.http.post('/workflows', content);
		this.workflows.push(id);
	}

	/** Puts workflows into n8n by their IDs, and publishes them. */
	async publish(workflows: Record<string, object>): Promise<void> {
		for (const [id, workflow] of Object.entries(workflows)) {
			await this.add(id, workflow);
			await this.client.activate(id);
		}
	}

	/** Publishes ready workflows, filled in for the sandbox. */
	async publishReady(...workflows: { id: string; file: string }[]): Promise<void> {
		const filled = workflows.map((one) => [one.id, ready(one, this.sandbox.url)] as const);
		await this.publish(Object.fromEntries(filled));
	}

	/** Ends the sandbox, and removes workflows and credentials: n8n would choose a leftover one by itself. */
	async close(): Promise<void> {
		await this.sandbox.close();
		const { http } = this.client;
		for (const id of this.workflows) await http.post(`/workflows/${id}/archive`, {});
		for (const id of this.workflows) {
			// n8n refuses to delete a workflow while it unpublishes it.
			const removed = async () => await http.delete(`/workflows/${id}`).catch(() => undefined);
			await waitFor(`${id} removed`, removed, { timeoutMs: 20_000 });
		}
		for (const id of this.credentials.values()) await http.delete(`/credentials/${id}`);
	}
}
