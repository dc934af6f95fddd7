import { dayOf, withinDay } from '../../campaign/dayLimit';
import { dueAt } from '../../campaign/piece';
import type { Give, GiveResult, Order } from '../../campaign/giving';
import { takeStep } from '../../campaign/step';
import { sealOf } from '../../campaign/seal';
import type { Piece, Row } from '../../campaign/types';
import { newRunner, storedCampaign } from '../support/campaign/stored';

/** Noon in Vienna, long after the campaign was approved. */
const noon = Date.UTC(2027, 5, 1, 10);
const zone = 'Europe/Vienna';
const iso = (time: number) => new Date(time).toISOString();
const [yesterday, thisDay] = ['2027-05-31', '2027-06-01'];

interface Limited {
	limit?: number;
	/** The limit that was approved after the plan. */
	lowered?: number;
	budget?: number;
	giftsPerMonth?: number;
	/** MB that all campaigns have given on the day. */
	dayMb?: number;
	now?: number;
	/** What is stored of the piece. */
	stored?: Partial<Piece>;
	lostAt?: number;
	/** What becomes of the rows of an order; all are given otherwise. */
	results?: GiveResult[];
}

/** Takes a step with ten rows of 2 MB. */
async function step({ limit = 10, budget = 10_000, dayMb = 0, now = noon, ...more }: Limited) {
	const { giftsPerMonth = 0, lostAt } = more;
	const settings = { megabytesPerDay: limit, budget, giftsPerMonth };
	const { campaign: planned, pieces, list } = storedCampaign(10, settings);
	const changed = { ...planned, megabytesPerDay: more.lowered ?? limit };
	const campaign = { ...changed, approved: sealOf(changed) };
	const piece = { ...pieces[0], ...more.stored };
	const orders: Order[] = [];
	const give: Give = async (order) => {
		orders.push(order);
		return await Promise.resolve(
			order.rows.map((_, at): GiveResult => more.results?.[at] ?? { kind: 'given' }),
		);
	};
	const runner = { ...newRunner, token: '7.a', day: dayOf(now, zone), dayMb };
	const input = {
		runner,
		campaigns: [campaign],
		changes: [],
		work: [{ piece, lostAt }],
		lists: [{ planId: 'p1', number: 1, list }],
		optOuts: [],
		until: now + 2_000,
		zone,
	};
	const result = await takeStep(input, () => now, give);
	return { ...result, order: orders[0], piece: result.pieces[0]?.set };
}

it.each<[string, Limited, number]>([
	['nothing given', {}, 5],
	['something given', { dayMb: 5 }, 2],
	['no limit', { limit: 0, dayMb: 1_000 }, 10],
	['a limit that covers all', { limit: 20 }, 10],
])('with %s, a limit of 10 MB covers so many rows of 2 MB', async (_, limited, rows) => {
	const { order, runner } = await step(limited);
	expect(order?.rows).toHaveLength(rows);
	expect(runner.dayMb).toBe((limited.dayMb ?? 0) + 2 * rows);
});

it('pieces of one step share what is left of the day', async () => {
	const { campaign, pieces, list } = storedCampaign(4, { megabytesPerDay: 10 });
	const second = { ...pieces[0], id: 2 };
	const given: Row[] = [];
	const give: Give = async ({ rows }) => {
		given.push(...rows);
		return await Promise.resolve(rows.map(() => ({ kind: 'given' as const })));
	};
	const input = {
		runner: { ...newRunner, day: thisDay ?? '', dayMb: 0 },
		campaigns: [campaign],
		changes: [],
		work: [{ piece: pieces[0] }, { piece: second }],
		lists: [{ planId: 'p1', number: 1, list }],
		optOuts: [],
		until: noon + 2_000,
		zone,
	};
	const { runner } = await takeStep(input, () => noon, give);
	expect([given.length, runner.dayMb]).toEqual([5, 10]);
});

const tomorrow = Date.UTC(2027, 5, 1, 22);

it.each<[string, Limited, number, RegExp]>([
	[
		'used up',
		{ dayMb: 9 },
		tomorrow + 30_000,
		/given 9 of 10 MB today, and the next row doesn't fit\. They go on tomorrow/,
	],
	['at its end', { now: tomorrow - 31_000 }, tomorrow + 31_000, /The day of the limit ends/],
	['at its begin', { now: tomorrow + 29_000 }, tomorrow + 91_000, /The day of the limit ends/],
])('gives nothing where the day is %s', async (_, limited, until, reason) => {
	const { order, piece, reasons } = await step(limited);
	expect(order).toBeUndefined();
	expect(piece?.dueAt).toBe(dueAt(until));
	expect(reasons[0]).toMatch(reason);
});

