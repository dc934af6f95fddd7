import { setTimeout as pause } from 'node:timers/promises';
import { giveTo, recipients } from '../support/gifting';
import { addressOfNobody } from '../support/endpoint';
import { accountAt, giftPath, giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const lookRoute = `GET ${looks}`;

/** Gives to so many customers, none with a reference typed in; what fails stays on its item. */
const give = async (count: number, options: object = {}, parameters: object = {}) => {
	const record = await giveTo(n8nWith(platform.account), recipients(count), {
		parameters: { clientId: '', options: { settlingTime: 0, tries: 5, ...options }, ...parameters },
		settings: { onError: 'continueRegularOutput' as const },
	});
	return outputOf(record).map(({ json }) => json);
};

const countOf = (route: string) =>
	Object.values(platform.requestsTo(route)).reduce((sum, count) => sum + count, 0);

describe('a gift that the platform gave, but whose answer is lost, is found and not given again:', () => {
	test.each([
		['the connection is cut', { kind: 'drop', when: 'after' }],
		['500', { kind: 'answer', when: 'after', status: 500 }],
		['502', { kind: 'answer', when: 'after', status: 502, body: '<html>Bad gateway</html>' }],
		['503 that does not say when', { kind: 'answer', when: 'after', status: 503 }],
		['half of the answer', { kind: 'truncate' }],
		['somebody else’s page', { kind: 'answer', when: 'after', status: 200, body: '<html></html>' }],
	] as const)('%s', async (_name, fault) => {
		platform.faults({ path: giftPath, fault, times: 1 });
		expect(await give(1)).toMatchObject([
			{ msisdn: '999000001000', status: 'ASSIGNED', confirmedByLookUp: true, outcome: 'given' },
		]);
		expect(platform.gifts()).toHaveLength(1);
		expect(countOf(giftRoute)).toBe(1);
	});

	test('no answer in time', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'hang', when: 'after' }, times: 1 });
		expect(await give(1, { timeout: 1 })).toMatchObject([{ confirmedByLookUp: true }]);
		expect(platform.gifts()).toHaveLength(1);
	});
});

describe('a gift on which the platform did not act is given by sending it again:', () => {
	test.each([
		['the connection is cut', { kind: 'drop' }],
		['500', { kind: 'answer', status: 500 }],
		['somebody else’s page', { kind: 'answer', status: 200, body: '<html></html>' }],
	] as const)('%s, after two looks that find nothing', async (_name, fault) => {
		platform.faults({ path: giftPath, fault, times: 1 });
		const [item] = await give(1);
		expect(item).toMatchObject({ outcome: 'given' });
		expect(item).not.toHaveProperty('confirmedByLookUp');
		expect(platform.gifts()).toHaveLength(1);
		expect(countOf(lookRoute)).toBe(2);
	});

	test.each([
		['429', { kind: 'answer', status: 429 }],
		['503 that says when', { kind: 'answer', status: 503, headers: { 'retry-after': '0' } }],
	] as const)('%s, without a look', async (_name, fault) => {
		platform.faults({ path: giftPath, fault, times: 2 });
		expect(await give(1)).toMatchObject([{ outcome: 'given' }]);
		expect(platform.gifts()).toHaveLength(1);
		expect(countOf(lookRoute)).toBe(0);
	});

	test('only after the settling time is it sent again', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'drop' }, times: 1 });
		const began = Date.now();
		await give(1, { settlingTime: 1.2 });
		expect(Date.now() - began).toBeGreaterThan(1200);
	});
});

