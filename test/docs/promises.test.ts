import ts from 'typescript';
import { pageText } from '../../scripts/docs/pages';
import { literalsIn, sourceOf } from '../support/literals';

/** The promises of the pages; indented below each: a test and words of its title, or the simulator and words of a rule. */
const lines = pageText('test/docs/promises.txt').trimEnd().split('\n');
const promises = lines.filter((line) => /^[^ #]/.test(line));
const shownBy = lines.filter((line) => line.startsWith('  '));

/** Calls that define a test or a group, or several by a table, and calls by which the simulator reports a broken rule. */
const naming =
	/^(it|test|describe|gives|refuses)\b|\.(sends|refuses|answers|fails|lookUps)$|violat/;

/** The names of tests and groups, and the texts of their tables. */
function namesIn(node: ts.Node): string[] {
	const names: string[] = [];
	if (ts.isCallExpression(node) && naming.test(node.expression.getText())) {
		const told = node.arguments.filter((part) => !ts.isFunctionLike(part));
		names.push(...told.flatMap(literalsIn));
	}
	ts.forEachChild(node, (child) => {
		names.push(...namesIn(child));
	});
	return names;
}

it('each promise names tests, and they are there', () => {
	expect(promises.length).toBeGreaterThan(70);
	const isThere = (named: string) => {
		const [, file, words = ''] = /^ {2}(test\/[\w./]+): (.+)$/.exec(named) ?? [];
		return file !== undefined && namesIn(sourceOf(file)).some((name) => name.includes(words));
	};
	expect(shownBy.filter((line) => !isThere(line))).toEqual([]);
	const isShown = (promise: string) => lines[lines.indexOf(promise) + 1]?.startsWith('  ');
	expect(promises.filter((promise) => !isShown(promise))).toEqual([]);
});
