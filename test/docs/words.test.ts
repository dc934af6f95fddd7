import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Words that nobody has to stumble over. */
const words = [
	'mend(s|ed|ing)?',
	'hand(s|ed|ing)?[ -](it |them |this |that )?(in|over)|handover',
	'(come|comes|came|coming) to',
	'(stand|stands|stood|standing) for',
	...['so it is', 'surely', 'whoever', 'of yours', 'lest', 'made-up', 'in hand', 'the like'],
	'beside',
	'object Object',
];

/** As a noun; not the value or label “None”, and not a keyword of CSS or SVG. */
const noneAsNoun =
	/(?<![\p{L}'"`_*-]|[:=] ?"?|to )none(?![\p{L}'"`_*;:-])|\bNone (of|is|are|has|have)\b/u;

const found = new RegExp(`(?<!by )\\b(${words.join('|')})\\b`, 'iu');

/** Files that are not ours to word, generated, or about these words. */
const excepted = /(docs\/platform-interface\.md|test\/docs\/words\.test\.ts|package-lock\.json)$/;
const readable = /\.(ts|js|mjs|json|md|html|css|csv|ya?ml|txt|example)$/;
const folders = /^(\.git|\.scratch|\.n8n|node_modules|dist|coverage)$/;

const filesIn = (folder: string): string[] =>
	readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return folders.test(entry.name) ? [] : filesIn(path);
		return readable.test(path) && !excepted.test(path) ? [path] : [];
	});

/** Line breaks, comment marks and `\n` are spaces, because a phrase may go over two lines. */
const flat = (text: string) => text.replace(/\s*(\\n|\n)[\s*/#>]*/g, ' ');

test('nothing that a person reads has one of these words', () => {
	const hits = filesIn('.').flatMap((file) => {
		const text = flat(readFileSync(file, 'utf8'));
		const { index } = found.exec(text) ?? noneAsNoun.exec(text) ?? {};
		if (index === undefined) return [];
		return [`${file}: … ${text.slice(Math.max(0, index - 40), index + 50)} …`];
	});
	expect(hits).toEqual([]);
});