describe('Retry-After is obeyed:', () => {
	const waited = async (header: string) => {
		platform.faults({
			path: giftPath,
			fault: { kind: 'answer', status: 429, headers: { 'retry-after': header } },
			times: 1,
		});
		const began = Date.now();
		const [item] = await give(1);
		expect(item).toMatchObject({ outcome: 'given' });
		return Date.now() - began;
	};

	test('seconds', async () => {
		expect(await waited('2')).toBeGreaterThan(1990);
	});

	test('a date', async () => {
		expect(await waited(new Date(Date.now() + 3000).toUTCString())).toBeGreaterThan(1900);
	});

	test('a wait beyond Retry For fails at once, in the platform’s words', async () => {
		platform.faults({
			path: giftPath,
			fault: { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } },
		});
		const [item] = await give(1, { retryFor: 5 });
		expect(item).toMatchObject({ message: { httpCode: '429' } });
		expect(countOf(giftRoute)).toBe(1);
	});
});

test('a cancelled run hears it while it waits, and sends nothing more', async () => {
	const headers = { 'retry-after': '1' };
	platform.faults({ path: giftPath, fault: { kind: 'answer', status: 429, headers } });
	const allSent = async () => {
		while (countOf(giftRoute) < 4) await pause(5);
	};
	const record = await giveTo(n8nWith(platform.account), recipients(4), {
		parameters: { options: { tries: 20, concurrency: 4 } },
		onStart: (cancel) => void allSent().then(cancel),
	});
	expect(record.status).toBe('canceled');
	await pause(1500);
	expect(countOf(giftRoute)).toBe(4);
});

test('a cancelled run shows what was given, and names what may have been', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'delay', when: 'after', ms: 400 } });
	const record = await giveTo(n8nWith(platform.account), recipients(30), {
		parameters: { options: { concurrency: 5, tries: 5, settlingTime: 0 } },
		onStart: (cancel) => platform.whenGiven(7, cancel),
	});
	expect(record.status).toBe('canceled');
	await pause(1000);
	const items = outputOf(record).map(({ json }) => json);
	const cutOff = items.filter(({ outcomeUnknown }) => outcomeUnknown);
	expect(cutOff).toHaveLength(5);
	const named = items.map(({ clientId, reference }) => clientId ?? reference);
	expect(named).toEqual(expect.arrayContaining(platform.gifts().map(({ clientId }) => clientId)));
	for (const item of cutOff) {
		expect(item).toMatchObject({ outcome: 'unknown', nextStep: expect.stringContaining('Look') });
	}
});

test('a further try that is cancelled still names what an earlier one lost', async () => {
	platform.faults(
		{ path: giftPath, fault: { kind: 'answer', status: 422 }, times: 1 },
		{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
		{ path: looks, fault: { kind: 'answer', status: 403 }, times: 5 },
	);
	let stop: () => void = () => undefined;
	const slow = { path: giftPath, fault: { kind: 'delay', ms: 1500 } } as const;
	platform.whenGiven(1, () => {
		void pause(200).then(() => platform.faults(slow));
		void pause(1100).then(() => stop());
	});
	const record = await giveTo(n8nWith(platform.account), recipients(2), {
		parameters: { options: { concurrency: 1, tries: 1, settlingTime: 0 } },
		settings: {
			onError: 'continueRegularOutput',
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 500,
		},
		onStart: (cancel) => {
			stop = cancel;
		},
	});
	expect(record.status).toBe('canceled');
	expect(outputOf(record).map(({ json }) => json)).toContainEqual(
		expect.objectContaining({ outcomeUnknown: true, reference: 'gift-1' }),
	);
});

describe('an outcome nobody can tell is said to be unknown, with the reference:', () => {
	const unknown = {
		error: expect.stringMatching(/^Outcome unknown/),
		message: { outcomeUnknown: true, reference: 'spring-999000001000' },
	};
	const lose = (...more: Parameters<Platform['faults']>) => {
		platform.faults({ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 }, ...more);
	};

	test.each([
		['may not look', { kind: 'answer', status: 403 }],
		['looks and is answered with a page', { kind: 'answer', status: 200, body: '<html></html>' }],
		['looks, and nobody answers', { kind: 'drop' }],
		[
			'looks, and the records show no reference',
			{ kind: 'answer', status: 200, body: [{ transactionId: 1, msisdn: '999000001000' }] },
		],
	] as const)('it %s', async (_name, fault) => {
		// The first look is the campaign's own.
		lose(
			{ path: looks, fault: { kind: 'answer', status: 200, body: [] }, times: 1 },
			{ path: looks, fault },
		);
		const items = await give(1, { tries: 2 }, { campaign: 'spring' });
		expect(items).toMatchObject([unknown]);
		expect(countOf(giftRoute)).toBe(1);
	});
});

test('a gift that could not be given at all says so, and that it may be sent again', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
	const [item] = await give(1, { tries: 2 });
	expect(item).toMatchObject({
		error: expect.stringContaining('HTTP 500') as string,
		message: { advice: expect.stringContaining('can be sent again') as string, httpCode: '500' },
	});
	expect(item).not.toHaveProperty('message.outcomeUnknown');
	expect(countOf(giftRoute)).toBe(2);
	expect(platform.gifts()).toHaveLength(0);
});

