/** The turn of one run with one recipient; `next` is called when it is over. */
interface Turn {
	name: string;
	next: (() => void)[];
}

/** The last turn that was asked for, by recipient. */
const last = new Map<string, Turn>();

/** The turns of one run. */
export interface Turns {
	/** Settles when all earlier runs are done with these recipients. */
	ready: Promise<void>;
	/** Lets other runs have the recipient of an item. */
	end(itemIndex: number): void;
	/** Lets them have all that are left, once it was this run's turn. */
	endAll(): void;
}

/**
 * Puts a run in the queue for its recipients, so that of two runs of one campaign in this process the later one sees what
 * the first gave. All are asked for in one step, in which no other run can ask: no two runs wait for each other.
 *
 * @param host the platform
 * @param names what names the recipient of each item, the same in every run
 */
export function takeTurns(host: string, names: Map<number, string[]>): Turns {
	const own = new Map<number, Turn[]>();
	const asked = new Set<string>();
	let waitsFor = 0;
	let begin: () => void = () => undefined;
	const ready = new Promise<void>((resolve) => {
		begin = resolve;
	});
	const oneIsOver = () => {
		waitsFor -= 1;
		if (waitsFor === 0) begin();
	};
	for (const [itemIndex, ofItem] of names) {
		const turns: Turn[] = [];
		// Whom an earlier item of the list is for, that one has.
		for (const name of ofItem.map((one) => `${host} ${one}`)) {
			if (asked.has(name)) continue;
			asked.add(name);
			const before = last.get(name);
			if (before) waitsFor += 1;
			before?.next.push(oneIsOver);
			const turn = { name, next: [] };
			last.set(name, turn);
			turns.push(turn);
		}
		own.set(itemIndex, turns);
	}
	if (waitsFor === 0) begin();

	const end = (itemIndex: number) => {
		for (const turn of own.get(itemIndex) ?? []) {
			if (last.get(turn.name) === turn) last.delete(turn.name);
			for (const next of turn.next) next();
		}
		own.delete(itemIndex);
	};
	const endAll = () => {
		// Who gives up waiting still stands between the run before and the one behind.
		void ready.then(() => [...own.keys()].forEach(end));
	};
	return { ready, end, endAll };
}

/** Waits for a promise, at most until the execution is cancelled. */
export async function untilCancelled(ready: Promise<void>, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	await new Promise<void>((resolve) => {
		const stop = () => {
			resolve();
		};
		signal?.addEventListener('abort', stop, { once: true });
		void ready.then(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		});
	});
}
