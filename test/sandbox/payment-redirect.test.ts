import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { signatureFor } from './receiver';
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
	const KEY = 'demo-signing-key-coinshop';
	const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);
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
		const { urlRedirect, transactionId } = await start({ userid: 'user-1', clientid: 'order-1' });
		const page = await seller.http.get(urlRedirect);
		expect(page.headers['content-type']).toContain('text/html');
		expect(page.data).toContain('Coin Shop');
		const answer = await decide(urlRedirect, 'confirm');
		expect(answer.status).toBe(303);
		const back = String(answer.headers.location);
		expect(
			back.startsWith('https://shop.example/back?order=a%20b&tag=%C3%A9&status=success&'),
		).toBe(true);
		expect(back.endsWith('#top')).toBe(true);
		const { sign, timestamp, ...rest } = queryOf(back);
		expect(rest).toEqual({
			order: 'a b',
			tag: 'é',
			status: 'success',
			trid: transactionId,
			userid: 'user-1',
			reference: 'order-1',
			operator: 'FR_FICTEL',
			msisdn: '33639985001',
		});
		expect(timestamp).toMatch(/^\d{13}$/);
		expect(Math.abs(Number(timestamp) - Date.now())).toBeLessThan(10_000);
		expect(sign).toBe(signatureFor({ ...rest, timestamp: timestamp ?? '' }, 'SHA1', KEY));
		expect(await seller.stateOf(transactionId)).toEqual(PAID);
	});

	const back = async (change = {}, choice = 'confirm', more = {}) => {
		const { urlRedirect } = await start(change);
		return queryOf(String((await decide(urlRedirect, choice, more)).headers.location));
	};

	test('only what the platform added is signed when the setting says so', async () => {
		await seller.set({ returnSignature: 'platform' });
		const { sign, order, tag, ...ours } = await back();
		expect([order, tag]).toEqual(['a b', 'é']);
		expect(sign).toBe(signatureFor(ours, 'SHA1', KEY));
	});

	test('a subscription comes back unsigned with its id, unless the setting says otherwise', async () => {
		const asked = { apikey: 'GAMECLUB04', price: '2.99' };
		const query = await back(asked);
		const [{ subscriptionId }] = await seller.subscriptions();
		expect(query).toMatchObject({ status: 'success', subscriptionid: String(subscriptionId) });
		expect(Object.keys(query)).not.toEqual(expect.arrayContaining(['sign', 'activesub']));
		await seller.set({ signedReturns: 'always' });
		expect((await back({ ...asked, msisdn: '33639985002' })).sign).toMatch(/^[0-9a-f]{40}$/);
		await seller.set({ signedReturns: 'never' });
		expect((await back()).sign).toBeUndefined();
	});

	test('a customer who is subscribed already comes back with the subscription there is', async () => {
		const asked = { apikey: 'GAMECLUB04', price: '2.99' };
		const { subscriptionid } = await back(asked);
		const again = { ...asked, msisdn: undefined, mno: 'FR_FICTEL' };
		expect(await back(again, 'confirm', { msisdn: '33639985001' })).toMatchObject({
			status: 'failed',
			subscriptionid,
			activesub: 'true',
			validsub: 'true',
		});
	});

	test('the platform overwrites no parameter of the merchant', async () => {
		const returnurl = 'https://shop.example/back?userid=me&status=open';
		const { sign, ...rest } = await back({ returnurl, userid: 'user-1' });
		expect(rest).toMatchObject({ userid: 'me', status: 'open', operator: 'FR_FICTEL' });
		expect(sign).toBe(signatureFor(rest, 'SHA1', KEY));
	});

	test('the customer comes back to an app', async () => {
		const { urlRedirect } = await start({ returnurl: 'myapp://back?order=17' });
		const answer = await decide(urlRedirect, 'confirm');
		expect(answer.headers.location).toMatch(/^myapp:\/\/back\?order=17&status=success&/);
	});

	test('the customer cancels and comes back with the status canceled', async () => {
		const { urlRedirect, transactionId } = await start();
		const query = queryOf(String((await decide(urlRedirect, 'cancel')).headers.location));
		expect(query).toMatchObject({ status: 'canceled', trid: transactionId });
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
