import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { start } from '../../nodes/MobileBilling/operations/payment/start';
import { outcomesOf } from '../../nodes/engine/outcomes';
import { startOutcomes } from '../../platform/payment';
import { errorOf, failureIn, fieldsOf, outputOf } from '../support/runNode';
import { CUSTOMER, leftBy, Shop, SUBSCRIBE_PATH, theItem } from './support/shop';

let shop: Shop;
beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const outputs = Object.values(outcomesOf(start) ?? {}).map(({ name }) => name);
const magic = (ending: string) => ({ msisdn: `999000000${ending}` });
const inWords = expect.stringMatching(/./) as unknown;

/** Ending of the magic number, outcome, and what the item carries from the contract's response. */
const endings: [string, keyof typeof startOutcomes, IDataObject][] = [
	[
		'922',
		'urlRedirect',
		{ status: 'pending', urlRedirect: expect.stringContaining('http') as unknown as string },
	],
	['923', 'premium', { status: 'pending', shortCode: '90007' }],
	['921', 'pin', { status: 'pending', price: 0.99 }],
	['924', 'handshake', { status: 'pending', handshakeInstructions: inWords as string }],
	['902', 'existingSubscription', { errorType: 'EXISTING_SUBSCRIPTION' }],
	['901', 'notCharged', { errorType: 'CHARGING_FAILED', errorMessage: inWords as string }],
	['911', 'notCharged', { errorType: 'DAILY_LIMIT_EXCEEDED' }],
	['912', 'notCharged', { errorType: 'MONTHLY_LIMIT_EXCEEDED' }],
	['914', 'unknown', {}],
];

/** Ending of the magic number, status, and the field to check by its label. */
const errors: [string, string, string?][] = [
	['903', 'INVALID_REQUEST'],
	['904', 'INVALID_SERVICE', 'Service'],
	['905', 'UNAUTHORIZED'],
	['906', 'INACTIVE', 'Service'],
	['907', 'INVALID_MSISDN', 'Phone Number'],
	['908', 'INVALID_OPERATOR_CODE', 'Operator'],
	['909', 'INVALID_MCCMNC', 'Network (MCC and MNC)'],
	['910', 'INVALID_PRICE', 'Price'],
];

describe.each([200, 400])('the answer to a payment, refusals with HTTP %i,', (httpStatus) => {
	beforeEach(() => shop.seller.set({ paymentErrorStatus: httpStatus }));

	it.each(endings)('…%s is %s, split or not', async (ending, outcome, fields) => {
		const { name } = startOutcomes[outcome];
		const item = expect.objectContaining({ ...fields, outcome }) as unknown;
		expect(theItem(await shop.start(magic(ending)))).toEqual(item);
		const split = await shop.start(magic(ending), { split: true });
		expect(leftBy(split, outputs)).toEqual({ [name]: [item] });
	});

	it.each(errors)(
		'…%s is the error %s, which names the field',
		async (ending, status, label = '') => {
			const run = await shop.start(magic(ending), { split: true });
			expect(leftBy(run, outputs)).toEqual({});
			expect(errorOf(run)?.message).toBe(
				`127.0.0.1:${shop.sandbox.port} says: magic number 999000000${ending} – ${status} (HTTP ${httpStatus})`,
			);
			expect(errorOf(run)?.description).toContain(
				`Nothing was done. ${label ? `Check '${label}'` : ''}`,
			);
		},
	);
});

