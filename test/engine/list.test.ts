import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ItemResult } from '../../nodes/engine/core/exchange';
import { PlatformError } from '../../nodes/engine/core/request/errors';
import { outputOf as outputOfResults } from '../../nodes/engine/n8n/output';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients, serviceKey, type GiftRun } from '../support/gifting';
import { plainType } from '../support/n8n';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, failureIn, fieldsOf, outputOf, runNode } from '../support/runNode';
import { continued } from '../support/stub';

const platform = Platform.forEach();

const give = async (items: IDataObject[], options: INodeParameters = {}, run: GiftRun = {}) =>
	await giveTo(n8nWith(platform.account), items, {
		...run,
		parameters: { ...run.parameters, options },
	});
/** One at a time; a failed item lets the others go on. */
const giveOneByOne = async (count: number, options: INodeParameters) =>
	fieldsOf(await give(recipients(count), { concurrency: 1, ...options }, continued));
const dead = { path: '/datagifting/*', fault: { kind: 'drop' } } as const;
const [one = {}, two = {}] = recipients(2);

test('a few requests are under way at first, more when they are answered, and no more than the options say', async () => {
	platform.set({ latencyMs: 1_000 });
	await give(recipients(4));
	expect(platform.traffic().highestInFlight).toBe(4);
	platform.set({ latencyMs: 100 });
	await give(recipients(100), { concurrency: 7 });
	expect(platform.traffic().highestInFlight).toBe(7);
	await give(recipients(200));
	expect(platform.traffic().highestInFlight).toBeGreaterThan(10);
});

describe('bad input', () => {
	const bad = { ...one, phone: '0660', megabytes: 'x' };
	const words = {
		message:
			"'Phone Number' must include the country code. 'Amount (MB)' must be a positive number",
		description:
			'Replace the leading 0 of “0660” with the country code, such as 33 for France. Write “x” in MB without a unit, for example 500.',
	};

	test('stops the run before any request leaves, and is counted', async () => {
		const run = await give([one, bad, bad]);
		expect(errorOf(run)).toMatchObject({
			name: 'NodeOperationError',
			message: words.message,
			context: { itemIndex: 1 },
			description: `${words.description} 2 of 3 items can't be sent: fix them, or set 'On Error' to 'Continue (using error output)' to send the others.`,
		});
		expect(outputOf(run)).toEqual([]);
		expect(platform.traffic().total).toBe(0);
	});

	test.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)('to %s: a bad item with its fields, paired', async (onError, output) => {
		const run = await give([bad, one, two], {}, { settings: { onError } });
		const isFailed = ({ json }: { json: IDataObject }) => json.error !== undefined;
		expect(outputOf(run, output).filter(isFailed)).toEqual([
			{ json: { ...bad, error: { ...words, field: 'msisdn' } }, pairedItem: { item: 0 } },
		]);
		expect(outputOf(run).filter((item) => !isFailed(item))).toMatchObject([
			{ json: { clientReference: 'gift-0' }, pairedItem: { item: 1 } },
			{ json: { clientReference: 'gift-1' }, pairedItem: { item: 2 } },
		]);
	});

	test('is a reference that several items have, for each of them', async () => {
		const items = [one, two, { ...one, reference: ' gift-0 ' }, { ...one, reference: 'GIFT-0' }];
		const message = "'Client Reference' must be unique in the list: 'gift-0' occurs more than once";
		const description = 'Give each item its own reference, or leave the field empty.';
		expect(fieldsOf(await give(items, {}, continued))).toMatchObject([
			{ error: { message, description } },
			{ outcome: 'given' },
			{ error: { message, description } },
			{ outcome: 'given', clientReference: 'GIFT-0' },
		]);
		expect(errorOf(await give(items))?.message).toBe(message);
		expect(platform.gifts()).toHaveLength(2);
	});

	test('is a reference together with a campaign, which promise two things', async () => {
		expect(errorOf(await give([one], {}, { parameters: { campaign: 'spring' } }))).toMatchObject({
			message:
				"'Client Reference' and 'Campaign' can't both be set: either one identifies the gift",
			description: 'Leave one of them empty.',
		});
		expect(platform.traffic().total).toBe(0);
	});

	test.each<[unknown, string, string]>([
		[201, 'must be at most 200', 'Correct the value, or the expression that sets it.'],
	])('is the Concurrency %j, which stops the run', async (concurrency, words, description) => {
		const error = errorOf(await give([one], { concurrency } as INodeParameters));
		const message = `'Concurrency' ${words}`;
		expect(error).toMatchObject({ message, description, context: { field: 'concurrency' } });
		expect(platform.traffic().total).toBe(0);
	});

	test('is never an option of the run on an item after the first', async () => {
		const items = [
			{ ...one, attempts: 5 },
			{ ...two, attempts: 0 },
		];
		const run = await give(items, { attempts: '={{ $json.attempts }}' });
		expect(fieldsOf(run).map(({ outcome }) => outcome)).toEqual(['given', 'given']);
	});
});

