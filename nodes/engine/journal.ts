import { orAborted } from './concurrency';
import { canceledError } from './errors';
import type { ItemResult } from './operation';
import type { Clock } from './send';

/** Who sends under a key. */
interface Sender {
	run: JournalRun;
	itemIndex: number;
}

type Entry = { sender: Sender } & (
	{ inFlight: Promise<unknown> } | { inFlight?: undefined; result: ItemResult; at: number }
);

/** What an earlier try of this execution did with an item (Retry On Fail): its parameters, and the result. */
export interface Attempt {
	params: unknown;
	result: ItemResult;
}

/**
 * What this process has sent, by idempotency key, so that the same key twice in a list, or in two executions at once, is
 * sent once. Across processes and restarts the platform's ledger tells (docs/architecture.md, "Rules for money").
 */
export class Journal {
	private readonly entries = new Map<string, Entry>();

	private readonly runs = new Set<JournalRun>();

	/** Begins a run. @param settleMs how long the ledger may take to show what was sent, in milliseconds */
	open(clock: Clock, settleMs: number): JournalRun {
		const run = new JournalRun(this.entries, clock, settleMs, () => {
			this.runs.delete(run);
			this.forget(clock.now());
		});
		this.runs.add(run);
		this.forget(clock.now());
		return run;
	}

	/** Forgets what the ledger shows by now to every run in progress. */
	private forget(now: number): void {
		const oldest = Math.min(now, ...[...this.runs].map(({ snapshotAt }) => snapshotAt));
		for (const [key, entry] of this.entries) {
			if (entry.inFlight) continue;
			if (entry.at + entry.sender.run.settleMs < oldest) this.entries.delete(key);
		}
	}
}

/** The journal of this process. */
export const processJournal = new Journal();

/** One run's view of the journal. */
export class JournalRun {
	/** When this run began to read the ledger, Unix milliseconds. */
	snapshotAt: number;

	constructor(
		private readonly entries: Map<string, Entry>,
		private readonly clock: Clock,
		readonly settleMs: number,
		readonly close: () => void,
	) {
		this.snapshotAt = clock.now();
	}

	/** Says that the ledger is read from now on. */
	takeSnapshot(): void {
		this.snapshotAt = this.clock.now();
	}

	/** Enters what an earlier try of this run did (Retry On Fail). */
	enter(key: string, itemIndex: number, result: ItemResult): void {
		if (this.entries.get(key)?.inFlight) return;
		if (result.kind !== 'done' && !mayBeDone(result)) return;
		this.entries.set(key, { sender: { run: this, itemIndex }, result, at: this.clock.now() });
	}

	/**
	 * Sends under a key, unless somebody else is doing so or did so after this run's snapshot: then that result counts.
	 *
	 * @param sharesDone whether what another execution has finished counts too, and not only what it is doing
	 * @param send called at most once; `doubted` is somebody else's attempt that may have been done
	 * @returns the result, and whose item it is when it is not this one's: -1 for another execution's
	 */
	async once(
		key: string,
		itemIndex: number,
		sharesDone: boolean,
		send: (doubted: ItemResult | undefined) => Promise<ItemResult>,
		signal?: AbortSignal,
	): Promise<{ result: ItemResult; sharedWith?: number }> {
		let isShared = sharesDone;
		for (;;) {
			const entry = this.entries.get(key);
			if (entry?.inFlight) {
				isShared = true;
				await orAborted(entry.inFlight, signal);
				if (!signal?.aborted) continue;
				return { result: { kind: 'notSent', reason: 'canceled', error: canceledError() } };
			}
			const isNews =
				entry &&
				(isShared || entry.sender.run === this) &&
				entry.at >= this.snapshotAt - this.settleMs;
			if (isNews && entry.result.kind === 'done') {
				const { run, itemIndex: other } = entry.sender;
				return { result: entry.result, sharedWith: run === this ? other : -1 };
			}
			const sending = send(isNews ? entry.result : undefined);
			return { result: await this.record(key, itemIndex, sending) };
		}
	}

	private async record(
		key: string,
		itemIndex: number,
		sending: Promise<ItemResult>,
	): Promise<ItemResult> {
		const sender = { run: this, itemIndex };
		const inFlight = sending.then(
			(result) => {
				if (result.kind !== 'done' && !mayBeDone(result)) this.entries.delete(key);
				else this.entries.set(key, { sender, result, at: this.clock.now() });
			},
			() => this.entries.delete(key),
		);
		this.entries.set(key, { sender, inFlight });
		await inFlight;
		return await sending;
	}
}

/** Whether a write may have been done, or may still arrive, so that it is looked up before it is sent again. */
export function mayBeDone(result: ItemResult): boolean {
	if (result.kind === 'failed') return result.certainty === 'inDoubt';
	return result.kind === 'refused' && result.lookUpFirst === true;
}
