import { certaintyOfAnswer, type Certainty } from '../../platform/answer';
import { withoutSecrets } from '../../platform/redact';
import { unanswered, type PlatformError } from './errors';
import type { Answer, PlatformRequest } from './operation';

/** Sends one request over the network once. Rejects when there is no answer. */
type Transport = (request: PlatformRequest) => Promise<Answer>;

/** The account a run sends with. */
export interface Account {
	host: string;
	/** Without a trailing slash. */
	baseUrl: string;
	transport: Transport;
	/** Gets a token that this request can be sent with; undefined when there is one. */
	logIn(request: PlatformRequest): Promise<void> | undefined;
	/** What must not be shown, should the platform send it back. */
	secrets(): string[];
}

/** Time, real or simulated. `now` in Unix milliseconds; `sleep` ends early when the signal is aborted. */
export interface Clock {
	now(): number;
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** What became of sending a request once, classified in one place. */
export type Sent =
	| { certainty: Certainty; answer: Answer; error?: undefined }
	| { certainty: Certainty; error: PlatformError; answer?: undefined };

/** Sends a request; never rejects for trouble of the network or the platform. */
export type Send = (request: PlatformRequest) => Promise<Sent>;

/** One concern around sending. Each calls `next` and no other one. */
export type Policy = (next: Send) => Send;

/** Composes policies; the first one is the outermost. */
export function pipe(...policies: Policy[]): Policy {
	return (send) => policies.reduceRight((next, policy) => policy(next), send);
}

/** The innermost send: classifies what the transport gives (docs/architecture.md, "Certainty"). */
export function classify({ host, transport }: Account): Send {
	return async (request) => {
		try {
			const answer = await transport(request);
			return { certainty: certaintyOfAnswer(answer.status, answer.body), answer };
		} catch (caught) {
			return unanswered(host, caught);
		}
	};
}

/** A request is sent at most so often when its token is refused. */
const maxSends = 3;

/** Renews a refused token (401) and sends again. */
export function renewToken(clock: Clock, random: () => number, signal?: AbortSignal): Policy {
	return (next) => async (request) => {
		let sent = await next(request);
		for (let count = 1; sent.answer?.status === 401 && count < maxSends; count++) {
			// Another process may be renewing the same session: the second renewal waits a little.
			if (count > 1) await clock.sleep(100 + 200 * random(), signal);
			if (signal?.aborted) break;
			sent = await next({ ...request, refusedToken: sent.answer.tokenIssuedAt ?? 0 });
		}
		return sent;
	};
}

/** Masks secrets in what the platform sends back. */
export function redact(secrets: () => string[]): Policy {
	return (next) => async (request) => {
		const sent = await next(request);
		// Long lists hold no secrets.
		if (!sent.answer || Array.isArray(sent.answer.body)) return sent;
		const { answer, certainty } = sent;
		return { certainty, answer: { ...answer, body: withoutSecrets(answer.body, secrets()) } };
	};
}
