import { orAborted } from './concurrency';
import { unanswered } from './errors';
import type { PlatformRequest } from './operation';
import type { Clock, Policy } from './send';

const second = 1000;
/** The highest limit that can be set. */
const maxPerSecond = 1000;
/** Requests that were held up on their way arrive closer together than they left: 5% of slack. */
const slack = 1.05;
/** Timers are late; so much of it, in milliseconds, may be caught up. */
const maxCatchUp = 100;

/** The requests that go to one host. */
interface Host {
	/** Requests per second, of each run that sends there. */
	limits: number[];
	/** When the last requests left, the oldest first. Milliseconds. */
	sent: number[];
	/** When the next one may leave. */
	due: number;
	/** Settles when everybody who waits has had a turn. */
	queue: Promise<void>;
}

/**
 * Limits how many requests per second leave this process for a host. Everything that talks to the same host shares
 * one limit: the lowest that a run in progress has set.
 */
export class RateLimiter {
	private readonly hosts = new Map<string, Host>();

	/** Limits the requests to a host until the returned function is called. @param perSecond undefined: no limit */
	limit(host: string, perSecond = Infinity): () => void {
		const { limits } = this.at(host);
		limits.push(perSecond);
		return () => {
			limits.splice(limits.indexOf(perSecond), 1);
		};
	}

	/**
	 * Waits until a request may leave: for a token, and for its turn where there is a limit. Its token may end while it
	 * waits, so it is checked again in its turn. The time for the answer begins afterwards.
	 *
	 * @param logIn undefined while the token serves
	 */
	policy(
		name: string,
		logIn: (request: PlatformRequest) => Promise<void> | undefined,
		clock: Clock,
		signal?: AbortSignal,
	): Policy {
		const host = this.at(name);
		return (next) => async (request) => {
			const ready = async () => {
				const login = signal?.aborted ? undefined : logIn(request);
				if (login) await orAborted(login, signal);
			};
			try {
				await ready();
				if (Math.min(...host.limits) < Infinity) await turn(host, ready, clock, signal);
				else note(host, clock.now());
			} catch (caught) {
				const error = unanswered(name, caught);
				return { certainty: error.certainty, error };
			}
			return await next(request);
		};
	}

	private at(name: string): Host {
		const host = this.hosts.get(name) ?? {
			limits: [],
			sent: [],
			due: -Infinity,
			queue: Promise.resolve(),
		};
		this.hosts.set(name, host);
		return host;
	}
}

/** The limits of this process. */
export const processLimiter = new RateLimiter();

async function turn(
	host: Host,
	ready: () => Promise<void>,
	clock: Clock,
	signal?: AbortSignal,
): Promise<void> {
	const mine = host.queue.then(() => takeTurn(host, ready, clock, signal));
	host.queue = mine.catch(() => undefined);
	await orAborted(mine, signal);
}

async function takeTurn(
	host: Host,
	ready: () => Promise<void>,
	clock: Clock,
	signal?: AbortSignal,
): Promise<void> {
	const perSecond = Math.min(...host.limits);
	if (perSecond === Infinity) return await ready();
	const most = Math.max(1, Math.floor(perSecond));
	const span = Math.max(second, second / perSecond) * slack;
	const oldest = host.sent.at(-most) ?? -Infinity;
	// Even steps, so that a run doesn't begin with a burst.
	const due = Math.max(host.due, clock.now() - maxCatchUp);
	await clock.sleep(Math.max(due, oldest + span) - clock.now(), signal);
	if (signal?.aborted) return;
	await ready();
	host.due = Math.max(due, clock.now() - maxCatchUp) + span / most;
	note(host, clock.now());
}

function note({ sent }: Host, now: number): void {
	sent.push(now);
	if (sent.length > 2 * maxPerSecond) sent.splice(0, maxPerSecond);
}