describe('an answer the node has never seen', () => {
	const answers = async (body: unknown, status = 200) => {
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status, body });
	};

	it.each<[object, number, string]>([
		[{ status: 'ACCEPTED', action: 'TELEPATHY', transactionId: 'a+b/c==', x: [1] }, 200, 'unknown'],
		[{ status: 'ACCEPTED', action: 'PIN', wap: null, extra: { a: 1 } }, 200, 'pin'],
	])('%j (HTTP %i) is kept as it came, not simplified: %s', async (body, status, outcome) => {
		await answers(body, status);
		const item = theItem(await shop.start({ options: { simplify: false } }));
		expect(item).toEqual({ ...body, outcome });
	});

	it('with a status the contract lacks is looked up, and its words stay', async () => {
		await shop.seller.http.delete('/_sandbox/faults');
		const run = await shop.start({ msisdn: '999000000913' });
		expect(errorOf(run)?.message).toContain('UNDER_REVIEW');
		expect(errorOf(run)?.description).toContain('Two look-ups show that it was not done');
	});

	it.each([
		['is cut short', { kind: 'truncate' }],
		['is somebody’s page', { kind: 'answer', when: 'after', status: 200, body: '<h1>Thanks</h1>' }],
		['is empty', { kind: 'answer', when: 'after', status: 200, body: '' }],
		['is another object', { kind: 'answer', when: 'after', status: 200, body: { other: 1 } }],
		['is HTTP 500', { kind: 'answer', when: 'after', status: 500 }],
		['never comes', { kind: 'drop', when: 'after' }],
	])('that %s is looked up, and nobody is charged twice', async (_what, fault) => {
		await shop.breakWith(SUBSCRIBE_PATH, fault, { times: 1 });
		const run = await shop.start({ clientid: 'order-17', options: { maxTries: 4 } });
		expect(theItem(run)).toMatchObject({
			confirmedByLookUp: true,
			clientReference: 'order-17',
			msisdn: CUSTOMER,
			outcome: 'unknown',
		});
		expect(await shop.received()).toHaveLength(1);
	});

	it.each([
		['a page', { kind: 'answer', status: 200, body: '<h1>Thanks</h1>' }, "can't be read"],
		['nothing', { kind: 'drop' }, 'cut before a response arrived'],
		['HTTP 502', { kind: 'answer', status: 502, body: '<h1>Sorry</h1>' }, 'HTTP 502'],
		[
			'HTTP 500 with a status',
			{ kind: 'answer', status: 500, body: { status: 'ACCEPTED', action: 'PIN' } },
			'ACCEPTED (HTTP 500)',
		],
	])(
		'%s, to a request that never arrived, is an error that says so',
		async (_what, fault, words) => {
			await shop.breakWith(SUBSCRIBE_PATH, fault);
			const error = errorOf(await shop.start());
			expect(error?.message).toContain(words);
			expect(error?.description).toContain('Two look-ups show that it was not done');
		},
	);

	it('is unknown, or found, where an older platform shows one of several records', async () => {
		await shop.start({ clientid: 'order-16' });
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'drop', when: 'after' }, { times: 1 });
		await shop.seller.set({ queryAnswer: 'record' });
		const settings = { onError: 'continueRegularOutput' as const };
		const [item = {}] = fieldsOf(await shop.start({ clientid: 'order-17' }, { settings }));
		// Which of the two it shows is the platform's choice; either way nothing is started twice.
		const { reference } = failureIn(item);
		expect(item.clientReference ?? reference).toBe('order-17');
		expect(await shop.received()).toHaveLength(2);
	});
});

describe('a list of payments with mixed outcomes', () => {
	/** What becomes of a payment of the magic number: the output it leaves by. */
	const endsBy: [string, string][] = [
		['922', 'Redirect'],
		['907', 'Error'],
		['921', 'PIN'],
		['914', 'Other'],
		['902', 'Subscribed'],
	];
	const list = Array.from({ length: 30 }, (_, index) => {
		const [ending, output] = endsBy[index % endsBy.length] ?? ['', ''];
		return { order: `order-${index}`, phone: `999000000${ending}`, output };
	});
	const eachItem = { msisdn: '={{ $json.phone }}', clientid: '={{ $json.order }}' };
	const placesFor = (...names: string[]) =>
		[...list.keys()].filter((place) => names.includes(list[place]?.output ?? ''));
	const placesOf = (items: INodeExecutionData[]) =>
		items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

	beforeEach(async () => {
		await shop.seller.set({ latencyMs: 3 });
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'delay', when: 'after', ms: 25 }, { every: 3 });
	});

	it.each([
		['continueErrorOutput', [...outputs, 'Error'], {}],
		['continueRegularOutput', outputs, { Other: ['Other', 'Error'] }],
	] as const)('leaves output by output in order, paired (%s)', async (onError, names, also) => {
		const run = await shop.start(eachItem, { items: list, split: true, settings: { onError } });
		for (const [output, name] of names.entries()) {
			const places = placesFor(name, ...((also as Record<string, string[]>)[name] ?? []));
			expect([name, placesOf(outputOf(run, output))]).toEqual([name, places]);
		}
		const failed = names.flatMap((_, output) => fieldsOf(run, output)).filter((one) => one.error);
		expect(failed).toHaveLength(placesFor('Error').length);
		expect(failed[0]).toMatchObject(list[1] ?? {});
		expect(failureIn(failed[0] ?? {})).toEqual({
			message: expect.stringContaining('INVALID_MSISDN (HTTP 200)') as string,
			description: expect.stringContaining("Check 'Phone Number'") as string,
			field: 'msisdn',
			status: 200,
		});
		const asked = (await shop.received()).map(({ asked: { clientid } }) => clientid);
		expect(asked.sort()).toEqual(list.map(({ order }) => order).sort());
	});
});
