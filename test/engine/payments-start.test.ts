import { startOutcomes } from '../../platform/paymentAnswer';
import { errorOf } from '../support/runNode';
import {
	byKey,
	CUSTOMER,
	leftBy,
	Shop,
	START_OUTPUTS,
	SUBSCRIBE_PATH,
	theItem,
} from './support/shop';

let shop: Shop;

beforeAll(async () => {
	shop = await Shop.open();
});
afterAll(() => shop.close());
beforeEach(() => shop.fresh());

const magic = (ending: string) => ({ msisdn: `999000000${ending}` });
const refusedAs = (status: string) => ({ status, errorMessage: expect.stringMatching(/./) });

/** Ending of the magic number, output, outcome, and what the item carries from the contract's response. */
const endings: [string, string, keyof typeof startOutcomes, Record<string, unknown>][] = [
	[
		'922',
		'URL Redirect',
		'urlRedirect',
		{ status: 'ACCEPTED', action: 'URL_REDIRECT', urlRedirect: expect.stringContaining('http') },
	],
	[
		'923',
		'Premium SMS',
		'premium',
		{
			status: 'ACCEPTED',
			action: 'PREMIUM',
			premiumInstructions: expect.stringContaining('90007'),
			shortCode: '90007',
			smsBody: expect.stringMatching(/^COINS /),
		},
	],
	['921', 'PIN', 'pin', { status: 'ACCEPTED', action: 'PIN', sessionStatus: 'PENDING' }],
	[
		'924',
		'Handshake',
		'handshake',
		{
			status: 'ACCEPTED',
			action: 'HANDSHAKE',
			handshakeInstructions: expect.stringMatching(/./),
		},
	],
	['902', 'Existing Subscription', 'existingSubscription', refusedAs('EXISTING_SUBSCRIPTION')],
	[
		'901',
		'Not Charged',
		'notCharged',
		{ ...refusedAs('CHARGING_FAILED'), sessionStatus: 'FAILED' },
	],
	['911', 'Not Charged', 'notCharged', refusedAs('DAILY_LIMIT_EXCEEDED')],
	['912', 'Not Charged', 'notCharged', refusedAs('MONTHLY_LIMIT_EXCEEDED')],
	['913', 'Other', 'unknown', refusedAs('UNDER_REVIEW')],
	['914', 'Other', 'unknown', { status: 'ACCEPTED', action: 'EYE_SCAN' }],
];

/** Ending of the magic number, status, and the field to look at by its label. */
const errors: [string, string, string | undefined][] = [
	['903', 'INVALID_REQUEST', undefined],
	['904', 'INVALID_SERVICE', 'Service'],
	['905', 'UNAUTHORIZED', undefined],
	['906', 'INACTIVE', 'Service'],
	['907', 'INVALID_MSISDN', 'Phone Number'],
	['908', 'INVALID_OPERATOR_CODE', 'Operator'],
	['909', 'INVALID_MCCMNC', 'Network (MCC and MNC)'],
	['910', 'INVALID_PRICE', 'Price'],
];

describe.each([200, 400])(
	'the answer to a started payment, refusals with HTTP %i',
	(httpStatus) => {
		beforeEach(() => shop.seller.set({ paymentErrorStatus: httpStatus }));

		it.each(endings)(
			'…%s leaves by the output “%s” as %s',
			async (ending, output, outcome, fields) => {
				const run = await shop.start(magic(ending), { split: true });
				expect(errorOf(run)).toBeUndefined();
				expect(leftBy(run, START_OUTPUTS)).toEqual({
					[output]: [
						expect.objectContaining({
							...fields,
							outcome,
							nextStep: startOutcomes[outcome].nextStep,
						}),
					],
				});
			},
		);

		it.each(endings)(
			'…%s leaves by the one output when not split',
			async (ending, _output, outcome, fields) => {
				const run = await shop.start(magic(ending));
				expect(theItem(run)).toMatchObject({
					...fields,
					outcome,
					nextStep: startOutcomes[outcome].nextStep,
				});
			},
		);

		it.each(errors)(
			'…%s is the error %s, which names the field to look at',
			async (ending, status, label) => {
				const run = await shop.start(magic(ending), { split: true });
				expect(leftBy(run, START_OUTPUTS)).toEqual({});
				const look = label === undefined ? '' : `. Look at the field “${label}”`;
				expect(errorOf(run)?.message).toBe(
					`127.0.0.1:${shop.sandbox.port} says: magic number 999000000${ending} – ${status} (HTTP ${httpStatus})${look}`,
				);
				expect(errorOf(run)?.description).toContain('nothing was done');
			},
		);
	},
);

describe('the flow of an operator', () => {
	it.each([
		['FR_DEMOTEL', '33639980001', 'pin'],
		['FR_FICTEL', '33639985001', 'urlRedirect'],
		['GB_SAMPLECELL', '447700900001', 'premium'],
		['GB_MADEUP', '447700900501', 'handshake'],
	])('%s decides for %s: %s', async (operatorCode, msisdn, outcome) => {
		expect(theItem(await shop.start({ msisdn }))).toMatchObject({ operatorCode, msisdn, outcome });
	});
});

describe('an existing subscription', () => {
	it('is not charged again', async () => {
		await shop.seller.optIn();
		const again = { serviceKey: byKey('GAMECLUB04'), price: '2.99' };
		const run = await shop.start(again, { split: true });
		expect(leftBy(run, START_OUTPUTS)).toEqual({
			'Existing Subscription': [expect.objectContaining({ status: 'EXISTING_SUBSCRIPTION' })],
		});
		expect(await shop.seller.history()).toEqual(['SUB_START COMPLETED']);
	});
});

