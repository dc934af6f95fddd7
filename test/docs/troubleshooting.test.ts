import { pageText } from '../../scripts/docs/pages';
import { troubleTexts } from './support/texts';

const page = flat(pageText('docs/troubleshooting.md'));

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
				'… is empty. Fill it in, or fix the expression that sets it',
				'The signature is missing or wrong',
				'this host name does not exist',
			]),
		);
	});

	it('explains every text the package can show when something is wrong', () => {
		const missing = texts.filter(({ text }) => !page.includes(flat(text)));
		expect(missing).toEqual([]);
	});
});
