import type { Exchange, ItemResult } from '../exchange';
import type { SendingRun, SendOptions } from '../request/pipeline';
import type { Journal } from './journal';

/** The checked parameters of an item, or the error of a bad input. */
export type ItemInput =
	{ params: unknown; error?: undefined } | { params?: undefined; error: Error };

/** An item with its key, as a run will carry it out. */
export interface KeyedItem {
	index: number;
	/** With the Client Reference that will be sent. */
	params: unknown;
	/** Idempotency key; undefined for what may be repeated. */
	key?: string;
	/** Whether the user typed the reference, which is then used once in all executions. */
	isTyped?: boolean;
	/** The result of an item that isn't sent (again), such as one with a bad phone number, or a gift that was given. */
	known?: ItemResult;
	/** An earlier result in doubt: the item is looked up before it's sent again. */
	doubted?: ItemResult;
}

/** An item's parameters and result before n8n ran the node again (Retry On Fail). */
export interface EarlierResult {
	params: unknown;
	result: ItemResult;
}

export interface RunOptions extends SendOptions {
	concurrency: number;
	requestsPerSecond: number;
	stopAfterFailures: number;
	/** Whether a reference that the user gave is sent without a look-up. */
	skipLookUp: boolean;
	/** Unix milliseconds. */
	sendUntil?: number;
}

export interface ListRun extends SendingRun {
	operation: Exchange;
	inputs: ItemInput[];
	options: RunOptions;
	/** Shared by the runs of this process, as the limiter is. */
	journal: Journal;
	/** Names execution, node and run index. */
	runName: string;
	continueOnFail: boolean;
	/** Set if nothing is sent. `because` is the reason if the user didn't choose it. */
	onlyCheck?: { because?: string };
	/** The service key that was picked from the list, and its name there: `Gifts (LOYALTYDATA01)`. */
	picked?: { value: string; name: string };
	/** Results by item from before n8n ran the node again (Retry On Fail); this run adds its own. */
	earlier?: Map<number, EarlierResult>;
}

/** How many requests may run at once; the limiter's share changes with the host's pace. */
export function concurrencyOf({ limiter, account, options }: ListRun): () => number {
	return () => Math.min(options.concurrency, limiter.width(account.host));
}
