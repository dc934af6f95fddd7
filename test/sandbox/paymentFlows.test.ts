import { CANCELED, PAID, PENDING, sellerForEach, signatureFor } from '../support/sandbox/seller';

const shop = sellerForEach();

describe('PIN', () => {
	it('the right one charges, in either form of the id', async () => {
		for (const form of ['transactionId', 'encryptedTransactionId'] as const) {
			const { transactionId } = (await shop.seller.subscribe()).data;
			expect(await shop.seller.stateOf(transactionId)).toEqual(PENDING);
			const id = String((await shop.seller.payment(transactionId)).transaction[form]);
			const { status, data } = await shop.seller.pin(id, await shop.seller.readPin());
			expect(status).toBe(200);
			expect(data).toMatchObject({ status: 'ACCEPTED', sessionStatus: 'COMPLETED', transactionId });
			expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
		}
	});

	it('three wrong ones fail the transaction, and the right one comes too late', async () => {
		const { transactionId } = (await shop.seller.subscribe()).data;
		const pin = await shop.seller.readPin();
		const wrong = pin === '1111' ? '2222' : '1111';
		for (const [entered, httpStatus, status, sessionStatus] of [
			[wrong, 406, 'INVALID_PIN', 'PENDING'],
			[wrong, 406, 'INVALID_PIN', 'PENDING'],
			[wrong, 403, 'PIN_MAX_ATTEMPTS_EXCEEDED', 'FAILED'],
			[pin, 403, 'PIN_MAX_ATTEMPTS_EXCEEDED', 'FAILED'],
		]) {
			const answer = await shop.seller.pin(transactionId, entered);
			expect(answer).toMatchObject({ status: httpStatus, data: { status, sessionStatus } });
		}
		expect(await shop.seller.history()).toEqual(['CHARGE FAILED']);
	});

	it.each([
		['931', {}, 'CHARGING_FAILED', 'NOT_ENOUGH_CREDIT'],
		['932', {}, 'CHARGING_FAILED', 'SUBSCRIBER_BLACKLISTED'],
	])(
		'of a number ending in %s is right, and with %j: %s',
		async (ending, settings, ...expected) => {
			const msisdn = `33639980${ending}`;
			const { transactionId } = (await shop.seller.subscribe({ msisdn })).data;
			await shop.seller.set(settings);
			const { status, data } = await shop.seller.pin(
				transactionId,
				await shop.seller.readPin(msisdn),
			);
			expect(status).toBe(200);
			const { errorType } = (await shop.seller.payment(transactionId)).transaction;
			expect([data.status, errorType]).toEqual(expected);
		},
	);
});

it.each([
	['447700900001', 'coins', 'KEYWORD', PAID],
	['447700900001', 'no', 'NO', CANCELED],
	['447700900001', 'hello', 'NOTHING', PENDING],
	['447700900501', 'yes', 'YES', PAID],
])('handset %s answers %s, understood as %s', async (msisdn, text, understood, state) => {
	const { transactionId } = (await shop.seller.subscribe({ msisdn })).data;
	expect((await shop.seller.answer(msisdn, text)).data.understood).toBe(understood);
	expect(await shop.seller.stateOf(transactionId)).toEqual(state);
});

it('a premium payment without a number is paid by whoever of the operator sends the text', async () => {
	const { data } = await shop.seller.subscribe({ msisdn: undefined, mno: 'GB_SAMPLECELL' });
	expect(data.msisdn).toBeNull();
	expect((await shop.seller.answer('33639980001', data.smsBody)).data.understood).toBe('NOTHING');
	await shop.seller.answer('447700900001', data.smsBody.toLowerCase());
	const { transaction } = await shop.seller.payment(data.transactionId);
	expect(transaction).toMatchObject({ msisdn: '447700900001', actionStatus: 'COMPLETED' });
});

