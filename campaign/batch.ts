import { firstTime } from '../platform/times';
import type { Batch, Campaign, Write } from './types';

/**
 * How a batch has one owner at a time, with nothing but conditional updates.
 *
 * Each write names the version of the batch it has read and counts it up, so a worker that comes late matches nothing. A claim
 * and each step set `leaseUntil`; a step gives for `stepMs` from then on, on its own clock. Another worker takes over
 * `clockMarginMs` after the lease, on its clock: by then the last gift left at least `leaseMs - stepMs` ago, however the
 * clocks differ within the margin, and a look-up tells whether the platform has it.
 *
 * A worker that ends well leaves its batch `free`. Where it didn't, the next owner finds its token, and looks up each row
 * that isn't sent before it sends it; no other row needs a look-up.
 */
export const leaseMs = 40_000;
/** Clocks of workers differ by so much at most. */
export const clockMarginMs = 30_000;
/** A step sends for so long after it has begun to read, so that a change holds for all workers from then on. */
export const stepMs = 2_000;
/** A step looks up for so long, much less than a lease: no change of the campaign makes a look-up wrong. */
export const lookUpMs = 10_000;

/**
 * How long a row in doubt waits for a look-up, and a batch after trouble. On another worker's clock it's half a minute at
 * least, longer than a gift that has left can take to show.
 */
export const waitMs = 60_000;

/** Owners of a batch that nobody works on. The second one has rows that only need a look-up. */
export const free = 'nobody';
export const toLookUp = 'look up';

/** Whether somebody works on it, or never came back. */
export function isClaimed({ owner }: Pick<Batch, 'owner'>): boolean {
	return owner !== free && owner !== toLookUp;
}

/** When a free batch is due, as its `leaseUntil`: the margin for clocks counts for leases only. */
export function dueAt(time: number): string {
	return new Date(Math.max(firstTime, time - clockMarginMs)).toISOString();
}

export function leaseFrom(now: number): string {
	return new Date(now + leaseMs).toISOString();
}

/** When the owner's step, or its claim, began. */
export function beginOf({ leaseUntil }: Pick<Batch, 'leaseUntil'>): number {
	return Date.parse(leaseUntil) - leaseMs;
}

/** What a campaign allows at a moment. */
export type Standing = 'sending' | 'waiting' | 'stopped' | Exclude<Campaign['status'], 'running'>;

/** It, for people. */
export const standingLabels: Record<Standing, string> = {
	draft: 'Draft',
	planned: 'Waiting for approval',
	waiting: 'Approved, waiting for its start',
	sending: 'Running',
	stopped: 'Stop date reached, ending',
	paused: 'Paused',
	canceled: 'Canceled',
	finished: 'Finished',
};

export function standingOf({ status, startAt, stopAt }: Campaign, now: number): Standing {
	if (status !== 'running') return status;
	if (stopAt !== null && now >= Date.parse(stopAt)) return 'stopped';
	return now < Date.parse(startAt) ? 'waiting' : 'sending';
}

/** Whether batches that nobody has begun keep a campaign from its end (`endOf`), as all other open ones do. */
export function waitsForFree(campaign: Campaign, now: number): boolean {
	return ['sending', 'waiting'].includes(standingOfAll(campaign, now));
}

/** Whether it's stopped on the clocks of all workers: on a slow one it may still send. */
function standingOfAll(campaign: Campaign, now: number): Standing {
	return standingOf(campaign, now - clockMarginMs);
}

/** A claim of a batch as it was read; undefined where it isn't due. @param owner a new token for each claim */
export function claim(batch: Batch, owner: string, now: number): Write | undefined {
	const isDue = Date.parse(batch.leaseUntil) < now - clockMarginMs;
	if (batch.status !== 'open' || !isDue) return undefined;
	return writeOf(batch, { owner, takenOver: isClaimed(batch), leaseUntil: leaseFrom(now) });
}

/** A write that holds only for the batch as it was read. */
export function writeOf({ id, version }: Batch, set: Write['set']): Write {
	return { where: { id, version }, set: { ...set, version: version + 1 } };
}

/** Stops a running campaign until a person has looked at it, or has approved it again. */
export function stopping(
	{ id }: Pick<Campaign, 'id'>,
	action: 'pause' | 'void',
	problem: string,
): Write {
	const status = action === 'void' ? 'planned' : 'paused';
	return { where: { id, status: 'running' }, set: { status, problem } };
}

/** One claim sends so many rows a second at most, so that several share a higher rate. */
const laneRate = 500;

type Limits = Pick<Campaign, 'rowsPerSecond' | 'megabytesPerDay'>;

/** How many batches of a campaign with a rate or a limit may be claimed at the same time, each with its share of the rate. */
export function lanesOf({ rowsPerSecond, megabytesPerDay }: Limits): number {
	// One after the other they can use up a day to the last row.
	if (megabytesPerDay > 0) return 1;
	return rowsPerSecond === 0 ? Infinity : Math.ceil(rowsPerSecond / laneRate);
}

/** How many of the batches somebody may be working on at the moment. */
export function claimsIn(batches: Pick<Batch, 'owner' | 'leaseUntil'>[], now: number): number {
	const isHeld = (batch: (typeof batches)[number]) =>
		isClaimed(batch) && Date.parse(batch.leaseUntil) >= now - clockMarginMs;
	return batches.filter(isHeld).length;
}

/** What becomes of a campaign when it has no batch left; undefined where it stays as it is. */
export function endOf(campaign: Campaign, left: Batch[], now: number): Write | undefined {
	const { id, status, round, problem } = campaign;
	const standing = standingOfAll(campaign, now);
	if (left.length > 0 || standing === 'waiting') return undefined;
	const where = { id, status, round };
	if (standing !== 'sending' && standing !== 'stopped') return { where, set: { active: false } };
	const why = standing === 'stopped' ? 'The stop date was reached.' : problem;
	const finishedAt = new Date(now).toISOString();
	return { where, set: { status: 'finished', active: false, finishedAt, problem: why } };
}
