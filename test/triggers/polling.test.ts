import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import {
	rangeOf,
	slicesFrom,
	takeSlice,
	type Cursor,
} from '../../nodes/MobileBillingTransactionTrigger/window';
import { utcTimeOf } from '../../platform/times';
import { Office } from '../support/pollOffice';
import { byKey, Stub } from '../support/stub';
import { PollHost } from '../support/triggers/pollHost';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('the window of a poll', () => {
	const fresh: Cursor = { since: noon, emitted: [] };

	/** `updatedAt` is on the platform's clock; searches show it from `visibleAt` on. */
	type Transaction = Record<'id' | 'updatedAt' | 'visibleAt', number>;

	/** One poll, which fails or runs out of time after `most` requests. */
	function poll(start: Cursor, history: Transaction[], now: number, most = Infinity) {
		const ids: number[] = [];
		let cursor = start;
		const visible = history
			.filter(({ visibleAt }) => visibleAt <= now)
			.map(({ id, updatedAt }) => ({ transactionId: id, timeUpdated: utcTimeOf(updatedAt) }));
		for (const slice of slicesFrom(cursor.since, now).slice(0, most)) {
			const { gt, lt } = rangeOf(slice);
			const found = visible.filter(({ timeUpdated }) => timeUpdated > gt && timeUpdated < lt);
			const taken = takeSlice(cursor, slice, found, now - 15 * minute);
			ids.push(...taken.fresh.map(({ transactionId }) => Number(transactionId)));
			cursor = taken.cursor;
		}
		return { ids, cursor };
	}

	it('emits every transaction since the start once, whatever the delays, clocks and failures', () => {
		const seconds = (most: number, least = 0) =>
			fc.oneof(fc.integer({ min: least, max: 1800 }), fc.integer({ min: least, max: most }));
		const entry = fc.record({ after: seconds(40 * 3600), delay: fc.nat(600) });
		const most = fc.oneof(fc.constant(Infinity), fc.nat(4));
		const pause = fc.record({ wait: seconds(12 * 3600, 1), most });
		const skews = fc.integer({ min: -120, max: 120 });
		fc.assert(
			fc.property(fc.array(entry), fc.array(pause), skews, (made, pauses, skew) => {
				const history = made.map(({ after, delay }, id): Transaction => ({
					id,
					updatedAt: noon + (after + skew) * second,
					visibleAt: noon + (after + delay) * second,
				}));
				const emitted: number[] = [];
				let cursor = fresh;
				let now = noon;
				const last = [45 * 3600, 60].map((wait) => ({ wait, most: Infinity }));
				for (const { wait, most } of [...pauses, ...last]) {
					now += wait * second;
					const result = poll(JSON.parse(JSON.stringify(cursor)) as Cursor, history, now, most);
					emitted.push(...result.ids);
					({ cursor } = result);
				}
				const expected = history.filter(({ updatedAt }) => updatedAt >= noon);
				expect(emitted.toSorted((one, other) => one - other)).toEqual(expected.map(({ id }) => id));
			}),
			{ numRuns: 300 },
		);
	});

	it('remembers less than 100 kB, and emits no transaction again that it forgot', () => {
		const history = Array.from({ length: 25_000 }, (_, id): Transaction => ({
			id: 10_000_000_000 + id,
			updatedAt: noon + minute + Math.floor(id / 50) * second,
			visibleAt: noon,
		}));
		const first = poll(fresh, history, noon + 10 * minute);
		expect(first.ids).toHaveLength(25_000);
		expect(first.cursor.emitted.length).toBeGreaterThan(2_900);
		expect(JSON.stringify(first.cursor).length).toBeLessThan(100_000);
		expect(poll(first.cursor, history, noon + 11 * minute).ids).toEqual([]);
	});
});

const stub = Stub.forEach();
let office: Office;
let now: number;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(() => office.close());
beforeEach(async () => {
	now = noon;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	await office.fresh();
});

const wait = (milliseconds: number) => void (now += milliseconds);

async function published(parameters: INodeParameters = {}, timezone?: string): Promise<PollHost> {
	const host = new PollHost(office, { event: 'any', ...parameters }, timezone);
	await host.tick();
	return host;
}

/** Sells something that reaches its final state at that time, and returns the transaction ID. */
const sell = (...sold: Parameters<Office['sell']>) => office.sell(...sold).transactionId;

/** How many requests came since the last count. */
function counting(): () => number {
	const { traffic } = office.sandbox.world;
	let counted = traffic.report().total;
	return () => -counted + (counted = traffic.report().total);
}

const failed = { actionStatus: 'FAILED', transactionState: 'FAILED' } as const;

