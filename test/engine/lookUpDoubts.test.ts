import { giveTo, recipients } from '../support/gifting';
import { giftPath, looks, n8nWith, Platform } from '../support/platform';
import { outputOf } from '../support/runNode';
import { CUSTOMER, Shop, SUBSCRIBE_PATH } from './support/shop';

let platform: Platform;
beforeEach(async () => {
	platform = await Platform.start();
});
afterEach(() => platform.close());

const settings = { onError: 'continueRegularOutput' as const };
const lostAnswer = { path: giftPath, fault: { kind: 'drop', when: 'after' }, times: 1 } as const;
const answering = (body: unknown) =>
	({ path: looks, fault: { kind: 'answer', status: 200, body } }) as const;
const [{ phone } = {}] = recipients(1);
const hidden = `${String(phone).slice(0, 5)}****${String(phone).slice(-3)}`;

/** Gives to one customer whose answer is lost, and looks it up at a platform that answers so. */
const giveAndLook = async (body: unknown) => {
	platform.faults(lostAnswer, answering(body));
	const run = await giveTo(n8nWith(platform.account), recipients(1), {
		parameters: { options: { settlingTime: 0, tries: 5 } },
		settings,
	});
	expect(platform.gifts()).toHaveLength(1);
	return outputOf(run)[0]?.json;
};

describe('a gift whose answer was lost is not given again', () => {
	test.each(['ERROR', 'FAILED'])(
		'because the look-up answers 200 with the error %s: nobody can tell',
		async (status) => {
			expect(await giveAndLook({ status, errorMessage: 'database timeout' })).toMatchObject({
				error: expect.stringContaining('Outcome unknown'),
				message: { outcomeUnknown: true, reference: 'gift-0' },
			});
		},
	);

	test.each([
		['hidden in part', hidden],
		['with leading zeros', `00${String(phone)}`],
		['with a plus and spaces', `+${String(phone).slice(0, 3)} ${String(phone).slice(3)}`],
		['without its country code', `0${String(phone).slice(3)}`],
	])('because its record shows the number %s', async (_how, msisdn) => {
		const record = { msisdn, clientId: 'gift-0', status: 'ASSIGNED' };
		expect(await giveAndLook([record])).toMatchObject({ confirmedByLookUp: true });
	});

	test.each([
		['in part', 'gi****-0'],
		['as nothing', null],
		['as empty text', ''],
	])('because the one record of the number shows its reference %s', async (_how, clientId) => {
		const record = { msisdn: phone, clientId, status: 'ASSIGNED' };
		expect(await giveAndLook([record])).toMatchObject({ message: { outcomeUnknown: true } });
	});

	test.each([
		['2020-01-02 03:04:05', { outcomeUnknown: true }],
		[new Date(Date.now() - 86_400_000).toISOString(), undefined],
		['yesterday', undefined],
	])('nor taken for the one that was given on %s', async (timeCreated, message) => {
		const record = { msisdn: phone, clientId: 'gift-0', status: 'ASSIGNED', timeCreated };
		const item = await giveAndLook([record]);
		if (message) expect(item).toMatchObject({ message });
		else expect(item).toMatchObject({ confirmedByLookUp: true });
	});

	test('but confirmed, when the platform has its wits together at the second question', async () => {
		platform.faults(lostAnswer, {
			path: looks,
			fault: { kind: 'answer', status: 200, body: { status: 'ERROR', errorMessage: 'busy' } },
			times: 1,
		});
		const run = await giveTo(n8nWith(platform.account), recipients(1), {
			parameters: { options: { settlingTime: 0, tries: 5 } },
		});
		expect(outputOf(run)[0]?.json).toMatchObject({ confirmedByLookUp: true });
		expect(platform.gifts()).toHaveLength(1);
	});

	test('nor counted as two, when the campaign lists the customer twice', async () => {
		platform.faults(lostAnswer);
		const [person = {}] = recipients(1);
		const run = await giveTo(n8nWith(platform.account), [person, person], {
			parameters: { clientId: '', campaign: 'spring', options: { settlingTime: 0, tries: 5 } },
			settings,
		});
		expect(outputOf(run).map(({ json }) => json)).toMatchObject([
			{ outcome: 'given', confirmedByLookUp: true },
			{ outcome: 'listedTwice' },
		]);
		expect(platform.gifts()).toHaveLength(1);
	});

	test('because its reference holds a word that is a secret, too', async () => {
		platform.faults(lostAnswer);
		const n8n = n8nWith(platform.account);
		const secret = String(platform.account.password);
		const run = await giveTo(n8n, recipients(1), {
			parameters: { clientId: `order: ${secret} 1`, options: { settlingTime: 0, tries: 5 } },
		});
		expect(platform.gifts()).toHaveLength(1);
		expect(outputOf(run)[0]?.json).toMatchObject({ confirmedByLookUp: true });
		expect(JSON.stringify(outputOf(run)[0]?.json)).not.toContain(secret);
	});

	test('and the item says so when nobody can log in to look', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(
			n8n,
			recipients(1).map((one) => ({ ...one, reference: 'before' })),
		);
		platform.faults(
			lostAnswer,
			{ path: looks, fault: { kind: 'expire', what: 'sessions' } },
			{ path: '*/token', fault: { kind: 'answer', status: 401, body: { error: 'invalid_grant' } } },
		);
		const run = await giveTo(n8n, recipients(3), {
			parameters: { options: { settlingTime: 0, concurrency: 1 } },
			settings,
		});
		const [first, ...others] = outputOf(run).map(({ json }) => json);
		expect(first).toMatchObject({ message: { outcomeUnknown: true, reference: 'gift-0' } });
		for (const other of others) expect(other.message).not.toHaveProperty('outcomeUnknown');
		expect(platform.gifts().map(({ clientId }) => clientId)).toEqual(['before', 'gift-0']);
	});
});

