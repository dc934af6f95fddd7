import { DueQueue } from '../payments/due-queue';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Does jobs when they are due, in that order, so many at a time. A job that waits takes no place. */
export class Dispatcher<Job> {
	private readonly queue = new DueQueue<Job>();
	private running = 0;
	private stopped = false;
	private timer: NodeJS.Timeout | undefined;

	/** `work` must not fail. */
	constructor(
		private readonly width: () => number,
		private readonly work: (job: Job) => Promise<void>,
	) {}

	add(job: Job, waitMs = 0): void {
		this.queue.add(performance.now() + waitMs, job);
		this.pump();
	}

	/** Begins no other job. */
	stop(): void {
		this.stopped = true;
		clearTimeout(this.timer);
	}

	private pump(): void {
		clearTimeout(this.timer);
		if (this.stopped) return;
		const now = performance.now();
		while (this.running < this.width()) {
			const due = this.queue.takeDue(now);
			if (!due) break;
			void this.begin(due.item);
		}
		const { nextAt } = this.queue;
		if (nextAt === undefined || this.running >= this.width()) return;
		const wait = Math.min(Math.ceil(nextAt - now), LONGEST_TIMER_MS);
		this.timer = setTimeout(() => {
			this.pump();
		}, wait).unref();
	}

	private async begin(job: Job): Promise<void> {
		this.running += 1;
		await this.work(job);
		this.running -= 1;
		this.pump();
	}
}
