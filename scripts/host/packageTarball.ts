import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot, scratchRoot } from './paths';
import { runCommand } from './process';

const SOURCES = [
	'credentials',
	'icons',
	'nodes',
	'platform',
	'gulpfile.js',
	'LICENSE',
	'package.json',
	'README.md',
	'tsconfig.json',
];

function* filesUnder(path: string): Generator<string> {
	if (!statSync(path).isDirectory()) return yield path;
	for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

function hashOfSources(): string {
	const hash = createHash('sha256');
	for (const source of SOURCES.map((name) => join(projectRoot, name))) {
		for (const file of filesUnder(source)) {
			hash.update(file.slice(projectRoot.length)).update('\0').update(readFileSync(file));
		}
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as it would be published; the same sources are packed once. */
export async function ensureTarball(): Promise<string> {
	const folder = join(scratchRoot, 'package', hashOfSources());
	const ready = join(folder, 'package.tgz');
	if (existsSync(ready)) return ready;

	mkdirSync(folder, { recursive: true });
	const npm = async (...args: string[]) => {
		await runCommand({
			name: `npm ${args.join(' ')}`,
			command: 'npm',
			args,
			cwd: projectRoot,
			env: process.env,
			logFile: join(scratchRoot, 'log', 'package.log'),
			timeoutMs: 5 * 60_000,
		});
	};
	await npm('run', 'build');
	await npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
	const [name = ''] = readdirSync(folder);
	renameSync(join(folder, name), ready);
	return ready;
}