describe('a gift that is answered with 200 and a failure is looked up', () => {
	const failing = (when: 'before' | 'after', body: object) =>
		platform.faults({ path: giftPath, fault: { kind: 'answer', when, status: 200, body } });
	const give = async () => {
		const parameters = { options: { settlingTime: 0, tries: 2 } };
		const run = await giveTo(n8nWith(platform.account), recipients(1), { parameters, settings });
		return outputOf(run)[0]?.json;
	};

	test.each(['FAILED', 'REJECTED'])('%s, and not there: it is not called given', async (status) => {
		failing('before', { status });
		expect(await give()).toMatchObject({
			error: expect.stringContaining(`says: ${status}`),
			message: { advice: expect.stringContaining('can be sent again') },
		});
		expect(platform.gifts()).toHaveLength(0);
	});

	test.each([
		[{ status: 'ERROR', errorMessage: 'database timeout' }],
		[{ transactionId: 7, status: 'FAILED' }],
	])('%j, and there: it is called given', async (body) => {
		failing('after', body);
		expect(await give()).toMatchObject({ outcome: 'given', confirmedByLookUp: true });
		expect(platform.gifts()).toHaveLength(1);
	});
});

describe('a campaign that runs again gives to nobody twice', () => {
	const parameters = { clientId: '', campaign: 'spring' };

	test('when the list of gifts answers 200 with an error: nothing is sent', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(n8n, recipients(10), { parameters });
		platform.faults(answering({ status: 'FAILED', errorMessage: 'database timeout' }));
		const run = await giveTo(n8n, recipients(10), { parameters, settings });
		expect(outputOf(run)[0]?.json.error).toContain('cannot say who was given already');
		expect(platform.gifts()).toHaveLength(10);
	});

	test('and to all who got nothing, when the list shows a number of somebody else in part', async () => {
		platform.faults(answering([{ clientId: 'promo', msisdn: '99900****999' }]));
		const run = await giveTo(n8nWith(platform.account), recipients(8), {
			parameters: { ...parameters, clientId: 'promo' },
		});
		expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(8).fill('given'));
	});

	test('and to all who got nothing, when a gift that failed shows no reference', async () => {
		platform.faults(answering([{ msisdn: '999000009999', amount: 1, status: 'FAILED' }]));
		const run = await giveTo(n8nWith(platform.account), recipients(8), { parameters });
		expect(outputOf(run).map(({ json }) => json.outcome)).toEqual(Array(8).fill('given'));
	});

	test.each(['part', 'null', 'omit'] as const)(
		'when the list of gifts hides its references (%s): nothing is sent',
		async (how) => {
			const n8n = n8nWith(platform.account);
			await giveTo(n8n, recipients(8), { parameters });
			platform.faults({ path: looks, fault: { kind: 'conceal', fields: ['clientId'], how } });
			for (const count of [1, 8]) {
				const run = await giveTo(n8n, recipients(count), { parameters, settings });
				expect(outputOf(run)[0]?.json.error).toContain('Its records show no whole reference');
			}
			expect(platform.gifts()).toHaveLength(8);
		},
	);

	test('and to a customer whose only gift came without a reference', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(n8n, recipients(1), { parameters: { clientId: 'by hand' } });
		const [gift] = platform.gifts();
		if (gift) gift.clientId = null;
		await giveTo(n8n, recipients(3).slice(2), { parameters });
		const run = await giveTo(n8n, recipients(1), { parameters });
		expect(outputOf(run)[0]?.json).toMatchObject({ outcome: 'given' });
		expect(platform.gifts()).toHaveLength(3);
	});

	test('when the list of gifts hides a part of each number', async () => {
		const n8n = n8nWith(platform.account);
		await giveTo(n8n, recipients(8), { parameters });
		const shown = platform.gifts().map(({ clientId, msisdn }) => ({
			clientId,
			msisdn: `${String(msisdn).slice(0, 5)}****${String(msisdn).slice(-3)}`,
		}));
		platform.faults(answering(shown));
		const run = await giveTo(n8n, recipients(8), { parameters });
		expect(new Set(outputOf(run).map(({ json }) => json.outcome))).toEqual(
			new Set(['alreadyGiven']),
		);
		expect(platform.gifts()).toHaveLength(8);
	});
});

