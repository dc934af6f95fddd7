import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { ensureN8n } from '../scripts/host/installN8n';
import type { PlainOrder, PlainTimes } from './plainProgram';

/** The plain program, in a process of its own and on n8n's own Node. */
export class Plain {
	private constructor(private readonly child: ChildProcess) {}

	static async start(): Promise<Plain> {
		const { node } = await ensureN8n();
		const file = join(__dirname, 'plainProgram.ts');
		return new Plain(fork(file, { execPath: node, execArgv: ['--import', 'tsx'] }));
	}

	/** @throws Error when a request failed */
	async give(order: PlainOrder): Promise<PlainTimes> {
		const answered = new AbortController();
		const { signal } = answered;
		const ended = once(this.child, 'exit', { signal }).then(() => {
			throw new Error('The plain program failed');
		});
		this.child.send(order);
		const message = once(this.child, 'message', { signal });
		const [times] = (await Promise.race([message, ended])) as [PlainTimes];
		answered.abort();
		return times;
	}

	stop(): void {
		this.child.kill();
	}
}
