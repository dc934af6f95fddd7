/**
 * `npm run scan`: n8n's own scanner for community packages, with the versions it asks for, on the source and on the
 * packed tarball. What it also checks, provenance and a public source, only a published package can have.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type * as Eslint from 'eslint';

import { ensureTarball } from '../host/packageTarball';
import { projectRoot } from '../host/paths';

/** What the scanner looks at, as its own `SOURCE_FILE_PATTERNS` and its call for the tarball say. */
const sourcePatterns = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
const tarballPatterns = ['**/*.js', 'package.json'];

/** The scanner's linter, as the scanner sets it after it has downloaded a published package. */
async function linterOf(cwd: string): Promise<Eslint.ESLint> {
	// npm writes this file last: it is missing after an interrupted installation, too.
	if (!existsSync(join(__dirname, 'node_modules', '.package-lock.json'))) {
		console.log("Fetching n8n's scanner (npm ci) …");
		const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
		execFileSync('npm', args, { cwd: __dirname, stdio: 'inherit' });
	}
	const own = createRequire(join(__dirname, 'package.json'));
	const { ESLint } = own('eslint') as typeof Eslint;
	const file = own.resolve('@n8n/scan-community-package/scanner/scanner.mjs');
	const { buildScanConfig } = (await import(pathToFileURL(file).href)) as {
		buildScanConfig(): Promise<Eslint.Linter.Config[]>;
	};
	const overrideConfig = await buildScanConfig();
	return new ESLint({ cwd, allowInlineConfig: false, overrideConfigFile: true, overrideConfig });
}

/** It shows errors only; here a warning is one too. */
async function scan(what: string, folder: string, patterns: string[]): Promise<void> {
	const eslint = await linterOf(folder);
	const results = await eslint.lintFiles(patterns);
	const problems = results.reduce((sum, one) => sum + one.errorCount + one.warningCount, 0);
	console.log(`n8n's scanner on ${what}: ${results.length} files, ${problems} problems`);
	console.log(await (await eslint.loadFormatter('stylish')).format(results));
	if (problems > 0 || results.length === 0) process.exitCode = 1;
}

async function main(): Promise<void> {
	await scan('the source', projectRoot, sourcePatterns);
	const unpacked = mkdtempSync(join(tmpdir(), 'scan-'));
	try {
		const tarball = await ensureTarball();
		execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		await scan('the packed tarball', unpacked, tarballPatterns);
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
