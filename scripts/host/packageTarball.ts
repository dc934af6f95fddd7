import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot, scratchRoot } from './paths';
import { runCommand } from './process';

/** The folders from which the package is built. */
export const publishedFolders = [
	'campaign',
	'desk',
	'lists',
	'credentials',
	'icons',
	'libraries',
	'nodes',
	'pages',
	'platform',
];
const files = [
	'gulpfile.js',
	'LICENSE',
	'package.json',
	'package-lock.json',
	'README.md',
	'scripts/bundle.js',
	'tsconfig.json',
];

function hashOfSources(): string {
	const inFolders = publishedFolders.flatMap((folder) =>
		fs
			.readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
			.map((name) => join(folder, name))
			.filter((file) => fs.statSync(join(projectRoot, file)).isFile())
			.sort(),
	);
	const hash = createHash('sha256');
	for (const file of [...inFolders, ...files]) {
		hash.update(`${file}\0`).update(fs.readFileSync(join(projectRoot, file)));
	}
	return hash.digest('hex').slice(0, 16);
}

/** Builds and packs the package as for publishing; unchanged sources aren't packed again. */
export async function ensureTarball(): Promise<string> {
	const folder = join(scratchRoot, 'package', hashOfSources());
	const ready = join(folder, 'package.tgz');
	if (fs.existsSync(ready)) return ready;

	fs.mkdirSync(folder, { recursive: true });
	const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
	const logFile = join(scratchRoot, 'log', 'package.log');
	for (const args of [['run', 'build'], pack]) {
		const name = `npm ${args.join(' ')}`;
		const start = { name, command: 'npm', args, cwd: projectRoot, env: process.env, logFile };
		await runCommand({ ...start, timeoutMs: 5 * 60_000 });
	}
	const [name = ''] = fs.readdirSync(folder);
	fs.renameSync(join(folder, name), ready);
	return ready;
}

/** Unpacks the packed package into an n8n user folder, as n8n itself does with a community package. */
export async function installPackage(userFolder: string): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodes, 'node_modules', 'n8n-nodes-mobile-billing');
	const tarball = await ensureTarball();
	fs.rmSync(nodes, { recursive: true, force: true });
	fs.mkdirSync(folder, { recursive: true });
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}
