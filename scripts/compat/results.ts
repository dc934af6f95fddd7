import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What came of the smoke test on one version of n8n. */
export interface CompatResult {
	n8n: string;
	/** The Node.js it ran on. */
	node: string;
	passed: boolean;
	/** `yyyy-MM-dd` */
	date: string;
}

const file = join(__dirname, 'results.json');

/** The newest result of each version, the oldest version first; the README shows them. */
export const results = JSON.parse(readFileSync(file, 'utf8')) as CompatResult[];

/** Puts a result in the place of the version's last one. */
export function record(result: CompatResult): void {
	const others = results.filter(({ n8n }) => n8n !== result.n8n);
	const all = [...others, result].sort((one, other) =>
		one.n8n.localeCompare(other.n8n, 'en', { numeric: true }),
	);
	writeFileSync(file, `${JSON.stringify(all, null, '\t')}\n`);
	results.splice(0, results.length, ...all);
}
