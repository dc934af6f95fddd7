import { RateLimiter } from '../../nodes/engine/core/request/rateLimit';
import type { ConnectedAccount, Clock, Policy } from '../../nodes/engine/core/request/send';

const second = 1_000;
/** One in this many turns may go to a list while a person waits. */
const fairTurns = 4;

/** A request that a person waits for, and the last turn that went to a list meanwhile. */
interface Waiting {
	overtakenAt?: number;
}

/**
 * Checks the limiter of a process: in any one second no more requests leave than the lowest limit allows among the
 * runs in progress, and requests for which a person waits go first. When a limit ends, waiting requests leave
 * before its run has returned.
 */
export class CheckedLimiter extends RateLimiter {
	private readonly limits: number[] = [];
	private inForce = Infinity;
	private left: number[] = [];
	private readonly waiting = new Set<Waiting>();
	/** How many requests have left. */
	private turns = 0;

	/** @param now of the monotonic clock */
	constructor(
		private readonly now: () => number,
		private readonly violations: string[],
	) {
		super();
	}

	override limit(host: string, perSecond: number): () => void {
		const end = super.limit(host, perSecond);
		const limit = perSecond || Infinity;
		this.limits.push(limit);
		// Requests that left or wait already had another limit.
		if (Math.min(...this.limits) !== this.inForce) this.left = [];
		this.inForce = Math.min(...this.limits);
		return () => {
			this.limits.splice(this.limits.indexOf(limit), 1);
			if (this.limits.length > 0) this.inForce = Math.min(...this.limits);
			end();
		};
	}

	override policy(
		account: ConnectedAccount,
		clock: Clock,
		isList: boolean,
		signal?: AbortSignal,
	): Policy {
		const policy = super.policy(account, clock, isList, signal);
		return (next) => async (request) => {
			const one: Waiting = {};
			const login = isList ? undefined : account.logIn(request);
			// Its failure is told to the request, unless that was canceled before.
			login?.catch(() => undefined);
			// A request that has to log in first doesn't wait for a turn yet.
			if (!isList && login === undefined) this.waiting.add(one);
			const leave = policy(async (leaving) => {
				this.waiting.delete(one);
				this.turns += 1;
				if (isList && !signal?.aborted) this.overtakes();
				return await next(leaving);
			});
			return await leave(request).finally(() => this.waiting.delete(one));
		};
	}

	leaves(): void {
		const limit = Math.min(...this.limits);
		if (limit === Infinity) return;
		const span = Math.max(second, second / limit);
		this.left = [...this.left.filter((one) => one > this.now() - span), this.now()];
		if (this.left.length <= Math.max(1, Math.floor(limit))) return;
		this.violations.push(`rate: ${this.left.length} left in ${span} ms at a limit of ${limit}/s`);
	}

	/** A request of a list leaves, while there is a limit. */
	private overtakes(): void {
		if (Math.min(...this.limits) === Infinity) return;
		for (const one of this.waiting) {
			// The first turn may have been given before it came.
			const turns = this.turns - (one.overtakenAt ?? this.turns - fairTurns);
			if (turns < fairTurns)
				this.violations.push(`a person waits: lists leave ${turns} turns apart`);
			one.overtakenAt = one.overtakenAt === undefined ? -Infinity : this.turns;
		}
	}
}
