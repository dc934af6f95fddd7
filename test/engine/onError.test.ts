import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, outputOf } from '../support/runNode';

const giftPath = '/datagifting/v1/service/transaction';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const continuing = (onError: INode['onError']): { settings: Partial<INode> } => ({
	settings: { onError },
});
const toRegularOutput = continuing('continueRegularOutput');
const toErrorOutput = continuing('continueErrorOutput');
const bothContinueModes = ['continueRegularOutput', 'continueErrorOutput'] as const;

/** Where failed items come out. */
const failedOutput = (onError: (typeof bothContinueModes)[number]) =>
	onError === 'continueErrorOutput' ? 1 : 0;

const good: IDataObject = { phone: '+33 6 39 98 00 01', megabytes: 10, reference: 'good' };

/** Items bad in ways real lists are bad, and the field the words have to name. */
const badItems: [string, IDataObject, string][] = [
	['letters', { ...good, phone: 'unknown' }, 'Phone Number'],
	['a national number', { ...good, phone: '0639980001' }, 'Phone Number'],
	['a short number', { ...good, phone: '1234567' }, 'Phone Number'],
	['a long number', { ...good, phone: '1234567890123456' }, 'Phone Number'],
	['no number', { megabytes: 10 }, 'Phone Number'],
	['a list for a number', { ...good, phone: ['33639980001'] }, 'Phone Number'],
	['no amount', { ...good, megabytes: '' }, 'Amount'],
	['nothing to give', { ...good, megabytes: 0 }, 'Amount'],
	['less than nothing', { ...good, megabytes: -5 }, 'Amount'],
	['a decimal comma', { ...good, megabytes: '1,5' }, 'Amount'],
	['a long reference', { ...good, reference: 'x'.repeat(257) }, 'Client Reference'],
];

describe('bad input', () => {
	test.each(badItems)('stops the run before any request leaves (%s)', async (_what, bad, field) => {
		const record = await giveTo(n8nWith(platform.account), [good, good, bad]);
		const error = errorOf(record);
		expect(error?.message).toContain(field);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 2 } });
		expect(outputOf(record)).toEqual([]);
		expect(platform.traffic().total).toBe(0);
	});

	test('is told with the others that are bad', async () => {
		const bad = { ...good, phone: 'unknown' };
		const list = [good, bad, good, ...Array<IDataObject>(12).fill(bad)];
		const record = await giveTo(n8nWith(platform.account), list);
		expect(errorOf(record)?.description).toContain(
			'because of the items 1, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 others of the input: 13 of 15 are bad',
		);
	});

	test.each(['', 'LOYALTY-DATA', 'x'.repeat(33)])(
		'in the service key stops the run before any request leaves (%j)',
		async (service) => {
			const parameters = { serviceKey: { __rl: true, mode: 'id', value: '={{ $json.service }}' } };
			const items = [
				{ ...good, service: 'LOYALTYDATA01' },
				{ ...good, service },
			];
			const record = await giveTo(n8nWith(platform.account), items, { parameters });
			expect(errorOf(record)?.message).toContain('Service');
			expect(platform.traffic().total).toBe(0);
		},
	);

	test('of several fields names them all', async () => {
		const record = await giveTo(n8nWith(platform.account), [{ phone: '0660', megabytes: 'lots' }]);
		expect(errorOf(record)?.message).toMatch(/Phone Number: .*Amount \(MB\): /);
	});

	test('to the regular output: the item goes on with its fields and the reason, the others are given', async () => {
		const items = badItems.flatMap(([, bad], at) => [{ ...good, reference: `ok-${at}` }, bad]);
		const record = await giveTo(n8nWith(platform.account), items, toRegularOutput);
		const output = outputOf(record);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const [at, [, bad, field]] of badItems.entries()) {
			expect(output[2 * at]?.json).toMatchObject({ status: 'ASSIGNED', clientId: `ok-${at}` });
			expect(output[2 * at + 1]?.json).toMatchObject(bad);
			expect(output[2 * at + 1]?.json.error).toEqual(expect.stringContaining(field));
		}
		expect(platform.gifts()).toHaveLength(badItems.length);
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: badItems.length });
	});

	test('to the error output: the item goes there with its fields, its pairing and the reason', async () => {
		const items = badItems.flatMap(([, bad], at) => [{ ...good, reference: `ok-${at}` }, bad]);
		const record = await giveTo(n8nWith(platform.account), items, toErrorOutput);
		const [succeeded, failed] = [outputOf(record, 0), outputOf(record, 1)];
		expect(succeeded.map(({ json, pairedItem }) => [json.clientId, pairedItem])).toEqual(
			badItems.map((_, at) => [`ok-${at}`, { item: 2 * at }]),
		);
		expect(failed).toHaveLength(badItems.length);
		for (const [at, [, bad, field]] of badItems.entries()) {
			expect(failed[at]?.pairedItem).toEqual({ item: 2 * at + 1 });
			expect(failed[at]?.json).toMatchObject(bad);
			expect(failed[at]?.json.error).toEqual(expect.stringContaining(field));
		}
	});

	test.each(bothContinueModes)(
		'an expression that fails for one item fails that item alone (%s)',
		async (onError) => {
			const items = [{ ...good }, { ...good, megabytes: 'lots' }, { ...good }];
			const record = await giveTo(n8nWith(platform.account), items, {
				parameters: { amount: '={{ String($json.megabytes).toNumber() }}' },
				...continuing(onError),
			});
			expect(platform.gifts()).toHaveLength(2);
			const failed = outputOf(record, failedOutput(onError)).filter(({ json }) => json.error);
			expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
		},
	);
});

