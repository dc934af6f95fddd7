import type { GiveResult } from '../../campaign/giving';
import { messageOf } from '../../platform/input';
import type { ItemResult } from '../engine/core/exchange';
import { concurrencyOf, type KeyedItem, type ListRun } from '../engine/core/list/listRun';
import { lookUpEach } from '../engine/core/list/records';
import { canceledError, PlatformError } from '../engine/core/request/errors';
import { pipelinesOf } from '../engine/core/request/pipeline';
import { giveResultOf, troubleOf } from './giveResult';

/** Milliseconds between two look-ups of a row. A minute has passed since its gift, so that only a stuck platform shows more. */
const askAgainMs = 2_000;

type Item = Pick<KeyedItem, 'index' | 'params'>;

/** The answers of look-ups, by the rows' positions. */
interface Told {
	results: Map<number, ItemResult>;
	/** Rows that the platform doesn't show. */
	absent: Set<number>;
	/** Why not all rows were asked about. */
	failure?: Error;
}

/** Asks the platform for each row until the step is over, and sends nothing. */
export async function lookUpRows(run: ListRun): Promise<GiveResult[]> {
	const { inputs, operation } = run;
	const items = inputs.map(({ params }, index) => {
		const referenced = operation.reconcile?.withReference?.(params, { run: '', itemIndex: index });
		return { index, params: referenced };
	});
	const { results, absent, failure } = await told(run, items);
	const unasked: GiveResult = failure
		? { kind: 'notSent', trouble: troubleOf(failure) }
		: { kind: 'notAsked' };
	const isAnyTold = absent.size > 0 || [...results.values()].some((result) => !isTrouble(result));
	return items.map(({ index }) => {
		const result = results.get(index);
		if (!result) return absent.has(index) ? { kind: 'notSent' } : unasked;
		// A failure of one row must not keep the others from being looked up.
		if (isAnyTold && isTrouble(result)) return { kind: 'inDoubt', reason: result.error.message };
		return giveResultOf(result);
	});
}

/**
 * Asks about some rows at a time. A row that isn't there is asked for once more: a platform that was stuck may answer before it
 * carries out the gifts that it has received.
 */
async function told(run: ListRun, items: Item[]): Promise<Told> {
	const { options, clock, signal } = run;
	const { query } = pipelinesOf(run);
	const width = concurrencyOf(run);
	const results = new Map<number, ItemResult>();
	const ask = async (some: Item[]) => {
		for (const [index, result] of await lookUpEach(run, some, query)) results.set(index, result);
		if (signal?.aborted) throw canceledError();
	};
	const missing = () => items.slice(0, asked).filter(({ index }) => !results.has(index));
	let asked = 0;
	try {
		do {
			const some = items.slice(asked, asked + width());
			await ask(some);
			asked += some.length;
		} while (asked < items.length && clock.now() < (options.sendUntil ?? 0));
		if (missing().length > 0) await clock.sleep(askAgainMs, signal);
		await ask(missing());
		return { results, absent: new Set(missing().map(({ index }) => index)) };
	} catch (caught) {
		const failure = caught instanceof PlatformError ? caught : new PlatformError(messageOf(caught));
		return { results, absent: new Set(), failure };
	}
}

type Failed = Extract<ItemResult, { kind: 'failed' }>;

/** Whether a look-up got no answer that tells anything. */
function isTrouble(result: ItemResult): result is Failed {
	return result.kind === 'failed' && result.certainty === 'notProcessed';
}
