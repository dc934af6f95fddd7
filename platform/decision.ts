import { isObject, isSuccess, type PlatformRecord, type Refusal } from './answer';
import { readRefusal, verdictOn } from './verdict';

/**
 * Reads the answer to a request that the platform accepts or calls not acceptable (public facts, “Cancel a
 * subscription”, “Refund”). Undefined when it says neither.
 *
 * @param outcomes the outcome of each of the two
 */
export function readDecision(
	{ status, body }: { status: number; body: unknown },
	outcomes: { accepted: string; notAcceptable: string },
): { outcome: string; said: PlatformRecord } | { refused: Refusal } | undefined {
	if (!isObject(body)) return undefined;
	// A server in between can answer 406, too.
	if (status === 406 && body.status === 'NOT_ACCEPTABLE')
		return { outcome: outcomes.notAcceptable, said: body };
	if (!isSuccess(status)) return undefined;
	const verdict = verdictOn(body);
	if (verdict === 'refused') return { refused: readRefusal(body) };
	const isAccepted = verdict === 'ok' && body.status === 'ACCEPTED';
	return isAccepted ? { outcome: outcomes.accepted, said: body } : undefined;
}
