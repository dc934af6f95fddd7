import { isSuccess } from '../../../platform/answer';
import { tried } from '../../../platform/input';
import type { LookUpResult } from '../../../platform/ledger';
import type { ItemResult, Reconciliation } from './exchange';
import { failedBy, LateError, PlatformError } from './request/errors';
import type { Pipelines } from './request/pipeline';
import { masked, type Answer, type PlatformRequest } from './request/platformRequest';
import { retry } from './request/retry';
import type { Send, Sent } from './request/send';

/**
 * Sends a write so that it's done once (docs/architecture.md, "How a write ends"): again only when the platform can't
 * have acted, or two look-ups show that it has not. `doubted`: an earlier result that may have been done.
 */
export async function sendWrite<Params>(
	ports: Pipelines,
	reconcile: Reconciliation<Params>,
	params: Params,
	request: PlatformRequest,
	judge: (sent: Sent) => ItemResult,
	doubted?: ItemResult,
): Promise<ItemResult> {
	const lookUp = async () => await settledLookUp(ports, reconcile, params);
	let seen: LookUpResult | undefined;

	if (doubted) {
		seen = await lookUp();
		const isOpen = seen.state !== 'done' && doubted.kind === 'failed';
		if (isOpen && (seen.state !== 'notDone' || isNamed(doubted))) return doubted;
		if (seen.state !== 'notDone') return resultOfLookUp(seen, undefined, reconcile, params);
	}
	const mayRepeat = async (sent: Sent) => {
		seen = await lookUp();
		// A write whose answer named a transaction is not sent again: a person decides.
		return seen.state === 'notDone' && !isNamed(judge(sent));
	};
	const sent = await retry(ports, mayRepeat)(ports.send)(request);
	const result = judge(sent);
	const isDeclined = result.kind !== 'done' || reconcile.isDeclined?.(result.result) === true;
	// The answer may be unclear, or decline this request because the earlier one has arrived after all.
	const isOpen = result.kind === 'failed' || (seen !== undefined && isDeclined);
	const isAnswered = sent.certainty === 'answered' && seen === undefined;
	if (sent.certainty === 'answered' && isOpen) seen = await lookUp();
	if (!seen) return result;
	const found = resultOfLookUp(seen, result, reconcile, params);
	return isAnswered && found.kind === 'refused' ? { ...found, isAnswered } : found;
}

type Failure = Pick<PlatformError, 'message' | 'status' | 'field' | 'cause'>;

/** The result of a write that was looked up. `last`: that of its last request, if this run of the node sent one. */
function resultOfLookUp<Params>(
	seen: LookUpResult,
	last: ItemResult | undefined,
	{ result, withReference, key }: Reconciliation<Params>,
	params: Params,
): ItemResult {
	if (seen.state === 'done') {
		const found = result(seen.record, params);
		const ownFields = { ...found.ownFields, confirmedByLookUp: true };
		return { kind: 'done', result: { ...found, ownFields }, isSent: true };
	}
	if (last?.kind === 'done') return last;
	// A `LateError` stopped only a retry: the request before it got no response.
	const isFailure = last && 'error' in last && !(last.error instanceof LateError);
	const failure: Partial<Failure> = isFailure ? last.error : {};
	const { message: why = 'The earlier request got no response', status, field, cause } = failure;
	const transactionId = last && 'transactionId' in last ? last.transactionId : undefined;
	if (seen.state === 'notDone' && transactionId === undefined) {
		// A refusal has a next step of its own.
		if (last?.kind === 'refused') return { ...last, lookUpFirst: true };
		const proof = 'Two look-ups show that it was not done. Retry.';
		const error = new PlatformError(why, proof, { status, field });
		return { kind: 'refused', error, lookUpFirst: true };
	}
	// Only what the user gave, or was made for this write, is a reference to search for.
	const reference = withReference && key(params).reference;
	const names = [
		transactionId && `the transaction ${transactionId}`,
		reference && `the reference ${reference}`,
	].filter(Boolean);
	const { words = 'A look-up gave no result' } = 'words' in seen ? seen : {};
	const search = `Look for ${names.join(' or ') || 'this item'} at the platform before you send it again`;
	const again = names.length > 1 ? ', under another reference.' : '.';
	const error = new PlatformError(
		`Outcome unknown: ${why}. ${words}`,
		[last?.kind === 'failed' && last.error.advice, search + again].filter(Boolean).join(' '),
		{ status, certainty: 'inDoubt', cause },
	);
	return { kind: 'failed', certainty: 'inDoubt', error, reference, transactionId };
}

/** Whether the platform named a transaction: then something was begun. */
function isNamed(result: ItemResult): boolean {
	return 'transactionId' in result && result.transactionId !== undefined;
}

type LookUp =
	{ found: LookUpResult; error?: undefined } | { found?: undefined; error: PlatformError };

/** Asks once for the record of a write, and for more records if those don't tell. */
export async function lookUpOnce<Params>(
	query: Send,
	reconcile: Reconciliation<Params>,
	params: Params,
): Promise<LookUp> {
	const { requestMore, request, next } = reconcile;
	const read = async (question: PlatformRequest | undefined): Promise<LookUp> => {
		if (!question) return { error: unreadable() };
		const { answer, error } = await ask(query, question);
		return error ? { error } : readLookUp(reconcile, answer, params);
	};
	const { answer, error } = await ask(query, request(params));
	if (error) return { error };
	if (next) return await read(tried(() => next(answer, params)));
	const seen = readLookUp(reconcile, answer, params);
	const isOpen = seen.found && !saysAnything(seen.found);
	return isOpen && requestMore ? await read(requestMore(params)) : seen;
}

function readLookUp<Params>(
	{ read }: Reconciliation<Params>,
	answer: Answer,
	params: Params,
): LookUp {
	const found = tried(() => read(answer, params));
	return found ? { found: shownFound(answer, found) } : { error: unreadable() };
}

export function shownFound(answer: Pick<Answer, 'mask'>, found: LookUpResult): LookUpResult {
	if (found.state === 'notDone') return found;
	if (found.state === 'done') return { ...found, record: masked(answer, found.record) };
	const words = masked(answer, found.words);
	return found.state === 'unclear'
		? { ...found, words }
		: { ...found, words, record: masked(answer, found.record) };
}

/** Whether records say anything about a write. */
function saysAnything(found: LookUpResult): boolean {
	return found.state !== 'unclear' || found.words !== undefined;
}

async function ask(query: Send, request: PlatformRequest): Promise<Sent> {
	const sent = await query({ ...request, isFollowUp: true });
	const { answer, certainty } = sent;
	if (!answer || (certainty === 'answered' && isSuccess(answer.status))) return sent;
	return { certainty, error: failedBy(answer) };
}

function unreadable(): PlatformError {
	return new PlatformError("The platform sent a response that can't be read");
}

/** Asks for the record, and once more after the settling time when it is not there or not final yet. */
async function settledLookUp<Params>(
	{ query, clock, settleMs, signal }: Pipelines,
	reconcile: Reconciliation<Params>,
	params: Params,
): Promise<LookUpResult> {
	const ask = async (): Promise<LookUpResult> => {
		const { found } = await lookUpOnce(query, reconcile, params);
		return found ?? { state: 'unclear' };
	};
	const first = await ask();
	if (first.state === 'done' || first.state === 'unclear') return first;
	await clock.sleep(settleMs, signal);
	// After a cancellation, the wait was too short to prove anything.
	const second = signal?.aborted ? undefined : await ask();
	return second && second.state !== 'underWay' ? second : { state: 'unclear' };
}
