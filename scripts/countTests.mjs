/**
 * Adds up the results of the suites: `countTests.mjs FOLDER FILE…`. Fails on a suite without a passed test, and on a failed
 * command that isn't a suite, such as the scanner: the file `failed` in the folder has such a command in each line.
 */
import { existsSync, readFileSync } from 'node:fs';

const [folder, ...files] = process.argv.slice(2);
let [passed, failed, skipped] = [0, 0, 0];
for (const file of files) {
	const path = `${folder}/${file}`;
	const result = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
	const { numPassedTests = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0 } = result;
	if (!result.success || numPassedTests === 0) console.error(`${file}: failed or did not run`);
	passed += numPassedTests;
	failed += numFailedTests + numRuntimeErrorTestSuites + (numPassedTests === 0 ? 1 : 0);
	skipped += (result.numPendingTests ?? 0) + (result.numTodoTests ?? 0);
}
const log = `${folder}/failed`;
const commands = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
for (const command of commands) console.error(`${command}: failed`);
if (failed === 0) failed = commands.length;
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 || skipped > 0 ? 1 : 0;
