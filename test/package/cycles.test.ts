import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn } from '../../scripts/docs/pages';

/** The files that a file imports, also where it imports types only. */
const importsOf = (file: string) =>
	[...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
		.map(([, path = '']) => `${join(dirname(file), path)}.ts`)
		.filter((path) => existsSync(path));

it.each(['nodes', 'desk', 'campaign', 'lists', 'platform', 'credentials', 'sandbox'])(
	'%s has no import cycles',
	(folder) => {
		const imports = new Map(filesIn(folder, '.ts').map((file) => [file, importsOf(file)]));
		const filesBehind = (file: string, seen = new Set<string>()): Set<string> => {
			for (const next of imports.get(file) ?? [])
				if (!seen.has(next)) filesBehind(next, seen.add(next));
			return seen;
		};
		const files = [...imports.keys()];
		expect(files.some((file) => filesBehind(file).size > 1)).toBe(true);
		expect(files.filter((file) => filesBehind(file).has(file))).toEqual([]);
	},
);
