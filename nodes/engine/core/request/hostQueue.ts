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

/** The classes of requests that wait for a turn, the first one first. */
const classes = ['person', 'followUp', 'firstSend'] as const;

interface Waiter {
	class: (typeof classes)[number];
	/** Takes the turn; false when it needs it no longer. */
	take(): Promise<boolean>;
}

/** The requests that go to one host. Times are the monotonic clock's. */
export interface Host {
	/** Requests per second, of each run that sends there. */
	limits: number[];
	/** When the last one left, or should have if it is late. */
	last: number;
	/** In the order of their arrival. */
	waiting: Waiter[];
	isServing: boolean;
	/** The number of requests that have left; one that gave up in its turn had none. */
	turns: number;
	pace: HostPace;
	/** Somebody came or went: there may be room, or a person who needs none. */
	wake?: () => void;
}

/** Requests per second; Infinity where there is no limit. */
function limitOf({ limits, pace }: Host): number {
	return Math.min(...limits, pace.found.rate.perSecond);
}

/** A person waits for no pace, only for the limits that somebody has set. */
function mustWait(host: Host, isList: boolean): boolean {
	if (!isList) return Math.min(...host.limits) < Infinity;
	return host.waiting.length > 0 || !host.pace.hasRoom() || limitOf(host) < Infinity;
}

/** A place among the requests that run; what a person waits for needs none. */
interface Place {
	isList: boolean;
	isTaken: boolean;
}

function take(place: Place, { pace }: Host, clock: Clock): void {
	if (!place.isList) return;
	place.isTaken = true;
	pace.enter(clock);
}

/** How long until the next one may leave. "2.5 a second" is 2 in each second. */
function waitMsOf(host: Host, clock: Clock): number {
	const limit = limitOf(host);
	const stepMs = limit === Infinity ? 0 : secondMs / (limit < 1 ? limit : Math.floor(limit));
	return host.last + stepMs * slack - clock.monotonic();
}

interface Leaving {
	place: Place;
	isFollowUp?: boolean;
	/** Once more in its turn. @throws Error where it may not leave any more */
	ready: () => Promise<void>;
}

/** Waits until a request may leave, and takes its place; an aborted run waits no longer. */
export async function enter(
	host: Host,
	leaving: Leaving,
	clock: Clock,
	signal?: AbortSignal,
): Promise<void> {
	const { place, isFollowUp, ready } = leaving;
	if (!mustWait(host, place.isList)) {
		take(place, host, clock);
		return;
	}
	const listed = isFollowUp ? 'followUp' : 'firstSend';
	const turn = new Promise<void>((resolve, reject) => {
		const takes = async () => {
			try {
				if (!signal?.aborted) await ready();
				if (signal?.aborted) return false;
				take(place, host, clock);
				resolve();
				return true;
			} catch (error) {
				reject(error as Error);
				return false;
			}
		};
		host.waiting.push({ class: place.isList ? listed : 'person', take: takes });
	});
	host.wake?.();
	void serve(host, clock);
	await orAborted(turn, signal);
}

export function leave({ isTaken }: Place, { pace, wake }: Host): void {
	if (!isTaken) return;
	pace.leave();
	wake?.();
}

/** Gives the turns of a host, one after the other, while somebody waits. */
async function serve(host: Host, clock: Clock): Promise<void> {
	if (host.isServing) return;
	host.isServing = true;
	try {
		while (host.waiting.length > 0) {
			const waitMs = waitMsOf(host, clock);
			if (eligibleOf(host).length === 0) {
				await new Promise<void>((resolve) => {
					host.wake = resolve;
				});
				continue;
			}
			if (waitMs > 0) {
				await clock.sleep(waitMs);
				continue;
			}
			const due = clock.monotonic() + waitMs;
			if (!(await takeNext(host).take())) continue;
			host.last = Math.max(due, clock.monotonic() - maxCatchUpMs);
			host.turns += 1;
		}
	} finally {
		host.isServing = false;
	}
}

function eligibleOf({ waiting, pace }: Host): Waiter[] {
	return pace.hasRoom() ? waiting : waiting.filter((waiter) => waiter.class === 'person');
}

/** Takes the first request of the first class out of the queue, or each fourth time the one that has waited longest. */
function takeNext(host: Host): Waiter {
	const isFair = (host.turns + 1) % fairEvery === 0;
	const rank = (waiter: Waiter) => (isFair ? 0 : classes.indexOf(waiter.class));
	const first = eligibleOf(host).reduce((best, waiter) =>
		rank(waiter) < rank(best) ? waiter : best,
	);
	host.waiting.splice(host.waiting.indexOf(first), 1);
	return first;
}
