/**
 * Lints folders with the configuration of n8n's scanner for community packages, as the scanner itself does after it has
 * downloaded a published package: `node scan.mjs <folder> <patterns>`. It shows errors only; here a warning is one too.
 */
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const [folder, ...patterns] = process.argv.slice(2);
const eslint = new ESLint({
	cwd: folder,
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: await buildScanConfig(),
	errorOnUnmatchedPattern: true,
});
const results = await eslint.lintFiles(patterns);
const formatter = await eslint.loadFormatter('stylish');
const report = await formatter.format(results);
if (report !== '') console.log(report);
const problems = results.reduce((sum, one) => sum + one.errorCount + one.warningCount, 0);
console.log(`${results.length} files, ${problems} problems`);
process.exitCode = problems > 0 || results.length === 0 ? 1 : 0;
