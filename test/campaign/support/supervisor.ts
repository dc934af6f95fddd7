import { setTimeout as sleep } from 'node:timers/promises';

/** A process that is kept running: n8n, Redis, PostgreSQL. */
export interface Service {
	start(): Promise<void>;
	kill(): Promise<void>;
	/** Resolves when it has ended, or at once when it isn't running. */
	ended(): Promise<string>;
}

/** Starts what has ended again, at once and on the same ports, as systemd does with `Restart=always`. */
export class Supervisor {
	/** What was started again, in order. */
	readonly restarts: string[] = [];

	private isOver = false;

	private readonly watches: Promise<void>[];

	constructor(readonly services: Record<string, Service>) {
		this.watches = Object.keys(services).map(async (name) => await this.watch(name));
	}

	/** Ends a process as a power failure would. */
	async kill(name: string): Promise<void> {
		await this.services[name]?.kill();
	}

	/** Lets processes end from now on. */
	release(): void {
		this.isOver = true;
	}

	/** Resolves when all processes have ended after their release. */
	async over(): Promise<void> {
		await Promise.all(this.watches);
	}

	private async watch(name: string): Promise<void> {
		const service = this.services[name];
		for (;;) {
			await service?.ended();
			// systemd's own pause, `RestartSec`.
			await sleep(100);
			if (this.isOver) return;
			this.restarts.push(name);
			// It ends while it starts when its database is away; then it's started again.
			await service?.start().catch(() => undefined);
		}
	}
}
