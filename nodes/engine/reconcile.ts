import { isSuccess } from '../../platform/answer';
import { backoffOf } from '../../platform/trouble';
import type { ItemResult, LookUpResult, PlatformRequest, Reconciliation } from './operation';
import { resultOfLookUp } from './result';
import type { Clock, Send, Sent } from './send';

/** How often and how long a request is sent, and what waiting needs. `retryFor` in milliseconds. */
interface RetryPorts {
	attempts: number;
	retryFor: number;
	clock: Clock;
	/** 0 to 1. */
	random: () => number;
	signal?: AbortSignal;
}

/**
 * Sends until there is an answer, or the attempts or the time are used up; then the last attempt is the result. Waits
 * longer each time, and at least as long as `Retry-After` says. `mayRepeat` decides on an attempt that is in doubt.
 */
export function retry<Attempt extends Sent>(
	{ attempts, retryFor, clock, random, signal }: RetryPorts,
	mayRepeat?: (sent: Attempt) => Promise<boolean>,
) {
	return (next: (request: PlatformRequest) => Promise<Attempt>) =>
		async (request: PlatformRequest): Promise<Attempt> => {
			let deadline: number | undefined;
			for (let count = 1; ; count++) {
				const sent = await next(request);
				// From the first failure on, because a request may wait long for the rate limit.
				deadline ??= clock.now() + retryFor;
				if (sent.certainty === 'answered' || isRefusedLogin(sent)) return sent;
				if (sent.certainty === 'inDoubt' && mayRepeat && !(await mayRepeat(sent))) return sent;
				const wait = Math.max(backoffOf(count, random()), sent.answer?.retryAfter ?? 0);
				if (count >= attempts || clock.now() + wait > deadline) return sent;
				const isTooLate = clock.now() + wait > (request.sendUntil ?? Infinity);
				// It doesn't leave, and its result says so.
				if (isTooLate) return await next({ ...request, sendUntil: -Infinity });
				await clock.sleep(wait, signal);
				if (signal?.aborted) return sent;
			}
		};
}

/** A refused login, or a token that stayed refused: asking again brings the operator's lock nearer. */
function isRefusedLogin({ answer, error }: Sent): boolean {
	return answer?.status === 401 || error?.stopsRun === true;
}

/** The ways a run sends. */
export interface Pipelines extends RetryPorts {
	/** Sends once, whatever the answer: for attempts. */
	sendOnce: Send;
	/** Sends once more with a new token where one was refused. */
	send: Send;
	/** Sends a read, with retries. */
	query: Send;
	/** How long the platform may take to show what it did, in milliseconds. */
	settleMs: number;
}

/** One request, and what it means for its item. */
type Attempt = Sent & {
	result: ItemResult;
	/** A 2xx that doesn't say whether it was done. */
	isUnclear: boolean;
};

/**
 * Sends a write so that it is done once (docs/architecture.md, "How a write ends"): it is sent again only when the
 * platform can't have acted, or when two look-ups, the second after the settling time, show that it has not.
 * `lookUpFirst`: an earlier attempt may have been done.
 */
export async function sendWrite<Params>(
	ports: Pipelines,
	reconcile: Reconciliation<Params>,
	params: Params,
	request: PlatformRequest,
	judge: (sent: Sent) => ItemResult,
	lookUpFirst: boolean,
): Promise<ItemResult> {
	let seen: LookUpResult | undefined;
	const lookUp = async () => (seen = await settledLookUp(ports, reconcile, params));

	if (lookUpFirst) {
		const earlier = await lookUp();
		if (earlier.state !== 'notDone') return resultOfLookUp(earlier, undefined, reconcile, params);
	}
	const send = async (one: PlatformRequest): Promise<Attempt> => {
		const sent = await ports.send(one);
		const result = judge(sent);
		const isUnclear = sent.certainty === 'answered' && result.kind === 'failed';
		return { ...sent, certainty: isUnclear ? 'inDoubt' : sent.certainty, result, isUnclear };
	};
	const mayRepeat = async ({ isUnclear }: Attempt) => {
		const { state } = await lookUp();
		// What the platform has answered is not sent again: a person decides.
		return state === 'notDone' && !isUnclear;
	};
	const { certainty, result } = await retry(ports, mayRepeat)(send)(request);
	const isDeclined = result.kind !== 'done' || reconcile.isDeclined?.(result.result) === true;
	// What was sent before may have arrived after all, and be why this one is declined.
	if (seen && certainty === 'answered' && isDeclined) await lookUp();
	return seen ? resultOfLookUp(seen, result, reconcile, params) : result;
}

/** Asks for the record, and once more after the settling time when it is not there or not final yet. */
async function settledLookUp<Params>(
	{ query, clock, settleMs, signal }: Pipelines,
	reconcile: Reconciliation<Params>,
	params: Params,
): Promise<LookUpResult> {
	const answerTo = async (request: PlatformRequest | undefined) => {
		const { answer, certainty } = request ? await query(request) : {};
		const isUsable = answer && certainty === 'answered' && isSuccess(answer.status);
		return isUsable ? answer : undefined;
	};
	const ask = async (): Promise<LookUpResult> => {
		let answer = await answerTo(reconcile.request(params));
		if (answer && reconcile.next) answer = await answerTo(reconcile.next(answer, params));
		return answer ? reconcile.read(answer, params) : { state: 'unclear' };
	};
	const first = await ask();
	if (first.state === 'done' || first.state === 'unclear') return first;
	await clock.sleep(settleMs, signal);
	// Canceled in the meantime, nobody has waited long enough to know.
	const second = signal?.aborted ? undefined : await ask();
	return second && second.state !== 'underWay' ? second : { state: 'unclear' };
}
