import type { INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { startEndpoint } from '../support/endpoint';
import { giveTo, recipients, serviceKey } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf, runNode } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const onePerRequest = { parameters: { options: { concurrency: 1 } } };

const reads: [string, INodeParameters][] = [
	['dataGift', { resource: 'dataGift', operation: 'getMany', serviceKey: serviceKey('K1') }],
	['service', { resource: 'service', operation: 'getMany' }],
	[
		'balance',
		{
			resource: 'service',
			operation: 'getBalance',
			serviceKey: serviceKey('K1'),
			operator: { __rl: true, mode: 'id', value: 'FR_ORANGE' },
		},
	],
];

/** Reads with this answer of the platform in the place of the real one. */
async function reading(parameters: INodeParameters, body: unknown, status = 200) {
	platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status, body } });
	return await runNode({
		node: new MobileDataGifting(),
		parameters,
		items: [{}],
		credentials: n8nWith(platform.account),
	});
}

describe.each(reads)('a read (%s)', (_name, parameters) => {
	test.each([
		['a list', [{ a: 1 }, { b: { c: null } }], [{ a: 1 }, { b: { c: null } }]],
		['one record', { a: 1, b: [] }, [{ a: 1, b: [] }]],
		['a list in an object', { data: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
		['nothing', [], []],
	])('takes %s, with every field', async (_what, body, records) => {
		const record = await reading(parameters, body);
		expect(errorOf(record)).toBeUndefined();
		expect(outputOf(record).map(({ json }) => json)).toEqual(records);
	});

	test.each([
		['a web page', '<!doctype html><title>Welcome</title>'],
		['nothing', ''],
		['a number', 42],
		['a mixed list', [{ a: 1 }, 'b']],
		['null', null],
	])('that is answered 200 with %s is an error that says so', async (_what, body) => {
		const record = await reading(parameters, body);
		const { message, description } = errorOf(record) ?? {};
		expect(message).toMatch(/answered with something that is no data/);
		expect(description).toContain('Check Base Address');
		expect(description).not.toContain('accepted');
		expect(outputOf(record)).toEqual([]);
	});

	test('that meets a failing platform is said to have changed nothing', async () => {
		const record = await reading(parameters, { code: 'INTERNAL' }, 500);
		expect(errorOf(record)?.description).toBe(
			'The platform itself failed. Asking changes nothing: run this again later.',
		);
	});

	test('of a long web page shows its beginning and not the page', async () => {
		const record = await reading(parameters, `<html>${'<p>page</p>'.repeat(10_000)}`);
		expect(errorOf(record)?.description).toContain('<html><p>page');
		expect(errorOf(record)?.description?.length).toBeLessThan(600);
	});
});

/** What every item says whose gift was given. */
const given = { outcome: 'given', nextStep: expect.stringContaining('has the data') };

describe('a gift that was given', () => {
	test.each([
		['text', 'Thank you'],
		['a web page', '<html>OK</html>'],
		['half of JSON', '{"transactionId": 70'],
	])('and answered with %s is looked up, for it may be anybody’s answer', async (_what, body) => {
		platform.answersGiftsWith(body);
		const record = await giveTo(n8nWith(platform.account), recipients(2));
		expect(errorOf(record)).toBeUndefined();
		expect(platform.gifts()).toHaveLength(2);
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 2 });
		expect(outputOf(record).map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			[0, 1].map((item) => [
				expect.objectContaining({ ...given, clientId: `gift-${item}`, confirmedByLookUp: true }),
				{ item },
			]),
		);
	});

	test.each([
		['nothing', '', ''],
		['a number', 700001, '700001'],
		['null', null, 'null'],
		['a mixed list', [{ a: 1 }, 2], '[{"a":1},2]'],
	])(
		'and answered with %s is an item with a warning, not an error',
		async (_what, body, answer) => {
			platform.answersGiftsWith(body);
			const record = await giveTo(n8nWith(platform.account), recipients(2));
			expect(errorOf(record)).toBeUndefined();
			expect(platform.gifts()).toHaveLength(2);
			expect(outputOf(record).map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
				[0, 1].map((item) => [
					{
						warning: expect.stringContaining('Do not send it again'),
						answer,
						outcome: 'unknown',
						nextStep: expect.stringContaining('accepted'),
					},
					{ item },
				]),
			);
		},
	);

	test.each([
		['an empty list', []],
		['a list of no errors', { errors: [] }],
		['a wrapped empty list', { transactions: [] }],
	])('and answered with %s does not vanish from the output', async (_what, body) => {
		platform.answersGiftsWith(body);
		const record = await giveTo(n8nWith(platform.account), recipients(2));
		expect(errorOf(record)).toBeUndefined();
		expect(platform.gifts()).toHaveLength(2);
		expect(outputOf(record).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
	});

	test.each([201, 202, 204, 206])('and answered %d is given', async (status) => {
		platform.answersGiftsWith(status === 204 ? '' : { status: 'ASSIGNED' }, status);
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(errorOf(record)).toBeUndefined();
		expect(outputOf(record)).toHaveLength(1);
	});

	test('and answered with fields nobody documented keeps them all', async () => {
		const body = { transactionId: 7, new: { nested: [1, { x: null }] }, status: 'SOMETHING_NEW' };
		platform.answersGiftsWith(body);
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(outputOf(record)[0]?.json).toEqual({ ...body, ...given });
	});

	test('and answered with half of the answer is looked up', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'truncate' } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(platform.gifts()).toHaveLength(1);
		expect(outputOf(record).map(({ json }) => json)).toEqual([
			expect.objectContaining({ ...given, status: 'ASSIGNED', confirmedByLookUp: true }),
		]);
	});

	describe.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'and answered with a field “error” (on error: %s)',
		(onError) => {
			test.each([['none'], [{ code: 0 }], [0], [''], [null], [false]])(
				'%j does not count as failed',
				async (error) => {
					platform.answersGiftsWith({ error, message: 'fine', details: {} });
					const record = await giveTo(n8nWith(platform.account), recipients(3), {
						settings: { onError },
					});
					expect(errorOf(record)).toBeUndefined();
					expect(outputOf(record, 1)).toEqual([]);
					expect(outputOf(record, 0).map(({ pairedItem }) => pairedItem)).toEqual([
						{ item: 0 },
						{ item: 1 },
						{ item: 2 },
					]);
					for (const { json } of outputOf(record, 0)) {
						expect(json).toMatchObject({ message: 'fine', details: {} });
						expect([undefined, null, false]).toContain(json.error);
					}
				},
			);

			test('keeps it under another name', async () => {
				platform.answersGiftsWith({ error: { code: 0 }, status: 'ASSIGNED' });
				const record = await giveTo(n8nWith(platform.account), recipients(1), {
					settings: { onError },
				});
				expect(outputOf(record)[0]?.json).toEqual({
					platformError: { code: 0 },
					status: 'ASSIGNED',
					...given,
				});
			});
		},
	);
});

