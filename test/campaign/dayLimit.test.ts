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
	budget?: number;
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

/** What a step has read of ten rows of 2 MB. */
function readFor({
	limit = 10,
	budget = 10_000,
	own = 0,
	others = 0,
	claimedMb = 0,
	now = noon,
	...more
}: Limited): StepInput {
	const { campaign, batches, list } = storedCampaign(10, { megabytesPerDay: limit, budget });
	const day = more.day ?? dayOf(now, zone);
	const batch = claimedBatch({ ...batches[0], day, dayMb: own, ...more.stored }, undefined, now);
	const other: Batch = { ...batch, id: 2, day, dayMb: others };
	const read = [other, batch].filter((one) => one.day === dayOf(now, zone));
	const today = { day: dayOf(now, zone), zone, batches: read, claimedMb };
	return { campaign, batch, list, optOuts: [], today, runUntil: now + hour };
}

const decided = (limited: Limited) => decide(readFor(limited), limited.now ?? noon);

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

it('gives nothing where the MB of the day cannot be counted, unless there is no limit', () => {
	const today = { ...readFor({}).today, uncounted: "'dayMb' in row 2 is wrong." };
	const { order, halt } = decide({ ...readFor({}), today }, noon) ?? {};
	expect(order).toBeUndefined();
	expect(halt).toEqual({
		action: 'postpone',
		reason: "What all campaigns have given today can't be counted. 'dayMb' in row 2 is wrong.",
		until: noon + 60_000,
		isProblem: true,
	});
	expect(decide({ ...readFor({ limit: 0 }), today }, noon)?.order?.rows).toHaveLength(10);
});

it('counts what is claimed, but for a claim that ended before today', () => {
	const { batches } = storedCampaign(10);
	const claimed = (leaseUntil: number) => ({ ...batches[0], leaseUntil: iso(leaseUntil) });
	const begin = Date.UTC(2027, 4, 31, 22);
	const claims = [claimed(noon), claimed(begin - 30_000), claimed(begin - 30_001)];
	expect(claimedMegabytes(claims, noon, zone)).toBe(40);
});

const [yesterday, thisDay] = ['2027-05-31', '2027-06-01'];

/** What is stored of rows: `d` waits for a look-up, and `x` is in doubt for good. */
function rowsOf(marks: string): Pick<Batch, 'results' | 'doubts'> {
	const doubts = [...marks].flatMap((mark, row) =>
		mark === 'd' ? [[row, { lookUps: 1, at: iso(noon) }]] : [],
	);
	const results = marks.replaceAll('x', 'd');
	return { results, doubts: JSON.stringify(Object.fromEntries(doubts)) };
}

/** The MB of today after the rows of a batch of four, 2 MB each, have changed step by step. */
function spentToday(first: Partial<Batch>, ...steps: string[]): number {
	const { batches, list } = storedCampaign(4);
	let batch: Batch = { ...batches[0], ...first };
	for (const marks of steps) {
		const after = new Results({ ...batch, ...rowsOf(marks) });
		const spent = spentColumns(batch, after, JSON.parse(list) as Row[], thisDay);
		batch = { ...batch, ...rowsOf(marks), ...spent };
	}
	return batch.dayMb;
}

it.each<[string, string, string[], number]>([
	['was given', 'today ----', ['gg--'], 4],
	['was given, and nothing of yesterday', 'yesterday gg--', ['ggg-'], 2],
	['may have been given', 'today ----', ['gd--'], 4],
	["may have been given, and wasn't", 'today ----', ['gd--', 'g---'], 2],
	['may have been given, and was', 'today ----', ['gd--', 'gg--'], 4],
	['may have been given for good', 'today ----', ['gd--', 'gx--', 'gxg-'], 6],
	['was refused', 'today ----', ['gf--'], 2],
	['may have been given yesterday, until that is known', 'yesterday gd--', ['gdg-'], 4],
	["may have been given yesterday, and wasn't", 'yesterday gd--', ['gdg-', 'g-g-'], 2],
	['nobody will know of yesterday, which is nothing', 'yesterday gx--', ['gxg-'], 2],
	['may have been sent by somebody who never came back', 'today g---', ['g??-', 'gg?-'], 4],
])('of what %s, so many MB count for the day', (_, first, steps, megabytes) => {
	const [when, marks = ''] = first.split(' ');
	const day = when === 'today' ? thisDay : yesterday;
	expect(spentToday({ ...rowsOf(marks), day, dayMb: 0 }, ...steps)).toBe(megabytes);
});
