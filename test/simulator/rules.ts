import type { World } from '../../sandbox/world';
import type { Letter } from './network';
import { isValid, type Reply } from './platform';
import type { Process } from './process';

const second = 1_000;

/** The rate limit: so many requests leave a process in any one second; the lowest limit of the runs in progress. */
export class RateCheck {
	private readonly left = new Map<Process, number[]>();

	private readonly limits = new Map<Process, number[]>();

	private readonly inForce = new Map<Process, number>();

	constructor(private readonly violations: string[]) {}

	/** @returns what to call when the run has ended */
	join(process: Process, limit: number | undefined): () => void {
		const limits = this.limits.get(process) ?? [];
		this.limits.set(process, limits);
		if (limit !== undefined) limits.push(limit);
		const lowest = Math.min(...limits);
		// What left or waits already was promised another limit.
		if (lowest !== this.inForce.get(process)) this.left.delete(process);
		this.inForce.set(process, lowest);
		return () => {
			if (limit !== undefined) limits.splice(limits.indexOf(limit), 1);
			if (limits.length > 0) this.inForce.set(process, Math.min(...limits));
		};
	}

	leaves(process: Process): void {
		const limit = Math.min(...(this.limits.get(process) ?? []));
		if (limit === Infinity) return;
		const now = process.now();
		const span = Math.max(second, second / limit);
		const recent = (this.left.get(process) ?? []).filter((one) => one > now - span);
		recent.push(now);
		this.left.set(process, recent);
		if (recent.length <= Math.max(1, Math.floor(limit))) return;
		this.violations.push(
			`rate: ${recent.length} requests left in ${span} ms at a limit of ${limit}/s`,
		);
	}
}

/** One token request for each expiry: it leaves when the newest token that the process has seen doesn't work. */
export class TokenCheck {
	private readonly newest = new Map<Process, string>();

	/** When a token came, by the clock of the process that asked for it: two processes may get theirs out of order. */
	private readonly cameAt = new Map<string, number>();

	private readonly refused = new Set<string>();

	private readonly underWay = new Map<Process, Letter>();

	constructor(
		private readonly world: World,
		private readonly violations: string[],
	) {}

	/** A token request leaves, or a request with a token. */
	leaves(letter: Letter): void {
		const { process, kind, arrival } = letter;
		if (kind !== 'token') {
			this.see(process, arrival.token);
			return;
		}
		if (this.underWay.has(process)) this.violations.push('two token requests at the same time');
		this.underWay.set(process, letter);
		const token = this.newest.get(process) ?? '';
		if (this.refused.has(token) || !isValid(this.world, token)) return;
		// A PIN needs a token that has half a minute to live.
		const life = (this.world.tokens.access.get(token)?.expiresAt ?? 0) - process.now();
		if (life > 31_000) this.violations.push(`a token request while a token of ${life} ms works`);
	}

	ends({ process, arrival, kind }: Letter, reply: Reply | undefined): void {
		if (kind !== 'token') {
			if (reply?.status === 401) this.refused.add(arrival.token);
			return;
		}
		this.underWay.delete(process);
		const body = reply?.body as { access_token?: string } | undefined;
		if (typeof body?.access_token !== 'string') return;
		this.cameAt.set(body.access_token, process.now());
		this.see(process, body.access_token);
	}

	private see(process: Process, token: string): void {
		const came = (one: string | undefined) => this.cameAt.get(one ?? '') ?? 0;
		if (came(token) >= came(this.newest.get(process))) this.newest.set(process, token);
	}
}
