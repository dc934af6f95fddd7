import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { runCommand } from './command';
import { n8nHome, scratchRoot } from './paths';

/** Where the programs of an installed n8n are. */
export interface N8nInstallation {
	/** The Node that n8n runs on. */
	node: string;
	/** n8n's command line program. */
	program: string;
	version: string;
}

const MINUTE = 60_000;

function locate(home: string): N8nInstallation & { marker: string } {
	const modules = join(home, 'node_modules');
	const wanted = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return {
		node: join(modules, 'node', 'bin', 'node'),
		program: join(modules, 'n8n', 'bin', 'n8n'),
		version: wanted.dependencies.n8n,
		marker: join(modules, '.installed'),
	};
}

/** What the marker of a complete installation says: the same packages, on the same kind of machine. */
function fingerprint(home: string): string {
	return createHash('sha256')
		.update(readFileSync(join(home, 'package-lock.json')))
		.update(`${process.platform} ${process.arch}`)
		.digest('hex');
}

/** Whether n8n is installed completely and as the lock file says. */
export function isN8nInstalled(home = n8nHome): boolean {
	const { node, program, marker } = locate(home);
	return (
		existsSync(marker) &&
		existsSync(node) &&
		existsSync(program) &&
		readFileSync(marker, 'utf8') === fingerprint(home)
	);
}

/** Headers that came with the running Node spare the compiler a download. */
function compilerEnvironment(): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(process.execPath));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	return hasHeaders ? { ...process.env, npm_config_nodedir: prefix } : process.env;
}

/** Installs n8n unless it is there; an interrupted installation is done again. */
export async function ensureN8n(
	onLine?: (line: string) => void,
	home = n8nHome,
): Promise<N8nInstallation> {
	const installation = locate(home);
	const { node, program, version, marker } = installation;
	if (isN8nInstalled(home)) return { node, program, version };

	rmSync(marker, { force: true });
	const common = {
		env: compilerEnvironment(),
		logFile: join(scratchRoot, 'log', 'install-n8n.log'),
		...(onLine && { onLine }),
	};
	// One of n8n's parts downloads a binary in its install script, which fails behind a firewall:
	// no script runs, and the two that are needed are run by hand.
	await runCommand({
		...common,
		name: 'npm ci (n8n)',
		command: 'npm',
		args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'],
		cwd: home,
		timeoutMs: 30 * MINUTE,
	});
	await runCommand({
		...common,
		name: 'install Node for n8n',
		command: process.execPath,
		args: ['installArchSpecificPackage.js'],
		cwd: join(home, 'node_modules', 'node'),
		timeoutMs: 10 * MINUTE,
	});
	await runCommand({
		...common,
		name: 'npm rebuild sqlite3',
		command: 'npm',
		args: ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'],
		cwd: home,
		timeoutMs: 20 * MINUTE,
	});
	writeFileSync(marker, fingerprint(home));
	return { node, program, version };
}
