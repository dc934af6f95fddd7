import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { MobileBilling } from '../../nodes/MobileBilling/MobileBilling.node';
import { addressOfNobody } from '../support/endpoint';
import { giveTo, recipients } from '../support/gifting';
import { giftPath, giftRoute, n8nWith, Platform } from '../support/platform';
import { errorOf, failureIn, fieldsOf, outputOf, runNode } from '../support/runNode';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const run = async (items: IDataObject[], options: INodeParameters, fields: INodeParameters = {}) =>
	await giveTo(n8nWith(platform.account), items, { parameters: { ...fields, options } });

describe('a list', () => {
	test('keeps order and pairing, whatever the order of the answers', async () => {
		platform.faults(
			{ path: giftPath, chance: 0.3, seed: 1, fault: { kind: 'delay', ms: 40 } },
			{ path: giftPath, chance: 0.3, seed: 2, fault: { kind: 'delay', when: 'after', ms: 15 } },
		);
		const items = recipients(150);
		const output = outputOf(await run(items, { concurrency: 25 }));
		expect(platform.gifts().map(({ msisdn }) => msisdn)).not.toEqual(
			items.map(({ phone }) => phone),
		);
		expect(
			output.map(({ json, pairedItem }) => [json.msisdn, json.clientReference, pairedItem]),
		).toEqual(items.map(({ phone, reference }, item) => [phone, reference, { item }]));
	});

	test.each<[INodeParameters, number]>([
		[{ concurrency: 1 }, 1],
		[{ concurrency: 50 }, 50],
		[{}, 10],
	])('with the options %j has %d requests under way', async (options, most) => {
		platform.set({ latencyMs: 150 });
		await run(recipients(most * 3), options);
		expect(platform.traffic().highestInFlight).toBe(most);
	});

	test('sends no more than Requests per Second', async () => {
		await run(recipients(1), {});
		const began = Date.now();
		await run(recipients(25), { requestsPerSecond: 10 });
		expect(Date.now() - began).toBeGreaterThan(1900);
	});

	test.each<[INodeParameters, RegExp]>([
		[{ concurrency: 0 }, /Concurrency/],
		[{ concurrency: 'many' }, /Concurrency/],
		[{ maxTries: 0 }, /Tries/],
		[{ requestsPerSecond: '={{ $json.nothing }}' }, /^'Requests per Second' is required/],
		[{ dryRun: '={{ $itemIndex === 0 }}' }, /^'Dry Run' must be true or false/],
	])('with the options %j is refused before any request leaves', async (options, words) => {
		expect(errorOf(await run(recipients(3), options))?.message).toMatch(words);
		expect(platform.traffic().total).toBe(0);
	});
});

describe('a field dragged into a parameter', () => {
	const [name, value] = ['Số điện thoại', '+999 000 001 000'];

	test.each<[string, IDataObject]>([
		['={{ $json.phone }}', { phone: value }],
		[`={{ $json['${name}'] }}`, { [name]: value }],
		['={{ $json.phone.trim() }}', { phone: value }],
		['={{ $json.customer.phone }}', { customer: { phone: value } }],
		['={{ $json.phone || $json.mobile }}', { phone: '', mobile: value }],
	])('%s has the value that n8n gives it', async (msisdn, json) => {
		await run([{ megabytes: 1, ...json }], {}, { msisdn, clientId: '' });
		expect(platform.gifts()).toMatchObject([{ msisdn: '999000001000' }]);
	});
});

describe('Stop After Failures', () => {
	const give = async (count: number, options: INodeParameters, account: object = {}) =>
		fieldsOf(
			await giveTo(n8nWith({ ...platform.account, ...account }), recipients(count), {
				parameters: { options: { concurrency: 1, ...options } },
				settings: { onError: 'continueRegularOutput' },
			}),
		);
	const isStopped = (item: IDataObject) =>
		/^Not sent, because \d+ items in a row failed/.test(failureIn(item).message ?? '');
	const dead = { path: '/datagifting/*', fault: { kind: 'drop' } } as const;

	test.each([
		[{ stopAfterFailures: 4 }, 4],
		[{}, 20],
		[{ stopAfterFailures: 0 }, 30],
	])('with the options %j marks the rest as not sent', async (options, sent) => {
		platform.faults(dead);
		const items = await give(30, options);
		expect(items.map(isStopped)).toEqual(items.map((_, at) => at >= sent));
		for (const item of items.filter(isStopped)) {
			expect(failureIn(item).message).toContain('the connection was cut');
			expect(failureIn(item).description).toBe('Run the rest of the list again later.');
		}
	});

	test('counts an identity provider that is not there', async () => {
		const items = await give(10, { stopAfterFailures: 3 }, { authUrl: await addressOfNobody() });
		expect(items.map(isStopped)).toEqual(items.map((_, at) => at >= 3));
	});

	test.each([
		['one in between succeeds', { every: 2, fault: { kind: 'drop' } }],
		['the platform refuses: it answered', { fault: { kind: 'answer', status: 422 } }],
		['look-ups find what was lost', { fault: { kind: 'drop', when: 'after' } }],
	] as const)('does not stop a list when %s', async (_what, rule) => {
		platform.faults({ path: giftPath, ...rule });
		expect((await give(8, { stopAfterFailures: 2 })).filter(isStopped)).toEqual([]);
	});
});

