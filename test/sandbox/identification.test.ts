import { aliasOf, numberOf } from '../../sandbox/payments/aliases';
import { sellerForEach, signatureFor } from '../support/sandbox/seller';

const shop = sellerForEach();
const seconds = () => String(Math.floor(Date.now() / 1000));

describe('server to server', () => {
	it.each([
		['GAMECLUB04', 'sha1', 'demo-signing-key-gameclub'],
		['NEWSDAILY05', 'sha256', 'demo-signing-key-newsdaily'],
		['MUSICMONTH06', 'md5', 'demo-signing-key-musicmonth'],
	])('%s takes a signature by %s and no other', async (apikey, algorithm, key) => {
		const asked = { apikey, userid: 'Zoë 1', timestamp: seconds(), extra: 'more' };
		const sign = signatureFor(asked, algorithm, key);
		for (const [change, status] of [
			[{ sign }, 'ACCEPTED'],
			[{ sign, userid: 'other' }, 'INVALID_REQUEST'],
			[{}, apikey === 'MUSICMONTH06' ? 'INVALID_REQUEST' : 'ACCEPTED'],
		] as const) {
			const answer = await shop.seller.identify({ ...asked, ...change });
			expect([answer.status, answer.data.status]).toEqual([200, status]);
		}
	});

	it.each([
		[{ timestamp: undefined }, 'INVALID_REQUEST'],
		[{ timestamp: '1700000000000' }, 'INVALID_REQUEST'],
		[{ apikey: 'NOSUCHSERVICE' }, 'INVALID_SERVICE'],
		[{ apikey: 'OTHERSHOP01' }, 'INVALID_SERVICE'],
	])('%j is refused with %s', async (change, status) => {
		const { data } = await shop.seller.identify(change);
		expect(data).toMatchObject({ status, active: false, valid: false, msisdn: null });
		await shop.seller.set({ paymentErrorStatus: 400 });
		expect((await shop.seller.identify(change)).status).toBe(400);
	});
});

describe.each([
	['subIdentify', /^\d{10}$/, true],
	['userIdentify', /^\d{13}$/, false],
])('%s.jsf', (page, timestamps, isSigned) => {
	const game = ['SHA1', 'demo-signing-key-gameclub'] as const;
	const returnurl = 'https://shop.example/page?order=7&name=a%20b#x';
	const open = (change: Record<string, string | undefined> = {}) => {
		const asked = { apikey: 'GAMECLUB04', returnurl, timestamp: seconds(), handset: '33639980001' };
		return shop.seller.get(`/payment/pages/${page}.jsf`, { ...asked, ...change });
	};
	const back = async (change = {}) => {
		const { status, headers } = await open(change);
		expect(status).toBe(302);
		return new URL(String(headers.location));
	};

	it('comes back with what is known of the visitor', async () => {
		await shop.seller.optIn();
		const address = await back();
		expect(address.href).toMatch(/^https:\/\/shop\.example\/page\?order=7&name=a%20b&.*#x$/);
		const { sign, ...query } = Object.fromEntries(address.searchParams);
		const timestamp = expect.stringMatching(timestamps);
		const known = { msisdn: '33639980001', operator: 'FR_DEMOTEL', identid: expect.any(String) };
		const own = { order: '7', name: 'a b', timestamp };
		expect(query).toEqual({ ...own, ...(isSigned ? { userid: 'user-1' } : known) });
		expect(sign).toBe(isSigned ? signatureFor(query, ...game) : undefined);
	});

	it('comes back without where nothing is known, and asks who is there', async () => {
		const { searchParams } = await back({ handset: '' });
		expect(searchParams.has('identid')).toBe(false);
		expect(searchParams.has('userid')).toBe(false);
		expect((await open({ handset: undefined })).data).toContain('Which handset are you?');
	});

	it('is signed, or not, when the setting says so', async () => {
		await shop.seller.set({ signedReturns: 'always' });
		const { sign, ...query } = Object.fromEntries((await back()).searchParams);
		expect(sign).toBe(signatureFor(query, ...game));
		await shop.seller.set({ signedReturns: 'never' });
		expect((await back()).searchParams.has('sign')).toBe(false);
	});

	it('takes a signed address, and refuses a tampered one', async () => {
		const asked = { apikey: 'MUSICMONTH06', returnurl, timestamp: seconds() };
		const sign = signatureFor(asked, 'md5', 'demo-signing-key-musicmonth');
		expect((await open({ ...asked, sign })).status).toBe(302);
		expect((await open({ ...asked, sign, returnurl: 'https://other.example' })).status).toBe(403);
		expect((await open(asked)).status).toBe(403);
	});

	it.each([
		[{ returnurl: 'javascript:alert(1)' }, 400],
		[{ apikey: 'NOSUCHSERVICE' }, 404],
	])('%j is a page with HTTP %i', async (change, status) => {
		const answer = await open(change);
		expect([answer.status, answer.headers['content-type']]).toEqual([
			status,
			'text/html; charset=utf-8',
		]);
	});

	it('begins an identification that a payment can name', async () => {
		await back();
		const [{ transaction } = {}] = await shop.seller.payments();
		expect(transaction).toMatchObject({ action: 'SUB_IDENTIFY', msisdn: '33639980001', price: 0 });
		const identid = transaction?.encryptedTransactionId;
		const asked = { apikey: 'GAMECLUB04', price: '2.99', identid, mno: 'FR_DEMOTEL' };
		const { data } = await shop.seller.subscribe({ ...asked, msisdn: undefined });
		expect(data).toMatchObject({ status: 'ACCEPTED', msisdn: '33639980001' });
	});
});

describe('an alias', () => {
	const hidden = '33639980951';
	const alias = aliasOf(hidden);

	it.each(['33639980951', '447700900001', '10000000', '999999999999999'])('of %s', (number) => {
		expect(aliasOf(number)).toMatch(/^[0-9A-Za-z]{15}$/);
		expect([numberOf(aliasOf(number)), numberOf(number)]).toEqual([number, number]);
	});

	it('is what identification and resolve give, nobody’s number left out', async () => {
		const msisdns = [hidden, '33639980404'];
		const { data } = await shop.seller.post('/api/payment/1_4/subscriber/resolve', { msisdns });
		const subscribers = [{ msisdn: hidden, subscriberId: alias }];
		expect(data).toEqual({ status: 'ACCEPTED', errorMessage: null, subscribers });
		const asked = { apikey: 'COINSHOP07', returnurl: 'https://shop.example', handset: hidden };
		const params = { ...asked, timestamp: seconds() };
		const { headers } = await shop.seller.get('/payment/pages/userIdentify.jsf', params);
		expect(headers.location).toContain(`msisdn=${alias}&`);
	});

	it('subscribes, is identified, found and given data, and never shows the number', async () => {
		const asked = { apikey: 'NEWSDAILY05', price: '0.49', msisdn: alias };
		const { transactionId } = (await shop.seller.subscribe(asked)).data;
		await shop.seller.pin(transactionId, await shop.seller.readPin(hidden));
		const answers = [
			await shop.seller.identify({ apikey: 'NEWSDAILY05', userid: hidden }),
			await shop.seller.post('/v1/subscriptions', { msisdn: hidden }),
			await shop.seller.post('/v1/transactions', { msisdn: alias }),
			await shop.seller.gift({ msisdn: alias }),
		].map(({ data }) => [data].flat()[0]);
		expect(answers.map(({ msisdn }) => msisdn)).toEqual([alias, alias, alias, alias]);
		expect(answers[0].active).toBe(true);
	});
});
