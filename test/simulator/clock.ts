import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../nodes/engine/core/request/send';

/** Saturday 2 January 2027, 12:00 UTC. */
const start = Date.UTC(2027, 0, 2, 12);
const day = 86_400_000;

/** Ends when all promises have settled: four times as fast as a turn of the event loop, which timers of Node.js still get. */
export function promisesSettled(): () => Promise<unknown> {
	let turns = 0;
	return () =>
		++turns % 256 === 0
			? setImmediate()
			: new Promise<void>((resolve) => {
					process.nextTick(resolve);
				});
}

/**
 * Virtual time: it stands still while code runs, and jumps to the next timer. While a simulation runs, `Date.now` is
 * virtual too, so that the sandbox and the login need no clock of their own.
 */
export class VirtualTime implements Clock {
	private time = start;
	/** By time, and in the order in which they were added. */
	private readonly due: { at: number; work: () => void }[] = [];

	/** The milliseconds by which somebody set the wall clock forward, or back. */
	private setBy = 0;

	/**
	 * @param longest more time than any scenario takes, in milliseconds
	 * @param settled ends when all promises have settled; the usual one also waits for what Node.js does beside them
	 */
	constructor(
		private readonly longest = day,
		private readonly settled: () => Promise<unknown> = setImmediate,
	) {}

	now(): number {
		return this.time + this.setBy;
	}

	monotonic(): number {
		return this.time;
	}

	/** Sets the wall clock, as a person does. */
	set(by: number): void {
		this.setBy += by;
	}

	/** Calls `work` after some milliseconds. */
	after(milliseconds: number, work: () => void): void {
		const at = this.time + Math.max(0, milliseconds);
		this.due.splice(this.due.findLastIndex((one) => one.at <= at) + 1, 0, { at, work });
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			signal?.addEventListener('abort', () => {
				resolve();
			});
			this.after(milliseconds, resolve);
		});
	}

	/** Runs the work and all its timers. @throws Error when it waits for something that never happens */
	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		const realNow = Date.now;
		Date.now = () => this.now();
		try {
			const result = work();
			// Its error is thrown below; until then it must not count as unhandled.
			result.catch(() => undefined);
			// A step begins when all promises have settled.
			do await this.settled();
			while (this.step());
			const stuck = new Error('Nothing is due, and the run has not ended');
			return await Promise.race([result, Promise.reject(stuck)]);
		} finally {
			Date.now = realNow;
		}
	}

	private step(): boolean {
		const next = this.due.shift();
		if (!next) return false;
		this.time = next.at;
		if (this.time > start + this.longest) throw new Error('The run goes on for ever');
		next.work();
		return true;
	}
}
