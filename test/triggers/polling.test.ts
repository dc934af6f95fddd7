import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { INodeParameters } from 'n8n-workflow';
import { Office } from '../support/pollOffice';
import { byKey, Stub } from '../support/stub';
import { PollHost } from '../support/triggers/pollHost';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 10, 21, 12, 0, 0);

const stub = Stub.forEach();
let office: Office;
/** The time of day. */
let now: number;
/** The monotonic clock, in milliseconds. */
let elapsed = performance.now();
/** How long the platform takes for an answer. */
let latency: number;

const requestStart = 'http.server.request.start';
const takeTime = () => void (elapsed += latency);

beforeAll(async () => {
	office = await Office.open();
	subscribe(requestStart, takeTime);
});
afterAll(async () => {
	unsubscribe(requestStart, takeTime);
	await office.close();
});
beforeEach(async () => {
	latency = 0;
	now = noon;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(performance, 'now').mockImplementation(() => elapsed);
	await office.fresh();
});

const wait = (milliseconds: number) => void (now += milliseconds);

async function published(): Promise<PollHost> {
	const host = new PollHost(office);
	await host.tick();
	return host;
}

/** Sells something that reaches its final state at that time, and returns the transaction ID. */
const sell = (...sold: Parameters<Office['sell']>) => office.sell(...sold).transactionId;

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

	const unresolved = 'has an expression that resolves to nothing';
	it.each<[string, INodeParameters]>([
		["'Look Back (Minutes)' must be a number", { options: { lookBackMinutes: '={{ true }}' } }],
		[`'Service' ${unresolved}`, { serviceKey: byKey('={{ $vars.shop.key }}') }],
		[`'Actions' ${unresolved}`, { event: 'custom', actions: '={{ [] }}' }],
		[`'Look Back (Minutes)' ${unresolved}`, { options: { lookBackMinutes: '={{ "" }}' } }],
	])('is refused: %s', async (words, parameters) => {
		stub.fresh({ serviceKey: 'COINSHOP07' });
		await expect(new PollHost(stub, parameters).tick()).rejects.toThrow(words);
		expect(stub.asked).toEqual([]);
	});
});

