import { results } from '../compat/results';
import { tableOf } from './regions';

/** The versions of n8n on which the smoke test was run, the newest first. */
export function compatibilityTable(): string {
	return tableOf(
		['n8n', 'Node.js', 'Smoke test', 'Date'],
		[...results]
			.reverse()
			.map(({ n8n, node, passed, date }) => [n8n, node, passed ? 'passed' : 'failed', date]),
	);
}
