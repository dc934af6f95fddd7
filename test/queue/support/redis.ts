import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';

import { Server, startProgram } from '../../../scripts/host/process';
import { waitFor } from '../../../scripts/host/wait';

/** A Redis of our own, which forgets nothing over a restart. */
export class RedisServer extends Server {
	constructor(
		private readonly program: string,
		private readonly folder: string,
		readonly port: number,
		private readonly password: string,
	) {
		super();
	}

	/** Starts it and waits until it has read what it knew before. */
	async start(): Promise<void> {
		mkdirSync(this.folder, { recursive: true });
		const settings = join(this.folder, 'redis.conf');
		const lines = [
			'bind 127.0.0.1',
			`port ${this.port}`,
			`dir ${this.folder}`,
			'appendonly yes',
			`requirepass ${this.password}`,
		];
		writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
		this.server = startProgram({
			name: 'Redis',
			command: this.program,
			args: [settings],
			cwd: this.folder,
			env: { PATH: process.env.PATH },
			logFile: join(this.folder, 'redis.log'),
		});
		await waitFor(
			`Redis at port ${this.port}`,
			async () => ((await this.answers()) ? true : undefined),
			{ timeoutMs: 30_000, everyMs: 50 },
		);
	}

	/** Whether it takes commands: while it reads its file it says that it is loading. */
	private async answers(): Promise<boolean> {
		return await new Promise((resolve) => {
			const socket = createConnection({ host: '127.0.0.1', port: this.port });
			let said = '';
			socket.setTimeout(1_000, () => socket.destroy());
			socket.on('connect', () => socket.end(`AUTH ${this.password}\r\nPING\r\n`));
			socket.on('data', (chunk: Buffer) => {
				said += chunk.toString();
			});
			socket.on('error', () => socket.destroy());
			socket.on('close', () => resolve(said.includes('+PONG')));
		});
	}
}
