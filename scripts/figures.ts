/** `npm run figures`: lines and functions of each room, and the tests and times of the last gate. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const folders = [
	'nodes',
	'nodes/engine',
	'lists',
	'campaign',
	'desk',
	'pages',
	'platform',
	'libraries',
	'credentials',
	'sandbox',
	'scripts',
	'bench',
	'test',
];

/** The folder in which `.ci/run` stores the results of each suite. */
const results = '.scratch/ci';

/** The callback of `describe`, `it` or `test` doesn't count as a function: it's a list of tests. */
const isOfTests = ({ parent }: ts.Node) =>
	ts.isCallExpression(parent) && /^(describe|it|test)\b/.test(parent.expression.getText());

/** Lines and names of the functions in a file. */
function functionsIn(file: string, text: string): { longest: number; name: string }[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const found: { longest: number; name: string }[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isFunctionLike(node) && 'body' in node && node.body && !isOfTests(node)) {
			const name = (node.name ?? (node.parent as ts.NamedDeclaration).name)?.getText() ?? '';
			found.push({ longest: node.getText().split('\n').length, name: `${name} in ${file}` });
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

function weigh(folder: string) {
	const tracked = execFileSync('git', ['ls-files', folder], { encoding: 'utf8' }).split('\n');
	const code = tracked
		.filter((file) => /\.(c?[jt]s|mjs|css|html)$/.test(file) && existsSync(file))
		.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
	const lines = code.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
	const functions = code
		.filter(({ file }) => file.endsWith('.ts'))
		.flatMap(({ file, text }) => functionsIn(file, text))
		.sort((one, other) => other.longest - one.longest);
	return [folder, { files: code.length, lines, ...functions[0] }];
}

function gateOf(file: string) {
	const suite = JSON.parse(readFileSync(`${results}/${file}`, 'utf8')) as Record<
		'numPassedTests' | 'numFailedTests' | 'startTime',
		number
	> & { testResults: { endTime: number }[] };
	const end = Math.max(...suite.testResults.map(({ endTime }) => endTime));
	const seconds = Math.round((end - suite.startTime) / 1000);
	const { numPassedTests: passed, numFailedTests: failed } = suite;
	return [file.replace('.json', ''), { passed, failed, seconds }];
}

console.table(Object.fromEntries(folders.map(weigh)));
if (existsSync(results)) {
	const files = readdirSync(results).filter((file) => file.endsWith('.json'));
	console.table(Object.fromEntries(files.map(gateOf)));
}
