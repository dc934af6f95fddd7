import { RateLimiter } from '../../nodes/engine/rateLimit';
import type { World } from '../../sandbox/world';
import type { Letter } from './model';
import type { Reply } from './platform';

const second = 1_000;

/**
 * A process's limiter, with the rule it must keep: so many requests leave in any one second, by the lowest limit of the
 * runs in progress. It knows first that a limit ends: what waited leaves before the run has returned.
 */
export class CheckedLimiter extends RateLimiter {
	private readonly limits: number[] = [];
	private inForce = Infinity;
	private left: number[] = [];

	constructor(
		private readonly now: () => number,
		private readonly violations: string[],
	) {
		super();
	}

	override limit(host: string, perSecond: number): () => void {
		const end = super.limit(host, perSecond);
		this.limits.push(perSecond);
		// What left or waits already was promised another limit.
		if (Math.min(...this.limits) !== this.inForce) this.left = [];
		this.inForce = Math.min(...this.limits);
		return () => {
			this.limits.splice(this.limits.indexOf(perSecond), 1);
			if (this.limits.length > 0) this.inForce = Math.min(...this.limits);
			end();
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
}

/** One token request for each expiry: it leaves when the newest token that the process has seen doesn't work. */
export class TokenCheck {
	private readonly newest = new Map<object, string>();
	/** When a token came, by the clock of the process that asked for it: two processes may get theirs out of order. */
	private readonly cameAt = new Map<string, number>();
	private readonly refused = new Set<string>();
	private readonly underWay = new Set<object>();

	constructor(
		private readonly world: World,
		private readonly violations: string[],
	) {}

	/** The milliseconds for which the platform accepts a token. */
	lifeOf(token: string): number {
		const { tokens, clock } = this.world;
		if (!tokens.sessionOf(token, clock.now())) return 0;
		return (tokens.access.get(token)?.expiresAt ?? 0) - clock.now();
	}

	/** A token request leaves, or a request with a token. */
	leaves({ process, kind, arrival }: Letter): void {
		if (kind !== 'token') {
			this.see(process, arrival.token);
			return;
		}
		if (this.underWay.has(process)) this.violations.push('two token requests at the same time');
		this.underWay.add(process);
		const token = this.newest.get(process) ?? '';
		// A PIN needs a token that has half a minute to live.
		if (this.refused.has(token) || this.lifeOf(token) <= 31_000) return;
		this.violations.push(`a token request while a token of ${this.lifeOf(token)} ms works`);
	}

	ends({ process, arrival, kind }: Letter, reply: Reply | undefined): void {
		if (kind !== 'token') {
			if (reply?.status === 401) this.refused.add(arrival.token);
			return;
		}
		this.underWay.delete(process);
		const token = (reply?.body as { access_token?: string } | undefined)?.access_token;
		if (token === undefined) return;
		this.cameAt.set(token, process.now());
		this.see(process, token);
	}

	private see(process: object, token: string): void {
		const came = (one = '') => this.cameAt.get(one) ?? 0;
		if (came(token) >= came(this.newest.get(process))) this.newest.set(process, token);
	}
}
