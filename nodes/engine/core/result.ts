import { isSuccess, transactionNamed } from '../../../platform/answer';
import { tried } from '../../../platform/input';
import type { LookUpResult } from '../../../platform/ledger';
import type { ItemResult, OperationResult, Reconciliation, Exchange } from './exchange';
import { failedBy, LateError, PlatformError } from './request/errors';
import { masked } from './request/platformRequest';
import type { Sent } from './request/send';

export function resultOf(
	operation: Exchange,
	params: unknown,
	{ answer, error, certainty }: Sent,
): ItemResult {
	if (error instanceof LateError) return notSent('stopped', error);
	if (error) return { kind: 'failed', certainty, error };
	const { effect, costs, parse } = operation;
	// A platform that fails, or a gateway that turns a request away, may say anything.
	const isOwn = certainty === 'answered';
	// Undefined where reading the answer failed: then its meaning is unknown.
	const read = tried(() => ({ parsed: isOwn ? parse(answer, params) : undefined }));
	const parsed = read?.parsed;
	if (parsed && 'records' in parsed) {
		// Long lists hold no secrets.
		const records = Array.isArray(answer.body) ? parsed.records : masked(answer, parsed.records);
		return { kind: 'done', result: { ...parsed, records }, isSent: effect !== 'read' };
	}
	if (parsed && 'notFound' in parsed) {
		const message = `The platform shows no ${parsed.notFound}`;
		const advice = 'Check the ID or number, the service, and the account of the credential.';
		return { kind: 'refused', error: new PlatformError(message, advice) };
	}
	const refusal = parsed?.refused;
	const named = effect === 'read' ? undefined : transactionNamed(answer.body);
	const transactionId = masked(answer, named);
	// An unknown answer that names a transaction may have begun something.
	const isUnsuccessful = !isSuccess(answer.status) && transactionId === undefined;
	const isOver = refusal !== undefined || isUnsuccessful;
	const isInDoubt = certainty === 'inDoubt' || !read || !isOver;
	const failure = failedBy(answer, { refusal, costs, isInDoubt });
	if (!isInDoubt) return { kind: 'refused', error: failure, transactionId };
	return { kind: 'failed', certainty: 'inDoubt', error: failure, transactionId };
}

/** The result of an item by the platform's records, before it is sent; undefined if they don't show it. */
export function resultOfRecords<Params>(
	found: LookUpResult,
	{ result, doneBefore, key }: Reconciliation<Params>,
	params: Params,
): ItemResult | undefined {
	const isOther = found.state === 'unclear' && found.isOtherCase;
	if (found.state === 'notDone' || isOther) return undefined;
	if (found.state === 'done') {
		const earlier = { ...result(found.record, params), outcome: doneBefore };
		return skippedAs(earlier, 'done by an earlier run');
	}
	const { reference } = key(params);
	if (found.words === undefined) {
		return notLookedUp(reference, {
			message: "The platform's records show no client references",
			advice: 'Ask your operator to show client references.',
			isRefusal: true,
		});
	}
	const error = new PlatformError(
		`Outcome unknown: the reference ${reference} may have been used before. ${found.words}`,
		`Nothing was sent. Look for the reference ${reference} at the platform first.`,
		{ certainty: 'inDoubt' },
	);
	return { kind: 'failed', certainty: 'inDoubt', error, reference };
}

/**
 * The result of an item that isn't sent, because the records of earlier executions can't be read. The message doesn't say so: a
 * campaign keeps it as the reason of a row that it sent before.
 */
export function notLookedUp(
	reference: string,
	{ message, advice, isRefusal }: Pick<PlatformError, 'message' | 'advice' | 'isRefusal'>,
): ItemResult {
	const error = new PlatformError(
		`The look-up of the reference ${reference} failed: ${message}`,
		advice ?? 'Nothing was sent. Retry later.',
		{
			certainty: 'notProcessed',
			isRefusal,
			setting: "Add 'Skip Look-Up' if no earlier execution has sent it.",
		},
	);
	return { kind: 'failed', certainty: 'notProcessed', error };
}

/** The result of an item that is not sent, because this was done. @param why in words */
export function skippedAs(result: OperationResult, why: string): ItemResult {
	return {
		kind: 'skipped',
		result: { ...result, ownFields: { ...result.ownFields, skipped: why } },
	};
}

export function notSent(reason: 'badInput' | 'stopped' | 'canceled', error: Error): ItemResult {
	return { kind: 'notSent', reason, error };
}

/** Whether a write may have been done, or may still arrive, so that it is looked up before it is sent again. */
export function mayBeDone(result: ItemResult): boolean {
	if (result.kind === 'failed') return result.certainty === 'inDoubt';
	return result.kind === 'refused' && result.lookUpFirst === true;
}
