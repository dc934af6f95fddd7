import ts from 'typescript';
import { pageText } from '../../scripts/docs/pages';
import { publishedFiles, sourceOf, textOf } from '../support/literals';

/** What a person reads next to a field or an outcome, and not because something went wrong. */
const notTroubles =
	/^(displayName|label|about|description|placeholder|action|name|nextStep|default|purpose|wouldDo|(property|relation|search)Hint)$/;

/** A finding of Check Setup says itself what it means and what to do; a choice of a field is no trouble. */
const findings = /MobileBilling\/setup\/|platform\/enumerations\.ts$/;

/** The pages of a campaign and of a list explain themselves, and tables of time zones and names have no sentences. */
const pages =
	/campaign\/(buttons|chart|checkSections|deskPage|html|labels|message|notice|planSection|readingWords|report|resultCsv|statusPage|style|warnings|zonesByCode|columnNames)\.ts$|platform\/unitNames\.ts$|MobileDataCampaign\/listResult\.ts$/;

/** Three words or more, and neither an expression of n8n's nor a page. */
function isSentence(text: string): boolean {
	const words = text.split(/\s+/).filter((word) => /[a-z]/i.test(word));
	return words.length >= 3 && !/^(=?\{\{|<|\(?\$)/.test(text);
}

/** The sentences in a part of the code, with `…` where something is put in. */
function textsIn(node: ts.Node): string[] {
	const isProperty = ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
	if (isProperty && notTroubles.test(node.name.getText())) return [];
	const texts = [textOf(node).trim()].filter(isSentence);
	ts.forEachChild(node, (child) => {
		texts.push(...textsIn(child));
	});
	return texts;
}

/** Without what Markdown needs and people do not see. */
const flat = (text: string) => text.replace(/\\([\\_*|])/g, '$1').replace(/\s+/g, ' ');

describe('docs/troubleshooting.md', () => {
	const text = pageText('docs/troubleshooting.md');
	const texts = publishedFiles
		.filter((file) => !findings.test(file) && !pages.test(file))
		.map(sourceOf)
		.flatMap(textsIn)
		.map(flat);

	it('explains every text the package can show when something is wrong', () => {
		expect(texts.length).toBeGreaterThan(90);
		expect(texts).toContain('Fill it in, or fix the expression that sets it.');
		expect(texts.filter((one) => !flat(text).includes(one))).toEqual([]);
	});

	it('has a heading for what each field can say, and only for texts of the code', () => {
		const headings = [...text.matchAll(/^### (?:'[^']+' (?=must|is|has))?(.+)$/gm)];
		const titles = headings.map(([, title = '']) => flat(title));
		const ofFields = texts.filter((one) => /^(must|is|has) /.test(one));
		expect(ofFields.filter((one) => !titles.includes(one))).toEqual([]);
		const isSaid = (part: string) => texts.some((one) => one.includes(part.trim()));
		expect(titles.filter((title) => !title.split('…').every(isSaid))).toEqual([]);
	});
});