test('a platform that is not there is tried as often as set, and nothing is looked up', async () => {
	const record = await giveTo(n8nWith(accountAt(await addressOfNobody())), recipients(1), {
		parameters: { options: { tries: 2 } },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(outputOf(record)).toMatchObject([
		{ json: { error: expect.stringContaining('cannot be reached') as string } },
	]);
});

describe('two rows for one person with the same typed reference', () => {
	const twins = async () => {
		const [person] = recipients(1);
		const record = await giveTo(n8nWith(platform.account), [person ?? {}, person ?? {}], {
			parameters: { options: { settlingTime: 0, tries: 3, concurrency: 1 } },
			settings: { onError: 'continueRegularOutput' },
		});
		return outputOf(record).map(({ json }) => json);
	};

	test('are two gifts when all goes well', async () => {
		expect(await twins()).toMatchObject([{ outcome: 'given' }, { outcome: 'given' }]);
		expect(platform.gifts()).toHaveLength(2);
	});

	test('are never taken for one another: one lost answer is unknown', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 });
		expect(await twins()).toMatchObject([
			{ message: { outcomeUnknown: true, reference: 'gift-0' } },
			{ outcome: 'given' },
		]);
		expect(platform.gifts()).toHaveLength(2);
	});
});

describe('the reference of a gift that was given none', () => {
	const references = () => platform.gifts().map(({ clientId }) => clientId);

	test('is campaign and number, the same in every run, where each number gets one gift', async () => {
		await give(2, {}, { campaign: 'spring' });
		expect(references()).toEqual(['spring-999000001000', 'spring-999000001001']);
	});

	test('tells the gifts apart where a number may get several', async () => {
		const again = { campaign: 'spring', skipAlreadyGifted: false };
		await give(1, {}, again);
		await give(1, {}, again);
		const [first, second] = references();
		expect(first).toMatch(/^spring-999000001000-run\./);
		expect(second).toMatch(/^spring-999000001000-run\./);
		expect(first).not.toBe(second);
	});

	test('names the run where there is no campaign', async () => {
		await give(2);
		expect(new Set(references()).size).toBe(2);
		expect(references().every((reference) => reference?.startsWith('n8n-run.'))).toBe(true);
	});
});

describe('with Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	test('a gift whose fate is unknown is looked up before n8n’s next try sends it', async () => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			{ path: looks, fault: { kind: 'answer', status: 403 }, times: 1 },
		);
		const record = await giveTo(n8nWith(platform.account), recipients(3), {
			parameters: { clientId: '', options: { settlingTime: 0, concurrency: 1 } },
			settings: retrying,
		});
		expect(outputOf(record)).toMatchObject([
			{ json: { confirmedByLookUp: true } },
			{ json: { outcome: 'given' } },
			{ json: { outcome: 'given' } },
		]);
		expect(platform.gifts()).toHaveLength(3);
	});
});
