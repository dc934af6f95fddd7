import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { CANCELED, PAID, PENDING, Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

describe('transaction ids', () => {
	test('are encrypted or plain as the service has it, and either form finds the transaction', async () => {
		const coins = (await seller.subscribe()).data.transactionId;
		expect(coins).toMatch(/^[A-Za-z0-9+/]{22}==$/);
		expect(coins).toMatch(/\+.*\/|\/.*\+/);
		const pin = await seller.readPin();
		const ticket = await seller.subscribe({ apikey: 'TICKETS08', price: '6.05' });
		expect(ticket.data.transactionId).toMatch(/^\d+$/);
		const { transaction } = await seller.payment(coins);
		expect(transaction.encryptedTransactionId).toBe(coins);
		expect((await seller.pin(String(transaction.transactionId), pin)).status).toBe(200);
	});

	test.each([
		['plain', /^\d+$/],
		['encrypted', /==$/],
	])('are all %s when the setting says so', async (transactionIds, form) => {
		await seller.set({ transactionIds });
		expect((await seller.subscribe()).data.transactionId).toMatch(form);
		const ticket = await seller.subscribe({ apikey: 'TICKETS08', price: '6.05' });
		expect(ticket.data.transactionId).toMatch(form);
	});

	test('round-trip through a percent-encoded path, and not through a bare one', async () => {
		await seller.set({ dailyLimit: 0 });
		const bare: number[] = [];
		for (let n = 0; n < 12; n += 1) {
			const { transactionId } = (await seller.subscribe()).data;
			if (transactionId.includes('/')) {
				const path = `/api/payment/1_4/transaction/${transactionId}`;
				bare.push((await seller.post(path, { pin: '1' })).status);
			}
			expect((await seller.pin(transactionId, await seller.readPin())).status).toBe(200);
		}
		expect(bare.length).toBeGreaterThan(2);
		expect(new Set(bare)).toEqual(new Set([404]));
	});
});

describe('premium SMS', () => {
	const MSISDN = '447700900001';

	test('is paid by sending the text to the short code', async () => {
		const { data } = await seller.subscribe({ msisdn: MSISDN });
		expect(data).toMatchObject({
			shortCode: '90007',
			smsBody: expect.stringMatching(/^COINS [A-Z0-9]+$/),
		});
		expect(data.premiumInstructions).toContain(data.smsBody);
		const { data: answer } = await seller.answer(MSISDN, data.smsBody.toLowerCase());
		expect(answer.understood).toBe('KEYWORD');
		expect(await seller.stateOf(data.transactionId)).toEqual(PAID);
		const { transaction } = await seller.payment(data.transactionId);
		expect(transaction).toMatchObject({
			billingType: 'MO',
			keyword: 'COINS',
			moMessage: data.smsBody.toLowerCase(),
			shortCode: '90007',
		});
	});

	test('is paid by the keyword alone when the number is known', async () => {
		const { data } = await seller.subscribe({ msisdn: MSISDN });
		expect((await seller.answer(MSISDN, 'Coins')).data.understood).toBe('KEYWORD');
		expect(await seller.stateOf(data.transactionId)).toEqual(PAID);
	});

	test('began without a number: any customer of the operator who sends the text pays', async () => {
		const { data } = await seller.subscribe({ msisdn: undefined, mno: 'GB_SAMPLECELL' });
		expect(data.msisdn).toBeNull();
		expect((await seller.answer('33639980001', data.smsBody)).data.understood).toBe('NOTHING');
		expect((await seller.answer(MSISDN, data.smsBody)).data.understood).toBe('KEYWORD');
		expect((await seller.payment(data.transactionId)).transaction.msisdn).toBe(MSISDN);
	});

	test('is told in the language of the country', async () => {
		const premium = await seller.subscribe({ msisdn: '33639980923' });
		expect(premium.data.premiumInstructions).toMatch(/^Envoyez .* à 0\.99 EUR\.$/);
	});
});

describe('handshake', () => {
	const MSISDN = '447700900501';

	test.each([
		['yes', 'YES', PAID],
		['NO', 'NO', CANCELED],
	])('%s', async (text, understood, end) => {
		const { transactionId } = (await seller.subscribe({ msisdn: MSISDN })).data;
		expect((await seller.inbox(MSISDN)).at(-1)).toContain('Answer YES');
		expect((await seller.answer(MSISDN, text)).data.understood).toBe(understood);
		expect(await seller.stateOf(transactionId)).toEqual(end);
	});

	test('what nobody waits for is not understood, and changes nothing', async () => {
		const { transactionId } = (await seller.subscribe({ msisdn: MSISDN })).data;
		for (const text of ['1234', 'COINS', 'COINS ZZ', 'hello there', '__proto__']) {
			expect((await seller.answer(MSISDN, text)).data.understood).toBe('NOTHING');
		}
		expect(await seller.stateOf(transactionId)).toEqual(PENDING);
		expect((await seller.inbox(MSISDN)).at(-1)).toContain('did not understand');
	});
});

test('a final state is told once, with the record as it ended', async () => {
	const told: unknown[] = [];
	sandbox.world.payments.finals.onFinal(({ record, userId }) => {
		told.push([record.action, record.actionStatus, userId, record.subscriptionId > 0]);
	});
	await seller.optIn();
	await seller.subscribe({ msisdn: '33639980901' });
	const redirect = { msisdn: '447700900501', userid: 'user-9' };
	await seller.subscribe(redirect);
	await seller.answer(redirect.msisdn, 'NO');
	expect(told).toEqual([
		['SUB_START', 'COMPLETED', 'user-1', true],
		['CHARGE', 'FAILED', '33639980901', false],
		['CHARGE', 'CANCELED', 'user-9', false],
	]);
});
