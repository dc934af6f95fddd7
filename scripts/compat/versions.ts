import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runCommand } from '../host/process';
import { ensureN8n, type N8nInstallation } from '../host/installN8n';
import { n8nHome, scratchRoot, userFolders } from '../host/paths';

interface Manifest {
	overrides: Record<string, string>;
	dependencies: { n8n: string; node: string };
}

/** In addition to the current n8n: the last of 1.x, and the oldest of 2.x. */
const older = ['1.123.81', '2.0.0'];

/** Older n8n takes this one from a host of its own; the nodes that use it are not tried. */
const onlyInOlder = { xlsx: '0.18.5' };

/** Where the older ones are installed: some GB each, outside the project, shared by every checkout. */
const cache = join(dirname(userFolders), 'compat');

const current = JSON.parse(readFileSync(join(n8nHome, 'package.json'), 'utf8')) as Manifest;

/** Every version that is tried, the oldest first. */
export const versions = [...older, current.dependencies.n8n];

/** The folder an older version is installed in; undefined for the current one, which has its own. */
export function cacheOf(version: string): string | undefined {
	return older.includes(version) ? join(cache, version) : undefined;
}

/** Installs that version of n8n unless it is there. */
export async function ensureVersion(
	version: string,
	onLine?: (line: string) => void,
): Promise<N8nInstallation> {
	const home = cacheOf(version);
	if (home === undefined) return await ensureN8n(onLine);
	await ensureLockFile(home, version, onLine);
	return await ensureN8n(onLine, home);
}

async function ensureLockFile(
	home: string,
	version: string,
	onLine?: (line: string) => void,
): Promise<void> {
	const manifest: Manifest & { private: true } = {
		private: true,
		overrides: { ...current.overrides, ...onlyInOlder },
		dependencies: { n8n: version, node: current.dependencies.node },
	};
	const file = join(home, 'package.json');
	const content = `${JSON.stringify(manifest, null, '\t')}\n`;
	const isSame = existsSync(file) && readFileSync(file, 'utf8') === content;
	if (isSame && existsSync(join(home, 'package-lock.json'))) return;

	mkdirSync(home, { recursive: true });
	writeFileSync(file, content);
	await runCommand({
		name: `find the packages of n8n ${version}`,
		command: 'npm',
		args: ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'],
		cwd: home,
		env: process.env,
		logFile: join(scratchRoot, 'log', 'install-n8n.log'),
		timeoutMs: 20 * 60_000,
		...(onLine && { onLine }),
	});
}