describe('an answer the node has never seen', () => {
	const answers = async (body: unknown, status = 200) => {
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status, body });
	};

	it('of a new action is kept as it came', async () => {
		const body = { status: 'ACCEPTED', action: 'TELEPATHY', transactionId: 'a+b/c==', brain: [1] };
		await answers(body);
		expect(theItem(await shop.start())).toEqual({
			...body,
			outcome: 'unknown',
			nextStep: startOutcomes.unknown.nextStep,
		});
	});

	it('of a new status is kept as it came, also with HTTP 400', async () => {
		const body = {
			status: 'ON_HOLD',
			errorMessage: 'wait',
			action: 'PIN',
			hold: { until: 'noon' },
		};
		await answers(body, 400);
		expect(theItem(await shop.start())).toEqual({
			...body,
			outcome: 'unknown',
			nextStep: startOutcomes.unknown.nextStep,
		});
	});

	it('passes unknown fields on and takes statuses and actions in any case', async () => {
		const body = {
			status: 'accepted',
			action: 'Pin',
			transactionId: '820000003',
			wap: null,
			extra: 1,
		};
		await answers(body);
		expect(theItem(await shop.start())).toMatchObject({ ...body, outcome: 'pin' });
	});

	it('shows a field called error under another name, so that n8n does not take it for a failure', async () => {
		await answers({ status: 'ACCEPTED', action: 'PIN', error: 'none' });
		const item = theItem(await shop.start());
		expect(item).toMatchObject({ outcome: 'pin', platformError: 'none' });
		expect(item).not.toHaveProperty('error');
	});

	it.each([
		['empty', { kind: 'answer', status: 200, body: '' }],
		['an object of something else', { kind: 'answer', status: 200, body: { other: 1 } }],
	])(
		'is a warning when it is %s: the platform accepted, so nobody may repeat it',
		async (_what, fault) => {
			await shop.breakWith(SUBSCRIBE_PATH, fault);
			const run = await shop.start({}, { split: true });
			expect(leftBy(run, START_OUTPUTS)).toEqual({
				Other: [
					{
						warning: expect.stringContaining('Do not send it again'),
						answer: expect.any(String),
						outcome: 'unknown',
						nextStep: startOutcomes.unknown.nextStep,
					},
				],
			});
			expect(await shop.requestCount()).toBe(1);
		},
	);

	it.each([
		['is cut short', { kind: 'truncate' }],
		['is somebody’s page', { kind: 'answer', when: 'after', status: 200, body: '<h1>Thanks</h1>' }],
		['is HTTP 500', { kind: 'answer', when: 'after', status: 500 }],
		['never comes, the connection being cut', { kind: 'drop', when: 'after' }],
	])('that %s is made up for by a look-up, and nothing is charged twice', async (_what, fault) => {
		await shop.breakWith(SUBSCRIBE_PATH, fault);
		const run = await shop.start({ clientid: 'order-17' }, { split: true });
		expect(leftBy(run, START_OUTPUTS)).toEqual({
			Other: [
				expect.objectContaining({
					confirmedByLookUp: true,
					merchantReference: 'order-17',
					msisdn: CUSTOMER,
					pinIdentification: '•••',
					outcome: 'unknown',
					nextStep: expect.stringContaining('do not start it again'),
				}),
			],
		});
		expect(await shop.received()).toHaveLength(1);
	});

	it.each([
		['is somebody’s page', { kind: 'answer', status: 200, body: '<h1>Thanks</h1>' }, 'no data'],
		['never comes, the connection being cut', { kind: 'drop' }, 'cut before an answer came'],
	])(
		'that %s, to a request that never arrived, is an error that says so',
		async (_what, fault, words) => {
			await shop.breakWith(SUBSCRIBE_PATH, fault);
			const run = await shop.start();
			expect(errorOf(run)?.message).toContain(words);
			expect(errorOf(run)?.description).toMatch(/had not done it\. It can be sent again/);
		},
	);

	it.each([
		[500, 'can be sent again'],
		[502, 'can be sent again'],
		[429, 'fewer requests'],
		[404, 'does not know this'],
	])('with HTTP %i and a page of a gateway is an error that says so', async (status, advice) => {
		await answers('<h1>Sorry</h1>', status);
		const run = await shop.start();
		expect(errorOf(run)?.message).toContain(`HTTP ${status}`);
		expect(errorOf(run)?.description).toContain(advice);
	});

	it.each([500, 502, 503])(
		'with HTTP %i is an error, whatever status its body names: the platform broke',
		async (status) => {
			await answers({ status: 'INTERNAL_ERROR', errorMessage: 'out of order' }, status);
			const run = await shop.start();
			expect(errorOf(run)?.message).toContain('out of order');
			expect(errorOf(run)?.description).toContain('can be sent again');
		},
	);

	it.each([500, 502, 503])(
		'with HTTP %i, to the look-up too, is an error that says nobody knows',
		async (status) => {
			await shop.breakWith('*', { kind: 'answer', status });
			const run = await shop.start({ clientid: 'order-17' });
			expect(errorOf(run)?.message).toMatch(new RegExp(`^Outcome unknown: .*HTTP ${status}`));
			expect(errorOf(run)?.description).toContain('order-17');
		},
	);

	it('that sends the request elsewhere is not followed', async () => {
		const headers = { location: `${shop.sandbox.url}/elsewhere` };
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status: 307, headers });
		const run = await shop.start();
		expect(errorOf(run)?.description).toContain('It was not followed');
		expect(await shop.requestCount()).toBe(1);
	});
});
