import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How a program is started. */
export interface ProgramStart {
	/** Short name for messages. */
	name: string;
	command: string;
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** Output of both kinds is appended here. */
	logFile: string;
}

/** A program that was started here and may be ended here. */
export interface RunningProgram {
	readonly name: string;
	/** True until the program has ended. */
	isRunning(): boolean;
	/** The program's process id. */
	readonly pid: Promise<number>;
	/** Resolves when the program has ended, with what it left behind. */
	readonly ended: Promise<string>;
	/** Asks it to end, and ends it by force when it has not heard after `graceMs`. */
	stop(graceMs?: number): Promise<void>;
	/** Ends it at once, as a power failure would. */
	kill(): Promise<void>;
}

const supervisor = join(__dirname, 'supervise.cjs');

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches us alone
 * and we end things in order. The supervisor in between ends the group when we are gone.
 */
export function spawnInGroup(
	{ command, args, cwd, env }: Omit<ProgramStart, 'logFile'>,
	output: number | 'pipe',
): ChildProcess {
	return spawn(process.execPath, [supervisor, command, ...args], {
		cwd,
		env,
		stdio: ['ignore', output, output, 'ipc'],
		detached: true,
	});
}

/** Sends a signal to a supervised program and everything it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
	process.kill(-child.pid, signal);
}

/** Starts a program that keeps running. */
export function startProgram(start: ProgramStart): RunningProgram {
	mkdirSync(dirname(start.logFile), { recursive: true });
	const log = openSync(start.logFile, 'a');
	const child = spawnInGroup(start, log);
	closeSync(log);

	let running = true;
	const pid = new Promise<number>((resolve) => {
		child.once('message', (message) => resolve(Number(message)));
	});
	const ended = new Promise<string>((resolve) => {
		child.once('error', (error) => resolve(`did not start: ${error.message}`));
		child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
	}).finally(() => {
		running = false;
	});

	return {
		name: start.name,
		isRunning: () => running,
		pid,
		ended,
		async stop(graceMs = 15_000) {
			signalGroup(child, 'SIGTERM');
			const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
			await ended;
			clearTimeout(force);
		},
		async kill() {
			signalGroup(child, 'SIGKILL');
			await ended;
		},
	};
}

/** A server that is started anew after it has ended. */
export abstract class Server {
	protected server: RunningProgram | undefined;

	abstract start(): Promise<void>;

	/** Ends it in order. */
	async stop(): Promise<void> {
		await this.server?.stop();
		this.server = undefined;
	}

	/** Ends it as a power failure would. */
	async kill(): Promise<void> {
		await this.server?.kill();
	}

	/** Resolves when it has ended, for any reason. */
	async ended(): Promise<string> {
		return (await this.server?.ended) ?? 'not started';
	}
}
