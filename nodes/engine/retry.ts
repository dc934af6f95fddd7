import { backoffOf } from '../../platform/trouble';
import type { Clock, Policy, Sent } from './send';

/** How often and how long a request is sent. `retryFor` in milliseconds. */
export interface RetryOptions {
	attempts: number;
	retryFor: number;
}

/** What retrying needs from its surroundings. */
export interface RetryPorts {
	clock: Clock;
	/** 0 to 1. */
	random: () => number;
	signal?: AbortSignal;
}

/**
 * Sends until there is an answer, or the attempts or the time are used up; then the last attempt is the result. Waits
 * longer each time, and at least as long as `Retry-After` says.
 *
 * @param resolve called with an attempt that is in doubt; what it returns ends the matter
 */
export function retry(
	{ attempts, retryFor }: RetryOptions,
	{ clock, random, signal }: RetryPorts,
	resolve?: (sent: Sent) => Promise<Sent | undefined>,
): Policy {
	return (next) => async (request) => {
		let deadline: number | undefined;
		for (let count = 1; ; count++) {
			const sent = await next(request);
			// From the first failure on, because a request may wait long for the rate limit.
			deadline ??= clock.now() + retryFor;
			if (sent.certainty === 'answered' || isRefusedLogin(sent)) return sent;
			const resolved = sent.certainty === 'inDoubt' ? await resolve?.(sent) : undefined;
			if (resolved) return resolved;
			const wait = Math.max(backoffOf(count, random()), sent.answer?.retryAfter ?? 0);
			if (count >= attempts || clock.now() + wait > deadline) return sent;
			await clock.sleep(wait, signal);
			if (signal?.aborted) return sent;
		}
	};
}

/** A refused login, or a token that stayed refused: asking again brings the operator's lock nearer. */
function isRefusedLogin({ answer, error }: Sent): boolean {
	return answer?.status === 401 || error?.stopsRun === true;
}
