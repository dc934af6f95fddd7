export const DAY_MS = 86_400_000;

/** The platform's clock: real time plus an offset that tests move forward, plus a skew. */
export class Clock {
	private advancedMs = 0;

	/** `skewSeconds`: how far the clock is ahead, a setting that may change. */
	constructor(private readonly skewSeconds: () => number) {}

	/** Milliseconds since the Unix epoch. */
	now(): number {
		return Date.now() + this.offsetMs;
	}

	advance(seconds: number): void {
		this.advancedMs += seconds * 1000;
	}

	private get offsetMs(): number {
		return this.advancedMs + this.skewSeconds() * 1000;
	}
}

/** `yyyy-MM-dd HH:mm:ss` in UTC, the contract's form ("Common conventions"). */
export function utcText(instantMs: number): string {
	return new Date(instantMs).toISOString().slice(0, 19).replace('T', ' ');
}

export function instantOf(utc: string): number {
	return Date.parse(`${utc.replace(' ', 'T')}Z`);
}
