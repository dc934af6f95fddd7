import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot, scratchRoot } from './paths';
import { runCommand } from './process';

const folders = ['credentials', 'icons', 'nodes', 'platform'];
const files = ['gulpfile.js', 'LICENSE', 'package.json', 'README.md', 'tsconfig.json'];

function hashOfSources(): string {
	const inFolders = folders.flatMap((folder) =>
		readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
			.map((name) => join(folder, name))
			.filter((file) => statSync(join(projectRoot, file)).isFile())
			.sort(),
	);
	const hash = createHash('sha256');
	for (const file of [...inFolders, ...files]) {
		hash.update(`${file}\0`).update(readFileSync(join(projectRoot, file)));
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as it would be published; the same sources are packed once. */
export async function ensureTarball(): Promise<string> {
	const folder = join(scratchRoot, 'package', hashOfSources());
	const ready = join(folder, 'package.tgz');
	if (existsSync(ready)) return ready;

	mkdirSync(folder, { recursive: true });
	const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const logFile = join(scratchRoot, 'log', 'package.log');
	for (const args of [['run', 'build'], pack]) {
		const name = `npm ${args.join(' ')}`;
		const start = { name, command: 'npm', args, cwd: projectRoot, env: process.env, logFile };
		await runCommand({ ...start, timeoutMs: 5 * 60_000 });
	}
	const [name = ''] = readdirSync(folder);
	renameSync(join(folder, name), ready);
	return ready;
}
