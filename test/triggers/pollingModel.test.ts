import fc from 'fast-check';
import type { End } from '../../nodes/MobileBillingTransactionTrigger/settings';
import {
	pollFrom,
	type Cursor,
	type SearchUpdates,
} from '../../nodes/MobileBillingTransactionTrigger/window';
import type { PlatformRecord } from '../../platform/answer';
import { utcTimeOf } from '../../platform/times';

const second = 1000;
const minute = 60 * second;
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
/** With the two minutes that clocks may differ, a quarter of an hour. */
const lookBack = 13 * minute;

/** The states of a transaction: `end` is the test's name for it, the other fields are the platform's. */
const states = [
	{ end: null, action: 'CHARGE', transactionState: 'PENDING', actionStatus: null },
	{ end: 'paid', action: 'CHARGE', transactionState: 'FINISHED', actionStatus: 'COMPLETED' },
	{ end: 'paid', action: 'CHARGE', transactionState: 'FINISHED', actionStatus: null },
	{ end: 'failed', action: 'CHARGE', transactionState: 'FAILED', actionStatus: 'FAILED' },
	{ end: 'refunded', action: 'REFUND', transactionState: 'FINISHED', actionStatus: 'COMPLETED' },
];
const all = ['CHARGE COMPLETED', 'CHARGE FAILED', 'REFUND COMPLETED'];

/** A transaction as the platform shows it from a time on, Unix milliseconds. */
interface Version extends PlatformRecord {
	transactionId: number;
	end: string | null;
	timeUpdated: string;
	visibleAt: number;
}

const quarter = (min: number, max: number) =>
	fc
		.integer({ min: Math.ceil(min / 900), max: Math.floor(max / 900) })
		.map((quarters) => quarters * 900);

/** Seconds after noon, often about the quarter hour: transactions share seconds, and searches have borders there. */
const time = (min: number, max: number) => {
	const about = fc.tuple(quarter(min, max), fc.integer({ min: -1, max: 1 }));
	return fc.oneof(
		fc.integer({ min, max }),
		about.map(([at, aside]) => at + aside),
	);
};

const change = fc.record({
	/** By the platform's clock. */
	at: fc.oneof(time(-1800, 1800), time(-1800, 13 * 3600)),
	state: fc.constantFrom(...states),
});
const transaction = fc.record({
	changes: fc.uniqueArray(change, { minLength: 1, maxLength: 4, selector: ({ at }) => at }),
	/** How long each change takes to appear in searches. */
	delay: fc.oneof(fc.constantFrom(0, lookBack / second), fc.nat(lookBack / second)),
});
const pollsAfter = (pause: (max: number) => fc.Arbitrary<number>) => {
	const poll = fc.record({
		pause: fc.oneof(pause(1800), pause(8 * 3600)),
		/** Which of its requests fails. */
		failsAt: fc.oneof(fc.constant(Infinity), fc.nat(3)),
		/** n8n abandons it, so that its items and its cursor are lost. */
		isLost: fc.nat(4).map((chance) => chance === 4),
		/** By how many seconds n8n's clock is off, where the platform tells its time. */
		offBy: fc.oneof(fc.constant(0), fc.integer({ min: -7200, max: 7200 })),
	});
	return fc.array(poll, { maxLength: 8 });
};
const scene = fc.record({
	transactions: fc.array(transaction, { maxLength: 6 }),
	polls: fc.oneof(
		pollsAfter(fc.nat),
		pollsAfter((max) => quarter(0, max)),
	),
	milliseconds: fc.constantFrom(0, 1, 500, 999),
	/** By how many seconds the platform's clock is ahead. */
	skew: fc.oneof(fc.integer({ min: -120, max: 119 }), fc.constantFrom(-120, 0, 119)),
	/** The end of an earlier poll, if there was one. */
	startsAt: fc.option(time(-3600, -120), { nil: undefined }),
	tellsTime: fc.boolean(),
	isNewestFirst: fc.boolean(),
	onlyFailed: fc.boolean(),
});
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** All versions of each transaction that the platform shows, in order. */
function historyOf({ transactions, skew }: Scene): Version[][] {
	return transactions.map(({ changes, delay }, transactionId) =>
		changes
			.toSorted((one, other) => one.at - other.at)
			.map(({ at, state }) => ({
				...state,
				transactionId,
				timeUpdated: utcTimeOf(noon + at * second),
				visibleAt: noon + (at - skew + delay) * second,
			})),
	);
}

/** Makes the same promise without windows and limits: sees all that is shown, and remembers all it reported. */
class Model {
	private readonly seen = new Map<number, string>();

	constructor(
		private readonly from: string,
		private readonly onlyFailed: boolean,
	) {}

	/** The ends among these that must start the workflow. */
	due(shown: Version[]): Version[] {
		return shown.filter(({ transactionId, end, timeUpdated }) => {
			if (end === null || timeUpdated < this.from) return false;
			const before = this.seen.get(transactionId);
			const isWanted = end === 'failed' || !this.onlyFailed;
			if (before !== undefined || isWanted) this.seen.set(transactionId, end);
			return isWanted && before !== end;
		});
	}
}

