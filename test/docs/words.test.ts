import { filesIn, pageText } from '../../scripts/docs/pages';

/** Words that nobody has to stumble over. */
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

/** As a noun; not the value or label “None”, and not a keyword of CSS or SVG. */
const noneAsNoun =
	/(?<![\p{L}'"`_*-]|[:=] ?"?|to )none(?![\p{L}'"`_*;:-])|\bNone (of|is|are|has|have)\b/u;

const found = new RegExp(`(?<!by )\\b(${words.join('|')})\\b`, 'iu');

/** What users read, or what is made of it; tests and scripts are for those who write code. */
const read = [
	...['campaign', 'credentials', 'nodes', 'platform', 'sandbox'].flatMap((folder) =>
		['.ts', '.json', '.html', '.css', '.md'].flatMap((end) => filesIn(folder, end)),
	),
	...['deploy', 'docs', 'workflows'].flatMap((folder) => filesIn(folder, '')),
	'package.json',
	...filesIn('', '.md', false),
].filter((file) => /\.\w+$/.test(file) && !/\.png$|docs\/platform-interface\.md$/.test(file));

/** Line breaks and `\n` are spaces, because a phrase may go over two lines; comments of code are left out. */
const flat = (text: string) => text.replace(/\s*(\\n|\n)[\s>]*/g, ' ');
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm;

test('nothing that a user reads has one of these words', () => {
	expect(read.length).toBeGreaterThan(200);
	const hits = read.flatMap((file) => {
		const whole = pageText(file);
		const text = flat(file.endsWith('.ts') ? whole.replace(comments, '') : whole);
		const { index } = found.exec(text) ?? noneAsNoun.exec(text) ?? {};
		if (index === undefined) return [];
		return [`${file}: … ${text.slice(Math.max(0, index - 40), index + 50)} …`];
	});
	expect(hits).toEqual([]);
});
