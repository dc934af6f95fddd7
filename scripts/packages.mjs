/** Fetches the project's packages when they are missing: with nothing but Node and npm, on a fresh checkout. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @throws Error when this Node is too old or npm fails */
export async function ensurePackages() {
	const [major = 0] = process.versions.node.split('.').map(Number);
	if (major < 20) throw new Error(`Node 20 or newer is needed; this is ${process.version}`);
	// npm writes this file last: it is missing after an interrupted installation, too.
	if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return;
	console.log('Fetching the packages of this project (npm ci) …');
	await new Promise((resolve, reject) => {
		const npm = spawn('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
		const forward = (signal) => npm.kill(signal);
		process.on('SIGINT', forward).on('SIGTERM', forward);
		npm.once('error', reject);
		npm.once('exit', (code, signal) => {
			process.off('SIGINT', forward).off('SIGTERM', forward);
			if (code === 0) resolve();
			else reject(new Error(`npm ci: ${signal ?? `exit code ${code}`}`));
		});
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await ensurePackages().catch((error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
