import { firstTime } from '../platform/times';
import type { Campaign, Figures, Piece, Write } from './types';
import { storedText, texts, type Text } from '../platform/say';

/**
 * How long things take. One runner sends at a time (runner.ts), on whatever worker, and the clocks of workers differ.
 *
 * A step sets the lease of the runner, and sends for `stepMs` from its begin on, by its own clock. Another worker takes over
 * `clockMarginMs` after the lease, by its clock: by then the last gift left at least `leaseMs - stepMs` ago, however the
 * clocks differ within the margin, and a look-up tells whether the platform has it.
 *
 * After a step has sent, it waits up to 25 s for answers (nodes/MobileDataCampaign/give.ts), and has 9 s to save. If its look-ups
 * time out, too, it takes longer: then only the first of two workers saves a piece, because a write names the stamp it has read.
 */
export const leaseMs = 36_000;
/** Clocks of workers differ by so much at most. */
export const clockMarginMs = 30_000;
/** A step sends for so long after it has begun to read, so that a change holds from then on. */
export const stepMs = 2_000;

/**
 * How long a row in doubt waits for a look-up, and a campaign after trouble. By another worker's clock it's half a minute at
 * least, longer than a gift that has left can take to show.
 */
export const waitMs = 60_000;
/** How long a campaign waits whose requests were turned away until its step was over: none of them is in doubt. */
export const turnedAwayMs = 10_000;

/** When a piece or a campaign is due, as its `dueAt`. */
export function dueAt(time: number): string {
	return new Date(Math.max(firstTime, time)).toISOString();
}

/** Due as soon as the runner can. */
export const atOnce = dueAt(0);

/** The state of a campaign at a moment: 'waiting' before its start, 'stopped' after its stop date. */
type Standing = 'sending' | 'waiting' | 'stopped' | Exclude<Campaign['status'], 'running'>;

/** It, for people. */
export const standingLabels: Record<Standing, string> = texts({
	draft: 'Draft',
	planned: 'Waiting for approval',
	waiting: 'Approved, waiting for its start',
	sending: 'Running',
	stopped: 'Stop date reached, ending',
	paused: 'Paused',
	canceled: 'Canceled',
	finished: 'Finished',
});

export function standingOf(
	{ status, startAt, stopAt }: Omit<Campaign, 'id'>,
	now: number,
): Standing {
	if (status !== 'running') return status;
	if (stopAt !== null && now >= Date.parse(stopAt)) return 'stopped';
	return now < Date.parse(startAt) ? 'waiting' : 'sending';
}

/** Why nothing is sent, and when the piece is due again, Unix milliseconds. */
export interface Halt {
	reason: Text;
	until?: number;
	/** Whether the page of the campaign shows the reason. */
	isProblem?: boolean;
	/** The campaign stops until a person has looked at it, or has approved it again. */
	stops?: 'pause' | 'void';
	/** The piece waits until the campaign is approved again. */
	isHeld?: boolean;
}

/** The columns that change: n8n empties those that a write leaves out. */
type PieceChange = Pick<
	Piece,
	'status' | 'dueAt' | 'stepMb' | 'results' | 'reasons' | 'doubts' | 'dates' | keyof Figures
>;

/** The problem of a step alone: the next one tells whether it's still so. */
export const readingSlowly = texts(
	'Nothing is sent, because n8n needs more than 2 seconds to save and read rows. Give n8n or its database more resources.',
);

/** The problem of a campaign that outlasts its last step; '' without one. */
export function lastingProblem({ problem }: Pick<Campaign, 'problem'>): string {
	return problem === readingSlowly ? '' : problem;
}

/** A write that holds only for the piece as it was read. @param stamp a new one, of the step or the change */
export function writeOf({ id, stamp: read }: Piece, stamp: string, set: PieceChange): Write {
	return { where: { id, stamp: read }, set: { ...set, stamp } };
}

/** Stops a running campaign until a person has looked at it, or has approved it again. */
export function stopping(action: 'pause' | 'void', problem: Text): Write['set'] {
	return { status: action === 'void' ? 'planned' : 'paused', problem: storedText(problem) };
}

/** Ends a campaign when the runner has nothing left to do for it; undefined where it waits. @param held how many rows are held */
export function changeAtEnd(
	campaign: Campaign,
	held: number,
	now: number,
): Write['set'] | undefined {
	const standing = standingOf(campaign, now);
	if (standing === 'waiting') return undefined;
	if (standing !== 'sending' && standing !== 'stopped') return { active: false };
	const whyHeld = held > 0 ? lastingProblem(campaign) : '';
	const problem = standing === 'stopped' ? texts('The stop date was reached.') : whyHeld;
	return { status: 'finished', active: false, finishedAt: new Date(now).toISOString(), problem };
}
