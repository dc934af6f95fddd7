import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { n8nHome, scratchRoot } from './paths';
import { runCommand } from './process';

/** Where the programs of an installed n8n are. */
export interface N8nInstallation {
	/** The Node that n8n runs on. */
	node: string;
	/** n8n's command line program. */
	program: string;
	version: string;
}

/** Installs n8n unless it is there as the lock file says. */
export async function ensureN8n(
	onLine?: (line: string) => void,
	home = n8nHome,
): Promise<N8nInstallation> {
	const installer = {
		name: 'Installing n8n',
		command: process.execPath,
		cwd: home,
		env: process.env,
	};
	const args = [join(n8nHome, 'install.mjs'), home];
	const logFile = join(scratchRoot, 'log', 'install-n8n.log');
	await runCommand({ ...installer, args, logFile, timeoutMs: 30 * 60_000 }, onLine);
	const manifest = readFileSync(join(home, 'package.json'), 'utf8');
	return {
		node: join(home, 'node_modules', 'node', 'bin', 'node'),
		program: join(home, 'node_modules', 'n8n', 'bin', 'n8n'),
		version: (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n,
	};
}
