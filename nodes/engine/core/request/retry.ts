import { backoffOf } from '../../../../platform/trouble';
import { failedBy, LateError, type PlatformError } from './errors';
import type { Clock, Policy, Sent } from './send';

export interface RetryPorts {
	attempts: number;
	retryForMs: number;
	clock: Clock;
	/** 0 to 1. */
	random: () => number;
	signal?: AbortSignal;
}

/**
 * Sends until there is an answer, or attempts or time are used up; waits longer each time, and as `Retry-After` says.
 * `mayRepeat` decides whether to repeat a request in doubt; without it, as for a read, the request is repeated.
 */
export function retry(
	{ attempts, retryForMs, clock, random, signal }: RetryPorts,
	mayRepeat?: (sent: Sent) => Promise<boolean>,
): Policy {
	return (next) => async (request) => {
		let endsAt: number | undefined;
		for (let attempt = 1; ; attempt++) {
			const sent = await next(attempt > 1 ? { ...request, isFollowUp: true } : request);
			// From the first failure on, because a request may wait long for the rate limit.
			endsAt ??= clock.monotonic() + retryForMs;
			if (sent.certainty === 'answered' || isRefusedLogin(sent)) return sent;
			if (sent.certainty === 'inDoubt' && mayRepeat && !(await mayRepeat(sent))) return sent;
			const waitMs = Math.max(backoffOf(attempt, random()), sent.answer?.retryAfterMs ?? 0);
			if (attempt >= attempts || clock.monotonic() + waitMs > endsAt) return sent;
			const isTooLate = clock.now() + waitMs > (request.sendUntil ?? Infinity);
			if (isTooLate) return { certainty: 'notProcessed', error: new LateError(turnedAway(sent)) };
			await clock.sleep(waitMs, signal);
			if (signal?.aborted) return sent;
		}
	};
}

/** Why the platform did nothing; undefined where it may have acted. */
function turnedAway({ certainty, answer, error }: Sent): PlatformError | undefined {
	if (certainty !== 'notProcessed') return undefined;
	return answer ? failedBy(answer) : error;
}

/** A refused login, or a token that stayed refused: another attempt could lock the account. */
function isRefusedLogin({ answer, error }: Sent): boolean {
	return answer?.status === 401 || error?.stopsRun === true;
}
