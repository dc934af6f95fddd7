import { orAborted } from './concurrency';
import { LateError, unanswered } from './errors';
import type { PlatformRequest } from './operation';
import type { Account, Clock, Policy } from './send';

const second = 1000;
/** Timers are late; so many milliseconds of it are caught up. */
const maxCatchUp = 50;
/** Requests that catch up, or are held up on their way, arrive closer together than they should. */
const slack = 1.1;

/** The requests that go to one host. */
interface Host {
	/** Requests per second, of each run that sends there. */
	limits: number[];
	/** When the last one left, or should have if it is late. Unix milliseconds. */
	last: number;
	/** Settles when everybody who waits has had a turn. */
	queue: Promise<void>;
}

/**
 * Limits how many requests per second leave this process for a host, in even steps. Everything that talks to the same
 * host shares one limit: the lowest that a run in progress has set.
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
	 * waits and is checked again in its turn.
	 */
	policy(account: Account, clock: Clock, signal?: AbortSignal): Policy {
		const host = this.at(account.host);
		return (next) => async (request) => {
			const ready = async () => {
				const login = signal?.aborted ? undefined : account.logIn(request);
				if (login) await orAborted(login, signal);
			};
			try {
				await ready();
				if (limitOf(host) < Infinity) {
					const turn = host.queue.then(() => takeTurn(host, request, ready, clock, signal));
					host.queue = turn.catch(() => undefined);
					await orAborted(turn, signal);
				}
				checkTime(request, clock.now());
			} catch (caught) {
				return unanswered(account.host, caught);
			}
			return await next(request);
		};
	}

	private at(name: string): Host {
		const host = this.hosts.get(name) ?? { limits: [], last: -Infinity, queue: Promise.resolve() };
		this.hosts.set(name, host);
		return host;
	}
}

/** The limits of this process. */
export const processLimiter = new RateLimiter();

/** @throws LateError when a request may not leave then any more */
function checkTime({ sendUntil = Infinity }: PlatformRequest, leavesAt: number): void {
	if (leavesAt > sendUntil) throw new LateError();
}

function limitOf({ limits }: Host): number {
	return Math.min(...limits);
}

async function takeTurn(
	host: Host,
	request: PlatformRequest,
	ready: () => Promise<void>,
	clock: Clock,
	signal?: AbortSignal,
): Promise<void> {
	const limit = limitOf(host);
	if (signal?.aborted || limit === Infinity) return;
	// "2.5 a second" is 2 in each second.
	const step = second / (limit < 1 ? limit : Math.floor(limit));
	const due = host.last + step * slack;
	checkTime(request, due);
	await clock.sleep(due - clock.now(), signal);
	if (signal?.aborted) return;
	await ready();
	host.last = Math.max(due, clock.now() - maxCatchUp);
}
