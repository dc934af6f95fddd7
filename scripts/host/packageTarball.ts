import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

import { runCommand } from './command';
import { projectRoot, scratchRoot } from './paths';

const SOURCES = [
	'credentials',
	'icons',
	'nodes',
	'platform',
	'gulpfile.js',
	'LICENSE',
	'LICENSE.md',
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
	for (const source of SOURCES.map((name) => join(projectRoot, name)).filter(existsSync)) {
		for (const file of filesUnder(source)) {
			hash.update(file.slice(projectRoot.length)).update('\0').update(readFileSync(file));
		}
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as it would be published; the same sources are packed once. */
export async function ensureTarball(onLine?: (line: string) => void): Promise<string> {
	const folder = join(scratchRoot, 'package', hashOfSources());
	const ready = join(folder, 'package.tgz');
	if (existsSync(ready)) return ready;

	mkdirSync(folder, { recursive: true });
	const common = {
		command: 'npm',
		cwd: projectRoot,
		env: process.env,
		logFile: join(scratchRoot, 'log', 'package.log'),
		timeoutMs: 5 * 60_000,
		...(onLine && { onLine }),
	};
	await runCommand({ ...common, name: 'npm run build', args: ['run', 'build'] });
	const { output } = await runCommand({
		...common,
		name: 'npm pack',
		args: ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder],
	});
	const name = output
		.split('\n')
		.map((line) => basename(line.trim()))
		.find((line) => line.endsWith('.tgz'));
	if (name === undefined) throw new Error(`npm pack named no file:\n${output}`);
	renameSync(join(folder, name), ready);
	return ready;
}
