import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { N8nProcess } from './n8nProcess';

/** A credential as n8n imports it; the data in plain text. */
export interface CredentialImport {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

async function importJson(n8n: N8nProcess, command: string, content: object[]): Promise<void> {
	const file = join(n8n.place.userFolder, 'import.json');
	writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
	try {
		await n8n.command([command, `--input=${file}`]);
	} finally {
		rmSync(file);
	}
}

/** Puts credentials into an n8n that is down; those with the same id are replaced. */
export const importCredentials = (n8n: N8nProcess, credentials: CredentialImport[]) =>
	importJson(n8n, 'import:credentials', credentials);

/**
 * Puts workflows into an n8n that is down; those with the same id are replaced. Credentials they
 * name are looked up by their names, so these come first.
 */
export async function importWorkflows(n8n: N8nProcess, workflows: { id: string }[]) {
	const inactive = workflows.map((workflow) => ({ ...workflow, active: false }));
	await importJson(n8n, 'import:workflow', inactive);
}
