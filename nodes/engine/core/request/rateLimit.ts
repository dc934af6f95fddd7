import { orAborted } from './concurrency';
import { LateError, notSentBecause } from './errors';
import { HostPace, type PaceRules } from './hostPace';
import { HostQueue } from './hostQueue';
import * as paceRules from './pace';
import type { PaceFigures } from './paceFigures';
import type { ConnectedAccount, Clock, Policy } from './send';

/** At least 20 items of a list are begun: most of them may be waiting for a retry. */
const minBegun = 20;

/**
 * Limits the requests to a host: per second by the lowest limit of all runs, and lists by the host's pace. A request that
 * a person waits for goes before lists, and look-ups and retries go before first sends.
 */
export class RateLimiter {
	private readonly hosts = new Map<string, HostQueue>();

	constructor(private readonly rules: PaceRules = paceRules) {}

	/** Limits the requests to a host until the returned function is called; 0 is no limit. */
	limit(host: string, perSecond: number): () => void {
		const { limits } = this.at(host);
		const limit = perSecond || Infinity;
		limits.push(limit);
		return () => {
			limits.splice(limits.indexOf(limit), 1);
		};
	}

	figures(host: string, clock: Clock): (load: number) => PaceFigures {
		return this.at(host).pace.figures(clock);
	}

	/** How many items of a list to begin: some wait for a retry while others run. */
	width(host: string): number {
		return Math.max(minBegun, 2 * this.at(host).pace.found.atOnce);
	}

	/** Waits for a token and for a turn; a request that fails here has not left. @param isList whether no person waits */
	policy(account: ConnectedAccount, clock: Clock, isList: boolean, signal?: AbortSignal): Policy {
		const host = this.at(account.host);
		return (next) => async (request) => {
			const place = { isList, isTaken: false };
			const ready = async () => {
				const login = signal?.aborted ? undefined : account.logIn(request);
				if (login) await orAborted(login, signal);
				if (clock.now() > (request.sendUntil ?? Infinity)) throw new LateError();
			};
			try {
				await ready();
				const leaving = { place, isFollowUp: request.isFollowUp, ready };
				if (!signal?.aborted) await host.enter(leaving, clock, signal);
			} catch (caught) {
				host.leave(place);
				return notSentBecause(account.host, caught);
			}
			const sending = place.isTaken ? host.pace.send(next, request, clock, signal) : next(request);
			return await sending.finally(() => {
				host.leave(place);
			});
		};
	}

	private at(name: string): HostQueue {
		const host = this.hosts.get(name) ?? new HostQueue(new HostPace(this.rules));
		this.hosts.set(name, host);
		return host;
	}
}

export const processLimiter = new RateLimiter();
