import { certaintyOfAnswer, type Certainty } from '../../../../platform/answer';
import { withoutSecrets } from '../../../../platform/redact';
import { orAborted } from './concurrency';
import { type PlatformError, unanswered } from './errors';
import { masked, type Answer, type PlatformRequest } from './platformRequest';

/** Sends one request over the network once. Rejects when there is no answer. */
type Transport = (request: PlatformRequest) => Promise<Answer>;

export interface ConnectedAccount {
	host: string;
	/** Base address and account: tells the idempotency keys of tenants apart. */
	key: string;
	baseUrl: string;
	transport: Transport;
	/** Gets a token that this request can be sent with; undefined when there is one. */
	logIn(request: PlatformRequest): Promise<void> | undefined;
	secrets(): string[];
}

/** Time, real or simulated, in milliseconds; `sleep` ends early when the signal is aborted. */
export interface Clock {
	/** Unix time, for what people and platforms see. It may be set back and forward. */
	now(): number;
	/** Never set back or forward: for waits, limits and deadlines. */
	monotonic(): number;
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The outcome of sending a request once, classified in one place. */
export type Sent =
	| { certainty: Certainty; answer: Answer; error?: undefined }
	| { certainty: Certainty; error: PlatformError; answer?: undefined };

/** Sends a request; never rejects for trouble of the network or the platform. */
export type Send = (request: PlatformRequest) => Promise<Sent>;

/** One concern around sending. It calls `next`, and no other policy. */
export type Policy = (next: Send) => Send;

/** Composes policies; the first one is the outermost. */
export function pipe(...policies: Policy[]): Policy {
	return (send) => policies.reduceRight((next, policy) => policy(next), send);
}

/** The innermost send: classifies what the transport gives (docs/architecture.md, "Certainty"). */
export function classify({ host, transport }: ConnectedAccount): Send {
	return async (request) => {
		try {
			const answer = await transport(request);
			return { certainty: certaintyOfAnswer(answer.status, answer.body), answer };
		} catch (caught) {
			return unanswered(host, caught);
		}
	};
}

/** A request is sent at most three times when its token is refused. */
const maxSends = 3;

export function renewToken(clock: Clock, random: () => number, signal?: AbortSignal): Policy {
	return (next) => async (request) => {
		let sent = await next(request);
		for (let count = 1; count < maxSends; count++) {
			const refusedTokenIssuedAt = issueOfRefused(sent);
			if (refusedTokenIssuedAt === undefined) break;
			// Another process may be renewing the same session: the second renewal waits a little.
			if (count > 1) await clock.sleep(100 + 200 * random(), signal);
			if (signal?.aborted) break;
			sent = await next({ ...request, refusedTokenIssuedAt });
		}
		return sent;
	};
}

/** Renews a refused token for the next request, where this one must not be sent twice. */
export function renewForNext({ logIn }: ConnectedAccount, signal?: AbortSignal): Policy {
	return (next) => async (request) => {
		const sent = await next(request);
		const refusedTokenIssuedAt = issueOfRefused(sent);
		if (refusedTokenIssuedAt === undefined) return sent;
		const login = logIn({ ...request, refusedTokenIssuedAt });
		// If this login fails, the next request reports it.
		if (login) await orAborted(login, signal).catch(() => undefined);
		return sent;
	};
}

function issueOfRefused({ answer }: Sent): number | undefined {
	return answer?.status === 401 ? answer.tokenIssuedAt : undefined;
}

export function redact(secrets: () => string[]): Policy {
	return (next) => async (request) => {
		const sent = await next(request);
		if (!sent.answer) return sent;
		const { answer, certainty } = sent;
		// Read now, because a renewal drops the token that was sent.
		const known = secrets();
		const mask = <Part>(part: Part) => withoutSecrets(masked(answer, part), known) as Part;
		return { certainty, answer: { ...answer, mask } };
	};
}