describe('a list that stops', () => {
	const refusal = { kind: 'answer', status: 422, body: { status: 'INVALID_REQUEST' } } as const;

	test('counts what was given', async () => {
		const concurrency = 20;
		platform.set({ latencyMs: 10 });
		platform.faults({ path: giftPath, every: 15, times: 1, fault: refusal });
		const run = await give(recipients(50), { concurrency });
		const given = platform.gifts().length;
		expect(given).toBeGreaterThanOrEqual(14);
		expect(given).toBeLessThanOrEqual(13 + concurrency);
		expect(errorOf(run)?.description).toBe(
			`Nothing was done. Fix what the platform names, then retry. If a data pool is empty, ask your operator for data. ${given} of 50 items were sent and answered before this: set 'On Error' to 'Continue (using error output)' to keep their results, and don't send them again.`,
		);
		expect(outputOf(run)).toEqual([]);
		expect(platform.traffic().inFlight).toBe(0);
	});

	test('names the items that are in doubt', async () => {
		platform.set({ latencyMs: 1_000 });
		platform.faults(
			{ path: giftPath, times: 1, fault: refusal },
			{ path: '/datagifting/*', fault: { kind: 'drop', when: 'after' } },
		);
		const run = await give(recipients(14), { concurrency: 14 });
		expect(errorOf(run)?.description).toMatch(
			/13 more are in doubt: look for them at the platform before you send them again\. The first are (gift-\d+, ){9}gift-\d+\.$/,
		);
	});
});

describe('of several items that were not done, the list stops with', () => {
	const error = (message: string) => new PlatformError(message);
	const done: ItemResult = { kind: 'done', result: { records: [{}] }, isSent: true };
	const stopped: ItemResult = { kind: 'notSent', reason: 'stopped', error: error('Stopped') };
	const bad: ItemResult = { kind: 'notSent', reason: 'badInput', error: error('Bad') };
	const refused: ItemResult = { kind: 'refused', error: error('Refused') };
	const failed: ItemResult = { kind: 'failed', certainty: 'inDoubt', error: error('Failed') };

	test.each([
		['what the platform refused', [stopped, refused], 'Refused'],
		['what the platform refused', [bad, refused], 'Refused'],
		['what failed', [stopped, done, failed], 'Failed'],
		['the first that failed or was refused', [failed, refused], 'Failed'],
		['what is wrong with an item', [stopped, bad], 'Bad'],
		['why nothing more was sent', [done, stopped], 'Stopped'],
	])('%s', async (_, results, message) => {
		const run = await runNode({
			node: plainType('probe', {
				execute() {
					return Promise.resolve(outputOfResults(this, undefined, results));
				},
			}),
			parameters: {},
			items: results.map(() => ({})),
			credentials: n8nWith(platform.account),
		});
		expect(errorOf(run)?.message).toBe(message);
	});
});

