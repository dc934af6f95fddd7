import { claimedMegabytes, dayOf } from '../../campaign/dayLimit';
import { decide, type StepInput } from '../../campaign/decide';
import type { Batch } from '../../campaign/types';
import { claimedBatch, storedCampaign } from '../support/campaign/stored';

const hour = 3_600_000;
/** Noon in Vienna, long after the campaign was approved. */
const noon = Date.UTC(2027, 5, 1, 10);
const zone = 'Europe/Vienna';
const iso = (time: number) => new Date(time).toISOString();

interface Limited {
	limit?: number;
	/** MB of the batch itself, and of another one. */
	own?: number;
	others?: number;
	claimedMb?: number;
	/** Of the batches. */
	day?: string;
	now?: number;
	/** What is stored of the batch. */
	stored?: Partial<Batch>;
}

/** What a step decides with ten rows of 2 MB. */
function decided({ limit = 10, own = 0, others = 0, claimedMb = 0, now = noon, ...more }: Limited) {
	const { campaign, batches, list } = storedCampaign(10, { megabytesPerDay: limit });
	const day = more.day ?? dayOf(now, zone);
	const batch = claimedBatch({ ...batches[0], day, dayMb: own, ...more.stored }, undefined, now);
	const other: Batch = { ...batch, id: 2, day, dayMb: others };
	const read = [other, batch].filter((one) => one.day === dayOf(now, zone));
	const today = { day: dayOf(now, zone), zone, batches: read, claimedMb };
	const input: StepInput = { campaign, batch, list, optOuts: [], today, runUntil: now + hour };
	return decide(input, now);
}

it.each<[string, Limited, number]>([
	['nothing given', {}, 5],
	['something given by this batch', { own: 5 }, 2],
	['something given by another batch', { others: 3 }, 3],
	['both', { own: 2, others: 2 }, 3],
	['what others have claimed', { claimedMb: 7 }, 1],
	['all of it given yesterday', { own: 10, others: 10, day: '2027-05-31' }, 5],
	['no limit', { limit: 0, others: 1_000 }, 10],
	['a limit that covers all', { limit: 20 }, 10],
])('with %s, a limit of 10 MB covers so many rows of 2 MB', (_, limited, rows) => {
	expect(decided(limited)?.order?.rows).toHaveLength(rows);
});

const tomorrow = Date.UTC(2027, 5, 1, 22);

it.each<[string, Limited, number, RegExp]>([
	[
		'used up',
		{ others: 9 },
		tomorrow + 30_000,
		/given 9 of the most MB of a day, 10, and the next row needs more\. It goes on tomorrow/,
	],
	['claimed by others', { claimedMb: 9 }, noon + 60_000, /Other batches may use up/],
	['at its end', { now: tomorrow - 31_000 }, tomorrow + 31_000, /The day of the limit ends/],
	['at its begin', { now: tomorrow + 29_000 }, tomorrow + 91_000, /The day of the limit ends/],
])('gives nothing where the day is %s', (_, limited, until, reason) => {
	const { order, halt } = decided(limited) ?? {};
	expect(order).toBeUndefined();
	expect(halt).toMatchObject({ action: 'postpone', until });
	expect(halt?.reason).toMatch(reason);
});

it('sends on at the end of a day where there is no limit', () => {
	expect(decided({ limit: 0, now: tomorrow - 1 })?.order?.rows).toHaveLength(10);
});

it('sends no row again that is given or failed', () => {
	const rows = decided({ limit: 0, stored: { results: 'gg-f------' } })?.order?.rows;
	expect(rows?.map(({ row }) => row)).toEqual([4, 6, 7, 8, 9, 10, 11]);
});

it('counts what is claimed, but for a claim that ended before today', () => {
	const { batches } = storedCampaign(10);
	const claimed = (leaseUntil: number) => ({ ...batches[0], leaseUntil: iso(leaseUntil) });
	const begin = Date.UTC(2027, 4, 31, 22);
	const claims = [claimed(noon), claimed(begin - 30_000), claimed(begin - 30_001)];
	expect(claimedMegabytes(claims, noon, zone)).toBe(40);
});
