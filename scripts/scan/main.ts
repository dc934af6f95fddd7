/**
 * `npm run scan`: n8n's own scanner for community packages, with the versions it asks for, on the source and on the
 * packed tarball. What it also checks, provenance and a public source, only a published package can have.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ensureTarball } from '../host/packageTarball';
import { projectRoot } from '../host/paths';

/** What the scanner looks at, as its own `SOURCE_FILE_PATTERNS` and its call for the tarball say. */
const sourcePatterns = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];
const tarballPatterns = ['**/*.js', 'package.json'];

function ensureScanner(): void {
	// npm writes this file last: it is missing after an interrupted installation, too.
	if (existsSync(join(__dirname, 'node_modules', '.package-lock.json'))) return;
	console.log("Fetching n8n's scanner (npm ci) …");
	const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
	execFileSync('npm', args, { cwd: __dirname, stdio: 'inherit' });
}

function scan(what: string, folder: string, patterns: string[]): void {
	console.log(`n8n's scanner on ${what}:`);
	try {
		execFileSync(process.execPath, [join(__dirname, 'scan.mjs'), folder, ...patterns], {
			stdio: 'inherit',
		});
	} catch {
		process.exitCode = 1;
	}
}

async function main(): Promise<void> {
	ensureScanner();
	scan('the source', projectRoot, sourcePatterns);
	const unpacked = mkdtempSync(join(tmpdir(), 'scan-'));
	try {
		const tarball = await ensureTarball();
		execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		scan('the packed tarball', unpacked, tarballPatterns);
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
