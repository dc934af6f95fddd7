import fc from 'fast-check';
import type { Drawn, Fault as NetworkFault } from '../scenario';

/** The zone of the days of a limit. */
export const limitZone = 'Europe/Vienna';

/** Mostly the first value. */
const mostly = <Value>(usual: Value, ...others: Value[]) =>
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant(usual) },
		{ weight: 2, arbitrary: fc.constantFrom(...others) },
	);

const row = fc.record({
	/** Tells numbers apart; two rows may have the same one. */
	who: fc.nat(60),
	/** The first digits: places with one zone, with two, and with zones on both sides of midnight. */
	code: fc.constantFrom('43660', '43660', '43660', '6421', '1808'),
	/** How the list writes a number of the declared country. */
	writing: fc.constantFrom('national', 'withoutZero', 'international', 'code'),
	megabytes: fc.constantFrom(10, 10, 10, 10, 1.5, 0.1, 250),
	kind: mostly<'good' | 'refused' | 'givenBefore' | 'unread' | 'badInput' | 'optedOut'>(
		'good',
		'good',
		'good',
		'refused',
		'refused',
		'givenBefore',
		'unread',
		'badInput',
		'optedOut',
	),
});
export type ListedRow = Drawn<typeof row>;

/** A list whose numbers all differ. @param first of the numbers that tell them apart */
export const listFrom = (first: number, { min, max }: { min: number; max: number }) =>
	fc
		.array(row, { minLength: min, maxLength: max })
		.map((rows) => rows.map((one, index) => ({ ...one, who: first + index })));

/**
 * Somebody does something: so many milliseconds after the approval, as soon as no piece is left, while the runner ends the
 * campaign, while it works on a piece with rows to decide about, or while it saves such a piece.
 */
export const act = fc.record({
	at: fc.oneof(
		fc.nat(3_000),
		fc.nat(15_000),
		fc.nat(200_000),
		fc.constantFrom<('end' | 'ending' | 'working' | 'saving')[]>('end', 'working', 'working'),
	),
	what: fc.constantFrom(
		'pause',
		'resume',
		'resume',
		'approve',
		'approve',
		'cancel',
		'retry',
		'retry',
		'retry',
		'checkAgain',
		'countGiven',
		'countFailed',
		'countFailedAndRetry',
		'countFailedAndRetry',
		'optOut',
		'optOut',
		'badOptOut',
		'changeRow',
		'emptyCell',
		'emptyCell',
		'emptyCell',
		'budget',
		'changeBudget',
		'changeBudget',
		'raiseDayLimit',
		'addOptOut',
		'quietHours',
		'rowsPerSecond',
		'stopAt',
		'name',
		'megabytesPerDay',
		'country',
		'reading',
	),
	/** Which row, or how much. */
	which: fc.nat(60),
	key: mostly<'control' | 'view' | 'wrong'>('control', 'view', 'wrong'),
});
export type Act = Drawn<typeof act>;
/** A moment that isn't told by a clock. */
export type Moment = Exclude<Act['at'], number>;

/** How a row, or a look-up, isn't answered well. */
export const faults = [
	'refused',
	'notSent',
	'platformDown',
	'loginRefused',
	'doubtGiven',
	'doubtGivenLate',
	'doubtNotGiven',
	'slow',
	'hang',
];
export type Fault = (typeof faults)[number];

/** Strikes the nth request of a kind and those after it. */
const strike = fc.record({
	on: fc.constantFrom('give', 'give', 'lookUp'),
	nth: fc.nat(40),
	times: fc.constantFrom<number[]>(1, 1, 3, 10),
	fault: fc.constantFrom<Fault[]>(...faults, 'refused', 'doubtGivenLate', 'doubtGivenLate'),
});
export type Strike = Drawn<typeof strike>;

/** One of n8n's processes. Times in milliseconds. */
export const process = fc.record({
	/** How far its clock is off. */
	clock: fc.constantFrom(0, 15_000, -15_000, 15_000, -15_000),
	/** So many calls of the store or the platform until it dies, again and again; undefined where it never does. */
	deaths: fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 3 }),
	restart: fc.constantFrom(1_000, 5_000),
	/** The workflow is published so many times. */
	runners: fc.constantFrom(1, 1, 2),
	/** How long a call of the store takes. */
	storeMs: fc.constantFrom<number[]>(5, 40, 120, 300),
	/** A call that takes long: the nth one, and each nth after it; longer than a lease, as if the process was frozen. */
	slowEach: fc.constantFrom<number[]>(1_000, 1_000, 40),
	slowMs: fc.constantFrom(3_000, 3_000, 100_000),
});
export type ProcessPlan = Drawn<typeof process>;