/** Those of the records that a search with these bounds finds. */
const within = <Found extends PlatformRecord>(records: Found[], gt: string, lt: string) =>
	records.filter(({ timeUpdated }) => String(timeUpdated) > gt && String(timeUpdated) < lt);

const searchOf =
	(records: PlatformRecord[]): SearchUpdates =>
	({ gt, lt }) =>
		Promise.resolve({ records: within(records, gt, lt) });

/** Polls through a scene, and compares each poll with the model. Only JSON is kept between two polls. */
async function play(played: Scene): Promise<void> {
	const { onlyFailed, startsAt, isNewestFirst, tellsTime, skew } = played;
	const wanted = onlyFailed ? ['CHARGE FAILED'] : all;
	const startAt = startsAt === undefined ? undefined : noon + startsAt * second;
	const history = historyOf(played);
	const last = [15 * 3600, 60].map((pause) => ({ ...calm, pause }));
	let now = noon + played.milliseconds;
	let stored = startAt === undefined ? '{}' : JSON.stringify({ since: startAt });
	let model: Model | undefined;
	for (const { pause, failsAt, isLost, offBy } of [calm, ...played.polls, ...last]) {
		now += pause * second;
		const shown = history.flatMap((one) => one.findLast(({ visibleAt }) => visibleAt <= now) ?? []);
		const answers: Version[][] = [];
		const search: SearchUpdates = ({ gt, lt }) => {
			if (answers.length === failsAt) return Promise.reject(down);
			const found = within(shown, gt, lt);
			answers.push(found);
			const records = isNewestFirst ? found.toReversed() : found;
			return Promise.resolve({ records, ...(tellsTime && { platformTime: now + skew * second }) });
		};
		const isWanted = (end?: End) =>
			end !== undefined && wanted.includes(`${end.action} ${end.result}`);
		const ownNow = now + (tellsTime ? offBy * second : 0);
		const plan = { now: ownNow, lookBackMs: lookBack, isWanted, hasTime: () => true };
		const polled = await pollFrom(JSON.parse(stored) as Partial<Cursor>, search, plan).catch(
			(error: unknown) => void expect([error, answers]).toEqual([down, []]),
		);
		if (polled === undefined || isLost) continue;
		stored = JSON.stringify(polled.cursor);
		const isBaseline = model === undefined && startAt === undefined;
		model ??= new Model(utcTimeOf(startAt ?? now - 2 * minute), onlyFailed);
		// A poll that was cut short owes only what it saw.
		const due = model.due(polled.isComplete ? shown : answers.flat());
		expect(namesOf(polled.fresh)).toEqual(namesOf(isBaseline ? [] : due));
	}
}

const calm = { pause: 0, failsAt: Infinity, isLost: false, offBy: 0 };
const down = new Error('The platform is down');

const namesOf = (records: PlatformRecord[]) =>
	records
		.map((one) => `${String(one.transactionId)} ${String(one.end)} ${String(one.timeUpdated)}`)
		.sort();

describe('every end of every transaction starts the workflow once', () => {
	it.each([
		['a fixed', 20_260_101],
		['a fresh', Math.floor(Math.random() * 2 ** 31)],
	])(
		'whatever changes, appears late, fails and gets lost, at any interval, with %s seed',
		async (_, seed) => {
			process.stdout.write(`Polling seed ${seed}\n`);
			await fc.assert(fc.asyncProperty(scene, play), { seed, numRuns: 800 });
		},
	);

	it('remembers the newest 3,000 it reported in less than 100 kB, and reports nothing again that it forgot', async () => {
		const pollAt = async (minutes: number, found: PlatformRecord[], stored: Partial<Cursor>) => {
			const now = noon + minutes * minute;
			const isWanted = (end?: End) => end?.action === 'CHARGE';
			const plan = { now, lookBackMs: lookBack, isWanted, hasTime: () => true };
			const { fresh, cursor } = await pollFrom(stored, searchOf(found), plan);
			expect(JSON.stringify(cursor).length).toBeLessThan(100_000);
			return { fresh, cursor };
		};
		const sell = (from: number, count: number, minutes: number, action = 'CHARGE') =>
			Array.from({ length: count }, (_, at) => ({
				transactionId: 10_000_000_000 + from + at,
				action,
				actionStatus: at % 2 ? 'COMPLETED' : 'FAILED',
				timeUpdated: utcTimeOf(noon + minutes * minute + at * 10),
			}));
		const old = sell(0, 4_000, 0);
		const unwanted = sell(4_000, 4_000, 1, 'REFUND');
		const first = await pollAt(2, [...old, ...unwanted], { since: noon });
		expect(first.fresh).toEqual(old);
		expect((await pollAt(3, old, first.cursor)).fresh).toEqual([]);
		// The oldest that are remembered: touched, they are among the newest.
		const touched = sell(1_000, 1_000, 60);
		const sold = sell(8_000, 2_000, 60);
		const second = await pollAt(61, [...touched, ...sold], first.cursor);
		expect(second.fresh).toEqual(sold);
		expect((await pollAt(62, [...touched, ...sold], second.cursor)).fresh).toEqual([]);
	});
});
