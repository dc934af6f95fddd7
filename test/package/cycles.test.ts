import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files that a file imports, also where it imports types only. */
const importsOf = (file: string) =>
	[...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
		.map(([, path = '']) => `${join(dirname(file), path)}.ts`)
		.filter((path) => existsSync(path));

/** The files of a cycle behind this file. */
function cycleFrom(path: string[], clean: Set<string>): string[] | undefined {
	const file = path.at(-1) ?? '';
	if (path.indexOf(file) < path.length - 1) return path.slice(path.indexOf(file));
	if (clean.has(file)) return undefined;
	for (const next of importsOf(file)) {
		const cycle = cycleFrom([...path, next], clean);
		if (cycle) return cycle;
	}
	clean.add(file);
	return undefined;
}

it.each(['nodes', 'platform', 'credentials', 'sandbox'])('%s has no import cycles', (folder) => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));
	const clean = new Set<string>();
	expect(files.map((file) => cycleFrom([file], clean)).filter(Boolean)).toEqual([]);
	expect(clean.size).toBeGreaterThanOrEqual(files.length);
});
