import { giveTo, recipients } from '../support/gifting';
import { giftPath, giftRoute, looks, n8nWith, Platform } from '../support/platform';
import { failureIn, fieldsOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const lookUpRoute = `GET ${looks}`;

/** Gives to so many customers, without a typed reference; what fails stays on its item. */
const give = async (count: number, options: object = {}, parameters: object = {}) =>
	fieldsOf(
		await giveTo(n8nWith(platform.account), recipients(count), {
			parameters: {
				clientId: '',
				options: { settlingTime: 0, maxTries: 5, ...options },
				...parameters,
			},
			settings: { onError: 'continueRegularOutput' },
		}),
	);

const countOf = (route: string) =>
	Object.values(platform.requestsTo(route)).reduce((sum, count) => sum + count, 0);

describe('a gift that was given, but whose answer is lost, is found and not given again:', () => {
	test.each([
		['the connection is cut', { kind: 'drop', when: 'after' }, {}],
		['500', { kind: 'answer', when: 'after', status: 500 }, {}],
		['503', { kind: 'answer', when: 'after', status: 503 }, {}],
		[
			'503 that says when',
			{ kind: 'answer', when: 'after', status: 503, headers: { 'retry-after': '0' } },
			{},
		],
		['half of the answer', { kind: 'truncate' }, {}],
		['no answer in time', { kind: 'hang', when: 'after' }, { timeout: 1 }],
	] as const)('%s', async (_what, fault, options) => {
		platform.faults({ path: giftPath, fault, times: 1 });
		expect(await give(1, options)).toMatchObject([
			{ msisdn: '999000001000', status: 'assigned', confirmedByLookUp: true, outcome: 'given' },
		]);
		expect(platform.gifts()).toHaveLength(1);
		expect(countOf(giftRoute)).toBe(1);
	});
});

describe('a gift on which the platform did not act is sent again:', () => {
	test.each([
		['the connection is cut', { kind: 'drop' }, 2],
		['500', { kind: 'answer', status: 500 }, 2],
		['503 that says when', { kind: 'answer', status: 503, headers: { 'retry-after': '0' } }, 2],
		['somebody else’s page', { kind: 'answer', status: 200, body: '<html></html>' }, 2],
		['429', { kind: 'answer', status: 429 }, 0],
	] as const)('%s, after %d look-ups', async (_what, fault, lookUps) => {
		platform.faults({ path: giftPath, fault, times: 1 });
		const [item] = await give(1);
		expect(item).toMatchObject({ outcome: 'given' });
		expect(item).not.toHaveProperty('confirmedByLookUp');
		expect(platform.gifts()).toHaveLength(1);
		expect(countOf(giftRoute)).toBe(2);
		expect(countOf(lookUpRoute)).toBe(lookUps);
	});

	test('as often as set; then it says that it was not done', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
		const [item = {}] = await give(1, { maxTries: 2 });
		expect(failureIn(item)).toEqual({
			message: expect.stringContaining('HTTP 500') as string,
			description: 'Two look-ups show that it was not done. Run this item again.',
			status: 500,
			retryable: true,
		});
		expect(countOf(giftRoute)).toBe(2);
	});
});

describe('Retry-After', () => {
	const later = (header: string, times?: number) => {
		const headers = { 'retry-after': header };
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 429, headers }, times });
	};

	test.each([
		['seconds', () => '2', 1990],
		['a date', () => new Date(Date.now() + 3000).toUTCString(), 1900],
	])('is obeyed (%s)', async (_what, header, least) => {
		later(header(), 1);
		const began = Date.now();
		expect(await give(1)).toMatchObject([{ outcome: 'given' }]);
		expect(Date.now() - began).toBeGreaterThan(least);
	});
});

describe('a gift in doubt has an unknown outcome, with its reference, when the look-up', () => {
	test.each([
		['is refused', { kind: 'answer', status: 403 }],
		['finds a page', { kind: 'answer', status: 200, body: '<html></html>' }],
		['is not answered', { kind: 'drop' }],
		[
			'shows no references',
			{ kind: 'answer', status: 200, body: [{ transactionId: 1, msisdn: '999000001000' }] },
		],
	] as const)('%s', async (_what, fault) => {
		platform.faults(
			{ path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 },
			// The first one is the campaign's own.
			{ path: looks, fault: { kind: 'answer', status: 200, body: [] }, times: 1 },
			{ path: looks, fault },
		);
		const [item = {}] = await give(1, { maxTries: 2 }, { campaign: 'spring' });
		expect(failureIn(item)).toMatchObject({
			message: expect.stringMatching(/^Outcome unknown/) as string,
			outcomeUnknown: true,
			reference: 'spring-999000001000',
		});
		expect(countOf(giftRoute)).toBe(1);
	});
});

describe('the reference of a gift without a typed one', () => {
	const references = () => platform.gifts().map(({ clientId }) => clientId);

	test('is campaign and number where each number gets one gift', async () => {
		await give(2, {}, { campaign: 'spring' });
		expect(references()).toEqual(['spring-999000001000', 'spring-999000001001']);
	});

	test.each([
		['a campaign that gives again', { campaign: 'spring', duplicates: 'sendAgain' }, '-run.'],
		['no campaign', {}, 'n8n-run.'],
	])('is another in each run and for each item with %s', async (_what, fields, start) => {
		await give(2, {}, fields);
		await give(2, {}, fields);
		expect(new Set(references()).size).toBe(4);
		for (const reference of references()) expect(reference).toContain(start);
	});
});
