import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { projectRoot } from './host/paths';

const folders = [
	'nodes',
	'nodes/engine',
	'platform',
	'credentials',
	'sandbox',
	'scripts',
	'bench',
	'test',
];
const isCode = (file: string) => /\.(c?[jt]s|mjs|css|html)$/.test(file);

/** Where `.ci/run` leaves what jest says of each suite. */
const results = join(projectRoot, '.scratch', 'ci');

interface SuiteResult {
	numPassedTests: number;
	numFailedTests: number;
	startTime: number;
	testResults: { endTime: number }[];
}

function tracked(folder: string): string[] {
	const options = { cwd: projectRoot, encoding: 'utf8' } as const;
	return execFileSync('git', ['ls-files', folder], options).split('\n').filter(isCode);
}

const textOf = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const linesOf = (text: string) => text.split('\n').length - 1;

/** The longest function of these files, with its name and its lines. */
function longestFunction(files: string[]): { lines: number; name: string } {
	let longest = { lines: 0, name: '' };
	const visit = (file: ts.SourceFile) => (node: ts.Node) => {
		if (ts.isFunctionLike(node) && 'body' in node && node.body) {
			const at = (position: number) => file.getLineAndCharacterOfPosition(position).line;
			const lines = at(node.getEnd()) - at(node.getStart(file)) + 1;
			const name = (node.name ?? (node.parent as ts.NamedDeclaration).name)?.getText(file) ?? '';
			if (lines > longest.lines) longest = { lines, name: `${name} in ${file.fileName}` };
		}
		ts.forEachChild(node, visit(file));
	};
	for (const file of files.filter((one) => one.endsWith('.ts'))) {
		const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
		ts.forEachChild(source, visit(source));
	}
	return longest;
}

/** Prints what the house weighs: lines and files, and how many tests the last gate ran in which time. */
console.table(
	Object.fromEntries(
		folders.map((folder) => {
			const files = tracked(folder);
			const lines = files.reduce((sum, file) => sum + linesOf(textOf(file)), 0);
			const longest = longestFunction(files);
			return [folder, { files: files.length, lines, longest: longest.lines, name: longest.name }];
		}),
	),
);
if (existsSync(results)) {
	const suites = readdirSync(results).map((file) => {
		const suite = JSON.parse(readFileSync(join(results, file), 'utf8')) as SuiteResult;
		const end = Math.max(...suite.testResults.map(({ endTime }) => endTime));
		const seconds = Math.round((end - suite.startTime) / 1000);
		const { numPassedTests: passed, numFailedTests: failed } = suite;
		return [file.replace('.json', ''), { passed, failed, seconds }];
	});
	console.table(Object.fromEntries(suites));
}