describe('an answer that is not a 2xx', () => {
	test.each([
		[400, { status: 'INVALID_REQUEST', errorMessage: 'amount: Required' }, 'amount: Required'],
		[403, { status: 'UNAUTHORIZED', errorMessage: 'not yours' }, 'not yours'],
		[404, { error: 'Not Found', message: 'no such service' }, 'no such service'],
		[409, { code: 'POOL_EXHAUSTED' }, 'POOL_EXHAUSTED'],
		[422, { error_description: 'blacklisted' }, 'blacklisted'],
		[429, {}, 'HTTP 429'],
		[500, '<html>Internal error</html>', 'HTTP 500'],
		[502, '', 'HTTP 502'],
		[503, null, 'HTTP 503'],
	])('%d %j says what happened and what to do', async (status, body, words) => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status, body } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		const { message, description } = errorOf(record) ?? {};
		expect(errorOf(record)).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
		expect(message).toContain(new URL(platform.url).host);
		expect(message).toContain(words);
		expect(message).toContain(`HTTP ${status}`);
		expect(description).toEqual(expect.stringMatching(/\w+ \w+ \w+/));
		expect(description).not.toMatch(/^\s/);
	});

	test('names the field the platform names', async () => {
		const body = { status: 'X', errorMessage: 'too much', field: 'amount' };
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 400, body } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(errorOf(record)?.message).toMatch(/field “(Amount \(MB\)|amount)”/);
	});

	test('of the platform itself says that nothing was given, once it was looked up', async () => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500 } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(errorOf(record)?.message).toContain('HTTP 500');
		expect(errorOf(record)?.description).toMatch(/had not done it\. It can be sent again/);
	});

	test('of the platform itself, look-ups and all, says that a gift may have been given', async () => {
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 500 } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(errorOf(record)?.message).toMatch(/^Outcome unknown: .*HTTP 500.*looking it up/);
		expect(errorOf(record)?.message).toContain(new URL(platform.url).host);
		expect(errorOf(record)?.description).toMatch(/may or may not have been done.* gift-0 before/);
	});

	test.each([
		'upstream ECONNRESET',
		'ETIMEDOUT after 30 s',
		'ENOENT: no such file',
		'caller lacks EPERM',
	])(
		'keeps the platform’s words (%s), in which n8n recognises a code of its own',
		async (errorMessage) => {
			const body = { status: 'FAILED', errorMessage };
			platform.faults({ path: giftPath, fault: { kind: 'answer', status: 500, body } });
			const record = await giveTo(n8nWith(platform.account), recipients(1));
			expect(errorOf(record)?.message).toContain('HTTP 500');
			expect(errorOf(record)?.message).not.toMatch(/retry/i);
		},
	);

	test('in words that are short, however long the platform’s are', async () => {
		const body = { errorMessage: 'x'.repeat(100_000) };
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 400, body } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		expect(errorOf(record)?.message.length).toBeLessThan(1000);
	});
});

