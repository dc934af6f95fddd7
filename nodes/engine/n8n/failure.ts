import { isPassing } from '../../../platform/answer';
import { LongAnswerError } from '../../../platform/json';
import type { PlatformError } from '../core/request/errors';

/** The cause in n8n's terms, which invite a retry: none for a write in doubt, and for what fails again. */
export function failureCause(
	{ facts, stopsRun, isRefusal, cause }: PlatformError,
	isWrite: boolean,
) {
	const { status = 0, certainty, retryAfterMs } = facts;
	if (stopsRun) return { cause: 'credential-invalid' as const };
	if (status === 429) return { cause: 'rate-limited' as const, retryAfterMs };
	if (isRefusal || cause instanceof LongAnswerError) return undefined;
	const isInDoubt = isPassing(status) || certainty === 'inDoubt';
	const isDown = isInDoubt ? !isWrite : certainty === 'notProcessed';
	return isDown ? { cause: 'temporarily-unavailable' as const, retryAfterMs } : undefined;
}
