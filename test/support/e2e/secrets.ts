import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Sandbox } from '../../../sandbox/sandbox';
import { sharedN8n } from '../sharedN8n';

/** Every token that a sandbox has issued, of both kinds. */
export function tokensOf({ world: { tokens } }: Sandbox): string[] {
	return [...tokens.access.keys(), ...tokens.refresh.keys()];
}

/** Everything n8n has written: its log, its database with the stored executions, submitted files. */
export function writtenByN8n(folder = sharedN8n().userFolder): Map<string, Buffer> {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
		.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
	expect(files).toEqual(expect.arrayContaining(['n8n.log', '.n8n/database.sqlite', '.n8n/config']));
	return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Which files hold one of the secrets. Names the file, never the secret. */
export function filesHolding(files: Map<string, Buffer>, secrets: string[]): string[] {
	return [...files].flatMap(([path, content]) =>
		secrets.some((secret) => content.includes(secret)) ? [path] : [],
	);
}
