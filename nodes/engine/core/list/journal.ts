import type { ItemResult } from '../exchange';
import { orAborted } from '../request/concurrency';
import { canceledError } from '../request/errors';
import type { Clock } from '../request/send';
import { isBegun, mayBeDone, notSent } from '../result';

/** What is sent, or was sent, under a key. */
type Entry = { run: JournalRun; itemIndex: number } & (
	| { inFlight: Promise<unknown> }
	/** `shownAt`: when the ledger shows it at the latest, by the monotonic clock; Infinity where nobody knows. */
	| { inFlight?: undefined; result: ItemResult; shownAt: number }
);

/**
 * What this process has sent, by idempotency key, so that the same key twice in a list, or in two executions at once, is
 * sent once. Across processes and restarts the platform's ledger tells (docs/architecture.md, "Rules for money").
 */
export class Journal {
	readonly entries = new Map<string, Entry>();
	readonly runs = new Set<JournalRun>();
}

/** The journal of this process. */
export const processJournal = new Journal();

/** One run's view of the journal, until it is closed. */
export class JournalRun {
	/** When this run began to read the ledger, by the monotonic clock. */
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

	/** Ends the run, and forgets what the ledger shows by now to every run in progress. */
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

	/** Enters what was done, or may have been, under a key that nobody sends under at the moment. */
	enter(key: string, itemIndex: number, result: ItemResult): void {
		const { entries } = this.journal;
		if (entries.get(key)?.inFlight) return;
		if (result.kind !== 'done' && !mayBeDone(result)) return;
		// A person decides on a transaction that the platform named and doesn't show, whichever item or run comes next.
		const shownAt = isBegun(result) ? Infinity : this.clock.monotonic() + this.settleMs;
		entries.set(key, { run: this, itemIndex, result, shownAt });
	}

	/**
	 * Sends under a key, unless somebody else does or did after this run's snapshot: then that result counts. `send` gets
	 * a result of somebody else that may have been done, and must not reject. `sharedWith`: the item that a result belongs to
	 * when it isn't this one.
	 */
	async oncePerKey(
		key: string,
		itemIndex: number,
		send: (doubted: ItemResult | undefined) => Promise<ItemResult>,
		signal?: AbortSignal,
	): Promise<{ result: ItemResult; sharedWith?: number | 'anotherExecution' }> {
		const { entries } = this.journal;
		let entry = entries.get(key);
		while (entry?.inFlight) {
			await orAborted(entry.inFlight, signal);
			if (signal?.aborted) return { result: notSent('canceled', canceledError()) };
			entry = entries.get(key);
		}
		const news = entry && entry.shownAt >= this.snapshotAt ? entry : undefined;
		if (news?.result.kind === 'done') {
			const isOwn = news.run === this;
			return { result: news.result, sharedWith: isOwn ? news.itemIndex : 'anotherExecution' };
		}
		// In one step, so that nobody finds the key free before the result is there.
		const sending = send(news?.result).then((result) => {
			entries.delete(key);
			this.enter(key, itemIndex, result);
			return result;
		});
		entries.set(key, { run: this, itemIndex, inFlight: sending });
		return { result: await sending };
	}
}
