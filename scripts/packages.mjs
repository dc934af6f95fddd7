/** Installs the project's packages on a fresh checkout; needs only Node and npm. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (parseInt(process.versions.node) < 20) {
	console.error(`Node 20 or newer is needed; this is ${process.version}`);
	process.exit(1);
}
// npm writes this file last, so it's also missing after an interrupted installation.
if (!existsSync('node_modules/.package-lock.json')) {
	console.log('Fetching the packages of this project (npm ci) …');
	const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { stdio: 'inherit' });
	process.exit(status ?? 1);
}
