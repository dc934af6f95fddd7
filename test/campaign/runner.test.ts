import { atOnce, dueAt } from '../../campaign/piece';
import { nextRunnerStep, type RunInput } from '../../campaign/runner';
import type { Campaign, Piece, Runner } from '../../campaign/types';
import type { LastStep } from '../../campaign/work';
import { newRunner, storedCampaign, takenBy } from '../support/campaign/stored';

const now = Date.UTC(2027, 5, 1, 10);
const second = 1_000;
const day = '2027-06-01';
const { campaign: runs, pieces } = storedCampaign(4);
const [open] = pieces;
const iso = (time: number) => new Date(time).toISOString();

/** The rows that a run reads when it begins. */
function read(more: Partial<RunInput> = {}): RunInput {
	const stored = { runner: newRunner, campaigns: [runs], stops: [], pieces: [open], wrong: [] };
	return { ...stored, token: '7.new', started: now, zone: 'UTC', ...more };
}

/** A run after a step. */
function after(runner: Runner, more: Partial<LastStep> = {}): LastStep {
	const saved = [{ id: 1, stamp: runner.token, stepMb: 0 }];
	return { runner, rows: 4, ended: now, saved, ...more };
}

const next = (more: Partial<RunInput> = {}, at = now) => nextRunnerStep(read(more), at, () => 0.5);
const idsOf = ({ work }: ReturnType<typeof next>) => work.map(({ piece }) => piece.id);
const takenIn = ({ runner }: ReturnType<typeof next>) =>
	JSON.parse(String(runner?.set.taken)) as { id: number }[];

it('a step takes a piece by one write, on the condition that the token is unchanged', () => {
	const step = next();
	expect(step.runner).toMatchObject({
		where: { id: 1, token: 'new' },
		set: { token: '7.new', leaseUntil: iso(now + 36 * second), day, dayMb: 0 },
	});
	expect(takenIn(step)).toEqual([
		{ id: 1, stamp: 'planned', token: '7.new', at: now, megabytes: 8 },
	]);
	expect(step).toMatchObject({ work: [{ piece: open }], sendUntil: now + 2 * second });
	expect(step.changes).toMatchObject([{ totals: { pieces: 1, rows: 4, notSentMb: 8 } }]);
});

it.each([
	['the lease has 36 s left', 36 * second, 0],
	['the lease has just ended, on this clock', 0, 0],
	['the lease ended 30 s ago', -30 * second, 0],
	['the lease ended more than 30 s ago', -30 * second - 1, 1],
])('another worker takes over or not: %s (pieces: %s)', (_, leaseMs, count) => {
	const runner = { ...newRunner, leaseUntil: iso(now + leaseMs) };
	const step = next({ runner });
	expect(step.work).toHaveLength(count);
	expect(step.runner === undefined).toBe(count === 0);
});

const lost = takenBy('6.old', pieces, now - 100 * second, day);

it.each<[string, Partial<Piece>, object[], number]>([
	['was not saved: it is looked up', {}, [{ lostAt: now - 100 * second }], 0],
	['was saved: it is not, and its MB count', { stamp: '6.old', stepMb: 6 }, [{}], 6],
	[
		'was saved late: it is looked up, and its MB count',
		{ stamp: '5', stepMb: 6 },
		[{ lostAt: 1 }],
		6,
	],
])('a new run finds a piece that was taken and %s', (_, set, work, dayMb) => {
	const step = next({ runner: lost, pieces: [{ ...open, ...set }] });
	expect(step.work.map(({ lostAt }) => lostAt !== undefined)).toEqual(
		work.map((one) => 'lostAt' in one),
	);
	expect(step.runner?.set.dayMb).toBe(dayMb);
});

it.each<[string, Partial<RunInput>]>([
	['the piece cannot be read', { pieces: [] }],
	['its campaign cannot be read', { campaigns: [] }],
])('a new run keeps a taken piece in its list: %s', (_, more) => {
	const step = next({ runner: lost, ...more });
	expect(step.work).toEqual([]);
	expect(takenIn(step)).toEqual(JSON.parse(lost.taken));
});

