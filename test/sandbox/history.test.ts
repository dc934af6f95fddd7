import fc from 'fast-check';
import { fillHistory } from '../../sandbox/history/fill';
import type { Payment } from '../../sandbox/payments/payment';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { DEFAULTS } from '../../sandbox/settings';
import { createWorld } from '../../sandbox/world';
import type { World } from '../../sandbox/world';
import { readOptions } from '../../sandbox/options';
import { Seller } from './seller';

const CURRENCY: Record<string, string> = {
	FR: 'EUR',
	DE: 'EUR',
	GB: 'GBP',
	SE: 'SEK',
	XZ: 'XTS',
};
const ZONE: Record<string, string> = {
	FR: 'Europe/Paris',
	DE: 'Europe/Berlin',
	GB: 'Europe/London',
	SE: 'Europe/Stockholm',
	XZ: 'Asia/Kathmandu',
};

const worldWith = (history: number, historyDays: number, historySeed: number): World =>
	createWorld({ ...DEFAULTS, history, historyDays, historySeed });
const recordsOf = ({ payments }: World) => payments.transactions.all.map(({ record }) => record);
const seconds = (utc: string) => Date.parse(`${utc.replace(' ', 'T')}Z`) / 1000;
const valuesOf = <Row extends object>(rows: Row[], field: keyof Row) =>
	new Set(rows.map((row) => row[field]));

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(country: string): Intl.DateTimeFormat {
	const clock =
		clocks.get(country) ??
		new Intl.DateTimeFormat('sv', {
			timeZone: ZONE[country],
			dateStyle: 'short',
			timeStyle: 'medium',
		});
	clocks.set(country, clock);
	return clock;
}

function checkTimes({ record }: Payment, world: World): void {
	const { timeCharged, timeUpdated, timeNotified, executionTime, country } = record;
	const now = world.clock.now() / 1000;
	expect(seconds(timeUpdated)).toBeGreaterThanOrEqual(seconds(timeCharged));
	expect(seconds(timeUpdated)).toBeLessThanOrEqual(now);
	if (timeNotified !== null) {
		expect(seconds(timeNotified)).toBeGreaterThanOrEqual(seconds(timeUpdated));
		expect(seconds(timeNotified)).toBeLessThanOrEqual(now);
	}
	expect(timeNotified !== null).toBe(record.merchantNotificationStatus === 'DELIVERED');
	expect(executionTime !== null).toBe(record.transactionState === 'SCHEDULED');
	const local = clockOf(country).format(seconds(timeCharged) * 1000);
	expect(record.timeChargedLocal).toBe(local);
}

function checkMoney({ record, operator }: Payment): void {
	expect(record.currency).toBe(CURRENCY[record.country]);
	expect(operator.country).toBe(record.country);
	expect(record.operator.startsWith(`${record.country}_`)).toBe(true);
	const free = ['SUB_REMIND', 'SUB_IDENTIFY', 'SUB CANCEL', 'SUB_ADMIN CANCEL'];
	expect(record.price === 0).toBe(free.includes(record.action));
	const tax = record.country === 'SE' ? 1.06 : 1;
	expect(record.endUserPrice).toBeCloseTo(record.price * tax, 2);
}

const STATUS: Record<string, unknown> = {
	FINISHED: 'COMPLETED',
	FAILED: 'FAILED',
	CANCELED: 'CANCELED',
};

function checkState({ record }: Payment): void {
	expect(record.actionStatus).toBe(STATUS[record.transactionState] ?? null);
	const failed = ['FAILED', 'CANCELED'].includes(record.transactionState);
	expect(record.errorType !== null).toBe(failed);
	expect(record.finishedBy !== null).toBe(record.comment !== null);
}

