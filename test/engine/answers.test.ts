import type { INodeParameters } from 'n8n-workflow';
import { MobileDataGifting } from '../../nodes/MobileDataGifting/MobileDataGifting.node';
import { startEndpoint } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, failureIn, fieldsOf, outputOf, runNode } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const give = async (
	count = 1,
	onError?: 'continueRegularOutput' | 'continueErrorOutput',
	options: INodeParameters = {},
) =>
	await giveTo(n8nWith(platform.account), recipients(count), {
		settings: { onError },
		parameters: { options },
	});

describe('a read', () => {
	const answered = async (body: unknown, status = 200) => {
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status, body } });
		const credentials = n8nWith(platform.account);
		const options = { maxTries: 1 };
		const parameters = { resource: 'service', operation: 'getMany', options };
		return await runNode({ node: new MobileDataGifting(), parameters, items: [{}], credentials });
	};

	test.each([
		[401, { cause: 'credential-invalid' }],
		[403, undefined],
		[429, { cause: 'rate-limited' }],
		[500, { cause: 'temporarily-unavailable' }],
	])('answered %i tells n8n the cause', async (status, failure) => {
		expect(errorOf(await answered({}, status))).toMatchObject({ failure });
	});

	test.each([
		['a list', [{ a: 1 }, { b: { c: null } }], [{ a: 1 }, { b: { c: null } }]],
		['one record', { a: 1, b: [] }, [{ a: 1, b: [] }]],
		['a list in an object', { data: [{ a: 1 }, { a: 2 }] }, [{ a: 1 }, { a: 2 }]],
		['nothing', [], []],
	])('takes %s, with every field', async (_what, body, records) => {
		const run = await answered(body);
		expect(errorOf(run)).toBeUndefined();
		expect(fieldsOf(run)).toEqual(records);
	});

	test.each([
		['a web page', `<html>${'<p>page</p>'.repeat(10_000)}`],
		['nothing', ''],
		['a number', 42],
		['a mixed list', [{ a: 1 }, 'b']],
		['null', null],
	])('answered 200 with %s is an error that shows its beginning', async (_what, body) => {
		const { message, description = '' } = errorOf(await answered(body)) ?? {};
		expect(message).toContain("sent a response that can't be read");
		expect(description).toContain('Check Base Address');
		expect((description ?? '').length).toBeLessThan(600);
	});

	test('at a platform that fails has changed nothing', async () => {
		const error = errorOf(await answered({ code: 'INTERNAL' }, 500));
		expect(error?.message).toContain('HTTP 500');
		expect(error?.description).toBe('Run this again later.');
	});
});

