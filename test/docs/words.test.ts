import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Words that nobody has to stumble over. */
const words = [
	'mend(s|ed|ing)?',
	'hand(s|ed|ing)?[ -](it |them |this |that )?(in|over)|handover',
	'(come|comes|came|coming) to',
	'(stand|stands|stood|standing) for',
	...['so it is', 'surely', 'whoever', 'of yours', 'lest', 'made-up', 'in hand', 'the like'],
	'beside',
];

/** As a noun; not the value or label “None”, and not a keyword of CSS or SVG. */
const noneAsNoun =
	/(?<![\p{L}'"`_*-]|[:=] ?"?|to )none(?![\p{L}'"`_*;:-])|\bNone (of|is|are|has|have)\b/u;

const found = new RegExp(`(?<!by )\\b(${words.join('|')})\\b`, 'iu');

/** Files that are not ours to word, generated, or about these words. */
const excepted = /(docs\/platform-interface\.md|test\/docs\/words\.test\.ts|package-lock\.json)$/;
const readable = /\.(ts|js|mjs|json|md|html|css|csv|ya?ml|txt|example)$/;

function firstHit(text: string): string | undefined {
	// Line breaks, comment marks and `\n` are spaces, because a phrase may go over two lines.
	const flat = text.replace(/\s*(\\n|\n)[\s*/#>]*/g, ' ');
	const { index } = found.exec(flat) ?? noneAsNoun.exec(flat) ?? {};
	return index === undefined ? undefined : flat.slice(Math.max(0, index - 40), index + 50);
}

test('nothing that a person reads has one of these words', () => {
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
		encoding: 'utf8',
	});
	const files = listed.split('\n').filter((file) => readable.test(file) && !excepted.test(file));
	const there = files.filter((file) => existsSync(file));
	expect(there.length).toBeGreaterThan(300);
	const hits = there.map((file) => [file, firstHit(readFileSync(file, 'utf8'))]);
	expect(hits.filter(([, hit]) => hit)).toEqual([]);
});
