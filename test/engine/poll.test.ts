import type { INodeParameters } from 'n8n-workflow';
import { PollHost, stopClock } from '../support/pollHost';
import { Office } from '../support/pollOffice';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

let office: Office;
let now = noon;

beforeAll(async () => {
	office = await Office.open();
});
afterAll(async () => {
	jest.useRealTimers();
	await office.close();
});
beforeEach(async () => {
	now = noon;
	stopClock(now);
	await office.fresh();
});

function wait(milliseconds: number): void {
	now += milliseconds;
	jest.setSystemTime(now);
}

/** A trigger that was published just now. */
async function published(parameters: INodeParameters = {}, timezone?: string): Promise<PollHost> {
	const host = new PollHost(office, { event: 'any', ...parameters }, timezone);
	await host.publish();
	return host;
}

const idOf = ({ transactionId }: { transactionId: number }) => transactionId;

describe('the first look', () => {
	it('starts now: what was final before starts nothing, what becomes final starts the flow once', async () => {
		office.sell(now - hour);
		office.sell(now - second);
		const host = await published();
		expect(host.started).toEqual([]);
		wait(minute);
		const sold = office.sell(now - 10 * second);
		await host.tick();
		wait(minute);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('starts with what was open then and ends later', async () => {
		const open = office.sell(now - 10 * minute, {
			transactionState: 'PENDING',
			actionStatus: null,
		});
		const host = await published();
		wait(minute);
		Object.assign(open, {
			transactionState: 'FINISHED',
			actionStatus: 'COMPLETED',
			timeUpdated: '2026-11-21 12:00:30',
		});
		await host.tick();
		expect(host.ids).toEqual([idOf(open)]);
	});

	it('starts at a date in the workflow’s time zone, that second included', async () => {
		const start = { start: 'date', startDate: '2026-11-21T06:00:00' };
		office.sell(Date.UTC(2026, 10, 21, 0, 14, 59));
		const sold = office.sell(Date.UTC(2026, 10, 21, 0, 15, 0));
		const later = office.sell(now - second);
		const host = await published(start, 'Asia/Kathmandu');
		expect(host.ids).toEqual([idOf(sold), idOf(later)]);
	});

	it('waits for a date that is yet to come', async () => {
		const host = await published({ start: 'date', startDate: '2026-11-21T13:00:00' });
		wait(30 * minute);
		office.sell(now);
		await host.tick();
		wait(31 * minute);
		const sold = office.sell(now - second);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it.each(['', 'next Monday', '2026-02-30'])(
		'refuses the start date %j in words',
		async (startDate) => {
			const host = new PollHost(office, { event: 'any', start: 'date', startDate });
			await expect(host.publish()).rejects.toThrow(/^Start Date: “.*” is not a time\. Pick one/);
			expect(office.searches).toEqual([]);
		},
	);

	it('does not begin anew when the start date is changed later', async () => {
		const start = { event: 'any', start: 'date', startDate: '2026-11-21T11:00:00' };
		office.sell(now - 30 * minute);
		const host = await published(start);
		host.parameters = { ...start, startDate: '2026-11-01T00:00:00' };
		await host.publish('update');
		expect(host.started).toHaveLength(1);
	});
});

describe('what starts the flow', () => {
	const cases = {
		charged: { action: 'CHARGE', actionStatus: 'COMPLETED' },
		chargeFailed: { action: 'CHARGE', actionStatus: 'FAILED', transactionState: 'FAILED' },
		chargeCanceled: { action: 'CHARGE', actionStatus: 'CANCELED', transactionState: 'CANCELED' },
		started: { action: 'SUB_START', actionStatus: 'COMPLETED' },
		startFailed: { action: 'SUB_START', actionStatus: 'FAILED', transactionState: 'FAILED' },
		renewed: { action: 'SUB_RENEW', actionStatus: 'COMPLETED' },
		renewalFailed: { action: 'SUB_RENEW', actionStatus: 'FAILED', transactionState: 'FAILED' },
		canceled: { action: 'SUB CANCEL', actionStatus: 'COMPLETED' },
		canceledByAdmin: { action: 'SUB_ADMIN CANCEL', actionStatus: 'COMPLETED' },
		refunded: { action: 'REFUND', actionStatus: 'COMPLETED' },
		reminded: { action: 'SUB_REMIND', actionStatus: 'COMPLETED' },
		failedWithoutStatus: { action: 'CHARGE', actionStatus: null, transactionState: 'FAILED' },
		pending: { action: 'CHARGE', actionStatus: null, transactionState: 'PENDING' },
		scheduled: { action: 'SUB_RENEW', actionStatus: null, transactionState: 'SCHEDULED' },
	} as const;
	const all = Object.keys(cases).filter((name) => !['pending', 'scheduled'].includes(name));

	it.each<[INodeParameters, string[]]>([
		[{ event: 'any' }, all],
		[
			{ event: 'chargeFailed' },
			['chargeFailed', 'startFailed', 'renewalFailed', 'failedWithoutStatus'],
		],
		[{ event: 'subscriptionStarted' }, ['started']],
		[{ event: 'subscriptionEnded' }, ['canceled', 'canceledByAdmin']],
		[{ event: 'custom' }, all],
		[{ event: 'custom', actions: ['refund', 'renewal'] }, ['renewed', 'renewalFailed', 'refunded']],
		[{ event: 'custom', actions: ['cancellation'] }, ['canceled', 'canceledByAdmin']],
		[{ event: 'custom', results: ['CANCELED'] }, ['chargeCanceled']],
		[
			{ event: 'custom', actions: ['charge', 'start'], results: ['FAILED', 'CANCELED'] },
			['chargeFailed', 'chargeCanceled', 'startFailed', 'failedWithoutStatus'],
		],
	])('with %j', async (parameters, names) => {
		const host = await published(parameters);
		wait(minute);
		const sold = Object.entries(cases).map(([name, change], index) => {
			const record = office.sell(now - minute + index * second, {
				transactionState: 'FINISHED',
				...change,
			});
			return [record.transactionId, name] as const;
		});
		await host.tick();
		const nameOf = new Map<unknown, string>(sold);
		expect(host.ids.map((id) => nameOf.get(id))).toEqual(names);
	});

	it('is “Charge Failed” unless the person picks another', async () => {
		const host = new PollHost(office, {});
		await host.publish();
		wait(minute);
		office.sell(now - second);
		const failed = office.sell(now, { actionStatus: 'FAILED', transactionState: 'FAILED' });
		await host.tick();
		expect(host.ids).toEqual([idOf(failed)]);
	});

	it('is of one service, country and operator, which the platform filters', async () => {
		const host = await published({
			serviceKey: { __rl: true, mode: 'id', value: 'TICKETS08' },
			options: { country: 'gb', operator: 'gb_samplecell' },
		});
		wait(minute);
		office.sell(now, { serviceKey: 'TICKETS08' });
		const sold = office.sell(now, { serviceKey: 'TICKETS08', msisdn: '447700900001' });
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
		expect(office.searches.at(-1)?.body).toEqual({
			serviceKey: 'TICKETS08',
			country: 'GB',
			operator: 'GB_SAMPLECELL',
			timeUpdated: { gt: '2026-11-21 11:57:59', lt: '2026-11-21 12:03:00' },
		});
	});

	it('is of the service credential’s service when the node names none', async () => {
		office.useService('TICKETS08');
		const host = await published();
		wait(minute);
		office.sell(now);
		const sold = office.sell(now, { serviceKey: 'TICKETS08' });
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('is a record in full, without the PIN', async () => {
		const host = await published();
		wait(minute);
		const sold = office.sell(now, { pinIdentification: '4711' });
		await host.tick();
		expect(host.started).toEqual([{ ...sold, pinIdentification: '•••' }]);
		expect(host.stored).not.toContain('4711');
	});

	it('comes in the order in which the transactions ended', async () => {
		await office.seller.set({ queryOrder: 'newest' });
		const host = await published();
		wait(minute);
		const sold = [50, 40, 30].map((seconds) => idOf(office.sell(now - seconds * second)));
		await host.tick();
		expect(host.ids).toEqual(sold);
	});
});

describe('no transaction is missed and none comes twice', () => {
	it('when records appear late', async () => {
		const host = await published();
		wait(20 * minute);
		await host.tick();
		wait(minute);
		const late = office.sell(now - 14 * minute);
		await host.tick();
		wait(minute);
		await host.tick();
		expect(host.ids).toEqual([idOf(late)]);
	});

	it('when records appear as late as the platform’s own delay says', async () => {
		await office.seller.set({ queryDelaySeconds: 300 });
		const host = await published();
		const sold: number[] = [];
		for (let looks = 0; looks < 10; looks++) {
			wait(minute);
			sold.push(idOf(office.sell(now - 20 * second)), idOf(office.sell(now)));
			await host.tick();
		}
		expect(host.ids.length).toBeLessThan(sold.length);
		for (let looks = 0; looks < 6; looks++) {
			wait(minute);
			await host.tick();
		}
		expect(host.ids).toEqual(sold);
	});

	it.each([
		['ahead', 60],
		['ahead', 1],
		['behind', -60],
		['behind', -1],
	])('when the platform’s clock is %s by %d seconds', async (_which, skew) => {
		await office.seller.set({ clockSkewSeconds: skew });
		const host = await published();
		const sold: number[] = [];
		for (let looks = 0; looks < 8; looks++) {
			wait(2 * second);
			sold.push(idOf(office.sell(now + skew * second)));
			wait(28 * second);
			await host.tick();
		}
		expect(host.ids).toEqual(sold);
	});

	it('when many end in the same second, before and after a look', async () => {
		const host = await published();
		wait(minute);
		const first = [1, 2, 3].map(() => idOf(office.sell(now)));
		await host.tick();
		const second_ = [1, 2, 3].map(() => idOf(office.sell(now)));
		wait(second);
		await host.tick();
		expect(host.ids).toEqual([...first, ...second_]);
	});

	it('when there was nothing for a long time', async () => {
		const host = await published();
		for (let looks = 0; looks < 5; looks++) {
			wait(hour);
			expect(await host.tick()).toEqual([]);
		}
		const sold = office.sell(now - minute);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('when a look fails: the next one covers the gap', async () => {
		const host = await published();
		wait(minute);
		const sold = office.sell(now);
		office.answerWith({ errorMessage: 'out of order' }, 500);
		await expect(host.tick()).rejects.toThrow('out of order');
		wait(2 * hour);
		office.recorder.instead = undefined;
		const later = office.sell(now);
		await host.tick();
		await host.tick();
		expect(host.ids).toEqual([idOf(sold), idOf(later)]);
	});

	it('when a look fails midway: what it found starts the flow, the next one has the rest', async () => {
		const host = await published();
		wait(day);
		const early = office.sell(now - 20 * hour);
		const late = office.sell(now - 2 * hour);
		let asked = 0;
		office.recorder.instead = () => (++asked === 2 ? { status: 500, body: {} } : undefined);
		await host.tick();
		expect(host.ids).toEqual([idOf(early)]);
		wait(minute);
		await host.tick();
		expect(host.ids).toEqual([idOf(early), idOf(late)]);
	});

	it('when n8n is restarted', async () => {
		const host = await published();
		const sold: number[] = [];
		for (let looks = 0; looks < 4; looks++) {
			wait(minute);
			sold.push(idOf(office.sell(now - second)));
			await host.tick();
			await host.restart();
		}
		wait(3 * hour);
		sold.push(idOf(office.sell(now - 2 * hour)), idOf(office.sell(now - second)));
		await host.restart();
		await host.tick();
		expect(host.ids).toEqual(sold);
	});

	it('when n8n is restarted before the flow was ever started', async () => {
		const host = await published();
		wait(minute);
		await host.tick();
		wait(minute);
		const sold = office.sell(now - 90 * second);
		await host.restart();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('when the schedule strikes while a look is under way', async () => {
		const host = await published();
		wait(minute);
		const sold = office.sell(now);
		await Promise.all([host.tick(), host.tick(), host.tick()]);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('when the person looks back further from now on', async () => {
		const host = await published({ options: { lookBack: 1 } });
		const sold: number[] = [];
		for (let looks = 0; looks < 10; looks++) {
			wait(minute);
			sold.push(idOf(office.sell(now)));
			await host.tick();
		}
		host.parameters = { event: 'any', options: { lookBack: 60 } };
		await host.publish('update');
		wait(minute);
		await host.tick();
		expect(host.ids).toEqual(sold);
	});

	it('when the platform answers with all it has, whatever the range', async () => {
		const old = office.sell(now - 40 * day);
		const host = await published();
		wait(minute);
		const sold = office.sell(now);
		office.answerWith([old, sold, sold]);
		await host.tick();
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('when times come with fractions of a second', async () => {
		const host = await published();
		wait(minute);
		const sold = office.sell(now, { timeUpdated: '2026-11-21 12:00:59.0' });
		office.answerWith([sold]);
		await host.tick();
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});

	it('of two workflows at the same time, each having its own', async () => {
		const [one, other] = [await published(), await published()];
		wait(minute);
		const sold = office.sell(now);
		await Promise.all([one.tick(), other.tick()]);
		expect([one.ids, other.ids]).toEqual([[idOf(sold)], [idOf(sold)]]);
	});
});

describe('a gap of a week', () => {
	it('is asked for in slices that leave no hole, and each transaction starts the flow once', async () => {
		const host = await published();
		wait(7 * day);
		const sold = Array.from({ length: 7 * 24 }, (_, hours) =>
			idOf(office.sell(noon + hours * hour + 7 * second)),
		);
		office.recorder.sent.length = 0;
		await host.tick();
		expect(host.ids).toEqual(sold);
		const ranges = office.searches.map(
			({ body }) => body.timeUpdated as { gt: string; lt: string },
		);
		expect(ranges.length).toBeGreaterThanOrEqual(28);
		expect(ranges.length).toBeLessThanOrEqual(30);
		for (const [index, { gt, lt }] of ranges.entries()) {
			const last = ranges[index - 1];
			if (last) expect(instant(last.lt) - instant(gt)).toBe(second);
			expect(instant(lt) - instant(gt)).toBeLessThanOrEqual(6 * hour + second);
		}
		office.recorder.sent.length = 0;
		wait(minute);
		expect(await host.tick()).toEqual([]);
		expect(office.searches).toHaveLength(1);
	});

	it('is left to the next looks when the platform is slow', async () => {
		const host = await published();
		wait(7 * day);
		const sold = [6, 3, 1].map((days) => idOf(office.sell(now - days * day)));
		office.recorder.sent.length = 0;
		office.recorder.instead = () => {
			wait(20 * second);
			return undefined;
		};
		await host.tick();
		const first = office.searches.length;
		expect(first).toBeLessThan(5);
		for (let looks = 0; looks < 12; looks++) await host.tick();
		expect(host.ids).toEqual(sold);
	});
});

describe('a manual test', () => {
	it('shows the newest few of the last day and moves nothing', async () => {
		const sold = Array.from({ length: 8 }, (_, index) =>
			idOf(office.sell(now - (9 - index) * hour)),
		);
		await office.seller.set({ queryOrder: 'newest' });
		const host = new PollHost(office);
		const shown = await host.test();
		expect(shown?.map(({ transactionId }) => transactionId)).toEqual(sold.slice(-5));
		expect(host.stored).toBe('{}');
		expect(office.searches).toHaveLength(1);
	});

	it('shows some of the last month when the day was quiet', async () => {
		const sold = office.sell(now - 20 * day);
		const shown = await new PollHost(office).test();
		expect(shown?.map(({ transactionId }) => transactionId)).toEqual([idOf(sold)]);
		expect(office.searches).toHaveLength(2);
	});

	it('shows nothing when there is nothing, after two requests', async () => {
		office.sell(now - 40 * day);
		expect(await new PollHost(office).test()).toBeNull();
		expect(office.searches).toHaveLength(2);
	});

	it('shows only what would start the flow', async () => {
		office.sell(now - hour);
		const failed = office.sell(now - hour, { actionStatus: 'FAILED', transactionState: 'FAILED' });
		const shown = await new PollHost(office, { event: 'chargeFailed' }).test();
		expect(shown?.map(({ transactionId }) => transactionId)).toEqual([idOf(failed)]);
	});

	it('leaves a published trigger as it is', async () => {
		const host = await published();
		wait(minute);
		const sold = office.sell(now);
		const before = host.stored;
		expect(await host.test()).toHaveLength(1);
		expect(host.stored).toBe(before);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});
});

describe('a look that cannot be made', () => {
	it.each([
		['the platform refuses', { status: 403, body: { errorMessage: 'not yours' } }, 'not yours'],
		['there is a page', { body: '<html></html>' }, 'something that is no data'],
		['there is another page', { status: 404, body: '<html></html>' }, 'HTTP 404'],
	])('says so when %s, and nothing is published', async (_why, instead, words) => {
		office.recorder.instead = () => instead;
		const host = new PollHost(office);
		await expect(host.publish()).rejects.toThrow(words);
		await expect(host.test()).rejects.toThrow(words);
		expect(host.stored).toBe('{}');
	});

	it('says so when the password is wrong, in both ways', async () => {
		await office.fresh({ password: 'forgotten' });
		await office.seller.http.post('/_sandbox/expire-access-tokens');
		const host = new PollHost(office);
		await expect(host.publish()).rejects.toThrow(/password|refused/i);
		await expect(host.test()).rejects.toThrow(/password|refused/i);
	});

	it.each([
		[{ options: { lookBack: 0 } }, 'Look Back (Minutes): '],
		[{ options: { country: 'France' } }, 'Country: '],
		[{ options: { operator: 'Orange!' } }, 'Operator Code: '],
	])('says which field %j is wrong', async (parameters, words) => {
		await expect(new PollHost(office, { event: 'any', ...parameters }).publish()).rejects.toThrow(
			words,
		);
		expect(office.searches).toEqual([]);
	});

	it('is none when an older platform finds nothing and says so by a refusal', async () => {
		await office.seller.set({ queryAnswer: 'record' });
		const host = await published();
		wait(minute);
		expect(await host.tick()).toEqual([]);
		const sold = office.sell(now);
		await host.tick();
		expect(host.ids).toEqual([idOf(sold)]);
	});
});

function instant(text: string): number {
	return Date.parse(`${text.replace(' ', 'T')}Z`);
}