describe('Check Balance', () => {
	const demotel = { checkBalance: true, operator: 'FR_DEMOTEL', clientId: '' };
	const winBack = { ...demotel, serviceKey: { __rl: true, mode: 'id', value: 'WINBACKDATA02' } };
	/** Its pool of WINBACKDATA02 has 50 MB left. */
	const each = (...amounts: number[]): IDataObject[] =>
		amounts.map((megabytes, at) => ({ phone: `3363998000${at + 1}`, megabytes }));

	test('gives a list that the pool covers, to the last MB', async () => {
		expect(errorOf(await run(each(20, 30), {}, winBack))).toBeUndefined();
		expect(platform.gifts()).toHaveLength(2);
	});

	test('refuses a whole list that it does not cover, and says by how much', async () => {
		const items = each(20, 30.5);
		const error = errorOf(await run(items, {}, winBack));
		expect(error?.message).toContain(
			'WINBACKDATA02 at FR_DEMOTEL has 50 MB and the list needs 50.5 MB',
		);
		expect(error?.description).toMatch(/^Nothing was sent/);
		const marked = await giveTo(n8nWith(platform.account), items, {
			parameters: winBack,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(fieldsOf(marked).map((item) => failureIn(item).message)).toEqual(
			Array(2).fill(error?.message),
		);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});

	test('counts a number once where it gets one gift, and not at all where it has it', async () => {
		const campaign = { ...winBack, campaign: 'spring' };
		const [one = {}] = each(30);
		expect(errorOf(await run([one, one], {}, campaign))).toBeUndefined();
		expect(errorOf(await run([one, ...each(1, 20).slice(1)], {}, campaign))).toBeUndefined();
		expect(platform.gifts()).toHaveLength(2);
	});

	test.each<[string, INodeParameters, object | undefined, string]>([
		['no operator', { operator: '' }, undefined, "'Operator' is required for Check Balance"],
		['a refusal', {}, { kind: 'answer', status: 403 }, "can't be read"],
		['words', {}, { kind: 'answer', status: 200, body: 'plenty' }, "can't be read"],
		['no amounts', {}, { kind: 'answer', status: 200, body: [{ a: 1 }] }, "can't be read"],
	])('refuses the list when it meets %s', async (_what, fields, fault, words) => {
		const path = '/datagifting/v1/services/balance';
		if (fault) platform.faults({ path, fault: fault as { kind: 'drop' } });
		const error = errorOf(await run(each(1), {}, { ...demotel, ...fields }));
		expect(error?.message).toContain(words);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});
});

describe('a dry run', () => {
	const options = { dryRun: true };
	const dryRun = async (count: number, parameters: object = {}) =>
		await giveTo(n8nWith(platform.account), recipients(count), {
			parameters: { options, ...parameters },
		});

	test('gives nothing and shows what would be sent, item by item', async () => {
		expect(outputOf(await dryRun(2))).toMatchObject(
			[0, 1].map((item) => ({
				json: {
					dryRun: true,
					wouldSend: {
						method: 'POST',
						path: giftPath,
						body: {
							serviceKey: 'LOYALTYDATA01',
							msisdn: `99900000100${item}`,
							amount: item + 1,
							clientId: `gift-${item}`,
						},
					},
				},
				pairedItem: { item },
			})),
		);
		expect(platform.requestsTo(giftRoute)).toEqual({});
	});

	test('does all the rest: skips who was given, refuses what the pools lack, reads', async () => {
		const campaign = { campaign: 'spring', clientId: '' };
		await dryRun(1, { ...campaign, options: {} });
		expect(fieldsOf(await dryRun(2, campaign))).toMatchObject([
			{ outcome: 'alreadyGiven' },
			{ dryRun: true },
		]);
		const balance = { amount: 9e15, checkBalance: true, operator: 'FR_DEMOTEL' };
		expect(errorOf(await dryRun(1, balance))?.message).toContain("don't cover this list");
		const services = await dryRun(1, { resource: 'service', operation: 'getMany' });
		expect(outputOf(services).length).toBeGreaterThan(1);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('does not show a PIN that would be sent', async () => {
		const shown = await runNode({
			node: new MobileBilling(),
			credentials: n8nWith(platform.account),
			items: [{}],
			parameters: {
				resource: 'payment',
				operation: 'submitPin',
				transactionId: '700000001',
				pin: '4711',
				options,
			},
		});
		const path = '/api/payment/1_4/transaction/700000001';
		expect(fieldsOf(shown)).toMatchObject([{ wouldSend: { path } }]);
		expect(JSON.stringify(outputOf(shown))).not.toContain('4711');
		expect(platform.traffic().total).toBe(0);
	});
});
