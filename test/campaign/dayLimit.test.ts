import { changeRows } from '../../campaign/changeRows';
import { claimedMegabytes, dayOf, spentColumns } from '../../campaign/dayLimit';
import { decide, type StepInput } from '../../campaign/decide';
import { Results } from '../../campaign/results';
import type { Batch, Row } from '../../campaign/types';
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

const [yesterday, thisDay] = ['2027-05-31', '2027-06-01'];

/** The MB of today after the rows of a batch of four, 2 MB each, have changed step by step. */
function spentToday(first: Partial<Batch>, ...steps: string[]): number {
	const { batches, list } = storedCampaign(4);
	let batch: Batch = { ...batches[0], ...first };
	for (const results of steps) {
		const after = new Results({ ...batch, results });
		batch = {
			...batch,
			results,
			...spentColumns(batch, after, JSON.parse(list) as Row[], thisDay),
		};
	}
	return batch.dayMb;
}

it.each<[string, Partial<Batch>, string[], number]>([
	['was given', { results: '----' }, ['gg--'], 4],
	[
		'was given, on top of what was before',
		{ results: 'g---', day: thisDay, dayMb: 2 },
		['gg--'],
		4,
	],
	[
		'was given, and nothing of yesterday',
		{ results: 'gg--', day: yesterday, dayMb: 4 },
		['ggg-'],
		2,
	],
	['may have been given', { results: '----' }, ['gd--'], 4],
	["may have been given, and wasn't", { results: '----' }, ['gd--', 'g---'], 2],
	['was refused', { results: '----' }, ['gf--'], 2],
	[
		'may have been given yesterday, until that is known',
		{ results: 'gd--', day: yesterday, dayMb: 4 },
		['gdg-'],
		4,
	],
	[
		"may have been given yesterday, and wasn't, takes nothing off today",
		{ results: 'gd--', day: yesterday, dayMb: 4 },
		['gdg-', 'g-g-'],
		2,
	],
])('what %s counts for the day', (_, first, steps, megabytes) => {
	expect(spentToday(first, ...steps)).toBe(megabytes);
});

it('a row that is retried, and was not given before, takes nothing off the day', () => {
	const { campaign, batches, list } = storedCampaign(4);
	const stored = { ...batches[0], results: 'gf--', day: thisDay, dayMb: 2, list };
	const input = { campaign, key: campaign.controlKey, now: noon, zone };
	const change = changeRows('retry', [stored], input);
	if (change.refused !== undefined) throw new Error(change.refused);
	const retried = { ...stored, ...change.batches[0]?.set };
	expect([retried.results, retried.dayMb]).toEqual(['g?--', 4]);
	expect(spentToday(retried, 'g---')).toBe(2);
});
