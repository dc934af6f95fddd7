/**
 * Adds up what the suites left behind: `countTests.mjs FOLDER FILE…`. A suite that left nothing did not run to its
 * end, and a suite without a passed test tested nothing: both fail.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...files] = process.argv.slice(2);
let passed = 0;
let failed = 0;
let skipped = 0;
for (const file of files) {
	const path = join(folder, file);
	const result = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
	if (!result?.success || result.numPassedTests === 0)
		console.error(`${file}: failed or did not run`);
	passed += result?.numPassedTests ?? 0;
	skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
	const suites = result ? result.numRuntimeErrorTestSuites : 1;
	failed += (result?.numFailedTests ?? 0) + suites + (result?.numPassedTests === 0 ? 1 : 0);
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || skipped > 0 ? 1 : 0;