function checkSubscription({ record }: Payment, world: World): void {
	const opens = record.action === 'SUB_START' && record.actionStatus === 'COMPLETED';
	const recurring = ['SUB_RENEW', 'SUB_REMIND', 'SUB CANCEL', 'SUB_ADMIN CANCEL'];
	if (recurring.includes(record.action)) expect(record.subscriptionId).toBeGreaterThan(0);
	if (record.subscriptionId === 0) {
		expect(opens).toBe(false);
		return;
	}
	const found = world.payments.subscriptions.find(record.subscriptionId);
	if (!found) throw new Error(`no subscription ${record.subscriptionId}`);
	const { msisdn, serviceKey, timeSubscribed, timeUnsubscribed, optInTrid } = found.record;
	expect([record.msisdn, record.serviceKey]).toEqual([msisdn, serviceKey]);
	if (opens) expect(optInTrid).toBe(record.transactionId);
	if (record.action === 'SUB_IDENTIFY') return;
	expect(record.timeCharged >= timeSubscribed).toBe(true);
	const isRenewal = ['SUB_RENEW', 'SUB_REMIND'].includes(record.action);
	if (isRenewal) expect(record.timeCharged > timeSubscribed).toBe(true);
	if (isRenewal && timeUnsubscribed) expect(record.timeCharged <= timeUnsubscribed).toBe(true);
	if (record.action.endsWith('CANCEL')) expect(record.timeCharged).toBe(timeUnsubscribed);
}

function checkSubscriptions(world: World): void {
	const { subscriptions, transactions } = world.payments;
	const now = world.clock.now();
	const active = new Set<string>();
	for (const { record, paidUntil, dueAt } of subscriptions.all) {
		const key = `${record.serviceKey} ${record.msisdn}`;
		if (record.active) {
			expect(active.has(key)).toBe(false);
			active.add(key);
			expect(dueAt).toBeGreaterThan(now);
		}
		expect(record.active).toBe(record.timeUnsubscribed === null);
		if (record.timeToExpire !== null) {
			expect(seconds(record.timeToExpire)).toBe(paidUntil / 1000);
			expect(paidUntil).toBeGreaterThan(now);
		}
		const charges = transactions.ofNumber(record.msisdn).filter((one) => {
			const { action, actionStatus, subscriptionId } = one.record;
			const isCharge = ['SUB_START', 'SUB_RENEW'].includes(action);
			return isCharge && actionStatus === 'COMPLETED' && subscriptionId === record.subscriptionId;
		});
		expect(record.lastCharge).toBe(charges.at(-1)?.record.timeCharged);
		expect(charges[0]?.record.transactionId).toBe(record.optInTrid);
	}
}

test('whatever is asked for, the history is one that can have been', () => {
	const request = fc.record({
		count: fc.integer({ min: 1, max: 500 }),
		days: fc.integer({ min: 1, max: 400 }),
		seed: fc.integer(),
	});
	fc.assert(
		fc.property(request, ({ count, days, seed }) => {
			const world = worldWith(count, days, seed);
			const { all } = world.payments.transactions;
			const own = all.filter(({ service }) => service.merchantId === 1001);
			expect(own).toHaveLength(count);
			expect(all).toHaveLength(count + Math.round(count * 0.03));
			const times = all.map(({ record }) => record.timeCharged);
			expect(times).toEqual([...times].sort());
			expect(seconds(times[0] ?? '')).toBeGreaterThan(
				world.clock.now() / 1000 - days * 86_400 - 3600,
			);
			for (const payment of all) {
				checkTimes(payment, world);
				checkMoney(payment);
				checkState(payment);
				checkSubscription(payment, world);
			}
			checkSubscriptions(world);
		}),
		{ numRuns: 10 },
	);
});

test.each([1, 2, 3])('seed %i has all actions, states, operators and statuses', (seed) => {
	const world = createWorld(DEFAULTS);
	const until = Date.UTC(2025, 5, 1, 12);
	fillHistory(world, { transactions: 3000, days: 365, seed, until });
	const records = recordsOf(world);
	expect(valuesOf(records, 'action').size).toBe(8);
	expect(valuesOf(records, 'transactionState').size).toBe(7);
	expect(valuesOf(records, 'actionStatus').size).toBe(4);
	expect(valuesOf(records, 'merchantNotificationStatus').size).toBe(5);
	expect(valuesOf(records, 'operator').size).toBe(7);
	expect(valuesOf(records, 'serviceKey').size).toBe(7);
	expect(valuesOf(records, 'billingType').size).toBe(3);
	expect(valuesOf(records, 'integrationSolution').size).toBe(3);
	expect([...valuesOf(records, 'errorType')]).toEqual(
		expect.arrayContaining([
			'NOT_ENOUGH_CREDIT',
			'CANCELED_BY_USER',
			'WRONG_PIN',
			'SUBSCRIBER_BLACKLISTED',
		]),
	);
	expect(records.some((one) => one.pinIdentification !== null)).toBe(true);
	expect(records.some((one) => seconds(one.timeUpdated) - seconds(one.timeCharged) > 3600)).toBe(
		true,
	);
	const hours = records.map((one) => Number(one.timeChargedLocal.slice(11, 13)));
	const between = (from: number, to: number) =>
		hours.filter((hour) => hour >= from && hour < to).length;
	expect(between(18, 22)).toBeGreaterThan(3 * between(1, 5));
	const active = world.payments.subscriptions.all.filter(({ record }) => record.active);
	expect(active.length).toBeGreaterThan(10);
});

