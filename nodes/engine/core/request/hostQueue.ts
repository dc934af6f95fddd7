import { orAborted } from './concurrency';
import type { HostPace } from './hostPace';
import type { Clock } from './send';

const secondMs = 1000;
/** Timers fire late; the queue makes up for 50 ms at most. */
const maxCatchUpMs = 50;
/** Steps between requests are 10 % longer than the limit asks, because late timers and the network bring requests closer together. */
const stepFactor = 1.1;
/** Every fourth time the longest waiting request leaves, whatever its class, so that no class starves. */
const fairEvery = 4;

/** The classes of waiting requests, the most urgent first. */
const classes = ['person', 'followUp', 'firstSend'] as const;

interface Waiter {
	class: (typeof classes)[number];
	/** Lets the request leave; false if it was canceled or failed while waiting. */
	take(): Promise<boolean>;
}

/** A place among the running requests of lists; a request for which a person waits takes no place. */
interface Place {
	isList: boolean;
	isTaken: boolean;
}

interface Leaving {
	place: Place;
	isFollowUp?: boolean;
	/** Checks login and deadline right before leaving. @throws Error if it's too late */
	ready: () => Promise<void>;
}

/** The queue of requests to one host. Times are monotonic. */
export class HostQueue {
	/** The limit of each run that sends there, in requests per second. */
	readonly limits: number[] = [];
	/** When the last request was due, at most `maxCatchUpMs` before it left. */
	private lastDue = -Infinity;
	private readonly waiting: Waiter[] = [];
	private isServing = false;
	/** The number of requests that have left, without canceled and failed ones. */
	private leftCount = 0;
	/** Wakes a full queue: there may be room, or a person's request, which needs no place. */
	private wake?: () => void;

	constructor(readonly pace: HostPace) {}

	/** Waits until a request may leave, and takes its place; an aborted run waits no longer. */
	async enter(leaving: Leaving, clock: Clock, signal?: AbortSignal): Promise<void> {
		const { place, isFollowUp, ready } = leaving;
		if (!this.mustWait(place.isList)) {
			this.occupy(place, clock);
			return;
		}
		const listClass = isFollowUp ? 'followUp' : 'firstSend';
		const turn = new Promise<void>((resolve, reject) => {
			const take = async () => {
				try {
					if (!signal?.aborted) await ready();
					if (signal?.aborted) return false;
					this.occupy(place, clock);
					resolve();
					return true;
				} catch (error) {
					reject(error as Error);
					return false;
				}
			};
			this.waiting.push({ class: place.isList ? listClass : 'person', take });
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

	private occupy(place: Place, clock: Clock): void {
		if (!place.isList) return;
		place.isTaken = true;
		this.pace.enter(clock);
	}

	/** Requests per second; Infinity where there is no limit. */
	private get limit(): number {
		return Math.min(...this.limits, this.pace.found.rate.perSecond);
	}

	/** A person's request waits for the limits of runs alone, not for the pace. */
	private mustWait(isList: boolean): boolean {
		if (!isList) return Math.min(...this.limits) < Infinity;
		return this.waiting.length > 0 || !this.pace.hasRoom() || this.limit < Infinity;
	}

	/** How long until the next request may leave. A limit of 2.5 counts as 2 per second. */
	private waitMs(clock: Clock): number {
		const { limit } = this;
		const stepMs = limit === Infinity ? 0 : secondMs / (limit < 1 ? limit : Math.floor(limit));
		return this.lastDue + stepMs * stepFactor - clock.monotonic();
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
					this.lastDue = Math.max(due, clock.monotonic() - maxCatchUpMs);
					this.leftCount += 1;
				}
			}
		} finally {
			this.isServing = false;
		}
	}

	private get eligible(): Waiter[] {
		const { waiting, pace } = this;
		return pace.hasRoom() ? waiting : waiting.filter((waiter) => waiter.class === 'person');
	}

	/** Removes the next request from the queue: the most urgent, or every fourth time the longest waiting. */
	private takeNext(): Waiter {
		const isFair = (this.leftCount + 1) % fairEvery === 0;
		const rank = (waiter: Waiter) => (isFair ? 0 : classes.indexOf(waiter.class));
		const first = this.eligible.reduce((best, next) => (rank(next) < rank(best) ? next : best));
		this.waiting.splice(this.waiting.indexOf(first), 1);
		return first;
	}
}
