import { pause } from './pause';
import { untilCancelled } from './untilCancelled';

/** The turn of one run with one recipient. */
interface Turn {
	name: string;
	before: Turn | undefined;
	/** How many items of the run are still for this recipient; with the last of them it is over. */
	items: number;
	/** Called when it is over. */
	next: (() => void)[];
}

/** The last turn that was asked for, by recipient. */
const last = new Map<string, Turn>();

/** What was sent a moment ago, by recipient: by which run, and until when the platform may not show it; by `Date.now()`. */
const settling = new Map<string, { run: string; until: number }>();

/** Whose turns they are. */
export interface Runner {
	/** The platform. */
	host: string;
	/** Names the run, the same in a further try of the node. */
	run: string;
	/** Milliseconds after which the platform shows what was sent. */
	settlingTime: number;
}

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
 * @param names what names the recipient of each item, the same in every run
 */
export function takeTurns(
	{ host, run, settlingTime }: Runner,
	names: Map<number, string[]>,
): Turns {
	const asked = new Map<string, Turn>();
	const earlier: Turn[] = [];
	const ask = (name: string): Turn => {
		const before = last.get(name);
		if (before) earlier.push(before);
		const turn = { name, before, items: 0, next: [] };
		last.set(name, turn);
		asked.set(name, turn);
		return turn;
	};
	const own = new Map<number, Turn[]>();
	for (const [itemIndex, ofItem] of names) {
		const hosted = ofItem.map((name) => `${host} ${name}`);
		const turns = hosted.map((name) => asked.get(name) ?? ask(name));
		for (const turn of turns) turn.items += 1;
		own.set(itemIndex, turns);
	}
	const earlierAreOver = allOver(earlier);
	const sent: string[] = [];

	return {
		come: async (signal) => {
			await untilCancelled(earlierAreOver, signal);
			let settled = 0;
			for (const name of asked.keys()) {
				const before = settling.get(name);
				// What an earlier try of this run sent is looked for with a settling time of its own.
				if (before && before.run !== run) settled = Math.max(settled, before.until);
			}
			await pause(settled - Date.now(), signal);
		},
		end: (itemIndex, wasSent) => {
			const until = Date.now() + settlingTime;
			for (const turn of own.get(itemIndex) ?? []) {
				if (wasSent && settlingTime > 0) {
					settling.set(turn.name, { run, until });
					sent.push(turn.name);
				}
				endItem(turn);
			}
			own.delete(itemIndex);
		},
		endAll: () => {
			for (const turn of [...own.values()].flat()) {
				whenOver(turn.before, () => {
					endItem(turn);
				});
			}
			own.clear();
			if (sent.length > 0) forgetLater(sent.splice(0), settlingTime);
		},
	};
}

function endItem(turn: Turn): void {
	turn.items -= 1;
	if (turn.items > 0) return;
	turn.before = undefined;
	if (last.get(turn.name) === turn) last.delete(turn.name);
	for (const isOver of turn.next) isOver();
}

/** Forgets what was sent once it has settled. Such a timer keeps no process from ending. */
function forgetLater(names: string[], settlingTime: number): void {
	AbortSignal.timeout(Math.ceil(settlingTime) + 50).addEventListener('abort', () => {
		for (const name of names) {
			const { until = Infinity } = settling.get(name) ?? {};
			if (until <= Date.now()) settling.delete(name);
		}
	});
}

function whenOver(turn: Turn | undefined, act: () => void): void {
	if (turn && turn.items > 0) turn.next.push(act);
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