describe('what the platform refuses', () => {
	const items = [
		{ ...good, phone: '33639980404', reference: 'unknown' },
		{ ...good, reference: 'good' },
		{ ...good, phone: '33639980403', reference: 'blacklisted' },
		{ ...good, phone: '46701740605', reference: 'no pool' },
	];
	const reasons = [
		['UNKNOWN_MSISDN', '404'],
		['SUBSCRIBER_BLACKLISTED', '422'],
		['NO_POOL_FOR_OPERATOR', '422'],
	];

	test('to the regular output: reason and status beside the item’s fields', async () => {
		const record = await giveTo(n8nWith(platform.account), items, toRegularOutput);
		const output = outputOf(record);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(output[1]?.json).toMatchObject({ status: 'ASSIGNED', clientId: 'good' });
		const failed = [output[0], output[2], output[3]];
		for (const [at, [code = '', status]] of reasons.entries()) {
			expect(failed[at]?.json.error).toEqual(expect.stringContaining(code));
			expect(failed[at]?.json.message).toMatchObject({
				httpCode: status,
				advice: expect.stringMatching(/\w+ \w+/),
			});
			expect(failed[at]?.json.phone).toBeDefined();
		}
	});

	test('to the error output: the same', async () => {
		const record = await giveTo(n8nWith(platform.account), items, toErrorOutput);
		expect(outputOf(record, 0).map(({ json, pairedItem }) => [json.clientId, pairedItem])).toEqual([
			['good', { item: 1 }],
		]);
		const failed = outputOf(record, 1);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 2 },
			{ item: 3 },
		]);
		for (const [at, [code = '', status]] of reasons.entries()) {
			expect(failed[at]?.json.error).toEqual(expect.stringContaining(code));
			expect(failed[at]?.json).toMatchObject({ message: { httpCode: status }, megabytes: 10 });
		}
	});

	test('stops the run, and the words tell how many were accepted before', async () => {
		platform.faults({
			path: giftPath,
			every: 30,
			times: 1,
			fault: { kind: 'answer', status: 422 },
		});
		const parameters = { options: { concurrency: 1 } };
		const record = await giveTo(n8nWith(platform.account), recipients(200), { parameters });
		expect(platform.gifts()).toHaveLength(29);
		expect(errorOf(record)?.description).toContain('29 of 200 items');
		expect(errorOf(record)?.description).toContain('do not send those again');
		expect(outputOf(record)).toEqual([]);
	});

	test('stops the run only after the requests in flight have ended, and counts these too', async () => {
		platform.set({ latencyMs: 10 });
		platform.faults({
			path: giftPath,
			every: 35,
			times: 1,
			fault: { kind: 'answer', status: 422 },
		});
		const parameters = { options: { concurrency: 20 } };
		const record = await giveTo(n8nWith(platform.account), recipients(200), { parameters });
		const accepted = platform.gifts().length;
		expect(accepted).toBeGreaterThanOrEqual(34);
		expect(accepted).toBeLessThan(60);
		expect(errorOf(record)?.description).toContain(`${accepted} of 200 items`);
		expect(platform.traffic().inFlight).toBe(0);
	});

	test('at the first item says nothing of accepted ones', async () => {
		const record = await giveTo(n8nWith(platform.account), items.slice(0, 1));
		expect(errorOf(record)?.description).not.toContain('accepted');
	});
});

