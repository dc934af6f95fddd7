import { campaignsWorkflow, readyWorkflows } from '../../../scripts/try/workflows';
import { sharedN8n, startSharedN8n, stopSharedN8n } from '../sharedN8n';
import { ready, Workspace } from '../workspace';

type Place = [sandboxUrl: string, credentialIds: Record<string, string>];

let workspace: Workspace | undefined;

/** Starts a real n8n with its editor and the ready workflows, and a sandbox. */
export default async function openPlace(): Promise<void> {
	const { n8n, client } = await startSharedN8n(true);
	workspace = await Workspace.open(undefined, { url: n8n.url, client });
	const { sandbox, credentials } = workspace;
	for (const workflow of [...readyWorkflows, campaignsWorkflow]) {
		await workspace.add(workflow.id, ready(workflow, sandbox.url));
	}
	// Test files run in another realm, so they get it as text.
	process.env.UI_PLACE = JSON.stringify([
		sandbox.url,
		Object.fromEntries(credentials),
	] satisfies Place);
}

export async function closePlace(): Promise<void> {
	await stopSharedN8n();
	await workspace?.sandbox.close();
}

/** The n8n and the sandbox of this run. */
export function thePlace() {
	const { url: n8nUrl, client, cookie } = sharedN8n();
	const [sandboxUrl, credentials] = JSON.parse(process.env.UI_PLACE ?? '') as Place;
	/** A credential as a node names it. */
	const credentialOf = (name: string) => ({ id: credentials[name] ?? '', name });
	return { n8nUrl, client, cookie, sandboxUrl, credentialOf };
}
