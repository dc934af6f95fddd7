import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { downloadLine, packagesFor } from './installProgress';
import { n8nHome, scratchRoot } from './paths';
import { runCommand } from './process';

/** Paths of the programs of an installed n8n. */
export interface N8nInstallation {
	/** The Node.js that n8n runs on. */
	node: string;
	/** n8n's command line program. */
	program: string;
	version: string;
}

/**
 * Headers that came with the running Node spare the compiler a download. `-O1` halves the time that SQLite takes to
 * compile, the longest step.
 */
function compilerEnvironment(): NodeJS.ProcessEnv {
	const prefix = dirname(dirname(process.execPath));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	const headers = hasHeaders && { npm_config_nodedir: prefix };
	return { ...process.env, CFLAGS: '-O1', CXXFLAGS: '-O1', ...headers };
}

/**
 * Installs n8n as the lock file says, unless it's there. An interrupted installation starts again.
 *
 * @param say receives the current step and its progress, now and then
 */
export async function ensureN8n(
	say?: (line: string) => void,
	home = n8nHome,
): Promise<N8nInstallation> {
	const modules = join(home, 'node_modules');
	const manifest = readFileSync(join(home, 'package.json'), 'utf8');
	const installation = {
		node: join(modules, 'node', 'bin', 'node'),
		program: join(modules, 'n8n', 'bin', 'n8n'),
		version: (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n,
	};
	const marker = join(modules, '.installed');
	const lockFile = readFileSync(join(home, 'package-lock.json'), 'utf8');
	const fingerprint = createHash('sha256')
		.update(lockFile)
		.update(`${process.platform} ${process.arch}`)
		.digest('hex');
	if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return installation;

	rmSync(marker, { force: true });
	const run = async (
		command: string,
		args: string[],
		lineOf: (output: string) => string,
		cwd = home,
	) => {
		const name = `${command} ${args.join(' ')}`;
		const logFile = join(scratchRoot, 'log', 'install-n8n.log');
		const start = { name, command, args, cwd, env: compilerEnvironment(), logFile };
		let said = '';
		await runCommand({ ...start, timeoutMs: 30 * 60_000 }, (output) => {
			const line = lineOf(output);
			if (line !== said) say?.(line);
			said = line;
		});
	};
	const packages = packagesFor(process.platform, process.arch, lockFile);
	// One of n8n's parts downloads a binary in its install script, which fails behind a firewall:
	// no script runs, and the two that are needed are run by hand.
	const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http'];
	await run('npm', install, (output) => `1 of 3, ${downloadLine(output, packages)}`);
	const node = 'installArchSpecificPackage.js';
	await run(process.execPath, [node], () => '2 of 3, the Node.js of n8n', join(modules, 'node'));
	const rebuild = ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'];
	await run('npm', rebuild, () => '3 of 3, compiling SQLite, which takes about a minute');
	writeFileSync(marker, fingerprint);
	return installation;
}
