/** A fault that strikes the nth request of a kind and those after it. */
export interface Fault {
	on: 'write' | 'read' | 'token';
	nth: number;
	times: number;
	what: FaultName;
	/** Where between the earliest and the latest it happens, 0 to 1. */
	when: number;
}

/** What a fault does with a request. */
export interface Effect {
	/** How often the platform acts. */
	acts: 0 | 1 | 2;
	/** It acts after the client's timeout, and what it did shows within the settling time. */
	isLate?: boolean;
	/** No answer ever comes. */
	isSilent?: boolean;
	/** The answer takes its time. */
	isSlow?: boolean;
	/** The code of the error in the place of an answer. */
	error?: string;
	/** The status in the place of the platform's. */
	status?: number;
	/** Half of the text of a 2xx. */
	isCut?: boolean;
	/** What happens to the tokens before the request arrives. */
	tokens?: 'expire' | 'revoke';
}

/**
 * The fault list. A 401 and a 429 always come before acting: an answer that says the platform did not act, after it
 * acted, can't be told from a true one (docs/architecture.md, "Certainty").
 */
export const effects = {
	refuseConnection: { acts: 0, error: 'ECONNREFUSED' },
	loseBefore: { acts: 0, error: 'ECONNRESET' },
	loseAfter: { acts: 1, error: 'ECONNRESET' },
	loseAndActLate: { acts: 1, error: 'ECONNRESET', isLate: true },
	hangBefore: { acts: 0, isSilent: true },
	hangAfter: { acts: 1, isSilent: true },
	hangAndActLate: { acts: 1, isSilent: true, isLate: true },
	slow: { acts: 1, isSlow: true },
	duplicate: { acts: 2 },
	cut: { acts: 1, isCut: true },
	cutBefore: { acts: 0, status: 200, isCut: true },
	unauthorized: { acts: 0, status: 401 },
	tooMany: { acts: 0, status: 429 },
	failBefore: { acts: 0, status: 500 },
	failAfter: { acts: 1, status: 502 },
	failAndActLate: { acts: 1, status: 504, isLate: true },
	busyBefore: { acts: 0, status: 503 },
	busyAfter: { acts: 1, status: 503 },
	troubleBefore: { acts: 0, status: 200 },
	troubleAfter: { acts: 1, status: 200 },
	expire: { acts: 1, tokens: 'expire' },
	revoke: { acts: 1, tokens: 'revoke' },
} as const satisfies Record<string, Effect>;

export type FaultName = keyof typeof effects;

export const faultNames = Object.keys(effects) as FaultName[];
