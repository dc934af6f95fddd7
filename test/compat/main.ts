/**
 * `npm run test:compat`: the smoke test on each version of n8n that the README lists, one after the other. Each is
 * some GB and is installed once. `--only 2.0.0` takes one of them, `--remove` deletes an older one again afterwards.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { ensureN8n, type N8nInstallation } from '../../scripts/host/installN8n';
import { n8nHome, userFolders } from '../../scripts/host/paths';
import { results, resultsFile } from '../../scripts/docs/compatibility';
import { smokeTest } from './smoke';

interface Manifest {
	overrides: Record<string, string>;
	dependencies: { n8n: string; node: string };
}

/** In addition to the current n8n: the last of 1.x, and the oldest of 2.x. */
const older = ['1.123.81', '2.0.0'];

/** Older n8n takes this one from a host of its own; the nodes that use it are not tried. */
const onlyInOlder = { xlsx: '0.18.5' };

const current = JSON.parse(readFileSync(join(n8nHome, 'package.json'), 'utf8')) as Manifest;

/** Where an older version is installed: some GB each, outside the project, shared by every checkout. */
const homeOf = (version: string) =>
	older.includes(version) ? join(dirname(userFolders), 'compat', version) : n8nHome;

/** Finds the packages of an older version. */
function ensureLockFile(version: string): void {
	const home = homeOf(version);
	if (home === n8nHome || existsSync(join(home, 'package-lock.json'))) return;
	const manifest: Manifest & { private: true } = {
		private: true,
		overrides: { ...current.overrides, ...onlyInOlder },
		dependencies: { n8n: version, node: current.dependencies.node },
	};
	mkdirSync(home, { recursive: true });
	writeFileSync(join(home, 'package.json'), JSON.stringify(manifest, null, '\t'));
	const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
	execFileSync('npm', args, { cwd: home, stdio: 'inherit' });
}

async function passes(installation: N8nInstallation): Promise<boolean> {
	try {
		await smokeTest(installation);
		return true;
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		return false;
	}
}

/** Puts a result in the place of the version's last one. */
function record(n8n: string, node: string, passed: boolean): void {
	const others = results().filter((result) => result.n8n !== n8n);
	const all = [...others, { n8n, node, passed, date: new Date().toISOString().slice(0, 10) }];
	all.sort((one, other) => one.n8n.localeCompare(other.n8n, 'en', { numeric: true }));
	writeFileSync(resultsFile, `${JSON.stringify(all, null, '\t')}\n`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { only: { type: 'string' }, remove: { type: 'boolean', default: false } },
	});
	const versions = [...older, current.dependencies.n8n];
	const chosen = versions.filter((version) => [undefined, version].includes(values.only));
	if (chosen.length === 0) throw new Error(`--only takes one of ${versions.join(', ')}`);
	for (const version of chosen) {
		console.log(`n8n ${version}: installing unless it is there (some minutes)`);
		ensureLockFile(version);
		const installation = await ensureN8n(undefined, homeOf(version));
		const passed = await passes(installation);
		const node = execFileSync(installation.node, ['--version']).toString().trim().slice(1);
		record(version, node, passed);
		console.log(`n8n ${version}, Node.js ${node}: ${passed ? 'passed' : 'FAILED'}`);
		if (!passed) process.exitCode = 1;
		if (values.remove && older.includes(version)) rmSync(homeOf(version), { recursive: true });
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
