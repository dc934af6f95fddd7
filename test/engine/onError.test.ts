import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients, serviceKey, type GiftRun } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, failureIn, fieldsOf, outputOf } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

type OnError = 'continueRegularOutput' | 'continueErrorOutput';
const continueModes: OnError[] = ['continueRegularOutput', 'continueErrorOutput'];
/** Where failed items come out. */
const failedOutput = (onError: OnError) => (onError === 'continueErrorOutput' ? 1 : 0);

const give = async (items: IDataObject[], onError?: OnError, run: GiftRun = {}) =>
	await giveTo(n8nWith(platform.account), items, { ...run, settings: { onError } });

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
	['a bad service key', { ...good, service: 'LOYALTY-DATA' }, 'Service'],
	['no service key', { ...good, service: '' }, 'Service'],
];
const perItem = { serviceKey: serviceKey("={{ $json.service ?? 'LOYALTYDATA01' }}") };

describe('bad input', () => {
	test.each(badItems)('stops the run before any request leaves (%s)', async (_what, bad, field) => {
		const run = await give([good, bad], undefined, { parameters: perItem });
		const error = errorOf(run);
		expect(error?.message).toContain(field);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
		expect(outputOf(run)).toEqual([]);
		expect(platform.traffic().total).toBe(0);
	});

	test('is counted, and all bad fields of an item are named', async () => {
		const error = errorOf(await give([good, ...Array(12).fill({ phone: '0660', megabytes: 'x' })]));
		expect(error?.message).toMatch(/^'Phone Number' .*'Amount \(MB\)' /);
		expect(error?.description).toContain("12 of 13 items can't be sent");
	});

	test('of a reference that several items have is refused for each of them', async () => {
		const items = [good, recipients(1)[0] ?? {}, { ...good, reference: ' GOOD ' }];
		const [first = {}, second, third = {}] = fieldsOf(await give(items, 'continueRegularOutput'));
		expect(second).toMatchObject({ outcome: 'given' });
		for (const item of [first, third]) {
			expect(failureIn(item).message).toContain("'Client Reference' must be unique in the list");
		}
		expect(platform.gifts()).toHaveLength(1);
		expect(errorOf(await give(items))?.message).toContain('must be unique in the list');
		expect(platform.gifts()).toHaveLength(1);
	});

	test('of an option is trouble of its item only', async () => {
		const clientId = "={{ $json.reference || $('No Such Node').item.json.reference }}";
		const run = await give([{ ...good, reference: '' }, good], 'continueRegularOutput', {
			parameters: { clientId },
		});
		const [first = {}, second] = fieldsOf(run);
		expect(failureIn(first).message).toContain('node');
		expect(second).toMatchObject({ clientReference: 'good', outcome: 'given' });
		expect(platform.gifts()).toHaveLength(1);
	});

	test.each(continueModes)('to %s: each bad item with its fields, paired', async (onError) => {
		const items = badItems.flatMap(([, bad], at) => [{ ...good, reference: `ok-${at}` }, bad]);
		const run = await give(items, onError, { parameters: perItem });
		const isFailed = ({ json }: { json: IDataObject }) => json.error !== undefined;
		const failed = outputOf(run, failedOutput(onError)).filter(isFailed);
		expect(failed).toMatchObject(
			badItems.map(([, bad], at) => ({ json: bad, pairedItem: { item: 2 * at + 1 } })),
		);
		for (const [at, { json }] of failed.entries()) {
			expect(failureIn(json).message).toContain(badItems[at]?.[2]);
		}
		const given = outputOf(run).filter((item) => !isFailed(item));
		expect(given).toMatchObject(
			badItems.map((_, at) => ({
				json: { clientReference: `ok-${at}` },
				pairedItem: { item: 2 * at },
			})),
		);
		expect(platform.requestsTo(giftRoute)).toEqual({ 200: badItems.length });
	});
});