describe('no answer at all', () => {
	test('after the platform acted: the gift is found, and not sent a second time', async () => {
		platform.faults({ path: giftPath, times: 1, fault: { kind: 'drop', when: 'after' } });
		const record = await giveTo(n8nWith(platform.account), recipients(3), {
			...onePerRequest,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(platform.gifts()).toHaveLength(3);
		expect(
			outputOf(record).map(({ json }) => [json.status, json.outcome, json.confirmedByLookUp]),
		).toEqual([
			['ASSIGNED', 'given', true],
			['ASSIGNED', 'given', undefined],
			['ASSIGNED', 'given', undefined],
		]);
	});

	test('after the platform acted, nor when it is looked up: an error that is no plain failure', async () => {
		platform.faults({ path: '/datagifting/*', times: 2, fault: { kind: 'drop', when: 'after' } });
		const record = await giveTo(n8nWith(platform.account), recipients(3), {
			...onePerRequest,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(platform.gifts()).toHaveLength(3);
		const [first, ...rest] = outputOf(record);
		expect(first?.json).toMatchObject({
			error: expect.stringMatching(/^Outcome unknown: /),
			message: { outcomeUnknown: true, reference: 'gift-0' },
		});
		expect(rest.map(({ json }) => json.status)).toEqual(['ASSIGNED', 'ASSIGNED']);
	});

	test('before the platform acted: the item fails with the reason, and says it can be sent again', async () => {
		platform.faults({ path: giftPath, times: 1, fault: { kind: 'drop', when: 'before' } });
		const record = await giveTo(n8nWith(platform.account), recipients(3), {
			...onePerRequest,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(platform.gifts()).toHaveLength(2);
		const [first] = outputOf(record);
		expect(first?.json.error).toContain('the connection was cut before an answer came');
		expect(first?.json.message).toEqual({ advice: expect.stringContaining('can be sent again') });
	});
});

describe('a redirect', () => {
	test.each([301, 302, 307, 308])(
		'(%d) to another host is not followed, and the token stays here',
		async (status) => {
			const elsewhere = await startEndpoint(() => ({ body: { status: 'ASSIGNED' } }));
			const headers = { location: `${elsewhere.url}/datagifting/v1/service/transaction` };
			platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status, headers } });
			const record = await giveTo(n8nWith(platform.account), recipients(1));
			await elsewhere.close();
			expect(elsewhere.seen).toEqual([]);
			expect(errorOf(record)?.message).toContain(`HTTP ${status}`);
			expect(errorOf(record)?.description).toContain('not followed');
			expect(platform.requestsTo(giftRoute)).toEqual({ [status]: 1 });
		},
	);

	test('(303), which some send after they acted, leaves open whether the gift was given', async () => {
		const elsewhere = await startEndpoint(() => ({ body: [] }));
		const headers = { location: elsewhere.url };
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 303, headers } });
		const record = await giveTo(n8nWith(platform.account), recipients(1));
		await elsewhere.close();
		expect(elsewhere.seen).toEqual([]);
		expect(errorOf(record)?.message).toMatch(/^Outcome unknown: .*HTTP 303/);
		expect(platform.requestsTo(giftRoute)).toEqual({ 303: 1 });
	});

	test('of a read is not followed either', async () => {
		const elsewhere = await startEndpoint(() => ({ body: [] }));
		const headers = { location: elsewhere.url };
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 302, headers } });
		const record = await runNode({
			node: new MobileDataGifting(),
			parameters: { resource: 'service', operation: 'getMany' },
			items: [{}],
			credentials: n8nWith(platform.account),
		});
		await elsewhere.close();
		expect(elsewhere.seen).toEqual([]);
		expect(errorOf(record)?.message).toContain('HTTP 302');
	});
});
