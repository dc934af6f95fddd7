import { backoffOf } from '../../../../platform/trouble';
import { LateError } from './errors';
import type { Clock, Policy, Sent } from './send';

/** How often and how long a request is sent, and what waiting needs. */
export interface RetryPorts {
	maxTries: number;
	retryForMs: number;
	clock: Clock;
	/** 0 to 1. */
	random: () => number;
	signal?: AbortSignal;
}

/**
 * Sends until there is an answer, or the tries or the time are used up; then the last answer is the result. Waits longer
 * each time, and at least as long as `Retry-After` says. `mayRepeat` decides on what is in doubt; a read always may.
 */
export function retry(
	{ maxTries, retryForMs, clock, random, signal }: RetryPorts,
	mayRepeat?: (sent: Sent) => Promise<boolean>,
): Policy {
	return (next) => async (request) => {
		let endsAt: number | undefined;
		for (let count = 1; ; count++) {
			const sent = await next(count > 1 ? { ...request, isFollowUp: true } : request);
			// From the first failure on, because a request may wait long for the rate limit.
			endsAt ??= clock.monotonic() + retryForMs;
			if (sent.certainty === 'answered' || isRefusedLogin(sent)) return sent;
			if (sent.certainty === 'inDoubt' && mayRepeat && !(await mayRepeat(sent))) return sent;
			const waitMs = Math.max(backoffOf(count, random()), sent.answer?.retryAfterMs ?? 0);
			if (count >= maxTries || clock.monotonic() + waitMs > endsAt) return sent;
			const isTooLate = clock.now() + waitMs > (request.sendUntil ?? Infinity);
			if (isTooLate) return { certainty: 'notProcessed', error: new LateError() };
			await clock.sleep(waitMs, signal);
			if (signal?.aborted) return sent;
		}
	};
}

/** A refused login, or a token that stayed refused: asking again brings the operator's lock nearer. */
function isRefusedLogin({ answer, error }: Sent): boolean {
	return answer?.status === 401 || error?.stopsRun === true;
}
