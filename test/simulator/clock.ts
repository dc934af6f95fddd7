import type { Clock } from '../../nodes/engine/send';

/** Saturday 2 January 2027, 12:00 UTC. */
const start = Date.UTC(2027, 0, 2, 12);

/** No scenario takes a day. */
const longest = 86_400_000;

/** A simulation that never ends. */
export class Stuck extends Error {}

/**
 * Virtual time: it stands still while code runs and jumps to what is due next. While a simulation runs, `Date.now` is
 * virtual too, so that the sandbox and the login need no clock of their own.
 */
export class VirtualTime implements Clock {
	private time = start;

	/** By time, and in the order in which they were added. */
	private readonly due: { at: number; work: () => void }[] = [];

	now(): number {
		return this.time;
	}

	/** Calls `work` in so many milliseconds. */
	after(milliseconds: number, work: () => void): void {
		const at = this.time + Math.max(0, milliseconds);
		this.due.splice(this.due.findLastIndex((one) => one.at <= at) + 1, 0, { at, work });
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		await new Promise<void>((resolve) => {
			const wake = () => {
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			signal?.addEventListener('abort', wake);
			this.after(milliseconds, wake);
		});
	}

	/**
	 * Runs the work and everything it left behind.
	 *
	 * @throws Stuck when the work waits for something that never comes
	 */
	async run<Result>(work: () => Promise<Result>): Promise<Result> {
		const realNow = Date.now;
		Date.now = () => this.time;
		try {
			let isOver = false;
			const result = work().finally(() => (isOver = true));
			// The error is thrown below; until then it must not count as unhandled.
			result.catch(() => undefined);
			do {
				// Until no promise has anything left to do.
				await new Promise((resolve) => setImmediate(resolve));
			} while (this.step());
			if (!isOver) throw new Stuck('Nothing is due, and the run has not ended');
			return await result;
		} finally {
			Date.now = realNow;
		}
	}

	private step(): boolean {
		const next = this.due.shift();
		if (!next) return false;
		this.time = Math.max(this.time, next.at);
		if (this.time > start + longest) throw new Stuck('The run goes on for ever');
		next.work();
		return true;
	}
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
