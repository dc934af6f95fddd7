import { pageText } from '../../scripts/docs/pages';
import { troubleTexts } from '../support/docs/texts';

const name = 'docs/troubleshooting.md';
const page = flat(pageText(name));

/** Without what Markdown needs and people do not see. */
function flat(text: string): string {
	return text.replace(/\\([\\_*|])/g, '$1').replace(/\s+/g, ' ');
}

describe('docs/troubleshooting.md', () => {
	const texts = troubleTexts();

	it('is compared with texts that are really in the code', () => {
		expect(texts.length).toBeGreaterThan(90);
		expect(texts.map(({ text }) => text)).toEqual(
			expect.arrayContaining([
				'Fill it in, or fix the expression that sets it.',
				'The signature is missing or wrong',
				'this host name does not exist',
			]),
		);
	});

	it('explains every text the package can show when something is wrong', () => {
		const missing = texts.filter(({ text }) => !page.includes(flat(text)));
		expect(missing).toEqual([]);
	});

	it('has a heading for what each field can say, and only for texts of the code', () => {
		const headings = [...pageText(name).matchAll(/^### (?:'[^']+' (?=must|is|has))?(.+)$/gm)];
		const titles = headings.map(([, title = '']) => flat(title));
		const known = texts.map(({ text }) => flat(text));
		const ofFields = known.filter((text) => /^(must|is|has) /.test(text));
		expect(ofFields.filter((text) => !titles.includes(text))).toEqual([]);
		const isSaid = (part: string) => known.some((text) => text.includes(part.trim()));
		expect(titles.filter((title) => !title.split('…').every(isSaid))).toEqual([]);
	});
});
