import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function filesUnder(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesUnder(path);
		return entry.isFile() ? [path] : [];
	});
}

/** Everything n8n has written: its log, its database with the stored executions, submitted files. */
export function writtenBy(userFolder: string): Map<string, Buffer> {
	return new Map(
		filesUnder(userFolder).map((path) => [path.slice(userFolder.length + 1), readFileSync(path)]),
	);
}

/** Which files hold one of the secrets. Names the file, never the secret. */
export function filesHolding(files: Map<string, Buffer>, secrets: string[]): string[] {
	return [...files].flatMap(([path, content]) =>
		secrets.some((secret) => content.includes(secret)) ? [path] : [],
	);
}