describe('a fault of the whole run', () => {
	const base = /^'Base Address' in the credential must be a web address$/;
	const noResource = /^This version of the node has no operation '.*' on 'gift'$/;
	const unknown = /^This version of the node has no operation 'all' on 'dataGift'$/;
	test.each<[string, () => object | Promise<object>, INodeParameters, RegExp]>([
		['no base address', () => ({ baseUrl: 'billing' }), {}, base],
		['an unknown operation', () => ({}), { operation: 'all' }, unknown],
		['an unknown resource', () => ({}), { resource: 'gift', operation: 'all' }, noResource],
		['a refused login', () => ({ password: 'mistyped' }), {}, /Wrong user name or password/],
		['no platform', async () => ({ baseUrl: await addressOfNobody() }), {}, /nothing answers/],
	])(
		'%s is the error of every item, or stops the run',
		async (_what, change, parameters, words) => {
			const items = recipients(12);
			const n8n = n8nWith({ ...platform.account, ...(await change()) });
			for (const [output, onError] of ['continueRegularOutput', 'continueErrorOutput'].entries()) {
				const settings = { onError } as GiftRun['settings'];
				const run = await giveTo(n8n, items, { parameters, settings });
				const message = expect.stringMatching(words) as string;
				const description = expect.stringMatching(/^[A-Z]/) as string;
				const marks = parameters.operation ? {} : { retryable: true };
				const error = expect.objectContaining({ message, description, ...marks }) as object;
				const expected = items.map((json, item) => ({
					json: { ...json, error },
					pairedItem: { item },
				}));
				expect(outputOf(run, output)).toEqual(expected);
			}
			const stopped = await giveTo(n8n, items, { parameters });
			expect(errorOf(stopped)?.message).toMatch(words);
			expect([stopped.status, outputOf(stopped), platform.gifts()]).toEqual(['error', [], []]);
			expect(platform.tokenRequestCount()).toBeLessThanOrEqual(5);
		},
	);

	test('is a token that is refused three times', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 401 }, times: 3 });
		const [first = {}, ...others] = await giveOneByOne(3, {});
		expect(platform.requestsTo(giftRoute)).toEqual({ 401: 3 });
		expect(failureIn(first)).toMatchObject({
			message: expect.stringContaining('HTTP 401') as string,
			description: expect.stringContaining("doesn't accept its token") as string,
			retryable: true,
		});
		const rest = {
			message: "Not sent, because the platform doesn't accept the token",
			description: 'Fix the error of the first refused item, then run the list again.',
			retryable: true,
		};
		expect(others.map(failureIn)).toEqual([rest, rest]);
	});
});

describe('Stop After Failures', () => {
	test.each([
		[{ stopAfterFailures: 4 }, 4],
		[{}, 20],
		[{ stopAfterFailures: 0 }, 22],
	])('with the options %j marks the rest as not sent', async (options, sent) => {
		platform.faults(dead);
		const cut = "The platform can't be reached: the connection was cut before a response arrived";
		const rest = {
			message: `Not sent, because ${sent} items in a row failed: Outcome unknown: ${cut}. A look-up gave no result`,
			description: 'Run the rest of the list again later.',
			retryable: true,
		};
		const failures = (await giveOneByOne(22, options)).map(failureIn);
		expect(failures.slice(sent)).toEqual(Array(22 - sent).fill(rest));
		expect(failures[sent - 1]).toMatchObject({ outcomeUnknown: true });
	});

	test.each([
		['one in between succeeds', { every: 2, fault: { kind: 'drop' } }],
		['the platform refuses: it answered', { fault: { kind: 'answer', status: 422, body: {} } }],
		['look-ups find what was lost', { fault: { kind: 'drop', when: 'after' } }],
	] as const)('does not stop a list when %s', async (_what, rule) => {
		platform.faults({ path: giftPath, ...rule });
		const failures = (await giveOneByOne(8, { stopAfterFailures: 2 })).map(failureIn);
		expect(failures.filter(({ message }) => message?.startsWith('Not sent'))).toEqual([]);
	});
});

test('a login that twenty items wait for is one failure in a row', async () => {
	platform.faults({ path: '/realms/*', times: 1, fault: { kind: 'answer', status: 503 } });
	const ends = fieldsOf(await give(recipients(22), { stopAfterFailures: 2 }, continued));
	const message = expect.stringContaining('The identity provider') as string;
	expect(ends.slice(0, 20).map(failureIn)).toEqual(
		Array(20).fill(expect.objectContaining({ message, retryable: true })),
	);
	expect(ends.slice(20).map(({ outcome }) => outcome)).toEqual(['given', 'given']);
	expect(platform.gifts()).toHaveLength(2);
});

