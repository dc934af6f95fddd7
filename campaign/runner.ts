import { atOnce, clockMarginMs, leaseMs, stepMs, waitMs } from './piece';
import { dayOf } from './dayLimit';
import { plus } from './results';
import type { TakenPiece } from './tableCells';
import type { Runner, Write } from './types';
import {
	chooseWork,
	type CampaignChange,
	type LastStep,
	type PieceToDo,
	type StoredWork,
} from './work';

/**
 * One runner at a time sends for all campaigns. Its row holds a lease and what it has taken: pieces are named there before
 * anything of them is sent. Each write of the row names the token it has read, so that a late one matches nothing. If a piece
 * that was taken wasn't saved, the next runner looks up each of its rows that isn't sent.
 */

/** So long a run goes on, a little less than six of the schedule's ten seconds: then the next run takes over at once. */
const runMs = 59_500;
/** A step that would be shorter isn't worth its reads. */
const shortestStepMs = 1_000;

/** The stored rows that a step begins with. */
export interface RunInput extends StoredWork {
	/** As it was read, where a run begins. */
	runner: Runner;
	/** A new one. */
	token: string;
	/** When the run began, Unix milliseconds. */
	started: number;
	/** Of days. */
	zone: string;
}

/** The next step of a run. */
export interface NextStep {
	/** Takes the lease, or gives it back. */
	runner?: Write;
	/** To write with the step. */
	changes: CampaignChange[];
	work: PieceToDo[];
	/** When the step sends nothing any more, Unix milliseconds. */
	sendUntil: number;
	/**
	 * Whether more than saving and reading takes its time: the wait for a worker before a run's first step, the end of the run,
	 * or a message to the team.
	 */
	isDelayed: boolean;
}

/** Whether another worker may still send. */
export function isLeaseHeld({ leaseUntil }: Pick<Runner, 'leaseUntil'>, now: number): boolean {
	return Date.parse(leaseUntil) >= now - clockMarginMs;
}

/** Chooses what a run does next. Without work it gives the lease back, and ends. */
export function nextRunnerStep(input: RunInput, now: number, random: () => number): NextStep {
	const { last, token, started, zone } = input;
	const read = last?.runner ?? input.runner;
	const began = last?.ended ?? started;
	const sendUntil = Math.min(began + stepMs, started + runMs);
	const isDelayed = !last || sendUntil < began + stepMs;
	const none: NextStep = { changes: [], work: [], sendUntil, isDelayed };
	if (!last && isLeaseHeld(read, now)) return none;
	const taken = JSON.parse(read.taken) as TakenPiece[];
	const isLate = now > started + runMs - shortestStepMs;
	// A run that begins too late takes nothing over.
	const untouched: Left = { lost: [], kept: taken, addedMb: 0 };
	const atBegin = isLate ? untouched : lostOf(taken, input, now);
	const left = last ? leftAfter(last, taken) : atBegin;
	const { day, dayMb } = ofDay(read, left.addedMb, dayOf(now, zone));
	const written = (entries: TakenPiece[], leaseUntil: string) => {
		const set = { taken: JSON.stringify(entries), leaseUntil, token, day, dayMb };
		return { where: { id: read.id, token: read.token }, set };
	};
	const held = new Set([...left.kept, ...left.lost.map(({ piece }) => piece)].map(({ id }) => id));
	const chosen = isLate ? none : { ...none, ...chooseWork(input, left.lost, held, now, random) };
	if (chosen.work.length === 0 && chosen.changes.length === 0) {
		return { ...none, runner: written(left.kept, atOnce) };
	}
	const next = chosen.work.map(({ piece: { id, stamp, notSentMb: megabytes }, lostAt }) => {
		return { id, stamp, token, at: lostAt ?? began, megabytes };
	});
	const leaseUntil = new Date(began + leaseMs).toISOString();
	return { ...chosen, runner: written([...left.kept, ...next], leaseUntil) };
}

/** The MB of the day with those of saved pieces; on a new day, nothing is given yet. */
function ofDay(runner: Runner, addedMb: number, day: string): Pick<Runner, 'day' | 'dayMb'> {
	return { day, dayMb: runner.day === day ? Math.max(0, plus(runner.dayMb, addedMb)) : 0 };
}

/** MB of today that may have been given of pieces that were taken, and can't be looked up yet. */
export function heldMbOf({ taken, day }: Runner, work: PieceToDo[], zone: string): number {
	return (JSON.parse(taken) as TakenPiece[])
		.filter(({ id, at }) => dayOf(at, zone) === day && !work.some(({ piece }) => piece.id === id))
		.reduce((sum, { megabytes }) => plus(sum, megabytes), 0);
}

/** The pieces that were taken before. */
interface Left {
	lost: (PieceToDo & { lostAt: number })[];
	/** Entries of pieces that weren't saved, and that can't be read now or looked up so early. */
	kept: TakenPiece[];
	/** MB that the pieces which were saved add to the day. */
	addedMb: number;
}

/** The pieces that a step has saved count for the day. A run keeps the others: the next one reads them anew. */
function leftAfter({ saved }: LastStep, taken: TakenPiece[]): Left {
	const left: Left = { lost: [], kept: [], addedMb: 0 };
	for (const entry of taken) {
		const piece = saved.find(({ id, stamp }) => id === entry.id && stamp === entry.token);
		if (!piece) left.kept.push(entry);
		else left.addedMb = plus(left.addedMb, piece.stepMb);
	}
	return left;
}

/**
 * The pieces that the last runner took and didn't save. If somebody changed a piece in its step, the lease ended at once, and a
 * gift that has left may not show yet.
 */
function lostOf(taken: TakenPiece[], { pieces, campaigns }: RunInput, now: number): Left {
	const byId = new Map(pieces.map((piece) => [piece.id, piece]));
	const plans = new Set(campaigns.map(({ planId }) => planId));
	const left: Left = { lost: [], kept: [], addedMb: 0 };
	for (const entry of taken) {
		const piece = byId.get(entry.id);
		const isLost = piece?.stamp !== entry.token;
		if (!piece || !plans.has(piece.planId) || (isLost && now < entry.at + waitMs)) {
			left.kept.push(entry);
			continue;
		}
		if (piece.stamp !== entry.stamp) left.addedMb = plus(left.addedMb, piece.stepMb);
		if (isLost) left.lost.push({ piece, lostAt: entry.at });
	}
	return left;
}
