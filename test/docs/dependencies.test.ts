import { readFileSync } from 'node:fs';

test('CONTRIBUTING.md gives a reason for each dependency', () => {
	const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
		devDependencies: Record<string, string>;
	};
	const section = readFileSync('CONTRIBUTING.md', 'utf8').split('## Dependencies')[1] ?? '';
	const rows = section.split('\n').filter((line) => line.startsWith('| `'));
	const named = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/[^`\s,]+/g) ?? []);

	expect(named.sort()).toEqual(Object.keys(devDependencies).sort());
});
