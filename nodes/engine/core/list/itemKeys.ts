import { InputError } from '../../../../platform/input';
import type { ItemResult, LedgerKey, Exchange } from '../exchange';
import { mayBeDone, notSent } from '../result';
import type { EarlierResult, ListRun, KeyedItem } from './listRun';

/**
 * Gives every item its idempotency key: from the user's Client Reference, else from campaign and number, else from
 * execution and item. When n8n runs the node again (Retry On Fail), an item keeps its key.
 */
export function keyItems(run: ListRun): KeyedItem[] {
	const { operation, inputs, runName } = run;
	const typed = inputs.map(({ params }) => typedKey(operation, params));
	const counts = new Map<string, number>();
	for (const name of typed.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
	return inputs.map((input, index): KeyedItem => {
		const key = typed[index];
		const earlier = run.earlier?.get(index);
		if (earlier) {
			const { params } = earlier;
			const state = stateAfter(operation, earlier);
			// Another execution may have sent it meanwhile.
			return { index, params, key: keyOf(run, params), isTyped: key !== undefined, ...state };
		}
		let { params, error } = input;
		if (key && counts.get(nameOf(key)) !== 1) error = notUnique(key);
		error ??= faultOfKey(operation, key, params);
		if (error) return { index, params, known: notSent('badInput', error) };
		if (key) return { index, params, key: keyOf(run, params), isTyped: true };
		const runItem = { run: runName, itemIndex: index };
		params = operation.reconcile?.withReference?.(params, runItem) ?? params;
		return { index, params, key: keyOf(run, params) };
	});
}

/** The error of a gift with both campaign and Client Reference, or with neither; *Send Again* needs neither. */
function faultOfKey(
	{ dedupe }: Exchange,
	key: LedgerKey | undefined,
	params: unknown,
): InputError | undefined {
	if (!dedupe || params === undefined) return undefined;
	const hasCampaign = dedupe.campaignOf(params) !== undefined;
	if (key) return hasCampaign ? notBoth() : undefined;
	return hasCampaign || dedupe.isRepeated(params) ? undefined : notNamed();
}

/** The key of an item whose Client Reference the user gave, such as `order-17`; otherwise undefined. */
function typedKey({ reconcile }: Exchange, params: unknown): LedgerKey | undefined {
	const key = reconcile?.withReference && params !== undefined ? reconcile.key(params) : undefined;
	return key?.reference ? key : undefined;
}

function keyOf({ operation, account }: ListRun, params: unknown): string | undefined {
	const { value, reconcile, dedupeKey } = operation;
	const key = reconcile?.key(params);
	const name = key ? `${key.msisdn ?? ''} ${nameOf(key)}` : dedupeKey?.(params);
	return name === undefined ? undefined : `${account.key} ${value} ${name}`;
}

function nameOf(key: LedgerKey | undefined): string {
	return key ? `${key.serviceKey} ${key.reference}` : '';
}

/** The state of an item after its earlier result (Retry On Fail): a PIN that may have left is never sent again. */
export function stateAfter(
	{ effect }: Pick<Exchange, 'effect'>,
	earlier: EarlierResult | undefined,
): Pick<KeyedItem, 'known' | 'doubted'> {
	if (!earlier) return {};
	const { result } = earlier;
	if (result.kind === 'done' || result.kind === 'skipped') return { known: result };
	if (effect === 'unrepeatable') return isUnused(result) ? {} : { known: result };
	return mayBeDone(result) ? { doubted: result } : {};
}

/** Whether a request was certainly not sent, so that no PIN is used up. */
function isUnused(result: ItemResult): boolean {
	if (result.kind === 'notSent') return true;
	return result.kind === 'failed' && result.certainty === 'notProcessed' && !result.error.status;
}

function notBoth(): InputError {
	return new InputError(
		"'Client Reference' and 'Campaign' can't both be set: either one identifies the gift",
		'Leave one of them empty.',
	);
}

function notNamed(): InputError {
	return new InputError(
		"'Campaign' is required, so that executing the workflow again gives nothing twice",
		"Fill it in, or set Duplicates to 'Send Again' to give again with each execution.",
	);
}

function notUnique({ reference }: LedgerKey): InputError {
	return new InputError(
		`'Client Reference' must be unique in the list: '${reference}' occurs more than once`,
		'Give each item its own reference, or leave the field empty.',
	);
}
