import type { IDataObject } from 'n8n-workflow';
import { giveTo, recipients, serviceKey } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';

// What the contract does not show, and a platform may do all the same.

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const settings = { onError: 'continueRegularOutput' as const };
const options = { settlingTime: 0, tries: 3 };
const spring = { clientId: '', campaign: 'spring' };
const [{ phone = '' } = {}] = recipients(1);

const lostAnswer = (when: 'before' | 'after') =>
	({ path: giftPath, fault: { kind: 'drop', when }, times: 1 }) as const;
const looksGive = (body: unknown, status = 200) =>
	({ path: looks, fault: { kind: 'answer', status, body } }) as const;
const giftGives = (body: unknown, when: 'before' | 'after' = 'before', status = 200) =>
	({ path: giftPath, fault: { kind: 'answer', when, status, body } }) as const;

const give = async (items: IDataObject[], parameters: IDataObject = {}) => {
	const run = await giveTo(n8nWith(platform.account), items, {
		parameters: { options, ...(parameters as object) },
		settings,
	});
	return outputOf(run).map(({ json }) => json);
};
const unknown = { message: { outcomeUnknown: true } };

describe('a gift that is refused with 200 is not called given:', () => {
	test.each([
		[{ status: 'INVALID_MSISDN' }],
		[{ status: 'DAILY_LIMIT_EXCEEDED' }],
		[{ transactionId: 7, status: 'INVALID_MSISDN', errorMessage: 'unknown number' }],
		[{ code: 'INSUFFICIENT_BALANCE', message: 'pool empty' }],
	])('%j says that the request is no good', async (body) => {
		platform.faults(giftGives(body));
		const [item] = await give(recipients(1));
		expect(item?.message).toMatchObject({ advice: expect.stringContaining('Mend what it names') });
		expect(platform.requestsTo(`GET ${looks}`)).toEqual({});
	});

	test.each([
		[{ success: false, message: 'pool empty' }],
		[{ success: 'false', message: 'pool empty' }],
		[{ status: 'OK', errorMessage: 'pool empty' }],
		[{ status: 'FAILED_NO_BALANCE', message: 'pool empty' }],
		[{ status: 'ERROR', error: 'pool empty' }],
		[{ status: 'NOT_ASSIGNED', message: 'pool empty' }],
		[{ status: 400, message: 'pool empty' }],
		[{ msisdn: phone, errorMessage: 'pool empty' }],
		[{ transactionId: 7, transactionState: 'FAILED' }],
		[{ transactionId: 7, sessionStatus: 'FAILED' }],
	])('%j is looked up', async (body) => {
		platform.faults(giftGives(body));
		const [item] = await give(recipients(1));
		expect(item?.error).toMatch(/says: (pool empty|FAILED)/);
		expect(item?.message).toMatchObject({ advice: expect.stringContaining('can be sent again') });
	});
});

describe('a gift that is accepted is sent once, though the answer has a word for errors in it:', () => {
	test.each([
		[{ status: 'OK', errorMessage: 'No error' }],
		[{ status: 'ACCEPTED', error: 'none' }],
		[{ code: '0', error: '0', message: 'OK' }],
		[{ status: 'NO_ERROR' }],
		[{ status: 'ASSIGNED', errorMessage: 'N/A', errorType: null }],
		[{}],
	])('%j', async (body) => {
		platform.faults(giftGives(body, 'after'), looksGive([]));
		expect(await give(recipients(1))).toMatchObject([{ outcome: 'given' }]);
		expect(platform.gifts()).toHaveLength(1);
	});
});

test.each([
	[{ transactionId: 7, status: 'ASSIGNED', error: 'receipt denied by customer' }],
	[{ transactionId: 7, msisdn: phone, status: 'ASSIGNED', code: 'INACTIVE' }],
	[{ transactionId: 7, status: 'COMPLETED', code: 'QUOTA_EXCEEDED_WARNING' }],
])('a gift that was given with a warning is not called refused: %j', async (body) => {
	platform.faults(giftGives(body, 'after'));
	expect(await give(recipients(1))).toMatchObject([{ outcome: 'given' }]);
	expect(platform.gifts()).toHaveLength(1);
});

