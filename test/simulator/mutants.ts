import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A patch that puts a bug back. */
interface Mutant {
	name: string;
	file: string;
	find: string;
	replace: string;
}

const root = join(__dirname, '..', '..');
const copy = join(root, '.scratch', 'mutant');
const parts = ['nodes', 'platform', 'credentials', 'sandbox', 'test/simulator', 'tsconfig.json'];
const entry = /^(?<name>.+)\n\t(?<file>\S+): (?<find>.*)\n\t=> ?(?<replace>.*)$/;

/** Reads mutants.txt: three lines each, the name, the file with the text, its replacement. */
function mutants(): Mutant[] {
	const text = readFileSync(join(__dirname, 'mutants.txt'), 'utf8').trimEnd();
	return text.split(/\n(?=\S)/).map((lines) => {
		const { groups } = entry.exec(lines) ?? {};
		if (!groups) throw new Error(`mutants.txt: ${lines}`);
		return groups as unknown as Mutant;
	});
}

/**
 * Applies each patch to a copy and simulates on it. Prints a table.
 *
 * @param only a part of the names to try
 * @throws Error when a text to replace is not there exactly once
 */
export async function findMutants(seconds: number, only = ''): Promise<void> {
	const chosen = mutants().filter(({ name }) => name.includes(only));
	chosen.forEach(patched);
	let found = 0;
	for (const mutant of chosen) {
		const began = Date.now();
		const { isFound, lists, violation } = await simulateOn(mutant, seconds);
		const after = `${Math.round((Date.now() - began) / 1000)} s`.padStart(5);
		if (isFound) found++;
		const verdict = `${isFound ? 'found ' : 'MISSED'} ${after} ${lists.padStart(6)} lists`;
		console.log(`${verdict}  ${mutant.name}: ${violation.slice(0, 150)}`);
	}
	console.log(`${found} of ${chosen.length} found`);
	if (found < chosen.length - 1) process.exitCode = 1;
}

function patched({ name, file, find, replace }: Mutant): string {
	const text = readFileSync(join(root, file), 'utf8');
	if (text.split(find).length === 2) return text.replace(find, () => replace);
	throw new Error(`${name}: ${file} doesn't hold exactly once: ${find}`);
}

async function simulateOn(mutant: Mutant, seconds: number) {
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy, { recursive: true });
	for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
	writeFileSync(join(copy, mutant.file), patched(mutant));
	const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const args = [
		tsx,
		'test/simulator/main.ts',
		'--seconds',
		String(seconds),
		'--seed',
		'1',
		'--quick',
	];
	const timeout = (seconds + 60) * 1000;
	const child = spawn(process.execPath, args, { cwd: copy, timeout, killSignal: 'SIGKILL' });
	const said = { output: '', errors: '' };
	child.stdout.on('data', (text: Buffer) => (said.output += text.toString()));
	child.stderr.on('data', (text: Buffer) => (said.errors += text.toString()));
	// An endless loop ends with a signal and without a code: it is found, too.
	const code = await new Promise((resolve) => child.on('close', resolve));
	const lists = /(\d+) lists/.exec(said.output)?.[1] ?? '?';
	const isFound = code === null || said.errors.includes('Replay it');
	if (!isFound && code !== 0) throw new Error(`${mutant.name} doesn't run: ${said.errors}`);
	return { isFound, lists, violation: said.errors.split('\n')[0] ?? '' };
}
