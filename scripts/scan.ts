/**
 * `npm run scan`: n8n's own scanner for community packages, on the source and on the packed tarball. Its other checks,
 * provenance and a public source, need a published package.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint, type Linter } from 'eslint';
import { ensureTarball } from './host/packageTarball';
import { projectRoot } from './host/paths';

/** Lints files with the scanner's own rules. A warning is an error, too. */
async function scan(what: string, cwd: string, patterns: string[]): Promise<void> {
	const file = require.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	const { buildScanConfig } = (await import(pathToFileURL(file).href)) as {
		buildScanConfig(): Promise<Linter.Config[]>;
	};
	const options = { overrideConfigFile: true, overrideConfig: await buildScanConfig() } as const;
	const eslint = new ESLint({ cwd, allowInlineConfig: false, ...options });
	const results = await eslint.lintFiles(patterns);
	const problems = results.reduce((sum, one) => sum + one.errorCount + one.warningCount, 0);
	console.log(`n8n's scanner on ${what}: ${results.length} files, ${problems} problems`);
	console.log(await (await eslint.loadFormatter('stylish')).format(results));
	if (problems > 0 || results.length === 0) process.exitCode = 1;
}

async function main(): Promise<void> {
	const unpacked = mkdtempSync(join(tmpdir(), 'scan-'));
	execFileSync('tar', ['-xzf', await ensureTarball(), '-C', unpacked, '--strip-components=1']);
	// The patterns are the scanner's own: `SOURCE_FILE_PATTERNS`, and its call for the tarball.
	const sources = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
	await scan('the source', projectRoot, sources);
	await scan('the packed tarball', unpacked, ['**/*.js', 'package.json']);
	rmSync(unpacked, { recursive: true });
}

void main();
