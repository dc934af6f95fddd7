import { pages, pageText, widestCell } from '../../scripts/docs/pages';

it.each(pages())('%s has no table cell that is too long', (page) => {
	const rows = pageText(page).split('\n');
	const cells = rows
		.filter((line) => line.startsWith('|'))
		// What is shown of a link is its text.
		.flatMap((line) => line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').split(/(?<!\\)\|/))
		.map((cell) => cell.trim());
	expect(cells.filter((cell) => cell.length > widestCell && !/^-+$/.test(cell))).toEqual([]);
});

it('README.md is one short page', () => {
	const lines = pageText('README.md').trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(150);
	expect(lines.filter((line) => line.length > 120)).toEqual([]);
});
