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

/**
 * Puts credentials or workflows into an n8n that is down; those with the same id are replaced. Workflows find their
 * credentials by name, so these come first.
 */
export async function importInto(
	n8n: N8nProcess,
	kind: 'credentials' | 'workflow',
	content: { id: string }[],
): Promise<void> {
	const file = join(n8n.place.userFolder, 'import.json');
	writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
	await n8n.command([`import:${kind}`, `--input=${file}`]).finally(() => rmSync(file));
}
