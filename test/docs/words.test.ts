import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectRoot } from '../../scripts/host/paths';

/** Words that nobody has to stumble over, and what to write instead. */
const words: [pattern: string, instead: string][] = [
	['mend(s|ed|ing)?', 'fix'],
	['hand(s|ed|ing)?[ -](it |them |this |that )?(in|over)|handover', 'submit, pass'],
	['(come|comes|came|coming) to', 'equals, resolves to, arrives at, ends'],
	['(stand|stands|stood|standing) for', 'is, equals'],
	['so it is', 'therefore it is'],
	['surely', 'certainly'],
	['whoever', 'who, everyone who'],
	['of yours', 'your'],
	['lest', 'so that … not'],
	['made-up', 'invented, sample'],
	['in hand', 'under way'],
	['the like', 'and similar'],
	['beside', 'besides, in addition to, next to'],
];

/** As a noun; not the value or label “None”, and not a keyword of CSS or SVG. */
const noneAsNoun =
	/(?<![\p{L}'"`_*-]|[:=] ?"?|to )none(?![\p{L}'"`_*;:-])|\bNone (of|is|are|has|have)\b/u;

const found = new RegExp(`(?<!by )\\b(${words.map(([one]) => one).join('|')})\\b`, 'iu');

/** Files that are not ours to word, generated, or about these words. */
const excepted = ['docs/platform-interface.md', 'test/docs/words.test.ts', 'package-lock.json'];

const folders = /^(\.git|\.scratch|\.n8n|node_modules|dist|coverage)$/;
const readable = /\.(ts|js|mjs|json|md|html|css|csv|ya?ml|txt|example)$/;

function filesIn(folder: string): string[] {
	return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
		if (entry.isDirectory()) return folders.test(entry.name) ? [] : filesIn(path);
		return readable.test(entry.name) && !excepted.some((one) => path.endsWith(one)) ? [path] : [];
	});
}

/** The text with its line breaks, comment marks and `\n` as spaces, because a phrase may go over two lines. */
function flat(text: string): string {
	return text.replace(/\s*(\\n|\n)[\s*/#>]*/g, ' ');
}

function firstHit(text: string): string | undefined {
	const one = flat(text);
	const { index } = found.exec(one) ?? noneAsNoun.exec(one) ?? {};
	return index === undefined ? undefined : one.slice(Math.max(0, index - 40), index + 50);
}

test('such words are found, and others are not', () => {
	const bad = ['Mend the item', 'hand it\n * over', 'What it comes to', 'None of them'];
	const good = ["login: 'none'", 'display: none;', 'registered by hand in the panel', 'recommend'];
	expect([...bad, ...good].filter((text) => firstHit(text) !== undefined)).toEqual(bad);
});

test('nothing that a person reads has one of these words', () => {
	const files = filesIn('');
	const hits = files.flatMap((path) => {
		const hit = firstHit(readFileSync(join(projectRoot, path), 'utf8'));
		return hit === undefined ? [] : [`${path}: … ${hit} …`];
	});
	expect(hits).toEqual([]);
});