describe('the answer to a gift', () => {
	const given = { outcome: 'given' };

	test.each<[unknown, object, number?]>([
		[{ transactionId: 7, new: { nested: [1, { x: null }] } }, { transactionId: '7' }],
		[{ status: 'ASSIGNED', error: null }, { status: 'assigned' }],
		[{ status: 'ASSIGNED' }, { status: 'assigned' }, 201],
		['', {}, 204],
		['', {}],
		[null, {}],
		[[], {}],
		[{ transactions: [] }, {}],
	])('%j is given', async (body, fields, status = 200) => {
		platform.answersGiftsWith(body, status);
		const run = await give(2);
		expect(errorOf(run)).toBeUndefined();
		expect(outputOf(run)).toMatchObject(
			[0, 1].map((item) => ({ json: { ...fields, ...given }, pairedItem: { item } })),
		);
		expect(fieldsOf(run)[0]).not.toHaveProperty('confirmedByLookUp');
		expect(platform.requestsTo(giftRoute)).toEqual({ [status]: 2 });
	});

	test.each<[unknown]>([
		['Thank you'],
		['<html>OK</html>'],
		['{"transactionId": 70'],
		[700_001],
		[{ status: 'SOMETHING_NEW' }],
		[{ status: 'ASSIGNED', error: 'none' }],
		[{ error: { code: 0 } }],
		[{ errorMessage: 'queued' }],
	])('%j is in doubt: looked up, and found', async (body) => {
		platform.answersGiftsWith(body);
		const run = await give(2);
		expect(errorOf(run)).toBeUndefined();
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 2 });
		expect(outputOf(run)).toMatchObject(
			[0, 1].map((item) => ({
				json: { ...given, clientReference: `gift-${item}`, confirmedByLookUp: true },
				pairedItem: { item },
			})),
		);
	});

	const unclear = { kind: 'answer', status: 200, body: { status: 'SOMETHING_NEW' } } as const;

	test('that is in doubt and not found twice is an error that allows sending it again', async () => {
		platform.faults({ path: giftPath, fault: unclear });
		const error = errorOf(await give());
		expect(error?.message).toContain('SOMETHING_NEW');
		expect(error?.description).toContain('Two look-ups show that it was not done');
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: 1 });
	});

	test('that is in doubt invites no retry by n8n', async () => {
		platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status: 500 } });
		expect(errorOf(await give())).toMatchObject({ failure: undefined });
	});

	test('that is in doubt and can’t be looked up is unknown, with the reference', async () => {
		platform.faults({ path: '/datagifting/*', fault: unclear });
		const [item = {}] = fieldsOf(await give(1, 'continueRegularOutput'));
		expect(failureIn(item)).toMatchObject({
			message: expect.stringMatching(/^Outcome unknown: .*SOMETHING_NEW/) as string,
			description: expect.stringContaining('gift-0') as string,
			outcomeUnknown: true,
			reference: 'gift-0',
		});
	});

	test.each(['INVALID_MSISDN', 'INACTIVE', 'DAILY_LIMIT_EXCEEDED'])(
		'that says %s in a 2xx is a refusal',
		async (status) => {
			const body = { status, errorMessage: 'not this one' };
			platform.faults({ path: giftPath, fault: { kind: 'answer', status: 200, body } });
			const error = errorOf(await give());
			expect(error?.message).toContain(`not this one – ${status}`);
			expect(error?.description).toContain('Nothing was done');
			expect(platform.traffic().routes).not.toHaveProperty(['GET /datagifting/v1/transaction']);
		},
	);

	test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'with a record that has an error of its own is a good item (on error: %s)',
		async (onError) => {
			platform.answersGiftsWith([{ error: 'none', message: 'fine' }]);
			const run = await give(2, onError, { simplify: false });
			expect(errorOf(run)).toBeUndefined();
			expect(outputOf(run, 1)).toEqual([]);
			const item = { platformError: 'none', message: 'fine', ...given };
			expect(fieldsOf(run)).toEqual([item, item]);
		},
	);
});

describe('an answer that is not a 2xx', () => {
	test.each([
		[400, { status: 'INVALID_REQUEST', errorMessage: 'amount: Required' }, 'amount: Required'],
		[403, { status: 'UNAUTHORIZED', errorMessage: 'not yours' }, 'not yours – UNAUTHORIZED'],
		[404, { error: 'Not Found', message: 'no such service' }, 'no such service'],
		[409, {}, 'HTTP 409'],
		[422, { error_description: 'blacklisted' }, 'blacklisted'],
		[400, { errorMessage: 'x'.repeat(100_000) }, 'xxx'],
		[429, {}, 'HTTP 429'],
		[500, '<html>Internal error</html>', 'HTTP 500'],
		// n8n puts words of its own in the place of a message in which it finds one of these.
		[500, { errorMessage: 'upstream ECONNRESET' }, 'HTTP 500'],
		[500, { errorMessage: 'caller lacks EPERM' }, 'HTTP 500'],
		[503, null, 'HTTP 503'],
	])('%d %j says what happened and what to do', async (status, body, words) => {
		platform.faults({ path: giftPath, fault: { kind: 'answer', status, body } });
		const error = errorOf(await give());
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: String(status) });
		expect(error?.message).toContain(new URL(platform.url).host);
		expect(error?.message).toContain(words);
		expect(error?.message).toContain(`HTTP ${status}`);
		expect(error?.message.length).toBeLessThan(1000);
		expect(error?.description).toMatch(/^[A-Z]\S+ \w+/);
	});

	test.each([301, 302, 303, 307, 308])(
		'but a redirect (%d) is not followed, and the token stays here',
		async (status) => {
			const elsewhere = await startEndpoint(() => ({ body: { status: 'ASSIGNED' } }));
			const headers = { location: elsewhere.url };
			platform.faults({ path: '/datagifting/*', fault: { kind: 'answer', status, headers } });
			const error = errorOf(await give());
			await elsewhere.close();
			expect(elsewhere.seen).toEqual([]);
			expect(error?.message).toContain(`HTTP ${status}`);
			expect(error?.description).toContain('not followed');
			expect(platform.requestsTo(giftRoute)).toEqual({ [status]: 1 });
		},
	);
});
