import type { Sandbox } from '../../../sandbox/sandbox';
import type { CredentialImport } from '../../../scripts/try/credentials';
import { freshN8n, type FreshN8n } from '../freshN8n';
import { Workspace } from '../workspace';

export { owner } from '../freshN8n';
export { ready } from '../workspace';
export { nodeOf } from './drawing';

/** An n8n of one's own with workflows, not published, and a sandbox. */
export interface Looking extends FreshN8n {
	sandbox: Sandbox;
}

/** Starts everything; `workflows` are made when the sandbox's address is known, by their ids. */
export async function startLooking(
	workflows: (sandboxUrl: string) => Record<string, object>,
	credentials?: (sandboxUrl: string) => CredentialImport[],
	settings?: Record<string, string>,
): Promise<Looking> {
	const fresh = await freshN8n({ settings });
	const workspace = await Workspace.open(credentials, { ...fresh, url: fresh.n8n.url });
	const { sandbox } = workspace;
	const all = Object.entries(workflows(sandbox.url));
	for (const [id, workflow] of all) await workspace.add(id, workflow);
	return { ...fresh, sandbox };
}

/** Ends everything that was started. */
export async function stopLooking({ n8n, sandbox }: Looking): Promise<void> {
	await n8n.stop();
	await sandbox.close();
}
