import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The files that each file imports, also where it imports types only. */
function importsIn(folder: string): Map<string, string[]> {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(folder, name));
	return new Map(
		files.map((file) => [
			file,
			[...readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)]
				.map(([, path = '']) => `${join(dirname(file), path)}.ts`)
				.filter((path) => existsSync(path)),
		]),
	);
}

function cycleIn(imports: Map<string, string[]>): string[] | undefined {
	const clean = new Set<string>();
	const walk = (path: string[]): string[] | undefined => {
		const file = path.at(-1) ?? '';
		if (path.indexOf(file) < path.length - 1) return path.slice(path.indexOf(file));
		if (clean.has(file)) return undefined;
		for (const next of imports.get(file) ?? []) {
			const cycle = walk([...path, next]);
			if (cycle) return cycle;
		}
		clean.add(file);
		return undefined;
	};
	for (const file of imports.keys()) {
		const cycle = walk([file]);
		if (cycle) return cycle;
	}
	return undefined;
}

it.each([
	['the package', ['nodes', 'platform', 'credentials']],
	['the sandbox', ['sandbox']],
])('%s has no import cycles, not even of types', (_what, folders) => {
	const imports = new Map(folders.flatMap((folder) => [...importsIn(folder)]));
	expect(imports.size).toBeGreaterThan(50);
	expect(cycleIn(imports)).toBeUndefined();
});

it('a cycle is found', () => {
	const imports = new Map([
		['a', ['b', 'c']],
		['b', []],
		['c', ['d']],
		['d', ['c']],
	]);
	expect(cycleIn(imports)).toEqual(['c', 'd', 'c']);
});
