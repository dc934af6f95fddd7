import { pause } from './pause';

/** The turn of one run with one recipient. */
interface Turn {
	name: string;
	before: Turn | undefined;
	/** Called when it is over. */
	next: (() => void)[];
	isOver: boolean;
	/** Until when the platform may not show yet what was sent in it or before it; by the clock of `Date.now()`. */
	settlesAt: number;
}

/** The last turn that was asked for, by recipient; when it is over, until what was sent in it has settled. */
const last = new Map<string, Turn>();

/** The turns of one run. */
export interface Turns {
	/** Waits until all earlier runs are done with these recipients and the platform shows it; at most until cancelled. */
	come(signal?: AbortSignal): Promise<void>;
	/** Lets other runs have the recipient of an item. @param wasSent whether something was sent, or may have been */
	end(itemIndex: number, wasSent: boolean): void;
	/** Lets them have all that are left. Nothing was sent for those. */
	endAll(): void;
}

/**
 * Puts a run in the queue for its recipients, so that of two runs of one campaign in this process the later one sees what
 * the first gave. All are asked for in one step, in which no other run can ask: no two runs wait for each other.
 *
 * @param host the platform
 * @param names what names the recipient of each item, the same in every run
 * @param settlingTime milliseconds after which the platform shows what was sent
 */
export function takeTurns(host: string, names: Map<number, string[]>, settlingTime: number): Turns {
	const own = new Map<number, Turn[]>();
	const earlier: Turn[] = [];
	const asked = new Set<string>();
	for (const [itemIndex, ofItem] of names) {
		const turns: Turn[] = [];
		// Whom an earlier item of the list is for, that one has.
		for (const name of ofItem.map((one) => `${host} ${one}`)) {
			if (asked.has(name)) continue;
			asked.add(name);
			const before = last.get(name);
			if (before) earlier.push(before);
			const turn = { name, before, next: [], isOver: false, settlesAt: 0 };
			last.set(name, turn);
			turns.push(turn);
		}
		own.set(itemIndex, turns);
	}
	const earlierAreOver = allOver(earlier);
	let settling: Turn[] = [];

	return {
		come: async (signal) => {
			await untilCancelled(earlierAreOver, signal);
			const settled = earlier.reduce((latest, { settlesAt }) => Math.max(latest, settlesAt), 0);
			await pause(settled - Date.now(), signal);
		},
		end: (itemIndex, wasSent) => {
			const turns = own.get(itemIndex) ?? [];
			own.delete(itemIndex);
			const keeps = wasSent && settlingTime > 0;
			if (keeps) settling.push(...turns);
			for (const turn of turns) endTurn(turn, keeps ? Date.now() + settlingTime : 0);
		},
		endAll: () => {
			for (const turn of [...own.values()].flat()) whenOver(turn.before, () => endTurn(turn, 0));
			own.clear();
			if (settling.length === 0) return;
			const settled = settling;
			settling = [];
			// Such a timer keeps no process from ending.
			AbortSignal.timeout(settlingTime).addEventListener('abort', () => {
				for (const turn of settled) if (last.get(turn.name) === turn) last.delete(turn.name);
			});
		},
	};
}

/** @param settlesAt 0 when nothing was sent */
function endTurn(turn: Turn, settlesAt: number): void {
	const { name, before, next } = turn;
	turn.settlesAt = Math.max(settlesAt, before?.settlesAt ?? 0);
	turn.isOver = true;
	turn.before = undefined;
	if (settlesAt === 0 && last.get(name) === turn) {
		// Whoever sent something keeps it until it has settled.
		if (before && before.settlesAt > Date.now()) last.set(name, before);
		else last.delete(name);
	}
	for (const isOver of next) isOver();
}

function whenOver(turn: Turn | undefined, act: () => void): void {
	if (turn && !turn.isOver) turn.next.push(act);
	else act();
}

async function allOver(turns: Turn[]): Promise<void> {
	await new Promise<void>((resolve) => {
		let open = turns.length + 1;
		const oneIsOver = () => {
			open -= 1;
			if (open === 0) resolve();
		};
		for (const turn of turns) whenOver(turn, oneIsOver);
		oneIsOver();
	});
}

async function untilCancelled(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	await new Promise<void>((resolve) => {
		const stop = () => {
			resolve();
		};
		signal?.addEventListener('abort', stop, { once: true });
		void promise.then(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		});
	});
}
