import { isSuccess, readRefusal, type Refusal } from '../../platform/answer';
import { PlatformError, refusedBy, unreadable } from './errors';
import { labelOf } from './fields';
import type { ItemResult, ParsedAnswer, RemoteOperation } from './operation';
import type { Sent } from './send';
import type { WriteOutcome } from './reconcile';

/** The result of a request that was sent for an item. */
export function resultOf(
	operation: RemoteOperation,
	params: unknown,
	host: string,
	{ answer, error, certainty }: Sent,
): ItemResult {
	if (error) return { kind: 'failed', certainty, error };
	const { status, body } = answer;
	// A platform that fails, or a gateway that turns a request away, may say anything.
	const parsed = certainty === 'answered' ? operation.parse(answer, params) : undefined;
	if (isDone(operation, parsed)) {
		return { kind: 'done', result: parsed, isSent: operation.effect !== 'read' };
	}
	const refusal = parsed && 'refused' in parsed ? parsed.refused : readRefusal(body);
	if (isSuccess(status) && !(parsed && 'refused' in parsed)) {
		return { kind: 'failed', certainty: 'inDoubt', error: unreadable(host, body) };
	}
	const label = fieldLabelOf(operation, refusal);
	const refused = refusedBy(host, { status, body }, certainty, refusal, label);
	if (certainty === 'inDoubt') return { kind: 'failed', certainty, error: refused };
	return { kind: 'refused', error: refused };
}

/** The result of a write, with its look-ups. */
export function resultOfWrite(
	operation: RemoteOperation,
	params: unknown,
	host: string,
	outcome: WriteOutcome,
): ItemResult {
	const { reconcile } = operation;
	if ('found' in outcome) {
		const found = reconcile?.result(outcome.found, params) ?? { records: [outcome.found] };
		const records = found.records.map((record) => ({ ...record, confirmedByLookUp: true }));
		return { kind: 'done', result: { ...found, records }, isSent: true };
	}
	const { sent, lookUp } = outcome;
	const result = sent && resultOf(operation, params, host, sent);
	if (result?.kind === 'done') return result;
	const failure = result && 'error' in result ? (result.error as PlatformError) : undefined;
	if (lookUp === 'notDone') return { kind: 'refused', error: notDone(failure), lookUpFirst: true };
	const isInDoubt =
		lookUp === 'unclear' || (result?.kind === 'failed' && result.certainty === 'inDoubt');
	if (result && !isInDoubt) return result;
	// Only what the user gave, or was made for this write, is a reference to search for.
	const reference = reconcile?.withReference && reconcile.key(params).reference;
	return { kind: 'failed', certainty: 'inDoubt', error: inDoubt(reference, failure), reference };
}

function isDone(
	{ effect }: RemoteOperation,
	parsed: ParsedAnswer,
): parsed is Exclude<ParsedAnswer, { refused: Refusal } | undefined> {
	return (
		parsed !== undefined && 'records' in parsed && (effect === 'read' || parsed.records.length > 0)
	);
}

function notDone(failure: PlatformError | undefined): PlatformError {
	return new PlatformError(
		failure?.message ?? 'The earlier request was not answered',
		'Two look-ups show that it was not done. Run this item again.',
		'answered',
		failure?.status,
	);
}

function inDoubt(reference: string | undefined, failure: PlatformError | undefined): PlatformError {
	const why = failure?.message ?? 'an earlier request was not answered';
	return new PlatformError(
		`Outcome unknown: ${why}, and a look-up did not tell`,
		`Look for ${reference ? `the reference ${reference}` : 'this item'} at the platform before you send it again.`,
		'inDoubt',
		failure?.status,
		{ cause: failure?.cause },
	);
}

/** The platform's names for what the node calls otherwise. */
const platformNames: Record<string, string> = { apikey: 'serviceKey', mno: 'operator' };

function fieldLabelOf({ fields }: RemoteOperation, { field }: Refusal): string | undefined {
	return field === undefined ? undefined : labelOf(fields, [platformNames[field] ?? field]);
}
