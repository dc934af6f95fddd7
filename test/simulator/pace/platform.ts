import type { Answer } from '../../../nodes/engine/core/request/platformRequest';
import type { VirtualTime } from '../clock';

/** The load that a platform can take at a moment. */
export interface Load {
	/** Requests served at the same time, each in `serviceMs`. */
	capacity: number;
	serviceMs: number;
	/** The most requests that wait; more are refused (503). */
	queue?: number;
	/** A second; more are refused (429). */
	perSecond?: number;
	/** Whether each takes longer when many wait. */
	isThrashing?: boolean;
	/** The most milliseconds by which a busy n8n reads answers late. */
	lateMs?: number;
	/** Milliseconds of n8n's own work for each answer; n8n has one thread. */
	readMs?: number;
	/** The share that is refused at once, whatever the load (503). */
	flaky?: number;
}

/** A platform under load. */
export class LoadedPlatform {
	private serving = 0;
	private readonly waiting: (() => void)[] = [];
	private tokens = 0;
	private filledAt = 0;
	private reading?: Promise<void>;
	/** When n8n has read all answers that have come. */
	private readAt = 0;

	/** @param loadAt by milliseconds since the start; undefined while it stalls */
	constructor(
		private readonly time: VirtualTime,
		private readonly loadAt: (ms: number) => Load | undefined,
		private readonly random: () => number,
		private readonly startedAt = time.monotonic(),
	) {}

	async answer(signal?: AbortSignal): Promise<Answer> {
		const gone = new Promise<never>((_, reject) => {
			signal?.addEventListener('abort', () => {
				reject(Object.assign(new Error('ECONNABORTED'), { code: 'ECONNABORTED' }));
			});
		});
		const answer = await Promise.race([this.serve(), gone]);
		const { lateMs = 0, readMs = 0 } = this.load ?? {};
		if (lateMs > 0) await (this.reading ??= this.readLater(lateMs));
		this.readAt = Math.max(this.readAt, this.time.monotonic()) + readMs;
		await this.turn();
		return answer;
	}

	/** Waits until n8n has read what has come: others get their turn then. */
	async turn(): Promise<void> {
		const waitMs = this.readAt - this.time.monotonic();
		if (waitMs > 0) await this.time.sleep(waitMs);
	}

	/** Requests that have come by then are read at the same time. */
	private async readLater(lateMs: number): Promise<void> {
		await this.time.sleep(lateMs * this.random() ** 3);
		this.reading = undefined;
	}

	private get load(): Load | undefined {
		return this.loadAt(this.time.monotonic() - this.startedAt);
	}

	private async serve(): Promise<Answer> {
		const refusal = this.refusal();
		if (refusal !== undefined) {
			await this.time.sleep(2);
			return { status: refusal, body: { status: 'FAILED' }, retryAfterMs: 1_000 };
		}
		if (this.isFull()) await new Promise<void>((resolve) => this.waiting.push(resolve));
		while (this.load === undefined) await this.time.sleep(500);
		this.serving += 1;
		const { serviceMs, capacity, isThrashing } = this.load;
		const crowd = isThrashing ? Math.sqrt(1 + this.waiting.length / capacity) : 1;
		await this.time.sleep(serviceMs * crowd * (0.7 + 0.6 * this.random()));
		this.serving -= 1;
		if (!this.isFull()) this.waiting.shift()?.();
		return { status: 200, body: { status: 'SUCCESS' } };
	}

	private isFull(): boolean {
		return this.load !== undefined && this.serving >= this.load.capacity;
	}

	private refusal(): number | undefined {
		const { perSecond, queue = Infinity, flaky = 0 } = this.load ?? {};
		if (flaky > 0 && this.random() < flaky) return 503;
		if (perSecond !== undefined) {
			const now = this.time.monotonic();
			const more = ((now - this.filledAt) / 1000) * perSecond;
			this.tokens = Math.min(Math.max(1, perSecond / 10), this.tokens + more);
			this.filledAt = now;
			if (this.tokens < 1) return 429;
			this.tokens -= 1;
		}
		return this.isFull() && this.waiting.length >= queue ? 503 : undefined;
	}
}