it('a taken piece that cannot be read is kept from step to step', () => {
	const { runner } = next({
		runner: { ...lost, taken: '[{"id":9,"stamp":"a","token":"b","at":1,"megabytes":2}]' },
	});
	const stepped = { ...newRunner, ...runner?.set } as Runner;
	const saved = [{ id: 1, stamp: stepped.token, stepMb: 0 }];
	const step = next({ last: after(stepped, { saved }), token: '7.next' });
	expect(takenIn(step).map(({ id }) => id)).toEqual([9, 1]);
});

it.each([
	['a run begins', false, {}],
	['a run goes on', true, { last: after({ ...takenBy('7.mine', [], now, day) }, { saved: [] }) }],
])(
	'where %s, a piece that was changed in its step is not touched for a minute',
	(_, goesOn, more) => {
		const early = takenBy('6.old', pieces, now - 10 * second, day);
		const taken = { ...early, leaseUntil: atOnce };
		const { last, ...own }: Partial<RunInput> = more;
		const step = next({
			...own,
			runner: taken,
			last: last && { ...last, runner: { ...taken, token: last.runner.token } },
			pieces: [{ ...open, stamp: 'pressed' }],
		});
		expect(step.work).toEqual([]);
		expect(takenIn(step)).toEqual(JSON.parse(early.taken));
		const dueTimes = step.changes.map(({ dueAt: due }) => due);
		expect(dueTimes).toEqual(goesOn ? [] : [dueAt(now + 60 * second)]);
		expect(next({ runner: taken }, now + 50 * second).work).toMatchObject([
			{ lostAt: now - 10 * second },
		]);
	},
);

const mine = takenBy('7.mine', pieces, now, day);

it('the next step of a run takes due pieces, by the token of the last step', () => {
	const saved = [{ id: 1, stamp: '7.mine', stepMb: 6 }];
	const step = next({ last: after({ ...mine, dayMb: 8 }, { saved }) });
	expect(step.runner?.where).toEqual({ id: 1, token: '7.mine' });
	expect(step.runner?.set.dayMb).toBe(14);
	expect(idsOf(step)).toEqual([1]);
	expect(step.changes).toEqual([]);
});

it('the MB of a new day start at 0', () => {
	const yesterday = { ...mine, day: '2027-05-31', dayMb: 8 };
	expect(next({ last: after(yesterday) }).runner?.set).toMatchObject({ day, dayMb: 0 });
});

it.each<[string, LastStep['saved']]>([
	['nothing was read back', []],
	['another execution has changed the piece', [{ id: 1, stamp: 'pressed', stepMb: 6 }]],
])('a run gives its lease back and keeps its taken pieces: %s', (_, saved) => {
	const step = next({ last: after(mine, { saved }) });
	expect(step.runner?.set.dayMb).toBe(0);
	expect(step.work).toEqual([]);
	expect(takenIn(step)).toEqual(JSON.parse(mine.taken));
	expect(step.runner?.set.leaseUntil).toBe(atOnce);
});

it.each([
	['58.4 s', 58.4, 1, 59.5],
	['58.6 s', 58.6, 0, 59.5],
])('a run takes further pieces or ends after %s (pieces: %s)', (_, seconds, count, end) => {
	const at = now + seconds * second;
	const step = next({ last: after(mine, { ended: at }) }, at);
	expect(step.work).toHaveLength(count);
	expect(step.sendUntil).toBe(now + end * second);
	expect(step.runner?.set.leaseUntil === atOnce).toBe(count === 0);
});

const doubtful = { results: 'd---', doubts: JSON.stringify({ 0: { lookUps: 1, at: iso(now) } }) };

it.each<[string, Partial<Campaign>, Partial<Piece>, number]>([
	['a campaign that sends', {}, {}, 1],
	['a piece that is not due', {}, { dueAt: dueAt(now + 1) }, 0],
	['a piece that is held', {}, { status: 'held' }, 0],
	['a piece that is done', {}, { status: 'done' }, 0],
	['a paused campaign', { status: 'paused' }, {}, 0],
	['a campaign before its start', { startAt: iso(now + 1) }, {}, 0],
	['a paused campaign with a row to look up', { status: 'paused' }, doubtful, 1],
	['a canceled campaign with a row to look up', { status: 'canceled' }, doubtful, 1],
])('a run takes a piece or none of %s', (_, set, piece, count) => {
	expect(
		idsOf(next({ campaigns: [{ ...runs, ...set }], pieces: [{ ...open, ...piece }] })),
	).toHaveLength(count);
});

const finished = { status: 'finished', active: false, finishedAt: iso(now) };

