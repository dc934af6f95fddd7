/**
 * `npm run test:compat`: the smoke test on each version of n8n that the README lists, one after the other. Each is
 * some GB and is installed once. `--only 2.0.0` takes one of them, `--remove` deletes an older one again afterwards.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { N8nInstallation } from '../host/installN8n';
import { record } from './results';
import { smokeTest } from './smoke';
import { cacheOf, ensureVersion, versions } from './versions';

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { only: { type: 'string' }, remove: { type: 'boolean', default: false } },
	});
	const chosen = versions.filter((version) => values.only === undefined || values.only === version);
	if (chosen.length === 0) throw new Error(`--only takes one of ${versions.join(', ')}`);
	for (const version of chosen) {
		console.log(`n8n ${version}: installing unless it is there (some minutes)`);
		const installation = await ensureVersion(version);
		const passed = await passes(installation);
		const node = nodeVersionOf(installation);
		record({ n8n: version, node, passed, date: new Date().toISOString().slice(0, 10) });
		console.log(`n8n ${version}, Node.js ${node}: ${passed ? 'passed' : 'FAILED'}`);
		if (!passed) process.exitCode = 1;
		const home = cacheOf(version);
		if (values.remove && home) rmSync(home, { recursive: true, force: true });
	}
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

function nodeVersionOf({ node }: N8nInstallation): string {
	return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1);
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
