import fc from 'fast-check';
import { networkFaults } from '../scenario';
import {
	act,
	anyScenario,
	listFrom,
	mostNumbers,
	process,
	type CampaignScenario,
	type Strike,
} from './scenario';

type Changes = { [Name in keyof CampaignScenario]?: fc.Arbitrary<CampaignScenario[Name]> };

/** A scenario with some of its parts drawn otherwise: it leads to a situation that is rare among all scenarios. */
const focused = (changes: Changes) =>
	fc
		.tuple(anyScenario, fc.record(changes))
		.map(([any, own]): CampaignScenario => ({ ...any, ...own }));

const just = <Value>(value: Value) => fc.constant(value);
const noNight = just({ quiet: ['', ''], planAt: 0 });
const noActs = just<CampaignScenario['acts']>([]);
const noStrikes = just<Strike[]>([]);
const always = { startAfter: just(0), stopAfter: just(undefined), insert: just('once' as const) };
const alone = { namesake: just(undefined), neighbor: just(undefined) };

/** Processes that neither die nor freeze, on clocks that differ. */
const calm = fc.array(
	process.map((one) => ({ ...one, deaths: [], storeMs: 5, slowEach: 1_000 })),
	{ minLength: 1, maxLength: 3 },
);

const slowest = (clock: -15_000 | 15_000) =>
	process.map((one) => ({ ...one, ...{ clock, deaths: [], storeMs: 300, slowEach: 1_000 } }));

/** Acts of a person, each with the right key. */
const doing = (
	at: CampaignScenario['acts'][number]['at'][],
	...what: CampaignScenario['acts'][number]['what'][]
) =>
	fc.array(
		fc.tuple(act, fc.constantFrom(...at), fc.constantFrom(...what)).map(([one, when, deed]) => {
			return { ...one, at: when, what: deed, key: 'control' as const, which: one.which % 30 };
		}),
		{ minLength: 1, maxLength: 3 },
	);

/** Acts of a person who presses a button as soon as a page is read. */
const quickly = (acts: ReturnType<typeof doing>) =>
	acts.map((all) => all.map((one) => ({ ...one, which: one.which % 6 })));

const striking = (fault: Strike['fault'], nth: fc.Arbitrary<number>, times: number) =>
	nth.map((first): Strike[] => [{ on: 'give', nth: first, times, fault }]);

/** No look-up has a result. */
const unclear: Strike = { on: 'lookUp', nth: 0, times: 100, fault: 'doubtGiven' };

/** A list without a row that is refused or left out for itself. */
const good = (length: { min: number; max: number }) =>
	listFrom(0, length).map((rows) => rows.map((row) => ({ ...row, kind: 'good' as const })));

/** A list that is one piece: more than 50 of its rows can fail behind a gift. */
const inOnePlace = good({ min: 70, max: 90 }).map((rows) =>
	rows.map((row) => ({ ...row, code: '43660' as const })),
);

/** A piece that takes several steps and a while to save, and whose gifts end in doubt. */
const slowDoubts = {
	rows: listFrom(0, { min: 6, max: 12 }),
	pieceRows: just(10),
	budget: just(2),
	rowsPerSecond: fc.constantFrom(1, 3),
	strikes: striking('doubtGivenLate', fc.nat(4), 10),
	processes: calm.map((all) => all.map((one) => ({ ...one, storeMs: 300 }))),
};

/** The engine itself sends, over a network with faults. */
const byEngine = focused({
	...{ ...always, ...alone, acts: noActs, strikes: noStrikes, night: noNight },
	rows: listFrom(0, { min: 1, max: 12 }),
	budget: just(2),
	rowsPerSecond: fc.constantFrom(0, 0, 3),
	network: networkFaults,
});

