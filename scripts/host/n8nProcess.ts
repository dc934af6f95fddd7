import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import axios from 'axios';
import type { N8nInstallation } from './installN8n';
import { scratchRoot } from './paths';
import { runCommand, Server } from './process';

/** Folder, ports and settings of an n8n; two on the same machine differ in the first three. */
export interface N8nPlace {
	userFolder: string;
	port: number;
	brokerPort: number;
	/** Without the editor n8n is ready in half the time. */
	withEditor: boolean;
	/** More n8n settings, such as those of queue mode. */
	settings?: Record<string, string>;
	/** n8n's command with arguments, such as `['worker']`; missing for a server with editor and webhooks. */
	command?: string[];
	/** The name of this process's log, where several processes use the folder. */
	name?: string;
}

/** Features of n8n that call its vendor or show hints to regular users. */
const disabled = [
	'DIAGNOSTICS',
	'DYNAMIC_BANNERS',
	'HIRING_BANNER',
	'PERSONALIZATION',
	'TEMPLATES',
	'VERIFIED_PACKAGES',
	'VERSION_NOTIFICATIONS',
];

/** The environment of every process of one n8n, without the caller's own n8n settings. */
export function n8nEnvironment(place: N8nPlace, installation: N8nInstallation): NodeJS.ProcessEnv {
	const { HOME, LANG, TMPDIR, TZ, PATH } = process.env;
	return {
		HOME,
		LANG,
		TMPDIR,
		TZ,
		PATH: `${dirname(installation.node)}:${PATH}`,
		NODE_COMPILE_CACHE: join(scratchRoot, 'compile-cache'),
		N8N_USER_FOLDER: place.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: 'no-task-runner-is-used',
		N8N_ENCRYPTION_KEY: 'key-of-a-throw-away-n8n',
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		N8N_DISABLE_UI: String(!place.withEditor),
		...Object.fromEntries(disabled.map((name) => [`N8N_${name}_ENABLED`, 'false'])),
		...place.settings,
	};
}

/** One n8n on this machine: its folder, its ports, its server process. */
export class N8nProcess extends Server {
	readonly url: string;

	readonly logFile: string;

	constructor(
		readonly place: N8nPlace,
		private readonly installation: N8nInstallation,
	) {
		super();
		this.url = `http://127.0.0.1:${place.port}`;
		this.logFile = join(place.userFolder, `${place.name ?? 'n8n'}.log`);
	}

	/** Starts the server and waits until it takes requests. */
	async start(): Promise<void> {
		const { name = 'n8n', command = ['start'] } = this.place;
		const url = `${this.url}/healthz/readiness`;
		await this.run({ ...this.startOf(command), name }, () =>
			axios.get(url, { timeout: 2_000, proxy: false }).then(
				() => true,
				() => false,
			),
		);
	}

	/** Runs an n8n command to its end, while the server is down. */
	async command(args: string[]): Promise<void> {
		await runCommand({ ...this.startOf(args), name: `n8n ${args[0]}`, timeoutMs: 300_000 });
	}

	/**
	 * Puts credentials or workflows into an n8n that is down; those with the same ID are replaced. Workflows find their
	 * credentials by name, so these come first.
	 */
	async import(kind: 'credentials' | 'workflow', content: { id: string }[]): Promise<void> {
		const file = join(this.place.userFolder, 'import.json');
		writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
		await this.command([`import:${kind}`, `--input=${file}`]).finally(() => rmSync(file));
	}

	private startOf(args: string[]) {
		return {
			command: this.installation.node,
			args: [this.installation.program, ...args],
			cwd: this.place.userFolder,
			env: n8nEnvironment(this.place, this.installation),
			logFile: this.logFile,
		};
	}
}
