import ts from 'typescript';
import { filesIn, pageText } from '../../scripts/docs/pages';

/** The published files of TypeScript. */
export const publishedFiles = [
	'campaign',
	'desk',
	'lists',
	'credentials',
	'libraries',
	'nodes',
	'pages',
	'platform',
].flatMap((folder) => filesIn(folder, '.ts'));

export function sourceOf(file: string): ts.SourceFile {
	return ts.createSourceFile(file, pageText(file), ts.ScriptTarget.Latest, true);
}

/** The text of a literal or template, with `…` where something is put in; empty for other code. */
export function textOf(node: ts.Node): string {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return '';
	return [node.head.text, ...node.templateSpans.map(({ literal }) => `…${literal.text}`)].join('');
}

/** The text of every literal and template in a part of the code. */
export function literalsIn(node: ts.Node): string[] {
	const texts = [textOf(node)];
	ts.forEachChild(node, (child) => {
		texts.push(...literalsIn(child));
	});
	return texts.filter((text) => text !== '');
}