describe('what the platform answers', () => {
	const time = '2026-11-21 12:00:00';
	const earlier = JSON.stringify({ 'node:Node': { since: noon - hour } });
	const polled = (parameters: INodeParameters = {}) =>
		Object.assign(new PollHost(stub, { event: 'any', ...parameters }), { stored: earlier });
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
		const all = Object.entries(cases).map(([merchantReference, one], transactionId) => ({
			transactionId,
			merchantReference,
			...paid,
			...one,
		}));
		stub.answersWith({ body: all });
		const host = polled(parameters);
		await host.tick();
		expect(host.started.map(({ clientReference }) => clientReference)).toEqual(started);
	});

	it('searches in halves if an answer is too long', async () => {
		const failed = { transactionState: 'FAILED', action: 'CHARGE' };
		const [first, second] = ['2026-11-21 11:10:00', time].map((timeUpdated, at) => [
			{ ...failed, timeUpdated, transactionId: at + 1 },
		]);
		stub.answersWith({ body: ' '.repeat(16_000_001) }, { body: first }, { body: second });
		const host = polled();
		await host.tick();
		expect(stub.asked).toHaveLength(3);
		expect(host.ids).toEqual([1, 2]);
	});

	it('is of the service that the node names, else of the service in the credential', async () => {
		stub.fresh({ serviceKey: 'TICKETS08' });
		stub.answersWith({ body: [] });
		for (const set of [{}, { serviceKey: byKey('COINSHOP07') }]) await polled(set).tick();
		const timeUpdated = { gt: '2026-11-21 10:59:59', lt: '2026-11-21 12:02:00' };
		const bodies = ['TICKETS08', 'COINSHOP07'].map((serviceKey) => ({ serviceKey, timeUpdated }));
		expect(stub.asked).toEqual(bodies.map((body) => ['POST /v1/transactions', body]));
	});

	it('leaves out ends of another service, which a platform that ignores the filter gives', async () => {
		const paid = { action: 'CHARGE', transactionState: 'FINISHED', timeUpdated: time };
		const services = ['TICKETS08', 'COINSHOP07'];
		stub.answersWith({
			body: services.map((serviceKey, at) => ({ ...paid, serviceKey, transactionId: at + 1 })),
		});
		const host = polled({ serviceKey: byKey('COINSHOP07') });
		await host.tick();
		expect(host.ids).toEqual([2]);
	});

	it('starts once, without the PIN, in the order of the update times', async () => {
		const at = (timeUpdated: string, transactionId: number) => ({
			transactionId,
			timeUpdated,
			transactionState: 'FAILED',
			pinIdentification: '4711',
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

	const at = (clock: string, state: object) => ({
		transactionId: 7,
		action: 'CHARGE',
		timeUpdated: `2026-11-21 ${clock}`,
		...state,
	});
	const paid = { actionStatus: 'COMPLETED', transactionState: 'FINISHED' };

	it.each<[string, object[], string[]]>([
		['corrected', [at('11:30:00', failed), at('11:50:00', paid)], ['failed', 'success']],
		[
			'shown as it was',
			[at('11:50:00', failed), at('11:55:00', paid), at('11:50:00', failed), at('11:55:00', paid)],
			['failed', 'success'],
		],
	])('starts once for each end of a transaction that is %s', async (_, shown, reported) => {
		stub.answersWith(...shown.map((one) => ({ body: [one] })));
		const host = polled();
		for (let polls = 0; polls < 5; polls++) await host.tick();
		expect(host.started.map(({ status }) => status)).toEqual(reported);
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
		// n8n wouldn't poll on after a first poll that fails.
		await host.tick();
		expect(host.warnings).toEqual([expect.stringContaining("The first poll of 'Node' failed")]);
		await expect(host.tick()).rejects.toMatchObject(error);
		await expect(host.test()).rejects.toMatchObject(error);
		expect(host.stored).toBe(earlier);
	});
});

describe('every transaction starts the workflow once', () => {
	it.each([
		['can not store an execution', { isStoring: false }],
		['is killed before it stores an execution', { isKilled: true }],
	])('when n8n %s', async (_, fault) => {
		const host = await published();
		wait(minute);
		const sold = [sell(now)];
		await host.tick();
		wait(minute);
		sold.push(sell(now));
		Object.assign(host, fault);
		await host.tick();
		Object.assign(host, { isStoring: true, isKilled: false });
		if ('isKilled' in fault) host.restart();
		expect(host.ids).toEqual(sold.slice(0, 1));
		wait(minute);
		await host.tick();
		expect(host.ids).toEqual(sold);
		host.restart();
		await host.tick();
		sold.push(sell(now));
		await host.tick();
		expect(host.ids).toEqual(sold);
	});

	it.each([
		['fast for a moment', [0, hour, 0, 0]],
		['an hour fast', [hour, hour, hour, hour]],
		['an hour slow', [-hour, -hour, -hour, -hour]],
		['set right', [hour, hour, 0, 0]],
	])("when n8n's clock is %s", async (_, offs) => {
		const host = new PollHost(office);
		const sold: number[] = [];
		for (const [polls, off] of offs.entries()) {
			await office.seller.set({ clockSkewSeconds: -off / second });
			wait(off);
			if (polls > 0) sold.push(sell(now - off - 30 * second));
			await host.tick();
			wait(minute - off);
		}
		expect(host.ids).toEqual(sold);
		const isTold = host.warnings.some((one) => one.includes("n8n's is 60 minutes"));
		expect(isTold).toBe(true);
	});

	it('when the platform cuts its lists at 100', async () => {
		const host = await published();
		wait(minute);
		const sold = Array.from({ length: 250 }, (_, at) => sell(now - (at % 50) * second));
		await office.seller.set({ queryLimit: 100 });
		await host.tick();
		expect(new Set(host.ids)).toEqual(new Set(sold));
		expect(host.warnings).toHaveLength(1);
		wait(minute);
		for (let count = 0; count < 120; count++) sell(now);
		await host.tick();
		expect(host.warnings.at(-1)).toContain('got a list whose length is a round hundred');
	});

	it('when polls fail, at the start and midway, on a platform that is late', async () => {
		await office.seller.set({ queryDelaySeconds: 300, clockSkewSeconds: 60 });
		const host = await published();
		wait(minute);
		const sold = [sell(now)];
		office.answerWith({ errorMessage: 'out of order' }, 500);
		await expect(host.tick()).rejects.toThrow('out of order');
		host.restart();
		await host.tick();
		expect(host.warnings.at(-1)).toMatch(
			/^The first poll of 'Node' failed; it polls on\. .*out of order/,
		);
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
		['half of what n8n gives it', 300_000, 150 * second],
		['45 seconds where n8n gives no time', null, 45 * second],
	])('in searches of %s, after a week', async (_, budgetMs, limit) => {
		const host = Object.assign(await published(), { budgetMs });
		wait(7 * day);
		const sold = [6, 3, 1].map((days) => sell(now - days * day));
		latency = 20 * second;
		expect(host.warnings.splice(0)).toEqual([
			expect.stringContaining('reports transactions that end from now on'),
		]);
		const began = elapsed;
		await host.tick();
		// The search in which the time runs out is the last one.
		expect(elapsed - began).toBeGreaterThan(limit);
		expect(elapsed - began).toBeLessThanOrEqual(limit + latency);
		expect(host.warnings).toEqual(["'Node' has more to search; the next poll continues there"]);
		for (let polls = 0; polls < 15; polls++) await host.tick();
		expect(host.ids).toEqual(sold);
	});
});

it.each<[string, number[], number[]]>([
	['the latest five of the last day', [9, 8, 7, 6, 5, 4], [8, 7, 6, 5, 4]],
	['some of the last month when the day was quiet', [20 * 24, 40 * 24], [20 * 24]],
	['those of the last day alone', [20 * 24, 4], [4]],
])('a manual test shows %s and moves nothing', async (_, soldAt, shownAt) => {
	await office.seller.set({ queryOrder: 'newest' });
	const sold = new Map(soldAt.map((hours) => [hours, sell(now - hours * hour, failed)]));
	sell(now - hour);
	const host = new PollHost(office, { event: 'chargeFailed' });
	const shown = (await host.test()) ?? [];
	const wanted = shownAt.map((hours) => sold.get(hours));
	expect(shown.map(({ transactionId }) => Number(transactionId))).toEqual(wanted);
	expect(host.stored).toBe('{}');
});
