import ts from 'typescript';
import { pageText } from '../../scripts/docs/pages';
import { publishedFiles, sourceOf, textOf } from '../support/literals';

/** The texts in a part of the code, with `…` where something is put in. */
function textsIn(node: ts.Node): string[] {
	const texts = [textOf(node).trim()].filter((text) => text.split(/\s+/).length >= 2);
	ts.forEachChild(node, (child) => {
		texts.push(...textsIn(child));
	});
	return texts;
}

/** Without what Markdown needs and people do not see. */
const flat = (text: string) => text.replace(/\\([\\_*|])/g, '$1').replace(/\s+/g, ' ');

it('docs/troubleshooting.md has headings only for texts of the code', () => {
	const texts = publishedFiles.map(sourceOf).flatMap(textsIn).map(flat);
	const headings = [
		...pageText('docs/troubleshooting.md').matchAll(/^### (?:'[^']+' (?=must|is|has))?(.+)$/gm),
	];
	const titles = headings.map(([, title = '']) => flat(title));
	expect(titles.length).toBeGreaterThan(20);
	const isSaid = (part: string) => texts.some((one) => one.includes(part.trim()));
	expect(titles.filter((title) => !title.split('…').every(isSaid))).toEqual([]);
});
