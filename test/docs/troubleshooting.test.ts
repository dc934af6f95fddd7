import ts from 'typescript';
import { pageText } from '../../scripts/docs/pages';
import { publishedFiles, sourceOf, textOf } from '../support/literals';
import { prices } from './refusals';

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

const refusals = prices.flatMap(({ texts }) => texts);
const headings = [...pageText('docs/troubleshooting.md').matchAll(/^### (.+)$/gm)];

test('each refusal with its price is a text of the code', () => {
	const texts = publishedFiles.map(sourceOf).flatMap(textsIn).map(flat);
	const isSaid = (part: string) => texts.some((one) => one.includes(part.trim()));
	const withoutField = (text: string) => flat(text).replace(/^'[^']+' (?=must|is|has)/, '');
	const unsaid = refusals.filter((text) => !withoutField(text).split('…').every(isSaid));
	expect(unsaid).toEqual([]);
	expect(refusals.filter((text, index) => refusals.indexOf(text) < index)).toEqual([]);
});

test('docs/troubleshooting.md has headings only for those', () => {
	const titles = headings.map(([, title = '']) => flat(title));
	expect(titles.length).toBeGreaterThan(15);
	expect(titles.filter((title) => !refusals.includes(title))).toEqual([]);
});