test('of two references that differ only in capitals, one gift’s record does not stand for the other', async () => {
	platform.faults({ path: giftPath, fault: { kind: 'drop', when: 'before' }, every: 2, times: 1 });
	const [person] = recipients(1);
	const items = ['gift-aB', 'gift-Ab'].map((reference) => ({ ...person, reference }));
	const run = await giveTo(n8nWith(platform.account), items, {
		parameters: { options: { concurrency: 1, tries: 3, settlingTime: 0 } },
		settings,
	});
	expect(outputOf(run)).toMatchObject([
		{ json: { outcome: 'given', clientId: 'gift-aB' } },
		{ json: { message: { outcomeUnknown: true, reference: 'gift-Ab' } } },
	]);
});

describe('a payment whose answer was lost', () => {
	let shop: Shop;
	beforeEach(async () => {
		shop = await Shop.open();
		await shop.fresh();
	});
	afterEach(() => shop.close());

	const fields = { clientid: 'order-17', options: { settlingTime: 0, tries: 5 } };
	const lose = (when: 'before' | 'after', ...more: object[]) =>
		shop.seller.http.put('/_sandbox/faults', [
			{ path: SUBSCRIBE_PATH, fault: { kind: 'drop', when }, times: 1 },
			...more,
		]);
	const showing = (...records: object[]) => ({
		path: '/v1/transactions',
		fault: { kind: 'answer', status: 200, body: records },
	});
	const startLost = async () => outputOf(await shop.start(fields, { settings }))[0]?.json;

	test('is not an older one of the same reference', async () => {
		const [started] = outputOf(await shop.start(fields));
		const transactionId = String(started?.json.transactionId);
		for (let n = 0; n < 3; n++) await shop.submitPin({ transactionId, pin: 'wr0ng' });
		await lose('after');
		expect(await startLost()).toMatchObject({
			message: { outcomeUnknown: true, reference: 'order-17' },
		});
	});

	test('may be one that shows only the reference of the operator', async () => {
		await lose('after', showing({ msisdn: CUSTOMER, action: 'CHARGE', reference: 'op-1' }));
		expect(await startLost()).toMatchObject({ message: { outcomeUnknown: true } });
	});

	test('is none of what follows a payment, which has its reference or none', async () => {
		await lose(
			'before',
			showing(
				{ msisdn: CUSTOMER, action: 'SUB_RENEW', merchantReference: 'order-17' },
				{ msisdn: CUSTOMER, action: 'SUB_IDENTIFY', merchantReference: null },
			),
		);
		expect(await startLost()).toMatchObject({ outcome: 'pin' });
	});

	test('is looked up when the answer was 200 and an error that is none of the contract', async () => {
		const body = { status: 'ERROR', errorMessage: 'database timeout' };
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', when: 'after', status: 200, body });
		expect(await startLost()).toMatchObject({ confirmedByLookUp: true });
	});

	test.each([{ errorMessage: 'database timeout' }, { code: 'ERROR', message: 'x' }])(
		'is looked up when all the answer says is %j',
		async (body) => {
			await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', when: 'after', status: 200, body });
			expect(await startLost()).toMatchObject({ confirmedByLookUp: true });
		},
	);

	test('is not the failed one before it, of the same order', async () => {
		const failed = {
			...{ msisdn: CUSTOMER, action: 'CHARGE', merchantReference: 'order-17' },
			transactionState: 'FAILED',
			timeCharged: new Date(Date.now() - 3_600_000).toISOString(),
		};
		await lose('after', showing(failed));
		expect(await startLost()).toMatchObject({ message: { outcomeUnknown: true } });
	});

	test('may be there when what was sent again is declined', async () => {
		const body = { status: 'DAILY_LIMIT_EXCEEDED', errorMessage: 'limit' };
		const declined = { path: SUBSCRIBE_PATH, fault: { kind: 'answer', status: 200, body } };
		await lose('after', declined, showing());
		expect(await startLost()).toMatchObject({ message: { outcomeUnknown: true } });
	});

	test('is sent again to somebody who paid by SMS years ago', async () => {
		const old = { msisdn: CUSTOMER, action: 'CHARGE', merchantReference: null };
		await lose('before', showing({ ...old, timeCharged: '2020-01-02 03:04:05' }));
		expect(await startLost()).toMatchObject({ outcome: 'pin' });
	});

	test('is not looked for when it was refused in the words of the contract', async () => {
		const body = { status: 'INVALID_PRICE', errorMessage: 'no such price' };
		await shop.breakWith(SUBSCRIBE_PATH, { kind: 'answer', status: 200, body });
		expect((await startLost())?.error).toContain('no such price');
		expect(await shop.requestCount()).toBe(1);
	});
});
