import ts from 'typescript';

import { packageSources } from '../packageSources';

/** A sentence in the code, with `…` where something is put in. */
export interface CodeText {
	text: string;
	file: string;
}

/** What a person reads next to a field or an outcome, and not because something went wrong. */
const notTroubles = new Set([
	'displayName',
	'label',
	'about',
	'description',
	'placeholder',
	'action',
	'name',
	'nextStep',
	'default',
	'purpose',
	'propertyHint',
	'relationHint',
	'searchHint',
]);

/** A finding of Check Setup says itself what it means and what to do; a choice of a field is no trouble. */
const findings = /platform\/setup\w*\.ts$|operations\/account\/|engine\/enumerations\.ts$/;

/** Every sentence of three words or more that the package can say when something goes wrong. */
export function troubleTexts(): CodeText[] {
	return packageSources()
		.filter(({ fileName }) => !findings.test(fileName))
		.flatMap((source) => textsIn(source).map((text) => ({ text, file: source.fileName })));
}

function textsIn(node: ts.Node): string[] {
	if (isForFields(node)) return [];
	const own = textOf(node)?.trim();
	const found = own !== undefined && isSentence(own) ? [own] : [];
	const inner: string[] = [];
	ts.forEachChild(node, (child) => {
		inner.push(...textsIn(child));
	});
	return [...found, ...inner];
}

function isForFields(node: ts.Node): boolean {
	const isProperty = ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node);
	return isProperty && notTroubles.has(node.name.getText());
}

/** Three words or more, and neither an expression of n8n's nor a page. */
function isSentence(text: string): boolean {
	const words = text.split(/\s+/).filter((word) => /[a-z]/i.test(word));
	return words.length >= 3 && !/^(=?\{\{|<|\$)/.test(text);
}

function textOf(node: ts.Node): string | undefined {
	if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return undefined;
	return [node.head.text, ...node.templateSpans.map((span) => `…${span.literal.text}`)].join('');
}