it.each<[string, Partial<Campaign>, Partial<Piece>, object | undefined]>([
	['has nothing left', {}, { status: 'done' }, { ...finished, problem: '' }],
	['has nothing left after trouble', { problem: 'Down.' }, { status: 'done' }, { problem: '' }],
	['has rows over the budget', { problem: 'Full.' }, { status: 'held' }, { problem: 'Full.' }],
	['has a piece that is not due', {}, { dueAt: dueAt(now + second) }, undefined],
	['has reached its stop', { stopAt: iso(now) }, {}, finished],
	['has a row to look up at its stop', { stopAt: iso(now) }, doubtful, undefined],
	['is paused', { status: 'paused' }, {}, { active: false }],
	['is canceled, and has a row to look up', { status: 'canceled' }, doubtful, undefined],
	['has not started', { startAt: iso(now + second) }, { status: 'done' }, undefined],
])('a campaign ends or goes on if it %s', (_, set, piece, end) => {
	const step = next({ campaigns: [{ ...runs, ...set }], pieces: [{ ...open, ...piece }] });
	expect(step.changes).toMatchObject([{ set: end ?? {} }]);
	if (!end) expect(step.changes[0]?.set).toEqual({});
});

it('a campaign goes on until all of its pieces were read', () => {
	expect(next({ last: after(mine), pieces: [] }).changes).toEqual([]);
});

it.each<[string, Partial<Campaign>, Partial<Piece>, number]>([
	['its next piece is due', {}, { dueAt: dueAt(now + second) }, now + second],
	['15 minutes have passed', {}, { dueAt: dueAt(now + 3_600 * second) }, now + 900 * second],
	['it starts', { startAt: iso(now + 5 * second) }, {}, now + 5 * second],
	['it stops', { stopAt: iso(now + second) }, { dueAt: dueAt(now + 9 * second) }, now + second],
])('a campaign with nothing to do is due again when %s', (_, set, piece, at) => {
	const step = next({ campaigns: [{ ...runs, ...set }], pieces: [{ ...open, ...piece }] });
	expect(step.changes.map((one) => one.dueAt)).toEqual([dueAt(at)]);
});

it('a wrong cell pauses its own campaign, and no other one', () => {
	const other = { ...runs, id: 2, planId: 'p2' };
	const wrong = [{ planId: 'p1', text: 'A cell is wrong.' }];
	const pieces = [open, { ...open, id: 2, planId: 'p2' }];
	const step = next({ campaigns: [runs, other], pieces, wrong });
	expect(idsOf(step)).toEqual([2]);
	expect(step.changes).toMatchObject([
		{ campaign: { id: 1 }, set: { status: 'paused', problem: 'A cell is wrong.' } },
		{ campaign: { id: 2 }, set: {} },
	]);
});

describe('of many pieces', () => {
	const many = Array.from({ length: 40 }, (_, n) => ({ ...open, id: n + 1, notSent: 400 }));
	const saved = (count: number) =>
		many.slice(0, count).map(({ id }) => ({ id, stamp: '7.mine', stepMb: 0 }));
	const own = (count: number) => takenBy('7.mine', many.slice(0, count), now, day);
	const taking = (count: number, rows: number) =>
		next({ pieces: many, last: after(own(count), { rows, saved: saved(count) }) }).work.length;

	it.each([
		['two pieces at first', () => next({ pieces: many }).work.length, 2],
		['pieces with twice as many rows as were sent', () => taking(3, 1_000), 5],
		['one piece if reading them took all the time', () => taking(3, 0), 1],
		['at most twenty pieces', () => taking(20, 8_000), 20],
	])('a step takes %s', (_, count, expected) => {
		expect(count()).toBe(expected);
	});

	it('a step takes slow campaigns first, because they need little time', () => {
		const slow = { ...runs, id: 2, planId: 'p2', rowsPerSecond: 1 };
		const pieces = [...many.slice(1), { ...open, planId: 'p2', notSent: 400 }];
		const step = next({ campaigns: [runs, slow], pieces });
		expect(step.work.map(({ piece }) => piece.planId)).toEqual(['p2', 'p1']);
	});

	it('a step takes rows to look up before others', () => {
		const pieces = [...many.slice(1), { ...open, ...doubtful }];
		expect(idsOf(next({ pieces }))[0]).toBe(1);
	});
});
