import { orAborted } from './concurrency';
import { LateError, notSentBecause } from './errors';
import type { PlatformRequest } from './platformRequest';
import type { ConnectedAccount, Clock, Policy } from './send';

const secondMs = 1000;
/** Timers are late; so many milliseconds of it are caught up. */
const maxCatchUpMs = 50;
/** Requests that catch up, or are held up on their way, arrive closer together than they should. */
const slack = 1.1;
/** Every so many turns goes to who has waited longest, whatever its class, so that nobody starves. */
const fairEvery = 4;

/** The classes of requests that wait for a turn, the first one first. */
const classes = ['person', 'followUp', 'firstSend'] as const;

/** A request that waits for its turn. */
interface Waiter {
	class: (typeof classes)[number];
	/** Takes the turn; false when it needs it no longer. */
	take(): Promise<boolean>;
}

/** The requests that go to one host. Times are the monotonic clock's. */
interface Host {
	/** Requests per second, of each run that sends there. */
	limits: number[];
	/** When the last one left, or should have if it is late. */
	last: number;
	/** In the order of their arrival. */
	waiting: Waiter[];
	isServing: boolean;
	/** How many requests have left; who gave up in its turn had none. */
	turns: number;
}

/**
 * Limits how many requests per second leave this process for a host, in even steps. Everything that talks to the same
 * host shares one limit: the lowest that a run in progress has set. What a person waits for goes before lists, and
 * look-ups and retries before first sends.
 */
export class RateLimiter {
	private readonly hosts = new Map<string, Host>();

	/** Limits the requests to a host until the returned function is called; 0 is no limit. */
	limit(host: string, perSecond: number): () => void {
		const { limits } = this.at(host);
		const limit = perSecond || Infinity;
		limits.push(limit);
		return () => {
			limits.splice(limits.indexOf(limit), 1);
		};
	}

	/**
	 * Waits until a request may leave: for a token, and for its turn where there is a limit. Its token may end while it
	 * waits and is checked again in its turn. What fails here has not left.
	 *
	 * @param isList whether the requests are those of a list, for which no person waits
	 */
	policy(account: ConnectedAccount, clock: Clock, isList: boolean, signal?: AbortSignal): Policy {
		const host = this.at(account.host);
		return (next) => async (request) => {
			const ready = async () => {
				const login = signal?.aborted ? undefined : account.logIn(request);
				if (login) await orAborted(login, signal);
			};
			try {
				await ready();
				if (limitOf(host) < Infinity && !signal?.aborted) {
					await takeTurn(host, { request, isList, ready }, clock, signal);
				}
				checkTime(request, clock);
			} catch (caught) {
				return notSentBecause(account.host, caught);
			}
			return await next(request);
		};
	}

	private at(name: string): Host {
		const fresh = { limits: [], last: -Infinity, waiting: [], isServing: false, turns: 0 };
		const host = this.hosts.get(name) ?? fresh;
		this.hosts.set(name, host);
		return host;
	}
}

/** The limits of this process. */
export const processLimiter = new RateLimiter();

/** @throws LateError when a request may not leave any more */
function checkTime({ sendUntil = Infinity }: PlatformRequest, clock: Clock): void {
	if (clock.now() > sendUntil) throw new LateError();
}

function limitOf({ limits }: Host): number {
	return Math.min(...limits);
}

/** How long until the next one may leave. "2.5 a second" is 2 in each second. */
function waitMsOf(host: Host, clock: Clock): number {
	const limit = limitOf(host);
	const stepMs = limit === Infinity ? 0 : secondMs / (limit < 1 ? limit : Math.floor(limit));
	return host.last + stepMs * slack - clock.monotonic();
}

/** A request that waits, and what makes it ready once more in its turn. */
interface Queued {
	request: PlatformRequest;
	isList: boolean;
	ready: () => Promise<void>;
}

/** Waits in the queue of a host; an aborted run leaves it at once. */
async function takeTurn(
	host: Host,
	{ request, isList, ready }: Queued,
	clock: Clock,
	signal?: AbortSignal,
): Promise<void> {
	const listed = request.isFollowUp ? 'followUp' : 'firstSend';
	const turn = new Promise<void>((resolve, reject) => {
		const take = async () => {
			try {
				if (signal?.aborted) return false;
				checkTime(request, clock);
				await ready();
				resolve();
				return true;
			} catch (error) {
				reject(error as Error);
				return false;
			}
		};
		host.waiting.push({ class: isList ? listed : 'person', take });
	});
	void serve(host, clock);
	await orAborted(turn, signal);
}

/** Gives the turns of a host, one after the other, while somebody waits. */
async function serve(host: Host, clock: Clock): Promise<void> {
	if (host.isServing) return;
	host.isServing = true;
	try {
		while (host.waiting.length > 0) {
			for (let waitMs = waitMsOf(host, clock); waitMs > 0; waitMs = waitMsOf(host, clock)) {
				await clock.sleep(waitMs);
			}
			const due = clock.monotonic() + waitMsOf(host, clock);
			if (!(await nextOf(host).take())) continue;
			host.last = Math.max(due, clock.monotonic() - maxCatchUpMs);
			host.turns += 1;
		}
	} finally {
		host.isServing = false;
	}
}

/** Takes the first of the first class out of the queue, or now and then who has waited longest. */
function nextOf(host: Host): Waiter {
	const isFair = (host.turns + 1) % fairEvery === 0;
	const rank = (one: Waiter) => (isFair ? 0 : classes.indexOf(one.class));
	const first = host.waiting.reduce((best, one) => (rank(one) < rank(best) ? one : best));
	host.waiting.splice(host.waiting.indexOf(first), 1);
	return first;
}