test('after Send Until nothing leaves', async () => {
	const message = "Not sent, because 'Send Until' has passed";
	const description = 'Retry with a later time.';
	const failure = { message, description, retryable: true };
	const failures = (await giveOneByOne(2, { sendUntil: '2026-01-01T10:00:00' })).map(failureIn);
	expect(failures).toEqual([failure, failure]);
	expect(platform.requestsTo(giftRoute)).toEqual({});
});

describe('Check Balance', () => {
	const again = { clientReference: '', duplicates: 'sendAgain' };
	const checking = { checkBalance: true, operator: 'FR_DEMOTEL', ...again };
	const winBack = { ...checking, serviceKey: serviceKey('WINBACKDATA02') };
	const run = async (items: IDataObject[], parameters: INodeParameters = winBack, more = {}) =>
		await give(items, {}, { parameters, ...more });
	/** Its pool of WINBACKDATA02 has 50 MB left. */
	const each = (...amounts: number[]): IDataObject[] =>
		amounts.map((megabytes, at) => ({ phone: `3363998000${at + 1}`, megabytes }));

	test('refuses a whole list that it does not cover, and says by how much', async () => {
		const words = {
			message:
				"The data pools don't cover this list: WINBACKDATA02 at FR_DEMOTEL has 50 MB and the list needs 50.5 MB",
			description:
				'Nothing was sent. Shorten the list, lower the amounts, or ask your operator for more data. The amounts of pools are read as MB.',
		};
		const items = each(20, 30.5);
		expect(errorOf(await run(items))).toMatchObject(words);
		const failure = { ...words, retryable: true };
		const marked = fieldsOf(await run(items, winBack, continued));
		expect(marked.map(failureIn)).toEqual([failure, failure]);
		expect(platform.requestsTo(giftRoute)).toEqual({});
		expect(errorOf(await run(each(20, 30)))).toBeUndefined();
	});

	test('counts a number with one gift once, and a number that has its gift not at all', async () => {
		const campaign = { ...winBack, campaign: 'spring', duplicates: 'skip' };
		const [first = {}, second = {}] = each(30, 20);
		expect(errorOf(await run([first, first], campaign))).toBeUndefined();
		expect(errorOf(await run([first, second], campaign))).toBeUndefined();
		expect(platform.gifts()).toHaveLength(2);
	});

	const unread = "The balance of LOYALTYDATA01 at FR_DEMOTEL can't be read: The platform";
	test.each<[INodeParameters, number, unknown, string]>([
		[{ operator: '' }, 200, [], "'Operator' is required for Check Balance"],
		[{}, 403, {}, `${unread} says: HTTP 403`],
		[{}, 200, [{ a: 1 }], `${unread} sent a response that can't be read`],
	])('with %j, answered %i %j, refuses the list', async (fields, status, body, message) => {
		const path = '/datagifting/v1/services/balance';
		platform.faults({ path, fault: { kind: 'answer', status, body } });
		expect(errorOf(await run(each(1), { ...checking, ...fields }))?.message).toBe(message);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});

test('a check does all the rest: it skips customers with a gift, and refuses a list that the pools lack', async () => {
	const check = async (count: number, parameters: INodeParameters) =>
		await give(recipients(count), {}, { parameters: { ...parameters, mode: 'check' } });
	const campaign = { campaign: 'spring', clientReference: '' };
	await give(recipients(1), {}, { parameters: campaign });
	const outcomes = fieldsOf(await check(2, campaign)).map(({ outcome }) => outcome);
	expect(outcomes).toEqual(['alreadyGiven', 'checked']);
	const balance = { amount: 9_999_999, checkBalance: true, operator: 'FR_DEMOTEL' };
	expect(errorOf(await check(1, balance))?.message).toContain("don't cover this list");
	expect(platform.gifts()).toHaveLength(1);
});
