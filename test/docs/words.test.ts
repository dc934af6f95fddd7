import { filesIn, pageText } from '../../scripts/docs/pages';
import { literalsIn, publishedFiles, sourceOf } from '../support/literals';

/** Words that make readers stumble. */
const words = [
	'mend(s|ed|ing)?',
	'hand(s|ed|ing)?[ -](it |them |this |that )?(in|over)|handover',
	'(come|comes|came|coming) to',
	'(stand|stands|stood|standing) for',
	'so it is',
	'surely',
	'whoever',
	'of yours',
	'lest',
	'made-up',
	'in hand',
	'the like',
	'beside',
	'object Object',
];

/** As a noun; not the value or label “None”, and not a keyword of CSS. */
const noneAsNoun =
	/(?<![\p{L}'"`_*-]|[:=] ?"?|to )none(?![\p{L}'"`_*;:-])|\bNone (of|is|are|has|have)\b/u;

const found = new RegExp(`(?<!by )\\b(${words.join('|')})\\b`, 'iu');

/** Pages for those who write code. */
const internal = /docs\/(architecture|platform-interface)\.md$/;

const pages = ['README.md', ...filesIn('docs', '.md'), ...filesIn('deploy', '.md')];
const texts = [...filesIn('workflows', '.json'), ...filesIn('pages/texts', '.json')];
const read = [...pages, ...texts, ...publishedFiles].filter((file) => !internal.test(file));

/** The texts of a file that a user reads; of code, those of more than one word. */
const textsOf = (file: string) =>
	file.endsWith('.ts')
		? literalsIn(sourceOf(file)).filter((text) => /\S\s+\S/.test(text))
		: [pageText(file)];

/** Line breaks and `\n` are spaces, because a phrase may go over two lines. */
const flat = (text: string) => text.replace(/\s*(\\n|\n)[\s>]*/g, ' ');

test.each(read)('%s has none of these words', (file) => {
	const hits = textsOf(file).flatMap((whole) => {
		const text = flat(whole);
		const { index } = found.exec(text) ?? noneAsNoun.exec(text) ?? {};
		return index === undefined ? [] : [text.slice(Math.max(0, index - 40), index + 50)];
	});
	expect(hits).toEqual([]);
});
