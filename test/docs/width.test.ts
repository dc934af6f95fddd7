import { pages, pageText } from '../../scripts/docs/pages';
import { widestCell } from '../../scripts/docs/regions';

const readme = pageText('README.md').trimEnd().split('\n');

describe('the pages fit the width at which they are read', () => {
	it.each(pages())('%s has no table cell that is too long', (page) => {
		expect(longCells(pageText(page))).toEqual([]);
	});

	it('README.md is one short page', () => {
		expect(readme.length).toBeLessThanOrEqual(150);
		expect(readme.filter((line) => line.length > 120)).toEqual([]);
	});
});

/** What is shown of a link is its text. */
function longCells(text: string): string[] {
	return text
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.flatMap((line) => line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').split(/(?<!\\)\|/))
		.map((cell) => cell.trim())
		.filter((cell) => cell.length > widestCell && !/^-+$/.test(cell));
}
