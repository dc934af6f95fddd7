import { join } from 'node:path';

import axios from 'axios';

import { runCommand, type CommandResult } from './command';
import type { N8nInstallation } from './installN8n';
import { n8nEnvironment, type N8nPlace } from './n8nEnvironment';
import { startProgram, type RunningProgram } from './process';
import { waitFor } from './wait';

const READY_WITHIN_MS = 120_000;

/** One n8n on this machine: its folder, its ports, its server process. */
export class N8nProcess {
	readonly url: string;

	readonly logFile: string;

	private server: RunningProgram | undefined;

	constructor(
		readonly place: N8nPlace,
		private readonly installation: N8nInstallation,
	) {
		this.url = `http://127.0.0.1:${place.port}`;
		this.logFile = join(place.userFolder, `${place.name ?? 'n8n'}.log`);
	}

	/** Starts the server and waits until it takes requests. */
	async start(): Promise<void> {
		const { name = 'n8n', command = ['start'] } = this.place;
		const server = startProgram({ ...this.program(command), name });
		this.server = server;
		await waitFor(
			`${name} ready at ${this.url} (log: ${this.logFile})`,
			async () => {
				if (!server.isRunning()) {
					throw new Error(
						`${name} ended while starting: ${await server.ended}; log: ${this.logFile}`,
					);
				}
				const answer = await axios
					.get(`${this.url}/healthz/readiness`, { timeout: 2_000, proxy: false })
					.catch(() => undefined);
				return answer?.status === 200 ? true : undefined;
			},
			{ timeoutMs: READY_WITHIN_MS },
		);
	}

	/** Ends the server in order; by force when it has not heard after `graceMs`. */
	async stop(graceMs?: number): Promise<void> {
		await this.server?.stop(graceMs);
		this.server = undefined;
	}

	/** The process id of the server, while there is one. */
	async pid(): Promise<number | undefined> {
		return await this.server?.pid;
	}

	/** Resolves when the server has ended, for any reason, with what it left behind. */
	async ended(): Promise<string> {
		return (await this.server?.ended) ?? 'not started';
	}

	/** Ends the server as a power failure would. */
	async kill(): Promise<void> {
		await this.server?.kill();
		this.server = undefined;
	}

	/** Stops and starts the server on the same folder and ports. */
	async restart(): Promise<void> {
		await this.stop();
		await this.start();
	}

	/** Runs an n8n command to its end. Next to a running server it needs a broker port of its own. */
	async command(
		args: string[],
		{ brokerPort, allowFailure = false }: { brokerPort?: number; allowFailure?: boolean } = {},
	): Promise<CommandResult> {
		const program = this.program(args);
		const env =
			brokerPort === undefined
				? program.env
				: { ...program.env, N8N_RUNNERS_BROKER_PORT: String(brokerPort) };
		return await runCommand({
			...program,
			env,
			name: `n8n ${args[0] ?? ''}`,
			timeoutMs: 300_000,
			allowFailure,
		});
	}

	private program(args: string[]) {
		return {
			command: this.installation.node,
			args: [this.installation.program, ...args],
			cwd: this.place.userFolder,
			env: n8nEnvironment(this.place, this.installation),
			logFile: this.logFile,
		};
	}
}
