import { execFile, type ExecFileException } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A patch that puts a bug back. */
type Mutant = Record<'name' | 'file' | 'find' | 'replace', string>;

const root = join(__dirname, '..', '..');
const copy = join(root, '.scratch', 'mutant');
const parts = ['nodes', 'platform', 'credentials', 'sandbox', 'test/simulator', 'tsconfig.json'];
const entry = /^(?<name>.+)\n\t(?<file>\S+): (?<find>.*)\n\t=> ?(?<replace>.*)$/;

/**
 * Applies each patch of mutants.txt (the name, the file with the text, its replacement) to a copy and simulates on it.
 * Prints a table.
 *
 * @param only a part of the names to try
 * @throws Error when a text to replace is not there exactly once
 */
export async function findMutants(seconds: number, only = ''): Promise<void> {
	const text = readFileSync(join(__dirname, 'mutants.txt'), 'utf8').trimEnd();
	const mutants = text.split(/\n(?=\S)/).map((lines) => entry.exec(lines)?.groups as Mutant);
	const chosen = mutants.filter(({ name }) => name.includes(only));
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
	for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
	writeFileSync(join(copy, mutant.file), patched(mutant));
	const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
	const options = ['--seconds', `${seconds}`, '--seed', '1', '--quick'];
	const args = [tsx, 'test/simulator/main.ts', ...options];
	const settings = { cwd: copy, timeout: (seconds + 60) * 1000, killSignal: 'SIGKILL' } as const;
	const said = await new Promise<{
		error: ExecFileException | null;
		output: string;
		errors: string;
	}>((resolve) => {
		execFile(process.execPath, args, settings, (error, output, errors) => {
			resolve({ error, output, errors });
		});
	});
	// An endless loop is killed: it is found, too.
	const isFound = said.error?.killed === true || said.errors.includes('Replay it');
	if (said.error && !isFound) throw new Error(`${mutant.name} doesn't run: ${said.errors}`);
	const lists = /(\d+) lists/.exec(said.output)?.[1] ?? '?';
	return { isFound, lists, violation: said.errors.split('\n')[0] ?? '' };
}
