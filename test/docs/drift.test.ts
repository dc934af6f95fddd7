import { outcomesOf } from '../../nodes/engine/panel/options';
import { documentedNodes, operationsOf } from '../../scripts/docs/operations';
import { ownedFiles, pages, pageText, withOwner, refilled } from '../../scripts/docs/pages';
import { writings } from '../../scripts/docs/writers';

/** The formatter aligns columns, and writes a list of one text in a line; that is no drift. */
const unaligned = (text: string) =>
	text
		.replace(/ +/g, ' ')
		.replace(/-{3,}/g, '---')
		.replace(/\[\s+("[^"]*")\s+\]/g, '[$1]');

describe('npm run docs has written', () => {
	it.each(pages())('the generated parts of %s', (page) => {
		const text = pageText(page);
		expect(unaligned(text)).toBe(unaligned(refilled(text, writings)));
	});

	it.each(ownedFiles())('the repository and the author of package.json into %s', (file) => {
		expect(pageText(file)).toBe(withOwner(pageText(file)));
	});
});

it('the pages have a place for every generated text', () => {
	const texts = pages().map(pageText).join('\n');
	const isThere = (words: string) => texts.includes(`<!-- generated: ${words} -->`);
	expect([...writings.keys()].filter((words) => !isThere(words))).toEqual([]);
});

const withOutcomes = documentedNodes.flatMap((documented) =>
	operationsOf(documented)
		.filter(([, { outcomes }]) => outcomes)
		.map(([resource, operation]) => ({ page: documented.page, resource, operation })),
);

it.each(withOutcomes)(
	'$page has the outputs of $operation.name',
	({ page, resource, operation }) => {
		const heading = `\n## ${resource.name}: ${operation.name}\n`;
		const [section = ''] = pageText(page).split(heading)[1]?.split('\n## ') ?? [];
		const rows = Object.entries(outcomesOf(operation) ?? {});
		const isMissing = ([value = '', name = '']) =>
			!section.includes(`- **${name}** (\`${value}\`): `);
		expect(rows.filter(isMissing)).toEqual([]);
	},
);