it('looks a row in doubt up when it is due, though the day is used up', async () => {
	const doubts = JSON.stringify({ 0: { lookUps: 1, at: iso(noon + 45_000) } });
	const { order, piece } = await step({ dayMb: 9, stored: { results: 'd---------', doubts } });
	expect(order).toBeUndefined();
	expect(piece?.dueAt).toBe(dueAt(noon + 45_000));
});

it('sends on at the end of a day where there is no limit', async () => {
	expect((await step({ limit: 0, now: tomorrow - 1 })).order?.rows).toHaveLength(10);
});

it('sends no row again that is given or failed', async () => {
	const { order } = await step({ limit: 0, stored: { results: 'gg-f------' } });
	expect(order?.rows.map(({ row }) => row)).toEqual([4, 6, 7, 8, 9, 10, 11]);
});

it.each([
	['nothing yet', '----------', 5],
	['two that were given before', 'bb--------', 5],
	['two that opted out', 'oo--------', 5],
	['two that were given', 'gg--------', 3],
	['two that failed, which may be retried', 'ff--------', 3],
])('of ten rows of 2 MB, with %s, a budget of 10 MB covers so many', async (_, results, count) => {
	const { order } = await step({ limit: 0, budget: 10, stored: { results } });
	expect(order?.rows).toHaveLength(count);
});

const doubt: GiveResult = { kind: 'inDoubt', reason: 'No response' };
const notSent: GiveResult = { kind: 'notSent' };
const due = JSON.stringify({ 0: { lookUps: 1, at: iso(noon) } });
const inDoubt = (day: string) => ({
	stored: { results: 'dgggggggg-', doubts: due, dates: JSON.stringify({ [day]: [0] }) },
});

it.each<[string, Limited, number]>([
	['was given', { limit: 2 }, 2],
	['may have been given', { limit: 2, results: [doubt] }, 2],
	['was refused', { limit: 2, results: [{ kind: 'refused', reason: 'no' }] }, 0],
	['was not sent in time', { limit: 2, results: [notSent] }, 0],
	['may have been given today, and was', { dayMb: 8, ...inDoubt('2027-06-01') }, 8],
	["wasn't given today", { dayMb: 8, results: [notSent], ...inDoubt('2027-06-01') }, 6],
	['is in doubt still', { dayMb: 8, results: [doubt], ...inDoubt('2027-06-01') }, 8],
	["wasn't given yesterday", { dayMb: 8, results: [notSent], ...inDoubt('2027-05-31') }, 8],
	['nobody saved, and was given', { stored: { results: 'ggggggggg-' }, lostAt: noon }, 2],
	[
		"nobody saved, and wasn't given",
		{ stored: { results: 'ggggggggg-' }, lostAt: noon, results: [notSent] },
		0,
	],
	[
		'nobody saved yesterday',
		{ stored: { results: 'ggggggggg-' }, lostAt: Date.UTC(2027, 4, 31, 12) },
		0,
	],
])('of what %s, so many MB count for the day', async (_, limited, megabytes) => {
	const { runner, piece } = await step(limited);
	expect(runner.dayMb).toBe(megabytes);
	expect(piece?.stepMb).toBe(megabytes - (limited.dayMb ?? 0));
});

it.each([
	['keeps the day of each gift where gifts are limited by the month', 1, { [thisDay ?? '']: [9] }],
	['keeps no day otherwise', 0, {}],
])('%s', async (_, giftsPerMonth, dates) => {
	const { piece } = await step({ limit: 0, giftsPerMonth, stored: { results: 'ggggggggg-' } });
	expect(JSON.parse(String(piece?.dates))).toEqual(dates);
});

it('a look-up in another month leaves a gift its own day', async () => {
	const { piece } = await step({ limit: 0, giftsPerMonth: 1, ...inDoubt(yesterday ?? '') });
	expect(JSON.parse(String(piece?.dates))).toMatchObject({ [yesterday ?? '']: [0] });
});

it('covers the first rows, and never one behind a row that is too much', () => {
	const rows = [1, 3, 1].map((megabytes, row): Row => ({ row, phone: '', megabytes }));
	const today = { day: thisDay ?? '', zone, megabytes: 0 };
	expect(withinDay({ megabytesPerDay: 3 }, today, rows, [0, 1, 2], noon).positions).toEqual([0]);
});

it.each<[string, Limited, RegExp]>([
	['the budget', { limit: 0, budget: 1 }, /^The next rows don't fit the budget\./],
	['the limit of a day', { lowered: 1 }, /^A row has more MB than a day may have\./],
])('a piece whose rows are over %s is held for that alone', async (_, limited, reason) => {
	const { order, piece, reasons } = await step(limited);
	expect([order, piece?.status]).toEqual([undefined, 'held']);
	expect(reasons[0]).toMatch(reason);
});