describe.each(bothContinueModes)('what keeps the whole run from working, with %s', (onError) => {
	const items = recipients(20);

	const expectAllFailed = (record: Awaited<ReturnType<typeof giveTo>>, reason: RegExp) => {
		const failed = outputOf(record, failedOutput(onError));
		if (onError === 'continueErrorOutput') expect(outputOf(record, 0)).toEqual([]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const [at, { json }] of failed.entries()) {
			expect(json).toMatchObject({ ...items[at], error: expect.stringMatching(reason) });
		}
	};

	test('no base address: every item gets the reason', async () => {
		const n8n = n8nWith({ ...platform.account, baseUrl: '' });
		const record = await giveTo(n8n, items, continuing(onError));
		expectAllFailed(record, /Base Address in the credential is not a web address/);
		expect(platform.traffic().total).toBe(0);
	});

	test('an impossible option: every item gets the reason', async () => {
		const parameters = { options: { concurrency: 0 } };
		const run = { parameters, ...continuing(onError) };
		expectAllFailed(await giveTo(n8nWith(platform.account), items, run), /concurrency/i);
		expect(platform.traffic().total).toBe(0);
	});

	test('an operation this version does not have: every item gets the reason', async () => {
		const run = { parameters: { operation: 'giveAll' }, ...continuing(onError) };
		expectAllFailed(await giveTo(n8nWith(platform.account), items, run), /no operation “giveAll”/);
	});

	test('a refused login: every item gets the reason, and nothing was sent', async () => {
		const n8n = n8nWith({ ...platform.account, password: 'mistyped' });
		const record = await giveTo(n8n, items, continuing(onError));
		expectAllFailed(record, /Wrong user name or password/);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});

	test('an identity provider that is not there: every item gets the reason', async () => {
		const n8n = n8nWith({ ...platform.account, authUrl: await addressOfNobody() });
		const record = await giveTo(n8n, items, continuing(onError));
		expectAllFailed(record, /identity provider .* cannot be reached/);
	});

	test('a platform that is not there: every item gets the reason', async () => {
		const n8n = n8nWith({ ...platform.account, baseUrl: await addressOfNobody() });
		const record = await giveTo(n8n, items, continuing(onError));
		expectAllFailed(record, /cannot be reached: nothing answers/);
	});
});

describe('what keeps the whole run from working stops it', () => {
	const stoppedBy = async (account: ICredentialDataDecryptedObject) => {
		const n8n = n8nWith({ ...platform.account, ...account });
		const record = await giveTo(n8n, recipients(20));
		expect(record.status).toBe('error');
		expect(outputOf(record)).toEqual([]);
		return errorOf(record)?.message;
	};

	test('no base address', async () => {
		expect(await stoppedBy({ baseUrl: 'billing.example.com' })).toContain('not a web address');
	});

	test('a refused login', async () => {
		expect(await stoppedBy({ password: 'mistyped' })).toContain('Wrong user name or password');
	});

	test('an identity provider that is not there', async () => {
		expect(await stoppedBy({ authUrl: await addressOfNobody() })).toContain('cannot be reached');
	});

	test('an identity provider that is failing for now', async () => {
		platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 503 } });
		expect(await stoppedBy({})).toContain('cannot give out tokens just now');
	});

	test('a platform that is not there', async () => {
		expect(await stoppedBy({ baseUrl: await addressOfNobody() })).toContain('nothing answers');
	});
});

