import { type DeliveryStatus, verdictOf } from './delivery';
import { Dispatcher } from './dispatcher';
import { Sender } from './sender';
import type { StormEvent } from './storm-plan';
import type { StormRequest } from './storm-request';

/** Sends a storm's events until the genuine ones are taken or its time is up. */
export class Storm {
	private readonly sender = new Sender();
	private readonly dispatcher: Dispatcher<StormEvent>;
	private readonly deadline: NodeJS.Timeout;
	private readonly started = performance.now();
	private ended: number | null = null;
	private genuineOpen: number;
	private open: number;

	constructor(
		readonly asked: StormRequest,
		/** In the order in which they are first sent. */
		readonly events: readonly StormEvent[],
		private readonly keepAlive: boolean,
	) {
		this.open = events.length;
		this.genuineOpen = asked.count;
		this.dispatcher = new Dispatcher(
			() => asked.concurrency,
			(event) => this.attempt(event),
		);
		this.deadline = setTimeout(() => {
			this.stop();
		}, asked.maxSeconds * 1000).unref();
		for (const event of events) this.dispatcher.add(event);
	}

	get running(): boolean {
		return this.ended === null;
	}

	get seconds(): number {
		return Math.round((this.ended ?? performance.now()) - this.started) / 1000;
	}

	/** What has not been taken by now has failed. */
	stop(): void {
		if (!this.running) return;
		this.end();
		for (const event of this.events) if (event.status === 'PENDING') event.status = 'FAILED';
	}

	private async attempt(event: StormEvent): Promise<void> {
		const { timeoutMs } = this.asked;
		const { keepAlive } = this;
		const answer = await this.sender.send(event.message, { timeoutMs, keepAlive });
		if (!this.running) return;
		event.attempts += 1;
		event.lastStatus = answer.httpStatus;
		event.lastError = answer.error;
		event.lastBody = answer.body;
		const verdict = verdictOf(answer);
		if (verdict !== 'AGAIN') this.settle(event, verdict);
		else if (this.genuineOpen === 0) this.settle(event, 'FAILED');
		else this.dispatcher.add(event, this.waitAfter(event.attempts));
	}

	private waitAfter(attempts: number): number {
		const { retryMs, retryFactor, longestRetryMs } = this.asked;
		return Math.min(retryMs * retryFactor ** (attempts - 1), longestRetryMs);
	}

	private settle(event: StormEvent, status: DeliveryStatus): void {
		event.status = status;
		this.open -= 1;
		if (event.kind === 'genuine') this.genuineOpen -= 1;
		if (this.open === 0) this.end();
	}

	private end(): void {
		this.ended = performance.now();
		clearTimeout(this.deadline);
		this.dispatcher.stop();
		this.sender.stop();
	}
}