describe('URL redirect', () => {
	const returnurl = 'https://shop.example/back?order=a%20b&userid=me#top';
	const start = async (change = {}) =>
		(await shop.seller.subscribe({ msisdn: '33639985001', returnurl, ...change })).data;
	const decide = (urlRedirect: string, choice: string, more = {}) => {
		const id = new URL(urlRedirect).searchParams.get('id') ?? '';
		const form = new URLSearchParams({ id, choice, ...more });
		return shop.seller.http.post('/payment/pages/confirm', form);
	};
	const back = async (change = {}, choice = 'confirm', more = {}) => {
		const { headers } = await decide((await start(change)).urlRedirect, choice, more);
		return Object.fromEntries(new URL(String(headers.location)).searchParams);
	};

	it('comes back signed, with the own query kept and not overwritten', async () => {
		const { urlRedirect, transactionId } = await start({ userid: 'user-1', clientid: 'order-1' });
		const { status, headers } = await decide(urlRedirect, 'confirm');
		expect(status).toBe(303);
		const address = String(headers.location);
		expect(address).toMatch(/^https:\/\/shop\.example\/back\?order=a%20b&userid=me&.*#top$/);
		const { sign, ...rest } = Object.fromEntries(new URL(address).searchParams);
		expect(rest).toEqual({
			order: 'a b',
			userid: 'me',
			status: 'success',
			trid: transactionId,
			reference: 'order-1',
			operator: 'FR_FICTEL',
			msisdn: '33639985001',
			timestamp: expect.stringMatching(/^\d{13}$/),
		});
		expect(sign).toBe(signatureFor(rest, 'SHA1', 'demo-signing-key-coinshop'));
		expect(await shop.seller.stateOf(transactionId)).toEqual(PAID);
	});

	it('comes back with a signature over what the platform added alone', async () => {
		await shop.seller.set({ returnSignature: 'platform' });
		const { sign, order, userid, ...added } = await back();
		expect([order, userid]).toEqual(['a b', 'me']);
		expect(sign).toBe(signatureFor(added, 'SHA1', 'demo-signing-key-coinshop'));
	});

	it('comes back canceled, and a second decision changes nothing', async () => {
		const { urlRedirect, transactionId } = await start();
		expect((await decide(urlRedirect, 'cancel')).headers.location).toContain('status=canceled');
		expect((await decide(urlRedirect, 'confirm')).data).toContain('Nothing was charged');
		expect(await shop.seller.stateOf(transactionId)).toEqual(CANCELED);
	});

	it.each([
		['oneOff', true, false],
		['always', true, true],
		['never', false, false],
	])('with signedReturns %s', async (signedReturns, oneOff, subscription) => {
		await shop.seller.set({ signedReturns });
		expect('sign' in (await back())).toBe(oneOff);
		const game = { apikey: 'GAMECLUB04', price: '2.99' };
		expect('sign' in (await back(game))).toBe(subscription);
		const again = { ...game, msisdn: undefined, mno: 'FR_FICTEL' };
		const known = await back(again, 'confirm', { msisdn: '33639985001' });
		expect(known).toMatchObject({ status: 'failed', activesub: 'true', validsub: 'true' });
	});

	it('asks for a number of the operator when it is not known', async () => {
		const { urlRedirect } = await start({ msisdn: undefined, mno: 'FR_FICTEL' });
		const statuses = ['33639980001', '33639985009'].map(async (msisdn) => {
			return (await decide(urlRedirect, 'confirm', { msisdn })).status;
		});
		expect(await Promise.all(statuses)).toEqual([422, 303]);
	});

	it('has pages without scripts, and only the encrypted id opens one', async () => {
		const { urlRedirect, transactionId } = await start({ returnurl: 'a://b?c="><script>' });
		await decide(urlRedirect, 'cancel');
		expect((await shop.seller.http.get(urlRedirect)).data).not.toContain('<script>');
		const { transaction } = await shop.seller.payment(transactionId);
		const page = await shop.seller.get('/payment/pages/confirm', { id: transaction.transactionId });
		expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
		expect(page.headers['content-security-policy']).toContain("default-src 'none'");
	});
});
