import { claim, clockMarginMs } from '../../campaign/batch';
import { chooseWork, claimOne, type Offer, type Work } from '../../campaign/choose';
import type { Batch, Campaign } from '../../campaign/types';
import { storedCampaign } from '../support/campaign/stored';

const now = Date.UTC(2027, 0, 1, 12);
const iso = (time: number) => new Date(time).toISOString();
const [stored] = storedCampaign(1).batches;
const runs: Campaign = {
	...storedCampaign(1).campaign,
	status: 'running',
	startAt: iso(now - 3_600_000),
	stopAt: null,
	rowsPerSecond: 0,
};
const batch = (set: Partial<Batch> = {}): Batch => ({ ...stored, leaseUntil: iso(0), ...set });
const claimed = (owner: string, leaseUntil = iso(now)) => batch({ owner, leaseUntil });
const first = () => 0;

const paused: Partial<Campaign> = { status: 'paused' };
const canceled: Partial<Campaign> = { status: 'canceled' };
const waits: Partial<Campaign> = { startAt: iso(now + 1) };
const justStopped: Partial<Campaign> = { stopAt: iso(now - clockMarginMs + 1) };
const stopped: Partial<Campaign> = { stopAt: iso(now - clockMarginMs) };
const slow: Partial<Campaign> = { rowsPerSecond: 500 };
const fast: Partial<Campaign> = { rowsPerSecond: 501 };

/** What is chosen, in a word, with the owner that a search leaves out. */
function wordOf(work: Work<Batch>): string {
	if (work.batch) return `batch ${work.batch.owner}`;
	const [offer] = work.offers;
	return offer ? `campaign but ${offer.notOwner}` : 'nothing';
}

const longAgo = iso(now - clockMarginMs - 1);

it.each<[string, Partial<Campaign>, Batch[], string]>([
	['a campaign that runs', {}, [], 'campaign but -'],
	['its own batch', {}, [claimed('7.a')], 'batch 7.a'],
	['its own batch, paused', paused, [claimed('7.a')], 'batch 7.a'],
	['its own batch, late', {}, [claimed('7.a', longAgo)], 'batch 7.a'],
	['its own batch among others', {}, [claimed('8.a'), claimed('7.b')], 'batch 7.b'],
	['a batch of an execution that begins as it does', {}, [claimed('77.a')], 'campaign but -'],
	['a batch of another plan', {}, [{ ...claimed('7.a'), planId: 'p2' }], 'campaign but -'],
	['a rate that another one uses up', slow, [claimed('8.a')], 'nothing'],
	['a rate that this batch uses up', slow, [claimed('7.a')], 'batch 7.a'],
	['a rate for two', fast, [claimed('8.a')], 'campaign but -'],
	['a rate for two that two use up', fast, [claimed('8.a'), claimed('9.a')], 'nothing'],
	['a rate whose user never came back', slow, [claimed('8.a', longAgo)], 'campaign but -'],
	[
		'a rate that another campaign uses',
		slow,
		[{ ...claimed('8.a'), planId: 'p2' }],
		'campaign but -',
	],
	['one that waits for its start', waits, [], 'campaign but -'],
	['one that some clocks have stopped', justStopped, [], 'campaign but -'],
	['one that all clocks have stopped', stopped, [], 'campaign but nobody'],
	['a paused one', paused, [], 'campaign but nobody'],
	['a canceled one', canceled, [], 'campaign but nobody'],
])('with %s', (_, set, claims, expected) => {
	const input = { campaigns: [{ ...runs, ...set }], claims, wrong: [], run: '7', zone: 'UTC' };
	expect(wordOf(chooseWork({ ...input, runUntil: now }, now, first))).toBe(expected);
	const ownOnly = expected.startsWith('batch') ? expected : 'nothing';
	expect(wordOf(chooseWork({ ...input, runUntil: now - 1 }, now, first))).toBe(ownOnly);
});

/** Draws these numbers, one after the other. */
const drawing =
	(...drawn: number[]) =>
	() =>
		drawn.shift() ?? 0;

it.each<[string, number[], number[]]>([
	['those that send in front, mostly', [0, 0.1, 0.9, 0.5], [3, 2, 1]],
	['in any order, sometimes', [0.9, 0.1, 0.9, 0.5], [1, 3, 2]],
])('offers all campaigns, %s', (_, drawn, ids) => {
	const campaigns = [
		{ ...runs, ...paused },
		{ ...runs, id: 2, planId: 'p2' },
		{ ...runs, id: 3, planId: 'p3' },
	];
	const input = { campaigns, claims: [], wrong: [], run: '7', runUntil: now, zone: 'UTC' };
	const { offers } = chooseWork(input, now, drawing(...drawn)) as { offers: Offer[] };
	expect(offers.map(({ campaign }) => campaign.id)).toEqual(ids);
});

const open = batch({ id: 1 });
const toLookUp = batch({ id: 2, owner: 'look up' });
const lost = claimed('8.a', longAgo);
const held = claimed('8.a');
const notDue = batch({ leaseUntil: iso(now - clockMarginMs) });

