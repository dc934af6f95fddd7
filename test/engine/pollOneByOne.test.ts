import fc from 'fast-check';
import { PollHost, stopClock } from '../support/pollHost';
import { Office } from '../support/pollOffice';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);
const warning =
	'The platform answers with one transaction at a time. Another one that ended in the same second may be missing.';

let office: Office;
let now = noon;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(async () => {
	jest.useRealTimers();
	await office.close();
});
beforeEach(fresh);

/** An older platform at noon: it answers with the newest record alone. */
async function fresh(): Promise<void> {
	now = noon;
	stopClock(now);
	await office.fresh();
	await office.seller.set({ queryAnswer: 'record' });
}

function wait(milliseconds: number): void {
	now += milliseconds;
	jest.setSystemTime(now);
}

/** A trigger that was published just now, on a platform of which nothing was asked since. */
async function published(): Promise<PollHost> {
	const host = new PollHost(office);
	await host.publish();
	office.recorder.sent.length = 0;
	return host;
}

const idOf = ({ transactionId }: { transactionId: number }) => transactionId;

describe('a platform that answers with one transaction', () => {
	it('hides none of those that ended since the last look', async () => {
		const host = await published();
		wait(minute);
		const sold = [50, 31, 30, 29, 10, 1].map((seconds) =>
			idOf(office.sell(now - seconds * second)),
		);
		await host.tick();
		expect(host.ids).toEqual(sold);
		expect(office.searches).toHaveLength(11);
		wait(minute);
		expect(await host.tick()).toEqual([]);
	});

	it('hides none of a week', async () => {
		const host = await published();
		wait(7 * 24 * hour);
		const sold = Array.from({ length: 40 }, (_, index) =>
			idOf(office.sell(noon + index * 4 * hour + 7 * second)),
		);
		await host.tick();
		expect(host.ids).toEqual(sold);
	});

	it('is asked 250 times a look at most; the next looks go on, and what is new comes too', async () => {
		const host = await published();
		wait(hour);
		const sold = Array.from({ length: 300 }, (_, index) =>
			idOf(office.sell(noon + index * 11 * second)),
		);
		await host.tick();
		expect(office.searches).toHaveLength(250);
		expect(host.ids.length).toBeGreaterThan(100);
		wait(minute);
		sold.push(idOf(office.sell(now - 20 * second)));
		await host.restart();
		await host.tick();
		await host.tick();
		expect(host.ids.toSorted()).toEqual(sold);
		office.recorder.sent.length = 0;
		expect(await host.tick()).toEqual([]);
		expect(office.searches.length).toBeLessThan(250);
		expect(host.warnings).toContain(
			'“Trigger” could not look at all transactions; the next look goes on from there',
		);
	});

	it('starts nothing with what was final before', async () => {
		for (const seconds of [1, 5, 20, 60, 119]) office.sell(now - seconds * second);
		const host = await published();
		for (let looks = 0; looks < 3; looks++) {
			wait(20 * second);
			expect(await host.tick()).toEqual([]);
		}
		const sold = office.sell(now);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('is not published when the first look stops midway', async () => {
		for (const seconds of [1, 5, 20]) office.sell(now - seconds * second);
		let asked = 0;
		office.recorder.instead = () => (++asked === 3 ? { status: 500, body: {} } : undefined);
		const host = new PollHost(office);
		await expect(host.publish()).rejects.toThrow('HTTP 500');
		expect(host.stored).toBe('{}');
	});

	it('goes on where a look failed', async () => {
		const host = await published();
		wait(minute);
		const sold = [50, 40, 30, 20].map((seconds) => idOf(office.sell(now - seconds * second)));
		let asked = 0;
		office.recorder.instead = () => (++asked === 4 ? { status: 500, body: {} } : undefined);
		await host.tick();
		expect(host.ids.length).toBeLessThan(4);
		await host.tick();
		await host.tick();
		expect(host.ids.toSorted()).toEqual(sold);
	});

	it('gives each once whatever the history, if no two end in the same second', async () => {
		const histories = fc.record({
			seconds: fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 25 }),
			pending: fc.integer({ min: 1, max: 5 }),
			looks: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
		});
		await fc.assert(
			fc.asyncProperty(histories, async ({ seconds, pending, looks }) => {
				await fresh();
				const host = await published();
				const finals: number[] = [];
				const yetToCome = seconds.toSorted((one, other) => one - other);
				for (const seconds_ of [...looks, 1000]) {
					wait(seconds_ * second);
					while (yetToCome[0] !== undefined && noon + yetToCome[0] * second <= now) {
						const at = yetToCome.shift() ?? 0;
						const isOpen = at % pending === 0;
						const open = { transactionState: 'PENDING', actionStatus: null } as const;
						const { transactionId } = office.sell(noon + at * second, isOpen ? open : {});
						if (!isOpen) finals.push(transactionId);
					}
					await host.tick();
				}
				expect(host.ids).toEqual(finals);
			}),
			{ numRuns: 15 },
		);
	});
});

describe('what may be missing', () => {
	it('is said on each transaction and in the log, and not of a platform that answers with lists', async () => {
		const host = await published();
		wait(minute);
		const sold = [office.sell(now), office.sell(now)];
		await host.tick();
		expect(host.started).toEqual([{ ...sold[1], warning }]);
		expect(host.warnings).toEqual([`“Trigger”: ${warning}`]);

		await office.seller.set({ queryAnswer: 'list' });
		await host.tick();
		expect(host.started[1]).toEqual(sold[0]);
		expect(host.warnings).toHaveLength(1);
	});

	it('is said of a manual test, which shows the newest five and moves nothing', async () => {
		const sold = Array.from({ length: 8 }, (_, index) =>
			idOf(office.sell(now - (9 - index) * hour)),
		);
		const host = new PollHost(office);
		const shown = await host.test();
		expect(shown?.map(({ transactionId }) => transactionId)).toEqual(sold.slice(-5));
		expect(shown?.every((item) => item.warning === warning)).toBe(true);
		expect(host.stored).toBe('{}');
		expect(office.searches).toHaveLength(5);
	});

	it('does not keep a manual test asking for long', async () => {
		for (let index = 1; index < 60; index++) office.sell(now - index * minute);
		expect(await new PollHost(office, { event: 'chargeFailed' }).test()).toBeNull();
		expect(office.searches.length).toBeLessThanOrEqual(20);
	});

	it('is said at once when the platform takes no ranges', async () => {
		const old = office.sell(now - 5 * hour);
		office.answerWith(old);
		const host = new PollHost(office);
		await expect(host.publish()).rejects.toThrow(
			'answers with one transaction, and not with one of the time that was asked for',
		);
		expect(host.stored).toBe('{}');
	});

	it('is said when the answer is an object that is no transaction', async () => {
		const sold = office.sell(now);
		office.answerWith({ transactions: [sold], total: 1 });
		await expect(new PollHost(office).publish()).rejects.toThrow('something that is no data');
	});

	it('is nothing when a list comes in an object, or a blank record', async () => {
		const host = await published();
		wait(minute);
		const sold = office.sell(now);
		office.answerWith({ transactions: [sold] });
		await host.tick();
		expect(host.started).toEqual([sold]);
		office.answerWith({ transactionId: null, encryptedTransactionId: null, timeUpdated: null });
		expect(await host.tick()).toEqual([]);
	});
});