describe('a refused login with 200 items costs at most two token requests', () => {
	test.each([undefined, ...bothContinueModes])('on error: %s', async (onError) => {
		const n8n = n8nWith({ ...platform.account, password: 'mistyped' });
		await giveTo(n8n, recipients(200), continuing(onError));
		await giveTo(n8n, recipients(200), continuing(onError));
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
		expect(platform.sandbox.world.accounts.find('demo-merchant')?.locked).toBe(false);
	});

	test('also when it is refused in the middle of the run', async () => {
		platform.set({ latencyMs: 3 });
		const n8n = n8nWith(platform.account);
		let atRevocation = 0;
		const record = await giveTo(n8n, recipients(200), {
			...toRegularOutput,
			parameters: { options: { concurrency: 20 } },
			onStart: () => {
				platform.whenGiven(60, () => {
					atRevocation = platform.tokenRequestCount();
					const merchant = platform.sandbox.world.accounts.find('demo-merchant');
					if (merchant) merchant.password = 'changed at the operator';
					platform.revokeSessions();
				});
			},
		});
		const failed = outputOf(record).filter(({ json }) => json.error);
		expect(platform.tokenRequestCount() - atRevocation).toBeLessThanOrEqual(2);
		expect(outputOf(record)).toHaveLength(200);
		expect(failed).toHaveLength(200 - platform.gifts().length);
		for (const { json } of failed) expect(json.error).toMatch(/Wrong user name or password/);
	});
});

describe('Retry On Fail', () => {
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const firstBad = [{ ...good, phone: 'unknown' }, ...recipients(3)];

	test('with the error output does not run the node again because the first item is bad', async () => {
		const settings = { ...toErrorOutput.settings, ...retrying };
		const record = await giveTo(n8nWith(platform.account), firstBad, { settings });
		expect(platform.gifts()).toHaveLength(3);
		expect(outputOf(record, 0)).toHaveLength(3);
		expect(outputOf(record, 1)).toHaveLength(1);
	});

	test.each([[null], [false], ['']])(
		'with the error output does not either when good answers say error: %j',
		async (error) => {
			platform.answersGiftsWith({ status: 'ASSIGNED', error });
			const settings = { ...toErrorOutput.settings, ...retrying };
			const record = await giveTo(n8nWith(platform.account), firstBad, { settings });
			expect(platform.gifts()).toHaveLength(3);
			expect(outputOf(record, 0).map(({ pairedItem }) => pairedItem)).toEqual([
				{ item: 1 },
				{ item: 2 },
				{ item: 3 },
			]);
		},
	);

	test('does not run the node again because a good answer names an error', async () => {
		for (const error of ['none', '', 0, false, null, { code: 0 }]) {
			const before = platform.gifts().length;
			platform.answersGiftsWith({ status: 'ASSIGNED', error });
			await giveTo(n8nWith(platform.account), recipients(2), { settings: retrying });
			expect(platform.gifts()).toHaveLength(before + 2);
		}
	});

	test('with the regular output gives each gift once, though the first item is bad', async () => {
		const settings = { ...toRegularOutput.settings, ...retrying };
		const record = await giveTo(n8nWith(platform.account), firstBad, { settings });
		expect(platform.gifts().map(({ clientId }) => clientId)).toEqual([
			'gift-0',
			'gift-1',
			'gift-2',
		]);
		expect(outputOf(record).map(({ pairedItem }) => pairedItem)).toEqual(
			firstBad.map((_, item) => ({ item })),
		);
	});

	test('of a run that stopped midway gives each gift once', async () => {
		platform.faults({ path: giftPath, every: 3, times: 1, fault: { kind: 'answer', status: 422 } });
		const parameters = { options: { concurrency: 1 } };
		const run = { settings: retrying, parameters };
		const record = await giveTo(n8nWith(platform.account), recipients(4), run);
		const given = platform.gifts().map(({ clientId }) => clientId);
		expect(given).toEqual([...new Set(given)]);
		expect(outputOf(record).length === 4 || errorOf(record) !== undefined).toBe(true);
	});
});
