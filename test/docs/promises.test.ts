import ts from 'typescript';
import { pageText } from '../../scripts/docs/pages';
import { literalsIn, sourceOf } from '../support/literals';

const [, section = ''] = pageText('docs/verification.md').split('\n## Promises\n');
const rows = (section.split('\n## ')[0] ?? '')
	.split('\n')
	.filter((line) => line.startsWith('|') && !/^\| (Promise|---)/.test(line));

/** A test and words of its name, or the simulator and words of a rule. */
const shownBy = /^\[[\w.]+\]\(\.\.\/(test\/[\w./]+)\): (.+)$/;

/** What makes a test or a group, or several by a table; and what tells that the simulator found a rule broken. */
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

it('each promise of docs/verification.md names tests that are there', () => {
	expect(rows.length).toBeGreaterThan(70);
	const isThere = (named: string) => {
		const [, file, words = ''] = shownBy.exec(named) ?? [];
		return file !== undefined && namesIn(sourceOf(file)).some((name) => name.includes(words));
	};
	const cells = rows.map((row) => (row.split(' | ')[1] ?? '').replace(/\|$/, '').trim());
	const named = cells.flatMap((cell) => cell.split('; '));
	expect(named.filter((one) => !isThere(one))).toEqual([]);
});
