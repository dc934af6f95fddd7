import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Unpacks the packed package into an n8n user folder, as n8n itself does with a community package. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodes, 'node_modules', 'n8n-nodes-mobile-billing');
	rmSync(nodes, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
