/** Fetches the project's packages when they are missing: with nothing but Node and npm, on a fresh checkout. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (parseInt(process.versions.node) < 20) {
	console.error(`Node 20 or newer is needed; this is ${process.version}`);
	process.exit(1);
}
// npm writes this file last: it is missing after an interrupted installation, too.
if (!existsSync('node_modules/.package-lock.json')) {
	console.log('Fetching the packages of this project (npm ci) …');
	const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: 'inherit' });
	process.exit(status ?? 1);
}
