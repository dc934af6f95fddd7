import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';

import { signalGroup, spawnInGroup, type ProgramStart } from './process';

/** A program that is run to its end. */
export interface Command extends ProgramStart {
	/** It is ended by force after this time. */
	timeoutMs: number;
	/** Hears every line as it comes, for a progress display. */
	onLine?: (line: string) => void;
	/** Resolve also when the program ends with another code than 0. */
	allowFailure?: boolean;
}

/** What a program that ended has said. */
export interface CommandResult {
	code: number;
	output: string;
}

const TAIL = 25;

/** Runs a program to its end; rejects with the last lines of its output when it fails. */
export async function runCommand(command: Command): Promise<CommandResult> {
	mkdirSync(dirname(command.logFile), { recursive: true });
	const log = createWriteStream(command.logFile, { flags: 'a' });
	log.write(`\n$ ${command.name}\n`);

	const child = spawnInGroup(command, 'pipe');
	const both = new PassThrough();
	child.stdout?.on('data', (chunk: Buffer) => both.write(chunk));
	child.stderr?.on('data', (chunk: Buffer) => both.write(chunk));

	const lines: string[] = [];
	const reader = createInterface({ input: both });
	reader.on('line', (line) => {
		lines.push(line);
		log.write(`${line}\n`);
		if (line.trim() !== '') command.onLine?.(line.trim());
	});
	const readAll = new Promise<void>((resolve) => reader.once('close', resolve));

	let late = false;
	const limit = setTimeout(() => {
		late = true;
		signalGroup(child, 'SIGKILL');
	}, command.timeoutMs);

	const code = await new Promise<number>((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (exitCode) => resolve(exitCode ?? 1));
	}).finally(() => {
		clearTimeout(limit);
		both.end();
	});
	await readAll;
	await new Promise((resolve) => log.end(resolve));

	if (code !== 0 && !command.allowFailure) {
		const why = late ? `did not end in ${command.timeoutMs / 1000} s` : `exit code ${code}`;
		const tail = lines.slice(-TAIL).join('\n');
		throw new Error(`${command.name}: ${why}\n${tail}\nAll of it: ${command.logFile}`);
	}
	return { code, output: lines.join('\n') };
}
