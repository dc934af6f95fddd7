import { normalizeReference } from '../../platform/ledger';
import { InputError } from '../../platform/input';
import { mayBeDone, type Attempt } from './journal';
import type { ItemResult, LedgerKey, RemoteOperation } from './operation';

/** The checked parameters of an item, or the error of a bad input. */
export type ItemInput =
	{ params: unknown; error?: undefined } | { params?: undefined; error: Error };

/** What a run will do with an item. */
export interface PlannedItem {
	index: number;
	/** As the user gave them, in the first try. */
	given: unknown;
	/** With the Client Reference that will be sent. */
	params: unknown;
	/** Idempotency key; undefined for what may be repeated. */
	key?: string;
	/** Set where nothing is left to be sent. */
	result?: ItemResult;
	/** The result of an earlier try that may have been done. */
	doubted?: ItemResult;
}

/** The part of a run that tells what its items are known by. */
interface Plannable {
	operation: RemoteOperation;
	account: { host: string };
	inputs: ItemInput[];
	/** Names execution, node and run index. */
	runName: string;
	/** Results of an earlier try, by item. */
	attempts?: Map<number, Attempt>;
}

/**
 * Gives every item its idempotency key: the Client Reference the user gave, or one made from campaign and number, or
 * from execution and item. A further try of the node (Retry On Fail) does what the first one did.
 */
export function planItems({
	operation,
	account,
	inputs,
	runName,
	attempts,
}: Plannable): PlannedItem[] {
	const { value, reconcile, dedupeKey } = operation;
	const keyOf = (name: string | undefined) => name && `${account.host} ${value} ${name}`;
	const items = inputs.map((input, index): PlannedItem => {
		const earlier = attempts?.get(index);
		const given = earlier?.params ?? input.params;
		const result = input.error && !earlier ? badInput(input.error) : undefined;
		return { index, given, params: given, result, ...resultOfEarlier(operation, earlier) };
	});
	const isUnique = uniqueReferences(operation, items);
	return items.map((item) => {
		if (item.given === undefined) return item;
		if (!reconcile) return { ...item, key: keyOf(dedupeKey?.(item.given)) };
		if (!item.result && !isUnique(item)) {
			return { ...item, result: notUnique(reconcile.key(item.given)) };
		}
		const made = { run: runName, itemIndex: item.index };
		const params = reconcile.key(item.given).reference
			? item.given
			: (reconcile.withReference?.(item.given, made) ?? item.given);
		const key = reconcile.key(params);
		return { ...item, params, key: keyOf(`${key.msisdn ?? ''} ${nameOf(key)}`) };
	});
}

/** Whether no other item has the Client Reference that the user gave to an item. */
function uniqueReferences(
	{ reconcile }: RemoteOperation,
	items: PlannedItem[],
): (item: PlannedItem) => boolean {
	if (!reconcile?.withReference) return () => true;
	const counts = new Map<string, number>();
	const referenceOf = ({ given }: PlannedItem) => {
		const key = reconcile.key(given);
		return key.reference && nameOf(key);
	};
	for (const item of items) {
		const reference = item.given === undefined ? '' : referenceOf(item);
		if (reference) counts.set(reference, (counts.get(reference) ?? 0) + 1);
	}
	return (item) => (counts.get(referenceOf(item)) ?? 0) < 2;
}

/** What stands of an earlier try: a result, or one that is in doubt. */
export function resultOfEarlier(
	{ effect }: Pick<RemoteOperation, 'effect'>,
	earlier: Attempt | undefined,
): Pick<PlannedItem, 'result' | 'doubted'> {
	if (!earlier) return {};
	const { result } = earlier;
	if (result.kind === 'done' || result.kind === 'skipped') return { result };
	if (effect === 'attempt') return neverLeft(result) ? {} : { result };
	return mayBeDone(result) ? { doubted: result } : {};
}

/** Whether a request was certainly not sent, so that an attempt is not used up. */
function neverLeft(result: ItemResult): boolean {
	if (result.kind === 'notSent') return true;
	return result.kind === 'failed' && result.certainty === 'notProcessed' && !result.error.status;
}

function nameOf({ serviceKey, reference }: LedgerKey): string {
	return `${serviceKey} ${normalizeReference(reference)}`;
}

function notUnique({ reference }: LedgerKey): ItemResult {
	return badInput(
		new InputError(
			`Client Reference must be unique in the list, and '${reference}' is there more than once`,
		),
	);
}

function badInput(error: Error): ItemResult {
	return { kind: 'notSent', reason: 'badInput', error };
}