describe('the first poll', () => {
	it('takes what is already final as known, and starts with what ends later', async () => {
		sell(now - second);
		const open = office.sell(now - hour, { transactionState: 'PENDING', actionStatus: null });
		const host = await published();
		wait(minute);
		const sold = sell(now - 10 * second);
		Object.assign(open, { actionStatus: 'COMPLETED', timeUpdated: '2026-11-21 12:00:30' });
		await host.tick();
		await host.tick();
		expect(host.ids).toEqual([open.transactionId, sold]);
	});

	it.each([
		['2026-11-21T06:00:00', 'Asia/Kathmandu', Date.UTC(2026, 10, 21, 0, 15, 0)],
		['2026-11-21T13:00:00', 'UTC', noon + hour],
	])('starts at the date %s in %s, that second included', async (startDate, zone, from) => {
		sell(from - second);
		const sold = sell(from);
		const host = await published({ startDate }, zone);
		wait(2 * hour);
		await host.tick();
		host.parameters = { ...host.parameters, startDate: '2026-11-01T00:00:00' };
		await host.tick();
		expect(host.ids).toEqual([sold]);
	});

	const unresolved = 'has an expression that resolves to nothing';
	it.each<[string, INodeParameters]>([
		["'Start Date' must be a time", { startDate: '2026-02-30' }],
		["'Start Date' must be a time that the clock shows", { startDate: '2026-03-29T02:30:00' }],
		["'Look Back (Minutes)' must be a number", { options: { lookBack: '={{ true }}' } }],
		[`'Start Date' ${unresolved}`, { startDate: '={{ null }}' }],
		[`'Service' ${unresolved}`, { serviceKey: byKey('={{ $vars.shop.key }}') }],
		[`'Actions' ${unresolved}`, { event: 'custom', actions: '={{ [] }}' }],
		[`'Look Back (Minutes)' ${unresolved}`, { options: { lookBack: '={{ "" }}' } }],
	])('is refused: %s', async (words, parameters) => {
		stub.fresh({ serviceKey: 'COINSHOP07' });
		await expect(new PollHost(stub, parameters, 'Europe/Vienna').tick()).rejects.toThrow(words);
		expect(stub.asked).toEqual([]);
	});
});

describe('what the platform answers', () => {
	const time = '2026-11-21 12:00:00';
	const polled = (parameters: INodeParameters = {}) => {
		const startDate = '2026-11-21T11:00:00';
		return new PollHost(stub, { event: 'any', startDate, ...parameters });
	};
	const cases = {
		charged: { action: 'CHARGE' },
		chargeFailed: { action: 'CHARGE', ...failed },
		chargeCanceled: { action: 'CHARGE', actionStatus: 'CANCELED', transactionState: 'CANCELED' },
		started: { action: 'SUB_START' },
		renewalFailed: { action: 'SUB_RENEW', ...failed },
		canceled: { action: 'SUB CANCEL' },
		canceledByAdmin: { action: 'SUB_ADMIN CANCEL' },
		canceledWithUnderscore: { action: 'SUB_CANCEL' },
		refunded: { action: 'REFUND' },
		failedWithoutStatus: { action: 'SUB_START', ...failed, actionStatus: null },
		finishedWithoutStatus: { action: 'SUB_START', actionStatus: null },
		pending: { actionStatus: null, transactionState: 'PENDING' },
	};
	const names = Object.keys(cases);
	const canceled = ['canceled', 'canceledWithUnderscore'];

	it.each<[INodeParameters, string[]]>([
		[{ event: 'any' }, names.slice(0, -1)],
		[{ event: 'chargeFailed' }, ['chargeFailed', 'renewalFailed', 'failedWithoutStatus']],
		[{ event: 'subscriptionStarted' }, ['started', 'finishedWithoutStatus']],
		[{ event: 'subscriptionEnded' }, ['canceled', 'canceledByAdmin', 'canceledWithUnderscore']],
		[{ event: 'custom', actions: ['REFUND', 'SUB CANCEL'] }, [...canceled, 'refunded']],
		[
			{ event: 'custom', actions: ['CHARGE', 'SUB_START'], results: ['FAILED', 'CANCELED'] },
			['chargeFailed', 'chargeCanceled', 'failedWithoutStatus'],
		],
	])('starts the workflow with %j', async (parameters, started) => {
		const paid = { actionStatus: 'COMPLETED', transactionState: 'FINISHED', timeUpdated: time };
		const all = Object.values(cases).map((one, at) => ({ transactionId: at + 1, ...paid, ...one }));
		stub.answersWith({ body: all });
		const host = polled(parameters);
		await host.tick();
		expect(host.ids.map((id) => names[id - 1])).toEqual(started);
	});

	it('is of the service that the node names, else of the one in the credential', async () => {
		stub.fresh({ serviceKey: 'TICKETS08' });
		stub.answersWith({ body: [] });
		for (const set of [{}, { serviceKey: byKey('COINSHOP07') }]) await polled(set).tick();
		const timeUpdated = { gt: '2026-11-21 10:59:59', lt: '2026-11-21 12:02:00' };
		const bodies = ['TICKETS08', 'COINSHOP07'].map((serviceKey) => ({ serviceKey, timeUpdated }));
		expect(stub.asked).toEqual(bodies.map((body) => ['POST /v1/transactions', body]));
	});

	it('starts once, without the PIN, in the order of the update times', async () => {
		const at = (timeUpdated: string, transactionId: number) => ({
			...{ transactionId, timeUpdated, transactionState: 'FAILED', pinIdentification: '4711' },
		});
		const [old, late] = [at('2026-10-01 00:00:00', 1), at('2026-11-21 12:00:59.0', 3)];
		stub.answersWith({ body: [old, late, at(time, 2), late] });
		const host = polled();
		await host.tick();
		await host.tick();
		const shown = [at(time, 2), late].map((one) => ({ ...one, pinIdentification: '•••' }));
		expect(host.started.map(({ raw }) => raw)).toEqual(shown);
		expect(host.stored).not.toContain('4711');
	});

	const single = {
		message: 'The platform answers searches with a single record, and this trigger needs lists',
		description: expect.stringContaining('Ask your operator') as string,
	};
	const odd = { message: expect.stringContaining("sent a response that can't be read") as string };
	it.each<[string, unknown, object]>([
		['a single record', { transactionId: 7, timeUpdated: time }, single],
		['a list with other fields', { transactions: [], total: 0 }, odd],
	])('fails the trigger with %s', async (_, body, error) => {
		stub.answersWith({ body });
		const host = polled();
		await expect(host.tick()).rejects.toMatchObject(error);
		await expect(host.test()).rejects.toMatchObject(error);
		expect(host.stored).toBe('{}');
	});
});

