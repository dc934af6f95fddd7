import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { waitFor } from './wait';

/** The settings for starting a program. */
export interface ProgramStart {
	/** Short name for messages. */
	name: string;
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** The log to which stdout and stderr are appended. */
	logFile: string;
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches us alone
 * and we end things in order. The supervisor in between ends the group when we are gone.
 */
function startProgram({ command, args, cwd, env, logFile }: ProgramStart) {
	mkdirSync(dirname(logFile), { recursive: true });
	const log = openSync(logFile, 'a');
	const child = spawn(process.execPath, [join(__dirname, 'supervise.cjs'), command, ...args], {
		cwd,
		env,
		stdio: ['ignore', log, log, 'ipc'],
		detached: true,
	});
	closeSync(log);
	const ended = once(child, 'exit').then(
		([code, signal]) => String(signal ?? `exit code ${code}`),
		(error: Error) => `did not start: ${error.message}`,
	);
	const isRunning = () =>
		child.pid !== undefined && child.exitCode === null && child.signalCode === null;
	const signal = (name: NodeJS.Signals) => {
		if (isRunning()) process.kill(-Number(child.pid), name);
	};
	return { ended, isRunning, signal };
}

/** A server that can be started again after it has ended. */
export abstract class Server {
	private program: ReturnType<typeof startProgram> | undefined;

	abstract start(): Promise<void>;

	/** Starts a program and waits until it is ready. */
	protected async run(start: ProgramStart, isReady: () => Promise<boolean>): Promise<void> {
		const program = startProgram(start);
		this.program = program;
		const what = `${start.name} (log: ${start.logFile})`;
		const ready = async () => {
			if (program.isRunning()) return await isReady();
			throw new Error(`${what} ended while starting: ${await program.ended}`);
		};
		await waitFor(`${what} ready`, ready, { timeoutMs: 120_000 });
	}

	/** Ends it in order; by force when it has not ended after `graceMs`. */
	async stop(graceMs = 15_000): Promise<void> {
		this.program?.signal('SIGTERM');
		const force = setTimeout(() => this.program?.signal('SIGKILL'), graceMs);
		await this.ended();
		clearTimeout(force);
	}

	/** Ends it as a power failure would. */
	async kill(): Promise<void> {
		this.program?.signal('SIGKILL');
		await this.ended();
	}

	/** Resolves when it has ended, for any reason, with its exit code or signal. */
	async ended(): Promise<string> {
		return (await this.program?.ended) ?? 'not started';
	}
}

/**
 * Runs a program to its end, by force after `timeoutMs`; rejects with the last lines of its log when it fails.
 *
 * @param onOutput receives the whole output so far, now and then, for a progress display
 */
export async function runCommand(
	{ timeoutMs, ...start }: ProgramStart & { timeoutMs: number },
	onOutput?: (output: string) => void,
): Promise<void> {
	const { name, logFile } = start;
	// Earlier programs wrote to the same log.
	const from = existsSync(logFile) ? statSync(logFile).size : 0;
	const output = () => readFileSync(logFile).toString('utf8', from);
	const program = startProgram(start);
	const progress = setInterval(() => onOutput?.(output()), 500);
	const force = setTimeout(() => program.signal('SIGKILL'), timeoutMs);
	const ending = await program.ended;
	clearInterval(progress);
	clearTimeout(force);
	if (ending === 'exit code 0') return;
	const last = output().trim().split('\n').slice(-25).join('\n');
	throw new Error(`${name}: ${ending}\n${last}\nAll of it: ${logFile}`);
}