const situations = [
	// Quiet hours begin while gifts leave in even steps, on each of the clocks.
	focused({
		...{ ...always, ...alone, processes: calm, acts: noActs, dayShare: just(0) },
		rows: listFrom(0, { min: 8, max: 20 }),
		rowsPerSecond: fc.constantFrom(1, 3),
		night: fc.constantFrom(
			...[659.65, 659.9, 660.15].map((planAt) => ({ quiet: ['00:00', '06:30'], planAt })),
		),
	}),
	// The day of a limit ends while gifts leave in even steps.
	focused({
		...{ ...always, ...alone, processes: calm, acts: noActs },
		rows: listFrom(0, { min: 10, max: 40 }),
		budget: just(2),
		rowsPerSecond: just(1),
		dayShare: fc.constantFrom(0.55, 0.8),
		night: fc
			.constantFrom(659.3, 659.5, 659.6, 659.7, 659.8)
			.map((planAt) => ({ quiet: ['', ''], planAt })),
	}),
	// A run lasts a minute.
	focused({
		...{ ...always, ...alone, processes: calm, acts: noActs, strikes: noStrikes, night: noNight },
		rows: listFrom(0, { min: 45, max: 60 }),
		budget: just(2),
		rowsPerSecond: just(0),
		dayShare: just(0),
		giftMs: just(1_500),
		concurrency: just(1),
	}),
	// All is slow, and the clocks of two workers differ by as much as they may.
	focused({
		...{ ...always, ...alone, acts: noActs, night: noNight, dayShare: just(0) },
		rows: good({ min: 8, max: 20 }),
		budget: just(2),
		rowsPerSecond: fc.constantFrom(0, 3),
		processes: fc.tuple(slowest(-15_000), slowest(15_000)),
		strikes: striking('slow', fc.nat(8), 10),
	}),
	// The platform refuses all from some gift on.
	focused({
		...{ ...always, acts: noActs },
		rows: fc.oneof(good({ min: 14, max: 40 }), inOnePlace),
		giftMs: just(20),
		concurrency: just(10),
		pieceRows: fc.constantFrom(10, 100),
		budget: just(2),
		rowsPerSecond: just(0),
		dayShare: just(0),
		strikes: striking('refused', fc.nat(15), 200),
	}),
	// The platform refuses the login.
	focused({
		...{ ...always, processes: calm, acts: noActs, night: noNight },
		rows: listFrom(0, { min: 4, max: 12 }),
		budget: just(2),
		strikes: striking('loginRefused', fc.nat(8), 3),
	}),
	// Somebody decides about rows of the piece that is being sent.
	focused({
		...{ ...always, ...alone, night: noNight },
		...slowDoubts,
		acts: doing(['working'], 'retry', 'countFailed', 'countGiven', 'countFailedAndRetry'),
	}),
	// Somebody decides about rows of a piece while it's saved.
	focused({
		...{ ...always, ...alone, night: noNight, store: just('sqlite') },
		...slowDoubts,
		acts: quickly(doing(['saving'], 'retry', 'countFailed', 'countGiven')),
	}),
	// Somebody opens rows while a run ends the campaign.
	focused({
		...{ ...always, ...alone, night: noNight, dayShare: just(0), added: just(undefined) },
		rows: good({ min: 2, max: 8 }),
		budget: just(2),
		rowsPerSecond: just(0),
		strikes: striking('refused', fc.nat(4), 1),
		processes: calm.map((all) => all.map((one) => ({ ...one, storeMs: 300 }))),
		acts: quickly(doing(['ending'], 'retry')),
	}),
	// Somebody retries rows or cancels, and plans a campaign for the same customers in the same month.
	focused({
		...{ ...always, ...alone, processes: calm, night: noNight, dayShare: just(0) },
		rows: good({ min: 4, max: 12 }),
		budget: just(2),
		giftMs: just(1_500),
		concurrency: fc.constantFrom(1, 2),
		added: fc.record({
			isMonthly: just(true),
			isCounted: just(true),
			at: fc.oneof(fc.nat(6_000), just(200_000)),
			each: just(1),
			rows: just([]),
		}),
		strikes: fc.oneof(
			striking('refused', fc.nat(4), 1),
			striking('doubtGiven', fc.nat(4), 3).map((all) => [...all, unclear]),
		),
		acts: doing([500, 1_500, 3_000, 'end'], 'retry', 'cancel'),
	}),
	// The month ends after 168 s; somebody retries rows around that, and plans a campaign for the same customers after it.
	focused({
		...{ ...always, ...alone, processes: calm, dayShare: just(0), rowsPerSecond: just(0) },
		night: just({ quiet: ['', ''], planAt: 42_417.2 }),
		rows: good({ min: 4, max: 12 }),
		budget: just(2),
		added: just({ isMonthly: true, isCounted: true, at: 200_000, each: 1, rows: [] }),
		strikes: striking('refused', fc.nat(3), 1),
		acts: doing([150_000, 230_000], 'retry'),
	}),
	// Somebody stops the campaign while a step reads slowly, and sends one gift after the other.
	focused({
		...{ ...always, ...alone, strikes: noStrikes, night: noNight },
		rows: good({ min: 30, max: 60 }),
		pieceRows: just(100),
		budget: just(2),
		rowsPerSecond: just(0),
		dayShare: just(0),
		giftMs: just(200),
		concurrency: just(1),
		processes: calm.map((all) => all.map((one) => ({ ...one, slowEach: 15, slowMs: 3_000 }))),
		acts: doing([1_000, 2_500, 4_000, 5_500, 7_000], 'pause', 'quietHours', 'optOut'),
	}),
	// Somebody empties a cell that a pause names, while the platform refuses the login.
	focused({
		...{ ...always, ...alone, processes: calm, night: noNight, dayShare: just(0) },
		rows: good({ min: 8, max: 20 }),
		budget: just(2),
		rowsPerSecond: just(0),
		giftMs: just(1_500),
		strikes: striking('loginRefused', fc.nat(6), 1),
		acts: doing([200, 700, 1_200, 1_700, 2_500], 'emptyCell').map((acts) =>
			acts.map((one) => ({ ...one, which: one.which % 2 === 0 ? 0 : 4 })),
		),
	}),
	// A runner dies, and somebody empties a cell of a piece that it has taken.
	focused({
		...{ ...always, night: noNight, strikes: noStrikes, rowsPerSecond: just(0) },
		acts: fc.oneof(noActs, doing([5_000, 20_000, 50_000], 'changeRow')),
		...{ namesake: just(undefined), added: just(undefined), budget: just(2) },
		rows: good({ min: 10, max: 20 }),
		dayShare: just(0.55),
		giftMs: fc.constantFrom(200, 1_500),
		processes: calm.map((all) => all.map((one) => ({ ...one, storeMs: 120, deaths: [40] }))),
		neighbor: fc.record({
			rows: listFrom(mostNumbers, { min: 8, max: 12 }),
			rowsPerSecond: just(0),
			broken: fc.record({ at: fc.nat(8_000), which: fc.nat(60) }),
		}),
	}),
	// Somebody changes a campaign while rows are in doubt.
	focused({
		...{ ...always, ...alone, night: noNight },
		pieceRows: just(10),
		acts: doing([500, 1_000, 3_000, 8_000, 'working'], 'cancel', 'resume', 'changeRow', 'name'),
		strikes: striking('doubtGivenLate', fc.nat(6), 3),
	}),
];

export const campaignScenarios = fc.oneof(
	{ weight: 2 * situations.length, arbitrary: anyScenario },
	{ weight: 4, arbitrary: byEngine },
	...situations.map((arbitrary) => ({ weight: 1, arbitrary })),
);
