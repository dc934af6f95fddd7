import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import axios from 'axios';
import { runCommand, Server } from '../../../scripts/host/process';
import { lowPort } from '../freshN8n';

const run = promisify(execFile);

const succeeds = async (attempt: Promise<unknown>) =>
	await attempt.then(
		() => true,
		() => false,
	);

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
const isRoot = process.getuid?.() === 0;
const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];

/** The path of a program; Debian puts PostgreSQL's aside. @throws Error with the command that installs it */
export function programOf(name: string): string {
	const versions = '/usr/lib/postgresql';
	const aside = fs.existsSync(versions) ? fs.readdirSync(versions) : [];
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/sbin',
		...aside.map((version) => join(versions, version, 'bin')),
	];
	const file = folders.map((folder) => join(folder, name)).find(fs.existsSync);
	if (file !== undefined) return file;
	throw new Error(
		`This machine has no ${name}.\nOn Debian:  apt-get install -y --no-install-recommends redis-server postgresql nginx`,
	);
}

/** The programs that queue mode needs in addition to n8n. */
export const neededPrograms = ['redis-server', 'redis-cli', 'initdb', 'postgres', 'psql', 'nginx'];

/** A server in a folder of its own. */
abstract class OwnServer extends Server {
	constructor(
		protected readonly folder: string,
		readonly port: number,
	) {
		super();
		fs.mkdirSync(folder, { recursive: true });
	}

	protected startOf(program: string, args: string[]) {
		const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };
		const logFile = join(this.folder, `${program}.log`);
		const own = { name: program, cwd: this.folder, env, logFile };
		return { ...own, command: programOf(program), args };
	}
}

/** Redis with the command of the compose file. */
export class Redis extends OwnServer {
	command = '';
	password = '';

	/** Starts it and waits until it has loaded its data: until then a ping is an error. */
	async start(): Promise<void> {
		const [program = '', ...args] = this.command.split(' ');
		const own = ['--bind', '127.0.0.1', '--port', String(this.port), '--dir', this.folder];
		const env = { PATH: process.env.PATH, REDISCLI_AUTH: this.password };
		const ping = ['-e', '-p', String(this.port), 'ping'];
		const isReady = () => succeeds(run(programOf('redis-cli'), ping, { env }));
		await this.run(this.startOf(program, [...args, ...own]), isReady);
	}
}

/** PostgreSQL that accepts every login on this machine. */
export class Postgres extends OwnServer {
	access = { user: 'n8n', password: 'n8n', database: 'n8n' };

	/** Starts one in a folder that `remove` removes. */
	static async fresh(name: string): Promise<Postgres> {
		const postgres = new Postgres(join(tmpdir(), `${name}-${process.pid}`), await lowPort());
		await postgres.start();
		return postgres;
	}

	async remove(): Promise<void> {
		await this.stop();
		fs.rmSync(this.folder, { recursive: true, force: true });
	}

	/** Makes an empty database, unless there is one, and starts the server. */
	async start(): Promise<void> {
		const { user, database } = this.access;
		const data = join(this.folder, 'data');
		const isNew = !fs.existsSync(data);
		if (isNew) {
			const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']).toString());
			if (isRoot) fs.chownSync(this.folder, idOf('-u'), idOf('-g'));
			const args = ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
			await runCommand({ ...this.asItsUser('initdb', args), timeoutMs: 60_000 });
		}
		const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
		const server = this.asItsUser('postgres', ['-D', data, '-p', String(this.port), ...settings]);
		await this.run(server, () => succeeds(this.psql(['-c', 'SELECT 1'], 'postgres')));
		if (isNew) await this.psql(['-c', `CREATE DATABASE "${database}"`], 'postgres');
	}

	/** Runs a file of SQL. */
	async runFile(file: string): Promise<void> {
		await this.psql(['-f', file]);
	}

	/** The rows that a query finds: one line each, with tabs between columns. */
	async rows(query: string): Promise<string[]> {
		const output = await this.psql(['-At', '-F', '\t', '-c', query]);
		return output.split('\n').filter((line) => line !== '');
	}

	private async psql(args: string[], database = this.access.database): Promise<string> {
		const to = ['-h', '127.0.0.1', '-p', String(this.port), '-U', this.access.user, '-d', database];
		const options = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', ...to, ...args];
		const { stdout } = await run(programOf('psql'), options, { maxBuffer: 1e9, timeout: 60_000 });
		return stdout;
	}

	private asItsUser(program: string, args: string[]) {
		const start = this.startOf(program, args);
		if (!isRoot) return start;
		return { ...start, command: 'setpriv', args: [...asPostgres, start.command, ...args] };
	}
}

/** The reverse proxy, with the shipped configuration, adapted to this machine. */
export class Nginx extends OwnServer {
	readonly url = `http://127.0.0.1:${this.port}`;
	/** Its text. */
	shipped = '';
	changes: [text: string, by: string][] = [];

	async start(): Promise<void> {
		const text = this.changes.reduce((all, [old, by]) => {
			if (all.includes(old)) return all.replace(old, by);
			throw new Error(`The shipped file has no “${old}”`);
		}, this.shipped);
		fs.writeFileSync(join(this.folder, 'default.conf'), text);
		const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
		const main = join(this.folder, 'nginx.conf');
		fs.writeFileSync(
			main,
			`daemon off; pid nginx.pid; error_log stderr;
			events {}
			http {
				${paths.map((name) => `${name}_temp_path ${this.folder}/${name};`).join(' ')}
				log_format upstream '$upstream_addr $status $request_uri';
				access_log calls.log upstream;
				include default.conf;
			}`,
		);
		const start = this.startOf('nginx', ['-p', this.folder, '-c', main]);
		const options = { proxy: false, validateStatus: () => true } as const;
		await this.run(start, () => succeeds(axios.get(this.url, options)));
	}

	/** The upstream address of each call to a path. */
	upstreams(path: string): string[] {
		const calls = fs.readFileSync(join(this.folder, 'calls.log'), 'utf8').trim().split('\n');
		return calls
			.map((line) => line.split(' '))
			.filter(([, , uri]) => uri?.startsWith(path))
			.map(([to = '']) => to);
	}
}
