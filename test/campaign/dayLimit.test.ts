import { dayOf, withinDay } from '../../campaign/dayLimit';
import { dueAt } from '../../campaign/piece';
import type { Give, GiveResult, Order } from '../../campaign/giving';
import { takeStep } from '../../campaign/step';
import { sealOf } from '../../campaign/seal';
import type { Piece, Row } from '../../campaign/types';
import { newRunner, storedCampaign, takenBy } from '../support/campaign/stored';

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
	/** When a run that has died took another piece of 20 MB, which can't be read now. */
	heldAt?: number;
	now?: number;
	/** Columns of the stored piece. */
	stored?: Partial<Piece>;
	lostAt?: number;
	/** A result for each row of an order; without it, all are given. */
	results?: GiveResult[];
}

/** Takes a step with ten rows of 2 MB. */
async function step({ limit = 10, budget = 10_000, dayMb = 0, now = noon, ...more }: Limited) {
	const { giftsPerMonth = 0, lostAt, heldAt } = more;
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
	const held = heldAt === undefined ? [] : [{ ...piece, id: 9 }];
	const runner = { ...takenBy('7.a', held, heldAt ?? now, dayOf(now, zone)), dayMb };
	const input = {
		runner,
		campaigns: [campaign],
		changes: [],
		work: [{ piece, lostAt }],
		lists: [{ planId: 'p1', number: 1, list }],
		optOuts: [],
		sendUntil: now + 2_000,
		zone,
	};
	const result = await takeStep(input, () => now, give);
	return { ...result, order: orders[0], piece: result.pieces[0]?.set };
}

it.each<[string, Limited, number]>([
	['nothing given', {}, 5],
	['something given', { dayMb: 5 }, 2],
	['no limit', { limit: 0, dayMb: 1_000 }, 10],
	['a piece that was taken today and is not read', { limit: 24, heldAt: noon }, 2],
	['a piece that was taken before and is not read', { heldAt: noon - 86_400_000 }, 5],
	['a limit that covers all', { limit: 20 }, 10],
])('a limit of 10 MB a day covers some of ten rows of 2 MB: %s', async (_, limited, rows) => {
	const { order, piece } = await step(limited);
	expect(order?.rows).toHaveLength(rows);
	expect(piece?.stepMb).toBe(2 * rows);
});

it('two pieces of one step share the MB that are left of the day', async () => {
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
		sendUntil: noon + 2_000,
		zone,
	};
	const written = await takeStep(input, () => noon, give);
	expect(given).toHaveLength(5);
	expect(written.pieces.map(({ set }) => set.stepMb)).toEqual([8, 2]);
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
])('a step gives nothing while the day is %s', async (_, limited, until, reason) => {
	const { order, piece, reasons } = await step(limited);
	expect(order).toBeUndefined();
	expect(piece?.dueAt).toBe(dueAt(until));
	expect(reasons[0]).toMatch(reason);
});

it('a row in doubt is looked up when it is due, though the day is used up', async () => {
	const doubts = JSON.stringify({ 0: { lookUps: 1, at: iso(noon + 45_000) } });
	const { order, piece } = await step({ dayMb: 9, stored: { results: 'd---------', doubts } });
	expect(order).toBeUndefined();
	expect(piece?.dueAt).toBe(dueAt(noon + 45_000));
});

it('a campaign without a limit sends on at the end of a day', async () => {
	expect((await step({ limit: 0, now: tomorrow - 1 })).order?.rows).toHaveLength(10);
});

it('a row that was given or failed is not sent again', async () => {
	const { order } = await step({ limit: 0, stored: { results: 'gg-f------' } });
	expect(order?.rows.map(({ row }) => row)).toEqual([4, 6, 7, 8, 9, 10, 11]);
});

it.each([
	['nothing was given', '----------', 5],
	['two were given before', 'bb--------', 5],
	['two opted out', 'oo--------', 5],
	['two were given', 'gg--------', 3],
	['two failed, and may be retried', 'ff--------', 3],
])('a budget of 10 MB covers some of ten rows of 2 MB: %s', async (_, results, count) => {
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
	['was not saved, and was given', { stored: { results: 'ggggggggg-' }, lostAt: noon }, 2],
	[
		"was not saved, and wasn't given",
		{ stored: { results: 'ggggggggg-' }, lostAt: noon, results: [notSent] },
		0,
	],
	[
		'was not saved yesterday',
		{ stored: { results: 'ggggggggg-' }, lostAt: Date.UTC(2027, 4, 31, 12) },
		0,
	],
])('MB count for the day or not, of a row that %s', async (_, limited, megabytes) => {
	const { piece } = await step(limited);
	expect(piece?.stepMb).toBe(megabytes - (limited.dayMb ?? 0));
});

it.each([
	['gifts are limited by the month', 1, { [thisDay ?? '']: [9] }],
	['gifts are not limited', 0, {}],
])('a piece stores the day of each gift or none: %s', async (_, giftsPerMonth, dates) => {
	const { piece } = await step({ limit: 0, giftsPerMonth, stored: { results: 'ggggggggg-' } });
	expect(JSON.parse(String(piece?.dates))).toEqual(dates);
});

it('a look-up in another month leaves a gift its own day', async () => {
	const { piece } = await step({ limit: 0, giftsPerMonth: 1, ...inDoubt(yesterday ?? '') });
	expect(JSON.parse(String(piece?.dates))).toMatchObject({ [yesterday ?? '']: [0] });
});

it('the rest of a day covers rows in order, and none after a row that is too large', () => {
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