describe('every transaction starts the workflow once', () => {
	it('when polls fail, at the start and midway, on a platform that is late', async () => {
		await office.seller.set({ queryDelaySeconds: 300, clockSkewSeconds: 60 });
		const host = await published();
		wait(minute);
		const sold = [sell(now)];
		office.answerWith({ errorMessage: 'out of order' }, 500);
		await expect(host.tick()).rejects.toThrow('out of order');
		wait(day);
		sold.push(sell(now - 20 * hour), sell(now - 2 * hour));
		office.answerWith({}, 500, { every: 2, times: 1 });
		await host.tick();
		expect(host.ids).toEqual(sold.slice(0, 2));
		await host.tick();
		expect(host.ids).toEqual(sold);
	});

	it('when polls of one workflow overlap, and when two workflows poll', async () => {
		const [host, other] = [await published(), await published()];
		wait(minute);
		const sold = sell(now);
		await Promise.all([host.tick(), host.tick(), host.tick(), other.tick()]);
		await host.tick();
		expect([host.ids, other.ids]).toEqual([[sold], [sold]]);
	});

	it.each([
		[300_000, 8],
		[null, 3],
	])('within a budget of %j ms, after a week', async (budget, searches) => {
		const host = await published();
		host.budgetMs = budget;
		wait(7 * day);
		const sold = [6, 3, 1].map((days) => sell(now - days * day));
		const slow = jest.spyOn(office.sandbox.world.faults, 'choose');
		slow.mockImplementation(() => void wait(20 * second));
		const requests = counting();
		await host.tick();
		expect(requests()).toBe(searches);
		expect(host.warnings).toEqual(["'Node' has more to search; the next poll continues there"]);
		for (let polls = 0; polls < 15; polls++) await host.tick();
		expect(host.ids).toEqual(sold);
	});
});

it.each<[string, number[], number[], number]>([
	['the latest five of the last day', [9, 8, 7, 6, 5, 4], [8, 7, 6, 5, 4], 1],
	['some of the last month when the day was quiet', [20 * 24, 40 * 24], [20 * 24], 2],
])('a manual test shows %s and moves nothing', async (_, soldAt, shownAt, searches) => {
	await office.seller.set({ queryOrder: 'newest' });
	const sold = new Map(soldAt.map((hours) => [hours, sell(now - hours * hour, failed)]));
	sell(now - hour);
	const host = new PollHost(office, { event: 'chargeFailed' });
	const requests = counting();
	const shown = (await host.test()) ?? [];
	const wanted = shownAt.map((hours) => sold.get(hours));
	expect(shown.map(({ transactionId }) => Number(transactionId))).toEqual(wanted);
	expect(requests()).toBe(searches);
	expect(host.stored).toBe('{}');
});
