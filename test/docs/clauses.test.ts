import ts from 'typescript';
import { filesIn, pages, pageText } from '../../scripts/docs/pages';
import { literalsIn, publishedFiles, sourceOf } from '../support/literals';

/** This file has such sentences as examples. */
const own = 'test/docs/clauses.test.ts';

/** A sentence that begins with a noun clause has to be read twice: “What it gives up of what was too much”. */
const clause = /^(?:What|Who|Whom|Whose|Where)(?:ever)?\b/;

/** The comments of a file, each as one line. */
function commentsIn(file: string): string[] {
	const text = pageText(file);
	const comments: string[] = [];
	const source = sourceOf(file);
	const visit = (node: ts.Node): void => {
		for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
			comments.push(text.slice(pos, end));
		}
		node.getChildren(source).forEach(visit);
	};
	visit(source);
	return [...new Set(comments)].map((comment) =>
		comment
			.replace(/^\/\*\*?|\*\/$|^\s*(?:\*|\/\/)/gm, ' ')
			.replace(/\s+/g, ' ')
			.trim(),
	);
}

/** The paragraphs, cells and points of a page, without its code, and without texts generated from code that is read itself. */
const partsOf = (page: string) =>
	pageText(page)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/^<!-- generated[^]*?<!-- end -->/gm, '')
		.split(/\n\s*\n|\n(?=\s*(?:[-*#|>]|\d+\.))|\|/)
		.map((part) => part.replace(/^[\s>#*\d.-]+/, '').replace(/\s+/g, ' '));

/** The sentences that begin with such a clause and ask nothing. */
function clausesIn(texts: string[]): string[] {
	return texts
		.flatMap((text) => text.split(/(?<=[.:!?])["”*_]* (?=[A-Z`@])| (?=@(?:param|returns|throws))/))
		.map((sentence) => sentence.replace(/^@\w+ (?:\w+ )?/, '').trim())
		.filter((sentence) => clause.test(sentence) && !sentence.endsWith('?'));
}

/** The texts of a workflow, or of a language, line by line. */
const stringsIn = (file: string) =>
	[...pageText(file).matchAll(/"((?:[^"\\]|\\.)*)"/g)].flatMap(([, text = '']) =>
		text.split(/(?:\\n)+[#\s]*/),
	);

/** The sentences of code are those of its comments and texts; none of a file without such a word, whose parsing takes long. */
function textsOf(file: string): string[] {
	if (!/\b(?:What|Who|Where)/.test(pageText(file))) return [];
	if (file.endsWith('.json')) return stringsIn(file);
	return file.endsWith('.ts')
		? [...commentsIn(file), ...literalsIn(sourceOf(file))]
		: partsOf(file);
}

const code = ['bench', 'sandbox', 'scripts', 'test'].flatMap((folder) => filesIn(folder, '.ts'));
const readmes = ['sandbox/README.md', 'deploy/queue-mode/README.md'];
const workflows = [...filesIn('workflows', '.json'), 'deploy/queue-mode/each-event-once.json'];
const languages = filesIn('pages/texts', '.json');
const read = [
	...publishedFiles,
	...code,
	...pages(),
	...readmes,
	...workflows,
	...languages,
].filter((file) => !file.includes('node_modules') && file !== own);
test('a clause is found at the start of a comment, a tag and a later sentence, and no question is', () => {
	const found = ['What it gives.', 'It gives. What is left goes.', 'Waits. @param who Whose turn'];
	expect(clausesIn(found)).toHaveLength(3);
	expect(clausesIn(['What is missing?', 'The name of what it gives.'])).toEqual([]);
	expect(read.length).toBeGreaterThan(150);
});

test.each(read)('no sentence of %s begins with a noun clause', (file) => {
	expect(clausesIn(textsOf(file))).toEqual([]);
});
