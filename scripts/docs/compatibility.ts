import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../host/paths';
import { tableOf } from './regions';

/** What came of the smoke test on one version of n8n, and on which Node.js and day (`yyyy-MM-dd`). */
export interface CompatResult {
	n8n: string;
	node: string;
	passed: boolean;
	date: string;
}

export const resultsFile = join(projectRoot, 'test', 'compat', 'results.json');

/** The newest result of each version, the oldest version first. */
export function results(): CompatResult[] {
	return JSON.parse(readFileSync(resultsFile, 'utf8')) as CompatResult[];
}

/** The versions of n8n on which the smoke test was run, the newest first. */
export function compatibilityTable(): string {
	return tableOf(
		['n8n', 'Node.js', 'Smoke test', 'Date'],
		results()
			.reverse()
			.map(({ n8n, node, passed, date }) => [n8n, node, passed ? 'passed' : 'failed', date]),
	);
}
