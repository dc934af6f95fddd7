import { sellerForEach, signatureFor } from '../support/sandbox/seller';

const shop = sellerForEach();
const pending = { transactionState: 'PENDING', actionStatus: null, errorType: null };
const paid = { transactionState: 'FINISHED', actionStatus: 'COMPLETED', errorType: null };
const canceled = {
	transactionState: 'CANCELED',
	actionStatus: 'CANCELED',
	errorType: 'CANCELED_BY_USER',
};
const transaction = async (id: string) => (await shop.seller.payment(id)).transaction;

describe('PIN', () => {
	it.each(['transactionId', 'encryptedTransactionId'] as const)(
		'the right one charges, by %s',
		async (form) => {
			const { transactionId } = (await shop.seller.subscribe()).data;
			const open = await transaction(transactionId);
			const pinIdentification = await shop.seller.readPin();
			const mtMessage = expect.stringContaining(pinIdentification);
			expect(open).toMatchObject({ ...pending, pinIdentification, mtMessage });
			const { status, data } = await shop.seller.pin(String(open[form]), pinIdentification);
			expect(status).toBe(200);
			expect(data).toMatchObject({ status: 'ACCEPTED', sessionStatus: 'COMPLETED', transactionId });
			expect(await transaction(transactionId)).toMatchObject(paid);
		},
	);
});

it.each([
	['447700900001', 'coins', 'KEYWORD', paid],
	['447700900001', 'no', 'NO', canceled],
	['447700900001', 'hello', 'NOTHING', pending],
	['447700900501', 'yes', 'YES', paid],
	['33639980001', '12345', 'PIN', pending],
])('handset %s answers %s, understood as %s', async (msisdn, text, understood, state) => {
	const { transactionId } = (await shop.seller.subscribe({ msisdn })).data;
	expect((await shop.seller.answer(msisdn, text)).data.understood).toBe(understood);
	expect(await transaction(transactionId)).toMatchObject(state);
});

it('a premium payment without a number is paid by whoever of the operator sends the text', async () => {
	const { data } = await shop.seller.subscribe({ msisdn: undefined, mno: 'GB_SAMPLECELL' });
	expect(data.msisdn).toBeNull();
	expect((await shop.seller.answer('33639980001', data.smsBody)).data.understood).toBe('NOTHING');
	await shop.seller.answer('447700900001', data.smsBody.toLowerCase());
	expect(await transaction(data.transactionId)).toMatchObject({ msisdn: '447700900001', ...paid });
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
	const back = async (change = {}, more = {}) => {
		const { headers } = await decide((await start(change)).urlRedirect, 'confirm', more);
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
		expect(await transaction(transactionId)).toMatchObject(paid);
	});

	it('comes back canceled, and a second decision changes nothing', async () => {
		const { urlRedirect, transactionId } = await start({ returnurl: 'a://b?c="><script>' });
		expect((await decide(urlRedirect, 'cancel')).headers.location).toContain('status=canceled');
		const { data } = await decide(urlRedirect, 'confirm');
		expect(data).toContain('Nothing was charged');
		expect(data).not.toContain('<script>');
		expect(await transaction(transactionId)).toMatchObject(canceled);
	});

	it('comes back unsigned from a subscription, and subscribed the second time', async () => {
		const game = { apikey: 'GAMECLUB04', price: '2.99' };
		expect(await back(game)).not.toHaveProperty('sign');
		const again = { ...game, msisdn: undefined, mno: 'FR_FICTEL' };
		const known = await back(again, { msisdn: '33639985001' });
		expect(known).toMatchObject({ status: 'failed', activesub: 'true', validsub: 'true' });
	});
});
