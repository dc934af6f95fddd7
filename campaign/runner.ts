import { atOnce, clockMarginMs, leaseMs, stepMs, waitMs } from './piece';
import { dayOf } from './dayLimit';
import { plus } from './results';
import type { Runner, Write } from './types';
import {
	chooseWork,
	type CampaignChange,
	type LastWork,
	type StoredWork,
	type PieceToDo,
} from './work';

/**
 * One runner at a time sends for all campaigns. Its row holds a lease and what it has taken: pieces are named there before
 * anything of them is sent. Each write of the row names the token it has read, so that a late one matches nothing. If a piece
 * that was taken wasn't saved, the next runner looks up each of its rows that isn't sent.
 */
interface TakenPiece {
	id: number;
	/** Of the piece as it was read, and as the step saves it. */
	stamp: string;
	token: string;
	/** When the step began. */
	at: number;
	/** MB of its rows that weren't sent before. */
	megabytes: number;
}

/** So long a run goes on, a little less than six of the schedule's ten seconds: then the next run takes over at once. */
const runMs = 59_500;
/** A step that would be shorter isn't worth its reads. */
const shortestStepMs = 1_000;

/** How a run stands between two of its steps. */
export interface LastStep extends LastWork {
	/** As the last step leaves it. */
	runner: Runner;
	/** MB that its look-ups gave back to the day, by the ID of the piece. */
	freed: Record<string, number>;
	/** When it ended, Unix milliseconds. */
	ended: number;
}

/** The stored rows that a step begins with. */
export interface RunInput extends StoredWork {
	/** As it was read, where a run begins. */
	runner: Runner;
	last?: LastStep;
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
	campaigns: CampaignChange[];
	work: PieceToDo[];
	/** Of the step, Unix milliseconds: when it began to read, and when nothing is sent any more. */
	began: number;
	until: number;
}

/** Whether another worker may still send. */
export function isLeaseHeld({ leaseUntil }: Runner, now: number): boolean {
	return Date.parse(leaseUntil) >= now - clockMarginMs;
}

/** Chooses what a run does next. Without work it gives the lease back, and ends. */
export function nextRunnerStep(input: RunInput, now: number, random: () => number): NextStep {
	const { runner: read, last, token, started, zone } = input;
	const began = last?.ended ?? started;
	const until = Math.min(began + stepMs, started + runMs);
	const none: NextStep = { campaigns: [], work: [], began, until };
	if (!last && isLeaseHeld(read, now)) return none;
	const runner = ofDay(last?.runner ?? read, dayOf(now, zone));
	const written = (taken: TakenPiece[], leaseUntil: string, dayMb = runner.dayMb) => {
		const set = { taken: JSON.stringify(taken), leaseUntil, token, day: runner.day, dayMb };
		return { where: { id: runner.id, token: runner.token }, set };
	};
	const taken = JSON.parse(runner.taken) as TakenPiece[];
	const isLate = now > started + runMs - shortestStepMs;
	if (!last && isLate) return { ...none, runner: written(taken, atOnce) };
	const own = taken.filter((entry) => last && entry.token === runner.token);
	const unsaved = own.filter((entry) => !isSaved(entry, last));
	const others = taken.filter((entry) => !own.includes(entry));
	const left = last ? { lost: [], kept: others, addedMb: 0 } : lostOf(taken, input, now);
	// Somebody has changed a piece meanwhile: the next run reads it anew.
	const isOver = isLate || unsaved.length > 0;
	const held = new Set([...left.kept, ...left.lost.map(({ piece }) => piece)].map(({ id }) => id));
	const chosen = isOver ? none : { ...none, ...chooseWork(input, left.lost, held, now, random) };
	// They're given back once more when the piece is looked up again.
	const notFreed = unsaved.reduce((sum, { id }) => plus(sum, last?.freed[id] ?? 0), 0);
	const dayMb = Math.max(0, plus(plus(runner.dayMb, left.addedMb), notFreed));
	if (chosen.work.length === 0 && chosen.campaigns.length === 0) {
		return { ...none, runner: written([...left.kept, ...unsaved], atOnce, dayMb) };
	}
	const next = chosen.work.map(({ piece: { id, stamp, notSentMb: megabytes }, lostAt }) => {
		return { id, stamp, token, at: lostAt ?? began, megabytes };
	});
	const leaseUntil = new Date(began + leaseMs).toISOString();
	return { ...chosen, runner: written([...left.kept, ...next], leaseUntil, dayMb) };
}

/** On a new day, nothing is given yet. */
function ofDay(runner: Runner, day: string): Runner {
	return runner.day === day ? { ...runner } : { ...runner, day, dayMb: 0 };
}

function isSaved({ id, token }: TakenPiece, last: LastStep | undefined): boolean {
	return last?.saved.some((piece) => piece.id === id && piece.stamp === token) ?? false;
}

/** MB of today that may have been given of pieces that were taken, and can't be looked up yet. */
export function heldMbOf({ taken, day }: Runner, work: PieceToDo[], zone: string): number {
	return (JSON.parse(taken) as TakenPiece[])
		.filter(({ id, at }) => dayOf(at, zone) === day && !work.some(({ piece }) => piece.id === id))
		.reduce((sum, { megabytes }) => plus(sum, megabytes), 0);
}

interface Left {
	lost: (PieceToDo & { lostAt: number })[];
	/** Entries of pieces that can't be read now, or that it's too early to look up. */
	kept: TakenPiece[];
	/** MB of the day that the last runner had saved with its pieces alone. */
	addedMb: number;
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
