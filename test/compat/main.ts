/**
 * `npm run test:compat`: the smoke test on each version of n8n that the README lists, one after the other. Each is
 * some GB and is installed once. `--only 2.0.0` takes one of them, `--remove` deletes an older one again afterwards.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureN8n } from '../../scripts/host/installN8n';
import { n8nHome, userFolders } from '../../scripts/host/paths';
import { smokeTest } from './smoke';

const { overrides, dependencies } = JSON.parse(
	readFileSync(join(n8nHome, 'package.json'), 'utf8'),
) as { overrides: object; dependencies: { n8n: string; node: string } };

/** The last of 1.x and the oldest of 2.x, in addition to the current n8n. */
const versions = ['1.123.81', '2.0.0', dependencies.n8n];

/** An older version is some GB outside the project, shared by every checkout; this finds its packages. */
function olderHome(n8n: string): string {
	const home = join(dirname(userFolders), 'compat', n8n);
	if (existsSync(join(home, 'package-lock.json'))) return home;
	const manifest = {
		private: true,
		// Older n8n takes xlsx from a host of its own; the nodes that use it are not tried.
		overrides: { ...overrides, xlsx: '0.18.5' },
		dependencies: { ...dependencies, n8n },
	};
	mkdirSync(home, { recursive: true });
	writeFileSync(join(home, 'package.json'), JSON.stringify(manifest, null, '\t'));
	const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
	execFileSync('npm', args, { cwd: home, stdio: 'inherit' });
	return home;
}

const resultsFile = join(__dirname, 'results.json');

/** Puts a result in the place of the version's last one. */
function record(n8n: string, node: string, passed: boolean): void {
	const before = JSON.parse(readFileSync(resultsFile, 'utf8')) as { n8n: string }[];
	const others = before.filter((result) => result.n8n !== n8n);
	const all = [...others, { n8n, node, passed, date: new Date().toISOString().slice(0, 10) }];
	all.sort((one, other) => one.n8n.localeCompare(other.n8n, 'en', { numeric: true }));
	writeFileSync(resultsFile, `${JSON.stringify(all, null, '\t')}\n`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { only: { type: 'string' }, remove: { type: 'boolean', default: false } },
	});
	const chosen = versions.filter((version) => [undefined, version].includes(values.only));
	if (chosen.length === 0) throw new Error(`--only takes one of ${versions.join(', ')}`);
	for (const version of chosen) {
		console.log(`n8n ${version}: installing unless it is there (some minutes)`);
		const home = version === dependencies.n8n ? n8nHome : olderHome(version);
		const installation = await ensureN8n(undefined, home);
		const problem = await smokeTest(installation).catch((error: unknown) => error as Error);
		const node = execFileSync(installation.node, ['--version']).toString().trim().slice(1);
		record(version, node, !problem);
		console.log(`n8n ${version}, Node.js ${node}: ${problem ? `FAILED: ${problem}` : 'passed'}`);
		if (problem) process.exitCode = 1;
		if (values.remove && home !== n8nHome) rmSync(home, { recursive: true });
	}
}

void main();
