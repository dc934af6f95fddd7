/**
 * `npm run try`: needs nothing but Node and npm. Continues in `try.ts` in the same process, so that
 * Ctrl-C has one place to be heard.
 */
import { createRequire } from 'node:module';

import { ensurePackages } from './packages.mjs';

try {
	await ensurePackages();
	const { register } = await import('tsx/cjs/api');
	register();
	createRequire(import.meta.url)('./try.ts');
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