describe('a gift whose answer was lost is there, or nobody can tell, when its record', () => {
	test.each(['NO_ERROR', 'NOT_CANCELED', 'CANCEL_REQUESTED'])('says %s', async (status) => {
		platform.faults(
			lostAnswer('after'),
			looksGive([{ msisdn: phone, clientId: 'gift-0', status }]),
		);
		expect(await give(recipients(1))).toMatchObject([{ confirmedByLookUp: true }]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test.each(['GIFT-0', 'gift-0 '])('shows its reference as %j', async (clientId) => {
		platform.faults(lostAnswer('after'), looksGive([{ msisdn: phone, clientId }]));
		expect(await give(recipients(1))).toMatchObject([{ confirmedByLookUp: true }]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test.each(['gift*0', 'gi●●-0'])('shows only a part of its reference, as %j', async (clientId) => {
		platform.faults(lostAnswer('after'), looksGive([{ msisdn: phone, clientId }]));
		expect(await give(recipients(1))).toMatchObject([unknown]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test("shows it beside one of the platform's", async () => {
		const record = { msisdn: phone, clientId: 'shop', clientReference: 'gift-0' };
		platform.faults(lostAnswer('after'), looksGive([record]));
		expect(await give(recipients(1))).toMatchObject([{ confirmedByLookUp: true }]);
	});

	test.each([
		[
			"is another's, and stands alone in the place of a list",
			200,
			{ msisdn: phone, clientId: 'x' },
		],
		['is not looked for, because the address is wrong', 404, { status: 'NOT_FOUND' }],
		['is left out of an empty object', 200, {}],
	])('%s', async (_how, status, body) => {
		platform.faults(lostAnswer('after'), looksGive(body, status));
		expect(await give(recipients(1))).toMatchObject([unknown]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('turns up only when what was sent again is refused', async () => {
		platform.faults(lostAnswer('after'), giftGives({ status: 'DUPLICATE' }, 'before', 409), {
			...looksGive([]),
			times: 2,
		});
		expect(await give(recipients(1))).toMatchObject([
			{ outcome: 'given', confirmedByLookUp: true },
		]);
	});

	test('does not turn up, and what was sent again was wrong in the first place', async () => {
		platform.faults(
			lostAnswer('before'),
			giftGives({ status: 'INVALID_MSISDN' }, 'before', 422),
			looksGive([]),
		);
		const [item] = await give(recipients(1));
		expect(item?.error).toContain('INVALID_MSISDN');
		expect(item?.message).not.toHaveProperty('outcomeUnknown');
	});

	test('does not turn up, and what was sent again is refused', async () => {
		platform.faults(
			lostAnswer('after'),
			giftGives({ status: 'DUPLICATE' }, 'before', 409),
			looksGive([]),
		);
		expect(await give(recipients(1))).toMatchObject([
			{ error: expect.stringContaining('DUPLICATE'), ...unknown },
		]);
	});
});

describe('a lost gift is sent again although the number has', () => {
	test.each([
		{ timeCreated: '2020-01-02 03:04:05' },
		{ createdAt: 1_577_934_245_000 },
		{ created: '2020-01-02T03:04:05+00:00' },
		{ date: '2020-01-02' },
	])('a gift of years ago without a reference: %j', async (time) => {
		platform.faults(lostAnswer('before'), looksGive([{ msisdn: phone, clientId: null, ...time }]));
		expect(await give(recipients(1))).toMatchObject([{ outcome: 'given' }]);
	});

	test('another whose reference ours begins with', async () => {
		platform.faults(lostAnswer('before'), looksGive([{ msisdn: phone, clientId: 'order-1' }]));
		expect(await give(recipients(1), { clientId: 'order-17' })).toMatchObject([
			{ outcome: 'given' },
		]);
	});

	test('another that the platform gave a number of its own like our reference', async () => {
		const record = { msisdn: phone, clientId: 'other', reference: 'gift-0' };
		platform.faults(lostAnswer('before'), looksGive([record]));
		const [item] = await give(recipients(1));
		expect(item).toMatchObject({ outcome: 'given' });
		expect(item).not.toHaveProperty('confirmedByLookUp');
	});
});

test('a gift is not confirmed by that of another row with the same typed reference', async () => {
	platform.faults(lostAnswer('before'));
	const [person] = recipients(1);
	const rows = [1, 2].map(() => ({ ...person, reference: 'vip-1' }));
	const items = await give(rows, {
		options: { ...options, settlingTime: 1, concurrency: 2 },
	});
	expect(items).toMatchObject([unknown, { outcome: 'given' }]);
	expect(platform.gifts()).toHaveLength(1);
});

describe('a campaign that runs again', () => {
	test('sends nothing where its references are hidden in part and others are not', async () => {
		await give(recipients(8), spring);
		const hidden = platform.gifts().map(({ msisdn }) => ({
			msisdn,
			clientId: `spring-${msisdn.slice(0, 5)}****${msisdn.slice(-3)}`,
		}));
		platform.faults(looksGive([...hidden, { msisdn: '999000009999', clientId: 'by hand' }]));
		const [item] = await give(recipients(8), spring);
		expect(item?.error).toContain('It shows only a part of a reference that may be one of these');
		expect(platform.gifts()).toHaveLength(8);
	});

	test.each([
		[404, { status: 'NOT_FOUND', message: 'No handler found' }],
		[200, { msisdn: phone, clientId: 'other' }],
		[200, {}],
		[200, null],
		[200, { content: [], totalElements: 8, page: 1 }],
	])('sends nothing when the list of gifts is %i %j', async (status, body) => {
		await give(recipients(8), spring);
		platform.faults(looksGive(body, status));
		const [item] = await give(recipients(8), spring);
		expect(item?.error).toContain('cannot say who was given already');
		expect(platform.gifts()).toHaveLength(8);
	});

	test.each(['Wait for it...', 'Spring…', 'XXXX-mas', 'spring##1'])(
		'knows its own gifts when it is called %s',
		async (campaign) => {
			await give(recipients(2), { clientId: '', campaign });
			const items = await give(recipients(3), { clientId: '', campaign });
			expect(items.map(({ outcome }) => outcome)).toEqual([
				'alreadyGiven',
				'alreadyGiven',
				'given',
			]);
		},
	);

	test.each([
		['shorter', (reference: string) => reference.slice(0, 20)],
		['in capitals', (reference: string) => reference.toUpperCase()],
		['with a space behind', (reference: string) => `${reference} `],
	])('gives nothing again where the list shows its references %s', async (_how, shownAs) => {
		const bonus = { clientId: '', campaign: 'spring-bonus-2026' };
		await give(recipients(8), bonus);
		const shown = platform.gifts().map((gift) => ({
			msisdn: gift.msisdn,
			clientId: shownAs(gift.clientId ?? ''),
		}));
		platform.faults(looksGive(shown));
		await give(recipients(8), bonus);
		await give(recipients(2), bonus);
		expect(platform.gifts()).toHaveLength(8);
	});

	test.each([{ transactions: [] }, { content: [], totalElements: 0, page: 0 }])(
		'gives to all where nobody was given and the list is %j',
		async (body) => {
			platform.faults(looksGive(body));
			expect(await give(recipients(8), spring)).toMatchObject(Array(8).fill({ outcome: 'given' }));
		},
	);

	test.each([
		{ transactionState: 'FAILED' },
		{ status: 'FAILED_NO_BALANCE' },
		{ status: 'CANCEL' },
		{ success: false },
		{ status: 'INVALID_MSISDN' },
	])('gives to somebody whose gift of this campaign came to nothing: %j', async (how) => {
		platform.faults(looksGive([{ msisdn: phone, clientId: `spring-${phone}`, ...how }]));
		expect(await give(recipients(1), spring)).toMatchObject([{ outcome: 'given' }]);
	});
});

test('with Retry On Fail, a gift of a campaign is confirmed when the second try finds it', async () => {
	platform.faults(lostAnswer('after'), { ...looksGive('', 403), times: 1 });
	const run = await giveTo(n8nWith(platform.account), recipients(1), {
		parameters: { ...spring, options: { ...options, tries: 1 } },
		settings: { ...settings, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(outputOf(run)[0]?.json).toMatchObject({ outcome: 'given', confirmedByLookUp: true });
	expect(platform.gifts()).toHaveLength(1);
});

test('with Retry On Fail, a try that cannot begin leaves what the one before has given', async () => {
	platform.faults({ path: giftPath, times: 1, fault: { kind: 'answer', status: 422 } });
	platform.whenGiven(2, () => {
		platform.faults(looksGive('', 403));
	});
	const run = await giveTo(n8nWith(platform.account), recipients(3), {
		parameters: { ...spring, options: { ...options, concurrency: 1 } },
		settings: { ...settings, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	});
	expect(outputOf(run).map(({ json }) => json)).toMatchObject([
		{ error: expect.stringContaining('cannot say who was given already') },
		{ outcome: 'given' },
		{ outcome: 'given' },
	]);
});

test('a question that is refused with 200 is asked once, and the platform not called broken', async () => {
	platform.faults(looksGive({ status: 'INVALID_SERVICE', errorMessage: 'no such service' }));
	const run = await giveTo(n8nWith(platform.account), recipients(4), {
		parameters: {
			operation: 'getMany',
			serviceKey: serviceKey('NOPE'),
			options: { tries: 3, stopAfterFailures: 2, concurrency: 1 },
		},
		settings,
	});
	expect(platform.requestsTo(`GET ${looks}`)).toEqual({ '200': 4 });
	for (const { json } of outputOf(run)) {
		expect(json.error).toMatch(/says: no such service – INVALID_SERVICE$/);
		expect(json.message).toMatchObject({ advice: expect.stringContaining('Mend what it names') });
	}
});