/** Quiet hours, and when it's planned, in minutes after noon in UTC. */
const noNight = { quiet: ['', ''], planAt: 0 };
const nights = [
	// Three seconds before midnight in Vienna on each of the clocks; a minute there, in Auckland, Chatham, and Honolulu.
	...[659.7, 659.95, 660.2, 659, 1_379, 1_334, 1_319].flatMap((planAt) => [
		{ quiet: ['00:00', '06:30'], planAt },
		{ quiet: ['23:30', '00:00'], planAt },
	]),
	// The day of a limit ends, on some clocks first.
	...[659.3, 659.5, 659.6, 659.7, 659.8, 659.9].map((planAt) => ({ quiet: ['', ''], planAt })),
	...[0, 658].flatMap((planAt) => [
		{ quiet: ['21:00', '08:00'], planAt },
		{ quiet: ['09:00', '17:00'], planAt },
	]),
];

/** The most different numbers that a list has. */
export const mostNumbers = 100;

/**
 * A second campaign, with numbers of its own. A cell of it is emptied after so many milliseconds, and stays empty until the
 * first campaign has ended.
 */
const neighbor = fc.record({
	rows: listFrom(mostNumbers, { min: 1, max: 12 }),
	rowsPerSecond: fc.constantFrom(0, 0, 3),
	broken: fc.option(fc.record({ at: fc.nat(15_000), which: fc.nat(60) }), { nil: undefined }),
});

/**
 * Rows that somebody adds to the campaign: each nth of its own ones, and others. Or they're another campaign, and customers get
 * one gift a month.
 */
const added = fc.record({
	isMonthly: fc.boolean(),
	/** Whether the other campaign is planned after this one, so that it counts its gifts. */
	isCounted: fc.constantFrom(true, true, false),
	at: fc.oneof(fc.nat(15_000), fc.nat(200_000)),
	each: fc.integer({ min: 1, max: 3 }),
	rows: listFrom(2 * mostNumbers, { min: 0, max: 4 }),
});

export const anyScenario = fc.record({
	seed: fc.nat(),
	store: fc.constantFrom('sqlite', 'postgresql'),
	/** Mostly few, so that many are tried; lists that take several executions with a rate, too. */
	rows: fc.oneof(
		{ weight: 4, arbitrary: fc.array(row, { minLength: 1, maxLength: 12 }) },
		{ weight: 1, arbitrary: fc.array(row, { minLength: 40, maxLength: 60 }) },
	),
	pieceRows: fc.constantFrom<number[]>(4, 2, 10),
	/** The share of the planned MB that the budget covers. */
	budget: mostly(2, 1, 0.6, 0.05),
	rowsPerSecond: mostly(0, 1, 3, 20, 1_000),
	/** The share of the list's MB that all campaigns may give on a day; 0 for no limit. */
	dayShare: mostly(0, 0.55, 0.8),
	night: mostly(noNight, ...nights),
	startAfter: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(0) },
		{ weight: 2, arbitrary: fc.integer({ min: 20_000, max: 60_000 }) },
	),
	stopAfter: mostly<number | undefined>(undefined, 8_000, 12_000, 30_000),
	processes: fc.array(process, { minLength: 1, maxLength: 4 }),
	strikes: fc.oneof(
		{ weight: 2, arbitrary: fc.constant<Strike[]>([]) },
		{ weight: 5, arbitrary: fc.array(strike, { maxLength: 6 }) },
	),
	/** Faults of the network; with them the engine itself sends, and `strikes` has none. */
	network: fc.constant<NetworkFault[] | undefined>(undefined),
	/** Whether all refusals have one reason. */
	reasons: fc.constantFrom('one', 'one', 'several'),
	/** How long a gift takes to show, and its answer. */
	giftMs: fc.constantFrom(20, 200, 1_500),
	/** How many gifts are on their way at the same time. */
	concurrency: fc.constantFrom(10, 1, 2),
	acts: fc.oneof(
		{ weight: 2, arbitrary: fc.constant<Act[]>([]) },
		{ weight: 5, arbitrary: fc.array(act, { maxLength: 8 }) },
	),
	neighbor: fc.oneof(
		{ weight: 5, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: neighbor },
	),
	added: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: added },
	),
	/** Another campaign with this one's name and rows, which somebody approves so many milliseconds later, or before. */
	namesake: fc.oneof(
		{ weight: 8, arbitrary: fc.constant(undefined) },
		{ weight: 2, arbitrary: fc.constantFrom(0, 0, 5, -5, 20, -20, 5_000, -5_000) },
	),
	/** How its pieces are inserted: some of them twice, or not all. */
	insert: mostly<'once' | 'twice' | 'broken'>('once', 'once', 'once', 'once', 'twice', 'broken'),
});
export type CampaignScenario = Drawn<typeof anyScenario>;