describe('over HTTP', () => {
	let sandbox: Sandbox;
	let seller: Seller;

	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0, history: 50, historySeed: 9 });
		seller = await Seller.on(sandbox);
	});
	afterAll(() => sandbox.close());
	beforeEach(() => seller.fresh());

	const all = async (kind = 'transactions') => (await seller.post(`/v1/${kind}`, {})).data;

	test('is there at the start, and again after a reset', async () => {
		const before = await all();
		expect(before).toHaveLength(50);
		await seller.fresh();
		expect(await all()).toHaveLength(50);
	});

	test('comes on top, again and again, and is the same for the same seed and end', async () => {
		const until = '2025-01-15 12:00:00';
		const request = { transactions: 300, days: 90, seed: 4, until };
		const made = async () => {
			const other = await createSandbox({ port: 0 });
			try {
				const { http } = await Seller.on(other);
				const { status, data } = await http.post('/_sandbox/history', request);
				return { status, data, records: structuredClone(recordsOf(other.world)) };
			} finally {
				await other.close();
			}
		};
		const [one, two] = [await made(), await made()];
		expect(one).toEqual(two);
		expect([one.status, one.data]).toEqual([
			200,
			{
				transactions: 300,
				ofOtherMerchants: 9,
				subscriptions: expect.any(Number),
				from: '2024-10-17 12:00:00',
				until,
				days: 90,
				seed: 4,
			},
		]);
		await seller.http.post('/_sandbox/history', { transactions: 20 });
		await seller.http.post('/_sandbox/history', { transactions: 30, seed: 2 });
		const records = await all();
		expect(records).toHaveLength(100);
		const times = records.map((row: { timeCharged: string }) => row.timeCharged);
		expect(times).toEqual([...times].sort());
	});

	test('goes on: subscriptions renew when the clock moves, open transactions stay', async () => {
		await seller.http.post('/_sandbox/history', { transactions: 600, days: 60 });
		const before = await all();
		await seller.advance(8);
		const after = await all();
		const active = before.filter((row: { action: string }) => row.action === 'SUB_RENEW');
		expect(active.length).toBeGreaterThan(0);
		expect(after.length).toBeGreaterThan(before.length);
		expect(after.slice(0, before.length)).toEqual(before);
	});

	test('keeps no PINs when the setting says so', async () => {
		await seller.set({ recordPins: false });
		await seller.http.post('/_sandbox/history', { transactions: 200 });
		const added = recordsOf(sandbox.world).slice(-200);
		expect(valuesOf(added, 'pinIdentification')).toEqual(new Set([null]));
	});

	test.each([
		[{}],
		[{ transactions: 0 }],
		[{ transactions: '5' }],
		[{ transactions: 5, days: 0 }],
		[{ transactions: 5, until: '2999-01-01 00:00:00' }],
		[{ transactions: 5, until: 'now' }],
		[{ transactions: 5, years: 1 }],
	])('%j is refused in words', async (body) => {
		const { status, data } = await seller.http.post('/_sandbox/history', body);
		expect([status, data.status]).toEqual([400, 'INVALID_REQUEST']);
	});

	test('cannot be changed as a setting', async () => {
		expect((await seller.set({ history: 10 })).status).toBe(400);
	});
});

test('is an option', () => {
	const { settings } = readOptions(['--history', '100000'], { SANDBOX_HISTORY_SEED: '7' });
	expect(settings).toMatchObject({ history: 100_000, historyDays: 365, historySeed: 7 });
});
