import { certaintyOfAnswer, isSuccess, type PlatformRecord } from '../../platform/answer';
import type { LookUpResult, PlatformRequest, Reconciliation, RemoteOperation } from './operation';
import { pipe, type Policy, type Send, type Sent } from './send';
import { retry, type RetryOptions, type RetryPorts } from './retry';

/** What proving a write needs. `settleMs`: how long the platform may take to show what it did. */
export interface ReconcilePorts extends RetryPorts {
	send: Send;
	/** Sends a read, with retries. */
	query: Send;
	settleMs: number;
	retryOptions: RetryOptions;
}

/** What became of a write: found by a look-up, or the last attempt and what the last look-up says of it. */
export type WriteOutcome =
	{ found: PlatformRecord } | { sent?: Sent; lookUp?: 'notDone' | 'unclear' };

/**
 * Sends a write so that it is done once (docs/architecture.md, "How a write ends"): it is sent again only when the
 * platform can't have acted, or when two look-ups, the second after the settling time, show that it has not.
 *
 * @param lookUpFirst whether an earlier attempt may have been done
 */
export async function sendWrite<Params>(
	ports: ReconcilePorts,
	{
		reconcile,
		parse,
	}: Pick<RemoteOperation<Params>, 'parse'> & { reconcile: Reconciliation<Params> },
	request: PlatformRequest,
	params: Params,
	lookUpFirst: boolean,
): Promise<WriteOutcome> {
	let seen: LookUpResult | undefined;
	const lookUp = async () => (seen = await settledLookUp(ports, reconcile, params));
	const outcome = (sent?: Sent): WriteOutcome => {
		if (seen?.state === 'done') return { found: (seen as { record: PlatformRecord }).record };
		return { sent, lookUp: seen && (seen.state === 'notDone' ? 'notDone' : 'unclear') };
	};

	if (lookUpFirst && (await lookUp()).state !== 'notDone') return outcome();

	/** A 2xx that does not say it was done. */
	const isUnclear = ({ answer }: Sent) =>
		answer !== undefined &&
		isSuccess(answer.status) &&
		certaintyOfAnswer(answer.status, answer.body) === 'answered' &&
		parse(answer, params) === undefined;
	const doubtUnclear: Policy = (next) => async (one) => {
		const sent = await next(one);
		return isUnclear(sent) ? { ...sent, certainty: 'inDoubt' } : sent;
	};
	const resolve = async (sent: Sent) => {
		const { state } = await lookUp();
		// A 2xx that says it failed is not sent again: a person decides.
		return state === 'notDone' && !isUnclear(sent) ? undefined : sent;
	};
	const write = pipe(retry(ports.retryOptions, ports, resolve), doubtUnclear)(ports.send);
	const sent = await write(request);
	// What was sent before may have arrived after all, and be why this one is declined.
	if (seen && sent.certainty === 'answered' && isDeclined(sent)) await lookUp();
	return sent.certainty === 'answered' && !isDeclined(sent) ? { sent } : outcome(sent);

	function isDeclined({ answer }: Sent): boolean {
		const parsed = answer && parse(answer, params);
		return !parsed || 'refused' in parsed || reconcile.isDeclined?.(parsed) === true;
	}
}

/** Asks for the record, and once more after the settling time when it is not there or not final yet. */
async function settledLookUp<Params>(
	{ query, clock, settleMs, signal }: ReconcilePorts,
	reconcile: Reconciliation<Params>,
	params: Params,
): Promise<LookUpResult> {
	const ask = async (): Promise<LookUpResult> => {
		const { answer, certainty } = await query(reconcile.request(params));
		const isUsable = answer && certainty === 'answered' && isSuccess(answer.status);
		return isUsable ? reconcile.read(answer, params) : { state: 'unclear' };
	};
	const first = await ask();
	if (first.state === 'done' || first.state === 'unclear') return first;
	await clock.sleep(settleMs, signal);
	// Canceled in the meantime, nobody has waited long enough to know.
	const second = signal?.aborted ? undefined : await ask();
	return second && second.state !== 'underWay' ? second : { state: 'unclear' };
}
