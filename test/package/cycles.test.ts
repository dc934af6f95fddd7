import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { filesIn } from '../../scripts/docs/pages';

/** The files that a file imports, also where it imports types only. */
const importsOf = (file: string) =>
	[...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
		.map(([, path = '']) => `${join(dirname(file), path)}.ts`)
		.filter((path) => existsSync(path));

it.each(['nodes', 'platform', 'credentials', 'sandbox'])('%s has no import cycles', (folder) => {
	const clean = new Set<string>();
	/** Goes on from the last file of a path; gives the first cycle behind it. */
	const cycleAfter = (file: string, path: string[]): string[] | undefined => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (clean.has(file)) return undefined;
		for (const next of importsOf(file)) {
			const cycle = cycleAfter(next, [...path, file]);
			if (cycle) return cycle;
		}
		clean.add(file);
		return undefined;
	};
	const files = filesIn(folder, '.ts');
	expect(files.map((file) => cycleAfter(file, [])).filter(Boolean)).toEqual([]);
	expect(clean.size).toBeGreaterThanOrEqual(files.length);
});
