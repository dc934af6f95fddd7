/** `npm run texts -- de`: the texts of managers' pages that a language lacks, as JSON to fill in. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { catalogs } from '../desk/language';
import { keyOf, pluralKey } from '../platform/say';

/** Files whose errors no manager's page shows. */
const notShown = ['platform/search.ts', 'desk/planRequest.ts'];

/** The rooms whose texts managers' pages show, those of the pages first. */
const rooms = ['desk', 'campaign', 'lists', 'platform'];

/** The keys of the catalogs, in the order of their files; a plural's says so. */
export function textsInCode(): Map<string, 'text' | 'plural'> {
	const keys = new Map<string, 'text' | 'plural'>();
	for (const file of rooms.flatMap(filesIn)) {
		const source = ts.createSourceFile(
			file,
			readFileSync(file, 'utf8'),
			ts.ScriptTarget.Latest,
			true,
		);
		visit(source);
	}
	return keys;

	function visit(node: ts.Node): void {
		if (ts.isTaggedTemplateExpression(node) && /^(?:say|phrase)$/.test(node.tag.getText())) {
			keys.set(keyOf(partsOf(node.template)), 'text');
		}
		if (ts.isNewExpression(node) && node.expression.getText() === 'InputError') {
			const isShown = !notShown.includes(node.getSourceFile().fileName);
			if (isShown)
				node.arguments
					?.slice(0, 2)
					.filter(ts.isStringLiteralLike)
					.forEach(({ text }) => {
						if (text !== '') addText(text);
					});
		}
		if (ts.isCallExpression(node)) {
			const called = node.expression.getText();
			const [, noun] = node.arguments;
			if (called === 'texts') node.arguments.flatMap(literalsIn).forEach(addText);
			if (/^count(?:ed)?$/.test(called) && noun && ts.isStringLiteral(noun)) {
				keys.set(pluralKey(noun.text), 'plural');
			}
		}
		ts.forEachChild(node, visit);
	}

	function addText(text: string): void {
		keys.set(text, 'text');
	}
}

/** The texts of a catalog that aren't in it yet, with nothing filled in. */
export function missingTexts(language: string): Record<string, string | Record<string, string>> {
	const catalog = catalogs[language] ?? {};
	const missing = [...textsInCode()].filter(([key]) => !Object.hasOwn(catalog, key));
	return Object.fromEntries(
		missing.map(([key, kind]) => [key, kind === 'text' ? '' : emptyForms(language)]),
	);
}

/** The plural forms of a language, in the order of Unicode. */
export function formsOf(language: string): string[] {
	return [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
}

function emptyForms(language: string): Record<string, string> {
	return Object.fromEntries(formsOf(language).map((form) => [form, '']));
}

function filesIn(room: string): string[] {
	const all = readdirSync(room, { recursive: true }).map((name) => `${room}/${String(name)}`);
	return all.filter((name) => name.endsWith('.ts')).sort();
}

function partsOf(template: ts.TemplateLiteral): string[] {
	if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
	return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];
}

/** The texts in a value; names of properties are none. */
function literalsIn(node: ts.Node): string[] {
	if (ts.isStringLiteralLike(node)) return [node.text];
	if (ts.isPropertyAssignment(node)) return literalsIn(node.initializer);
	const found: string[] = [];
	ts.forEachChild(node, (child) => {
		found.push(...literalsIn(child));
	});
	return found;
}

if (require.main === module) {
	const asked = process.argv.slice(2);
	for (const language of asked.length > 0 ? asked : Object.keys(catalogs)) {
		const missing = missingTexts(language);
		console.error(`${language}: ${Object.keys(missing).length} texts are missing`);
		if (asked.length > 0) console.log(JSON.stringify(missing, undefined, '\t'));
	}
}
