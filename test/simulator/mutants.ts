import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedFolders } from '../../scripts/host/packageTarball';

/** A patch that puts a bug back. */
type Mutant = Record<'name' | 'file' | 'find' | 'replace', string>;

const root = join(__dirname, '..', '..');
/** Of this process alone. */
const copy = join(root, '.scratch', `mutant-${process.pid}`);
const parts = [
	...publishedFolders,
	'sandbox',
	'scripts/host',
	'test/simulator',
	'test/support/campaign',
	'workflows',
	'tsconfig.json',
];
const entry = /^(?<name>.+)\n\t(?<file>\S+): (?<find>.*)\n\t=> ?(?<replace>.*)$/;

/** The files with patches, and the flags of their simulation. */
const subjects = {
	lists: { file: 'mutants.txt', flags: [] },
	campaigns: { file: 'campaign/mutants.txt', flags: ['--campaigns'] },
	files: { file: 'files/mutants.txt', flags: ['--files'] },
	pace: { file: 'pace/mutants.txt', flags: ['--pace'] },
};

/**
 * Applies each patch of a file (the name, the file with the text, its replacement) to a copy and simulates on it.
 * Prints a table.
 *
 * @param only a part of the names to try
 * @throws Error when a text to replace is not there exactly once
 */
export function findMutants(subject: keyof typeof subjects, seconds: number, only = ''): void {
	const { flags } = subjects[subject];
	const chosen = mutantsOf(subject).filter(({ name }) => name.includes(only));
	chosen.forEach(patched);
	const found = chosen.filter((mutant) => isFound(mutant, seconds, flags)).length;
	rmSync(copy, { recursive: true, force: true });
	console.log(`${found} of ${chosen.length} found`);
	if (found < chosen.length - 1) process.exitCode = 1;
}

/** The patches of a file. */
export function mutantsOf(subject: keyof typeof subjects): Mutant[] {
	const text = readFileSync(join(__dirname, subjects[subject].file), 'utf8').trimEnd();
	return text.split(/\n(?=\S)/).map((lines) => entry.exec(lines)?.groups as Mutant);
}

/** The patched text of a file. @throws Error when the text to replace is not there exactly once */
export function patched({ name, file, find, replace }: Mutant): string {
	const text = readFileSync(join(root, file), 'utf8');
	if (text.split(find).length === 2) return text.replace(find, () => replace);
	throw new Error(`${name}: ${file} doesn't hold exactly once: ${find}`);
}

function isFound(mutant: Mutant, seconds: number, flags: string[]): boolean {
	rmSync(copy, { recursive: true, force: true });
	for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
	writeFileSync(join(copy, mutant.file), patched(mutant));
	const options = [...flags, '--seconds', `${seconds}`, '--seed', '1', '--quick'];
	const settings = {
		cwd: copy,
		timeout: (10 * seconds + 60) * 1000,
		killSignal: 'SIGKILL',
	} as const;
	// Not by tsx's program, whose child would outlive it where it's killed.
	const args = ['--import', 'tsx', 'test/simulator/main.ts', ...options];
	const { signal, status, ...said } = spawnSync(process.execPath, args, settings);
	const errors = said.stderr.toString();
	// An endless loop is killed: it is found, too.
	const isFound = signal === 'SIGKILL' || errors.includes('Replay it');
	if (status !== 0 && !isFound) throw new Error(`${mutant.name} doesn't run: ${errors}`);
	const played = /(?<lists>\d+ \w+) in (?<after>\d+ s) of/.exec(said.stdout.toString());
	const { lists = '', after = '' } = played?.groups ?? {};
	const [violation = ''] = errors.split('\n');
	const verdict = isFound ? 'found ' : 'MISSED';
	console.log(
		`${verdict} ${after.padStart(5)} ${lists.padStart(15)}  ${mutant.name}: ${violation.slice(0, 150)}`,
	);
	return isFound;
}
