import { RateLimiter } from '../../nodes/engine/rateLimit';

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
