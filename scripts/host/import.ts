import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { N8nProcess } from './n8nProcess';

/** A credential as n8n imports it; the data in plain text. */
export interface CredentialImport {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

async function importJson(n8n: N8nProcess, command: string, content: unknown): Promise<void> {
	const folder = join(n8n.place.userFolder, 'import');
	mkdirSync(folder, { recursive: true });
	const file = join(folder, `${command.replace(':', '-')}.json`);
	writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
	try {
		await n8n.command([command, `--input=${file}`]);
	} finally {
		rmSync(file);
	}
}

/** Puts credentials into an n8n that is down; those with the same id are replaced. */
export async function importCredentials(
	n8n: N8nProcess,
	credentials: CredentialImport[],
): Promise<void> {
	await importJson(n8n, 'import:credentials', credentials);
}

/**
 * Puts workflow files into an n8n that is down, each under the id it is given; those with the same
 * id are replaced. Credentials the files name are looked up by their names, so these come first.
 *
 * @param change what is filled in before
 */
export async function importWorkflows(
	n8n: N8nProcess,
	workflows: { id: string; file: string }[],
	change: (workflow: object) => object = (workflow) => workflow,
): Promise<void> {
	const content = workflows.map(({ id, file }) => ({
		...change(JSON.parse(readFileSync(file, 'utf8')) as object),
		id,
		active: false,
	}));
	await importJson(n8n, 'import:workflow', content);
}
