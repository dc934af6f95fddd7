import type { ItemResult, OperationResult } from '../exchange';
import { orAborted } from '../request/concurrency';
import { canceledError } from '../request/errors';
import type { Clock } from '../request/send';
import { mayBeDone, notSent } from '../result';

type Entry = { run: JournalRun; itemIndex: number } & (
	| { inFlight: Promise<unknown> }
	/** `shownAt`: the monotonic time from which the ledger shows it; Infinity if unknown. */
	| { inFlight?: undefined; result: ItemResult; shownAt: number }
);

/** The writes of this process by idempotency key: a key is sent once, even by two executions at once. */
export class Journal {
	readonly entries = new Map<string, Entry>();
	readonly runs = new Set<JournalRun>();
}

export const processJournal = new Journal();

/** One run's view of the journal, until it is closed. */
export class JournalRun {
	/** The time at which this run began to read the ledger, by the monotonic clock. */
	private readonly snapshotAt: number;

	/** @param settleMs how long the ledger may take to show what was sent, in milliseconds */
	constructor(
		private readonly journal: Journal,
		private readonly clock: Clock,
		private readonly settleMs: number,
	) {
		this.snapshotAt = clock.monotonic();
		journal.runs.add(this);
	}

	/** Ends the run, and forgets the entries that the ledger shows by now to every run in progress. */
	close(): void {
		const { entries, runs } = this.journal;
		runs.delete(this);
		const oldest = Math.min(
			this.clock.monotonic(),
			...[...runs].map(({ snapshotAt }) => snapshotAt),
		);
		for (const [key, entry] of entries) {
			if (!entry.inFlight && entry.shownAt < oldest) entries.delete(key);
		}
	}

	/** Records a result that is done or in doubt, unless a request with its key is in flight. */
	enter(key: string, itemIndex: number, result: ItemResult): void {
		const { entries } = this.journal;
		if (entries.get(key)?.inFlight) return;
		if (result.kind !== 'done' && !mayBeDone(result)) return;
		// A transaction that the platform named but doesn't show stays in doubt for all later items and runs: a person decides.
		const shownAt = isBegun(result) ? Infinity : this.clock.monotonic() + this.settleMs;
		entries.set(key, { run: this, itemIndex, result, shownAt });
	}

	/**
	 * Sends once for a key: if another run is sending it, or did so after this run's snapshot, its result counts. `send`
	 * must not reject.
	 */
	async oncePerKey(
		key: string,
		itemIndex: number,
		send: (doubted?: ItemResult) => Promise<ItemResult>,
		signal?: AbortSignal,
	): Promise<KeyResult> {
		const { entries } = this.journal;
		let entry = entries.get(key);
		while (entry?.inFlight) {
			await orAborted(entry.inFlight, signal);
			if (signal?.aborted) return { by: 'thisItem', result: notSent('canceled', canceledError()) };
			entry = entries.get(key);
		}
		const news = entry && entry.shownAt >= this.snapshotAt ? entry : undefined;
		if (news?.result.kind === 'done') {
			const { result } = news.result;
			return news.run === this
				? { by: 'otherItem', itemIndex: news.itemIndex, result }
				: { by: 'otherExecution', result };
		}
		// In one step, so that nobody finds the key free before the result is there.
		const sending = send(news?.result).then((result) => {
			entries.delete(key);
			this.enter(key, itemIndex, result);
			return result;
		});
		entries.set(key, { run: this, itemIndex, inFlight: sending });
		return { by: 'thisItem', result: await sending };
	}
}

/** The result of a key, and the item that sent it. For another item with the key it counts as done before. */
export type KeyResult =
	| { by: 'thisItem'; result: ItemResult }
	| { by: 'otherItem'; itemIndex: number; result: OperationResult }
	| { by: 'otherExecution'; result: OperationResult };

/** Whether the platform named the transaction of a write that adds a record, and look-ups didn't find it. */
function isBegun(result: ItemResult): boolean {
	return result.kind === 'failed' && Boolean(result.transactionId && result.reference);
}
