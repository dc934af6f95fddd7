/** Fetches the project's packages when they are missing: with nothing but Node and npm, on a fresh checkout. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
	console.error(`Node 20 or newer is needed; this is ${process.version}`);
	process.exit(1);
}
// npm writes this file last: it is missing after an interrupted installation, too.
if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
	console.log('Fetching the packages of this project (npm ci) …');
	const args = ['ci', '--no-audit', '--no-fund'];
	const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit' });
	process.exit(status ?? 1);
}
