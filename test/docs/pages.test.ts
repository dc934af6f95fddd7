import { pages, pageText, widestCell } from '../../scripts/docs/pages';

it.each(pages())('%s has no table cell that is too long', (page) => {
	const rows = pageText(page).split('\n');
	const cells = rows
		.filter((line) => line.startsWith('|'))
		// A link is as wide as its text.
		.flatMap((line) => line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').split(/(?<!\\)\|/))
		.map((cell) => cell.trim());
	expect(cells.filter((cell) => cell.length > widestCell && !/^-+$/.test(cell))).toEqual([]);
});

it('README.md is one short page', () => {
	const lines = pageText('README.md').trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(150);
	expect(lines.filter((line) => line.length > 120)).toEqual([]);
});

it('CONTRIBUTING.md gives a reason for each dependency', () => {
	const manifest = JSON.parse(pageText('package.json')) as { devDependencies: object };
	const [, section = ''] = pageText('CONTRIBUTING.md').split('## Dependencies');
	const cells = [...section.matchAll(/^- (`.*?):/gm)].map(([, cell = '']) => cell);
	const named = cells.flatMap((cell) => cell.match(/[^`\s,]+/g) ?? []);
	expect(named.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
});
