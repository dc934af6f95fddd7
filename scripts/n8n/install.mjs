/**
 * Installs n8n and its Node in a folder, in this one unless told, if they aren't there as the lock file says; an
 * interrupted installation is done again. Plain Node, so that the gate can begin with it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = process.argv[2] ?? dirname(fileURLToPath(import.meta.url));
const modules = join(home, 'node_modules');
const marker = join(modules, '.installed');

/**
 * Headers that came with the running Node spare the compiler a download. `-O1` halves the time that SQLite takes to
 * compile, the longest step.
 */
function compilerEnvironment() {
	const prefix = dirname(dirname(process.execPath));
	const hasHeaders = existsSync(join(prefix, 'include', 'node', 'node.h'));
	const headers = hasHeaders && { npm_config_nodedir: prefix };
	return { ...process.env, CFLAGS: '-O1', CXXFLAGS: '-O1', ...headers };
}

function run(command, args, cwd = home) {
	const { status } = spawnSync(command, args, {
		cwd,
		env: compilerEnvironment(),
		stdio: 'inherit',
	});
	if (status !== 0) process.exit(status ?? 1);
}

const fingerprint = createHash('sha256')
	.update(readFileSync(join(home, 'package-lock.json')))
	.update(`${process.platform} ${process.arch}`)
	.digest('hex');
if (!existsSync(marker) || readFileSync(marker, 'utf8') !== fingerprint) {
	rmSync(marker, { force: true });
	// One of n8n's parts downloads a binary in its install script, which fails behind a firewall:
	// no script runs, and the two that are needed are run by hand.
	run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http']);
	run(process.execPath, ['installArchSpecificPackage.js'], join(modules, 'node'));
	run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts']);
	writeFileSync(marker, fingerprint);
}