describe('what the platform refuses', () => {
	const refused = [
		{ ...good, phone: '33639980404', reference: 'unknown' },
		{ ...good, phone: '33639980403', reference: 'blacklisted' },
		{ ...good, phone: '46701740605', reference: 'no pool' },
	];
	const reasons = [
		{ message: 'UNKNOWN_MSISDN', status: 404 },
		{ message: 'SUBSCRIBER_BLACKLISTED', status: 422 },
		{ message: 'NO_POOL_FOR_OPERATOR', status: 422 },
	];

	test.each(continueModes)('to %s: reason, status and the fields of the item', async (onError) => {
		const run = await give([good, ...refused], onError);
		expect(outputOf(run)[0]).toMatchObject({
			json: { clientReference: 'good' },
			pairedItem: { item: 0 },
		});
		const failed = outputOf(run, failedOutput(onError)).filter(({ json }) => json.error);
		expect(failed).toMatchObject(
			refused.map((json, at) => ({ json, pairedItem: { item: at + 1 } })),
		);
		expect(failed.map(({ json }) => failureIn(json))).toEqual(
			reasons.map(({ message, status }) => ({
				message: expect.stringContaining(message) as string,
				description: expect.stringMatching(/\w+ \w+/) as string,
				status,
			})),
		);
	});

	test.each([1, 20])(
		'stops the run once what is under way has ended, and counts what was given (%d at a time)',
		async (concurrency) => {
			platform.set({ latencyMs: 10 });
			const fault = { kind: 'answer', status: 422 } as const;
			platform.faults({ path: giftPath, every: 30, times: 1, fault });
			const parameters = { options: { concurrency } };
			const run = await give(recipients(100), undefined, { parameters });
			const given = platform.gifts().length;
			expect(given).toBeGreaterThanOrEqual(29);
			expect(given).toBeLessThanOrEqual(28 + concurrency);
			expect(errorOf(run)?.description).toContain(`${given} of 100 items were sent and answered`);
			expect(errorOf(run)?.description).toContain("don't send them again");
			expect(outputOf(run)).toEqual([]);
			expect(platform.traffic().inFlight).toBe(0);
		},
	);
});

test('a list that stops names the items that are in doubt', async () => {
	platform.set({ latencyMs: 20 });
	platform.faults(
		{ path: giftPath, times: 1, fault: { kind: 'answer', status: 422 } },
		{ path: '/datagifting/*', fault: { kind: 'drop', when: 'after' } },
	);
	const parameters = { options: { settlingTime: 0, concurrency: 14, maxTries: 2 } };
	const run = await give(recipients(14), undefined, { parameters });
	expect(platform.gifts()).toHaveLength(13);
	expect(errorOf(run)?.description).toMatch(
		/13 more are in doubt: .* The first are (gift-\d+, ){9}gift-\d+\.$/,
	);
});

describe('what keeps the whole run from working', () => {
	const reasons: [
		string,
		() => Promise<ICredentialDataDecryptedObject> | ICredentialDataDecryptedObject,
		INodeParameters,
		RegExp,
	][] = [
		['no base address', () => ({ baseUrl: 'billing.example.com' }), {}, /must be a web address/],
		['an impossible option', () => ({}), { options: { concurrency: 0 } }, /concurrency/i],
		['an unknown operation', () => ({}), { operation: 'giveAll' }, /no operation 'giveAll'/],
		['a refused login', () => ({ password: 'mistyped' }), {}, /Wrong user name or password/],
		['no identity provider', async () => ({ authUrl: await addressOfNobody() }), {}, /reached/],
		['no platform', async () => ({ baseUrl: await addressOfNobody() }), {}, /nothing answers/],
		[
			'an identity provider that fails',
			() => {
				platform.faults({ path: '/realms/*', fault: { kind: 'answer', status: 503 } });
				return {};
			},
			{},
			/tokens/,
		],
	];

	test.each(reasons)(
		'%s is said of every item, or stops it',
		async (_what, change, parameters, words) => {
			const items = recipients(20);
			const n8n = n8nWith({ ...platform.account, ...(await change()) });
			for (const onError of continueModes) {
				const run = await giveTo(n8n, items, { parameters, settings: { onError } });
				const failed = outputOf(run, failedOutput(onError));
				expect(failed).toMatchObject(items.map((json, item) => ({ json, pairedItem: { item } })));
				for (const { json } of failed) expect(failureIn(json).message).toMatch(words);
			}
			const stopped = await giveTo(n8n, items, { parameters });
			expect(stopped.status).toBe('error');
			expect(outputOf(stopped)).toEqual([]);
			expect(errorOf(stopped)?.message).toMatch(words);
			expect(platform.gifts()).toEqual([]);
		},
	);
});

test.each([undefined, ...continueModes])(
	'a refused login costs at most two token requests (on error: %s)',
	async (onError) => {
		const n8n = n8nWith({ ...platform.account, password: 'mistyped' });
		for (let count = 0; count < 2; count++) {
			await giveTo(n8n, recipients(200), { settings: { onError } });
		}
		expect(platform.tokenRequestCount()).toBeLessThanOrEqual(2);
		expect(platform.sandbox.world.accounts.find('demo-merchant')?.locked).toBe(false);
	},
);
