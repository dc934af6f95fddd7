import { createHmac } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { CANCELED, PAID, Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

describe('URL redirect', () => {
	const RETURN = 'https://shop.example/back?order=a%20b&tag=%C3%A9#top';
	const start = async (change = {}) =>
		(await seller.subscribe({ msisdn: '33639985001', returnurl: RETURN, ...change })).data;
	const decide = (urlRedirect: string, choice: string, more = {}) =>
		seller.http.post(
			'/payment/pages/confirm',
			new URLSearchParams({
				id: new URL(urlRedirect).searchParams.get('id') ?? '',
				choice,
				...more,
			}),
			{ maxRedirects: 0 },
		);

	test('the customer pays on the page and comes back signed, with the own query kept', async () => {
		const { urlRedirect, transactionId } = await start({ userid: 'user-1' });
		const page = await seller.http.get(urlRedirect);
		expect(page.headers['content-type']).toContain('text/html');
		expect(page.data).toContain('Coin Shop');
		const answer = await decide(urlRedirect, 'confirm');
		expect(answer.status).toBe(303);
		const back = String(answer.headers.location);
		expect(back.startsWith('https://shop.example/back?order=a%20b&tag=%C3%A9&userid=user-1&')).toBe(
			true,
		);
		expect(back.endsWith('#top')).toBe(true);
		const query = new URL(back).searchParams;
		expect(Number(query.get('timestamp'))).toBeCloseTo(Date.now() / 1000, -1);
		// order, tag, timestamp, userid: sorted by name.
		expect(query.get('sign')).toBe(
			createHmac('sha1', 'demo-signing-key-coinshop')
				.update(`a bé${query.get('timestamp')}user-1`)
				.digest('hex'),
		);
		expect(await seller.stateOf(transactionId)).toEqual(PAID);
	});

	test('the customer cancels and comes back without a userid', async () => {
		const { urlRedirect, transactionId } = await start();
		const query = new URL(String((await decide(urlRedirect, 'cancel')).headers.location));
		expect([...query.searchParams.keys()]).toEqual(['order', 'tag', 'timestamp', 'sign']);
		expect(await seller.stateOf(transactionId)).toEqual(CANCELED);
	});

	test('a second decision changes nothing', async () => {
		const { urlRedirect, transactionId } = await start();
		await decide(urlRedirect, 'cancel');
		const again = await decide(urlRedirect, 'confirm');
		expect(again.status).toBe(200);
		expect(again.data).toContain('Nothing was charged');
		expect(await seller.stateOf(transactionId)).toEqual(CANCELED);
	});

	test('without a number, the page asks for one of the operator', async () => {
		const { urlRedirect, transactionId } = await start({ msisdn: undefined, mno: 'FR_FICTEL' });
		const wrong = await decide(urlRedirect, 'confirm', { msisdn: '33639980001' });
		expect(wrong.status).toBe(422);
		expect(wrong.data).toContain('role="alert"');
		expect((await decide(urlRedirect, 'confirm', { msisdn: '33639985009' })).status).toBe(303);
		const { transaction, userId } = await seller.payment(transactionId);
		expect([transaction.msisdn, userId]).toEqual(['33639985009', '33639985009']);
		expect(await seller.payments({ msisdn: '33639985009' })).toHaveLength(1);
	});

	test('only the encrypted id opens the page, and errors are pages without scripts', async () => {
		const { transactionId } = await start();
		const { transaction } = await seller.payment(transactionId);
		const params = { id: transaction.transactionId };
		const page = await seller.http.get('/payment/pages/confirm', { params });
		expect(page.status).toBe(404);
		expect(page.headers['content-type']).toContain('text/html');
		expect(page.headers['content-security-policy']).toContain("default-src 'none'");
	});

	test('what a merchant wrote is text on the page', async () => {
		const evil = '"><script>alert(1)</script>';
		const { urlRedirect } = await start({ returnurl: `https://shop.example/?a=${evil}` });
		await decide(urlRedirect, 'cancel');
		const page = await seller.http.get(urlRedirect);
		expect(page.data).not.toContain('<script>');
	});
});
