import { orAborted } from './concurrency';
import type { HostPace } from './hostPace';
import type { Clock } from './send';

const secondMs = 1000;
/** Timers are late; up to 50 ms of it are caught up. */
const maxCatchUpMs = 50;
/** Requests that catch up, or are held up on their way, arrive closer together than they should. */
const slack = 1.1;
/** Every fourth turn goes to the request that has waited longest, whatever its class, so that none starves. */
const fairEvery = 4;

/** So many requests of lists leave in one turn of Node.js: 200 of them would keep n8n from all other work for 0.1 s. */
const maxInTurn = 16;

/** The classes of requests that wait for a turn, the first one first. */
const classes = ['person', 'followUp', 'firstSend'] as const;

interface Waiter {
	class: (typeof classes)[number];
	/** Takes the turn; false when it needs it no longer. */
	take(): Promise<boolean>;
}

/** A place among the requests that run; what a person waits for needs none. */
interface Place {
	isList: boolean;
	isTaken: boolean;
}

interface Leaving {
	place: Place;
	isFollowUp?: boolean;
	/** Once more in its turn. @throws Error where it may not leave any more */
	ready: () => Promise<void>;
}

/** The requests that go to one host. Times are the monotonic clock's. */
export class HostQueue {
	/** Requests per second, of each run that sends there. */
	readonly limits: number[] = [];
	/** When the last one left, or should have if it is late. */
	private last = -Infinity;
	private readonly waiting: Waiter[] = [];
	private isServing = false;
	/** The requests of lists that have left in this turn of Node.js. */
	private inTurn = 0;
	/** The number of requests that have left; one that gave up in its turn had none. */
	private leftCount = 0;
	/** Somebody came or went: there may be room, or a person who needs none. */
	private wake?: () => void;

	constructor(readonly pace: HostPace) {}

	/** Waits until a request may leave, and takes its place; an aborted run waits no longer. */
	async enter(leaving: Leaving, clock: Clock, signal?: AbortSignal): Promise<void> {
		const { place, isFollowUp, ready } = leaving;
		if (!this.mustWait(place.isList)) {
			this.take(place, clock);
			return;
		}
		const listed = isFollowUp ? 'followUp' : 'firstSend';
		const turn = new Promise<void>((resolve, reject) => {
			const take = async () => {
				try {
					if (!signal?.aborted) await ready();
					if (signal?.aborted) return false;
					this.take(place, clock);
					resolve();
					return true;
				} catch (error) {
					reject(error as Error);
					return false;
				}
			};
			this.waiting.push({ class: place.isList ? listed : 'person', take });
		});
		this.wake?.();
		void this.serve(clock);
		await orAborted(turn, signal);
	}

	leave({ isTaken }: Place): void {
		if (!isTaken) return;
		this.pace.leave();
		this.wake?.();
	}

	private take(place: Place, clock: Clock): void {
		if (!place.isList) return;
		place.isTaken = true;
		this.pace.enter(clock);
		this.inTurn += 1;
		if (this.inTurn === 1) void this.endTurn(clock);
	}

	private async endTurn(clock: Clock): Promise<void> {
		await clock.sleep(0);
		this.inTurn = 0;
		this.wake?.();
	}

	/** Whether a request of a list may run now. */
	private get hasRoom(): boolean {
		return this.pace.hasRoom() && this.inTurn < maxInTurn;
	}

	/** Requests per second; Infinity where there is no limit. */
	private get limit(): number {
		return Math.min(...this.limits, this.pace.found.rate.perSecond);
	}

	/** A person waits for no pace, only for the limits that somebody has set. */
	private mustWait(isList: boolean): boolean {
		if (!isList) return Math.min(...this.limits) < Infinity;
		return this.waiting.length > 0 || !this.hasRoom || this.limit < Infinity;
	}

	/** How long until the next one may leave. "2.5 a second" is 2 in each second. */
	private waitMs(clock: Clock): number {
		const { limit } = this;
		const stepMs = limit === Infinity ? 0 : secondMs / (limit < 1 ? limit : Math.floor(limit));
		return this.last + stepMs * slack - clock.monotonic();
	}

	private async serve(clock: Clock): Promise<void> {
		if (this.isServing) return;
		this.isServing = true;
		try {
			while (this.waiting.length > 0) {
				const waitMs = this.waitMs(clock);
				if (this.eligible.length === 0) {
					await new Promise<void>((resolve) => {
						this.wake = resolve;
					});
				} else if (waitMs > 0) await clock.sleep(waitMs);
				else {
					const due = clock.monotonic() + waitMs;
					if (!(await this.takeNext().take())) continue;
					this.last = Math.max(due, clock.monotonic() - maxCatchUpMs);
					this.leftCount += 1;
				}
			}
		} finally {
			this.isServing = false;
		}
	}

	private get eligible(): Waiter[] {
		const { waiting } = this;
		return this.hasRoom ? waiting : waiting.filter((waiter) => waiter.class === 'person');
	}

	/** Takes the first request of the first class out of the queue, or each fourth time the one that has waited longest. */
	private takeNext(): Waiter {
		const isFair = (this.leftCount + 1) % fairEvery === 0;
		const rank = (waiter: Waiter) => (isFair ? 0 : classes.indexOf(waiter.class));
		const first = this.eligible.reduce((best, next) => (rank(next) < rank(best) ? next : best));
		this.waiting.splice(this.waiting.indexOf(first), 1);
		return first;
	}
}
