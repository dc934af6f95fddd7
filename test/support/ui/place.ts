import { packWorkflows } from '../../../scripts/try/workflows';
import { readyWorkflows } from '../../../scripts/try/workflows';
import { sharedN8n, startSharedN8n, stopSharedN8n } from '../sharedN8n';
import { ready, Workspace } from '../workspace';

/** Where the editor and the sandbox are; the test files run in a realm of their own and get it as text. */
interface Place {
	sandboxUrl: string;
	/** IDs by names. */
	credentials: Record<string, string>;
}

let workspace: Workspace | undefined;

/** Starts a real n8n with its editor and the ready workflows, and a sandbox. */
export async function openPlace(): Promise<void> {
	const { n8n, client } = await startSharedN8n(true);
	workspace = await Workspace.open(undefined, { url: n8n.url, client });
	const { sandbox, credentials } = workspace;
	for (const workflow of [...readyWorkflows, ...packWorkflows]) {
		await workspace.add(workflow.id, ready(workflow, sandbox.url));
	}
	const place: Place = { sandboxUrl: sandbox.url, credentials: Object.fromEntries(credentials) };
	process.env.UI_PLACE = JSON.stringify(place);
}

/** Ends both. */
export async function closePlace(): Promise<void> {
	await stopSharedN8n();
	await workspace?.sandbox.close();
}

/** Where this run works. */
export function thePlace() {
	const { url: n8nUrl, client, cookie } = sharedN8n();
	return { n8nUrl, client, cookie, ...(JSON.parse(process.env.UI_PLACE ?? '') as Place) };
}
