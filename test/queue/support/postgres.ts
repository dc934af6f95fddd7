import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from '../../../scripts/host/command';
import { Server, startProgram } from '../../../scripts/host/process';
import { waitFor } from '../../../scripts/host/wait';

/** How to reach a database. */
export interface DatabaseAccess {
	port: number;
	user: string;
	password: string;
	database: string;
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const SYSTEM_USER = 'postgres';

const isRoot = process.getuid?.() === 0;

function idOf(kind: '-u' | '-g'): number {
	return Number(execFileSync('id', [kind, SYSTEM_USER], { encoding: 'utf8' }));
}

/** A PostgreSQL of our own, in a folder that its user can reach. */
export class PostgresServer extends Server {
	private readonly data: string;

	private readonly logFile: string;

	constructor(
		/** Where `initdb`, `postgres` and `psql` are. */
		private readonly programs: string,
		private readonly folder: string,
		readonly access: DatabaseAccess,
	) {
		super();
		this.data = join(folder, 'data');
		this.logFile = join(folder, 'postgres.log');
	}

	/** Makes an empty database, unless it has one, and starts the server. */
	async start(): Promise<void> {
		const isNew = !existsSync(join(this.data, 'PG_VERSION'));
		if (isNew) await this.init();
		await this.serve();
		if (isNew)
			await this.psql(['-c', `CREATE DATABASE "${this.access.database}"`], { in: 'postgres' });
	}

	/** Runs a file of SQL. */
	async runFile(file: string): Promise<void> {
		await this.psql(['-f', file]);
	}

	/** What a query finds: one line a row, its columns between tabs. */
	async rows(query: string): Promise<string[]> {
		const { output } = await this.psql(['-At', '-F', '\t', '-c', query]);
		return output.split('\n').filter((line) => line !== '');
	}

	private async init(): Promise<void> {
		const { user, password } = this.access;
		mkdirSync(this.folder, { recursive: true });
		if (isRoot) chownSync(this.folder, idOf('-u'), idOf('-g'));
		const passwordFile = join(this.folder, 'password');
		writeFileSync(passwordFile, password, { mode: 0o600 });
		if (isRoot) chownSync(passwordFile, idOf('-u'), idOf('-g'));
		const args = ['-D', this.data, '-U', user, '-A', 'scram-sha-256', '--pwfile', passwordFile];
		await runCommand({
			...this.asItsUser('initdb', [...args, '-E', 'UTF8', '--no-instructions']),
			name: 'initdb',
			logFile: this.logFile,
			timeoutMs: 60_000,
		});
		rmSync(passwordFile);
	}

	private async serve(): Promise<void> {
		const { port } = this.access;
		const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
		this.server = startProgram({
			...this.asItsUser('postgres', ['-D', this.data, '-p', String(port), ...settings]),
			name: 'PostgreSQL',
			logFile: this.logFile,
		});
		await waitFor(
			`PostgreSQL at port ${port} (log: ${this.logFile})`,
			async () => {
				if (this.server?.isRunning() !== true) throw new Error(`PostgreSQL ended: ${this.logFile}`);
				const { code } = await this.psql(['-c', 'SELECT 1'], { in: 'postgres', mayFail: true });
				return code === 0 ? true : undefined;
			},
			{ timeoutMs: 60_000 },
		);
	}

	private async psql(
		args: string[],
		{ in: database = this.access.database, mayFail = false } = {},
	) {
		const { port, user, password } = this.access;
		const to = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', database];
		return await runCommand({
			name: 'psql',
			command: join(this.programs, 'psql'),
			args: ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...to, ...args],
			cwd: this.folder,
			env: { PATH: process.env.PATH, PGPASSWORD: password },
			logFile: join(this.folder, 'psql.log'),
			timeoutMs: 60_000,
			allowFailure: mayFail,
		});
	}

	private asItsUser(program: string, args: string[]) {
		const path = join(this.programs, program);
		const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
		if (!isRoot) return { command: path, args, cwd: this.folder, env };
		const user = [`--reuid=${SYSTEM_USER}`, `--regid=${SYSTEM_USER}`, '--clear-groups'];
		return { command: 'setpriv', args: [...user, path, ...args], cwd: this.folder, env };
	}
}