const offerOf = (campaign: Campaign) => ({ campaign, notOwner: '-' });
const claimOf = (campaign: Campaign, left: Batch[]) =>
	claimOne({ offers: [offerOf(campaign)], left, wrong: [], owner: '7.new' }, now, first);

it.each<[string, Partial<Campaign>, Batch[], Batch | undefined]>([
	['the first that is due', {}, [notDue, open], open],
	['what must be looked up', {}, [toLookUp, open], toLookUp],
	['what a worker never came back for', {}, [held, lost], lost],
	['nothing where no batch is due', {}, [held, notDue], undefined],
	['nothing that nobody has begun, before the start', waits, [open], undefined],
	['what must be looked up, before the start', waits, [open, toLookUp], toLookUp],
	['nothing that nobody has begun, when it was stopped', justStopped, [open], undefined],
	['what must be looked up, when it was stopped', justStopped, [open, toLookUp], toLookUp],
	['what must be looked up, paused', paused, [open, toLookUp], toLookUp],
	['what a worker never came back for, canceled', canceled, [lost], lost],
])('claims %s', (_, set, left, expected) => {
	expect(claimOf({ ...runs, ...set }, left)).toEqual({
		batch: expected && claim(expected, '7.new', now),
	});
});

const ends = { status: 'finished', active: false, finishedAt: iso(now) };

it.each<[string, Partial<Campaign>, object | undefined]>([
	['finishes one that has given all', { problem: 'Full' }, { ...ends, problem: 'Full' }],
	['finishes one after its stop', stopped, { ...ends, problem: 'The stop date was reached.' }],
	['keeps one that waits for its start', { startAt: iso(now + 60_000) }, undefined],
	['keeps one that waits on a slow clock', { startAt: iso(now - clockMarginMs + 1) }, undefined],
	['leaves a paused one alone', paused, { active: false }],
	['leaves a canceled one alone', canceled, { active: false }],
])('without a batch, %s', (_, set, expected) => {
	const campaign = { ...runs, ...set };
	const { id, status, round } = campaign;
	expect(claimOf(campaign, [])).toEqual(
		expected
			? { changed: { campaign, write: { where: { id, status, round }, set: expected } } }
			: {},
	);
});

it('goes on to the next campaign where one rests or has ended', () => {
	const [ended, rests, sends] = [
		runs,
		{ ...runs, id: 2, planId: 'p2' },
		{ ...runs, id: 3, planId: 'p3' },
	];
	const offers = [ended, rests, sends].map(offerOf);
	const due = batch({ id: 9, planId: 'p3' });
	const left = [{ ...notDue, planId: 'p2' }, due];
	const result = claimOne({ offers, left, wrong: [], owner: '7.new' }, now, first);
	expect(result.batch).toEqual(claim(due, '7.new', now));
	expect(result.changed?.campaign).toBe(ended);
});

describe('where a cell of a batch is wrong', () => {
	const wrong = [{ planId: 'p1', text: 'A cell is wrong.' }];
	const other = { ...runs, id: 2, planId: 'p2' };
	const work = (claims: Batch[], campaigns = [runs, other]) =>
		chooseWork({ campaigns, claims, wrong, run: '7', runUntil: now, zone: 'UTC' }, now, first);

	it('the own batch of its campaign is left, and another one is gone on with', () => {
		const own = { ...claimed('7.a'), planId: 'p2' };
		expect(wordOf(work([own]))).toBe('batch 7.a');
		expect(wordOf(work([claimed('7.a')]))).toMatch(/^campaign/);
	});

	it('its campaign is offered to be stopped, though it has no room', () => {
		const full = { ...runs, ...slow };
		const { offers } = work([claimed('8.a')], [full]) as { offers: Offer[] };
		expect(offers).toEqual([{ campaign: full, notOwner: '-', problem: 'A cell is wrong.' }]);
	});

	const stop = {
		where: { id: 1, status: 'running' },
		set: { status: 'paused', problem: 'A cell is wrong.' },
	};
	it.each<[string, Partial<Offer>, typeof wrong]>([
		['that is claimed', { problem: 'A cell is wrong.' }, []],
		['that is left', {}, wrong],
	])(
		'%s, its campaign stops and does not end, and a batch of another one is claimed',
		(_, more, left) => {
			const due = batch({ id: 9, planId: 'p2' });
			const offers = [{ ...offerOf(runs), ...more }, offerOf(other)];
			const own = { offers, left: [open, due], wrong: left, owner: '7.new' };
			expect(claimOne(own, now, first)).toEqual({
				batch: claim(due, '7.new', now),
				changed: { campaign: runs, write: stop },
			});
		},
	);

	it('a campaign that does not run stays as it is', () => {
		const offers = [offerOf({ ...runs, ...canceled })];
		expect(claimOne({ offers, left: [], wrong, owner: '7.new' }, now, first)).toEqual({});
	});
});
