import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { runCommand } from './process';

/** Puts the packed package into an n8n user folder as n8n installs community packages. */
export async function installPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const marker = join(nodes, '.installed-package');
	const content = basename(dirname(tarball));
	if (existsSync(marker) && readFileSync(marker, 'utf8') === content) return;

	rmSync(nodes, { recursive: true, force: true });
	mkdirSync(nodes, { recursive: true });
	writeFileSync(join(nodes, 'package.json'), '{ "name": "installed-nodes", "private": true }');
	copyFileSync(tarball, join(nodes, 'package.tgz'));
	const flags = ['--omit=peer', '--legacy-peer-deps', '--ignore-scripts', '--package-lock=false'];
	await runCommand({
		name: 'npm install (package into n8n)',
		command: 'npm',
		args: ['install', ...flags, '--no-audit', '--no-fund', './package.tgz'],
		cwd: nodes,
		env: process.env,
		logFile: join(userFolder, 'install-package.log'),
		timeoutMs: 120_000,
	});
	writeFileSync(marker, content);
}
