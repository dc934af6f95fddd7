import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Merchant } from './merchant';

const GIFT_PATH = '/datagifting/v1/service/transaction';
const gift = { serviceKey: 'LOYALTYDATA01', msisdn: '33639980001', amount: 1 };

let sandbox: Sandbox;
let merchant: Merchant;
beforeEach(async () => {
	sandbox = await createSandbox({ port: 0 });
	merchant = new Merchant(sandbox);
});
afterEach(() => sandbox.close());

const breakWith = async (fault: object) => {
	const rules = [{ path: GIFT_PATH, fault, times: 1 }];
	expect((await merchant.http.put('/_sandbox/faults', rules)).status).toBe(200);
};
const giftsMade = () => sandbox.world.ledger.gifts('LOYALTYDATA01').length;

test('a platform that is late acts when nobody waits any longer', async () => {
	const headers = await merchant.headers();
	await breakWith({ kind: 'late', ms: 600 });
	const given = merchant.http.post(GIFT_PATH, gift, { headers, timeout: 200 });
	await expect(given).rejects.toMatchObject({ code: 'ECONNABORTED' });
	expect(giftsMade()).toBe(0);
	await new Promise((resolve) => setTimeout(resolve, 700));
	expect(giftsMade()).toBe(1);
});

test.each([
	['accessTokens', 200],
	['sessions', 400],
])('a request that finds its token void: %s', async (what, status) => {
	const { data } = await merchant.login();
	const { access_token, refresh_token = '' } = data as Record<string, string>;
	await breakWith({ kind: 'expire', what });
	const headers = { authorization: `Bearer ${access_token}`, token: access_token };
	expect((await merchant.http.post(GIFT_PATH, gift, { headers })).status).toBe(401);
	expect(giftsMade()).toBe(0);
	expect((await merchant.refresh(refresh_token)).status).toBe(status);
});

test('Retry-After as a date lies so many seconds ahead of the answer', async () => {
	await breakWith({ kind: 'answer', status: 429, retryDateIn: 7 });
	const { headers } = await merchant.http.post(GIFT_PATH, gift);
	const ahead = Date.parse(headers['retry-after']) - Date.parse(headers.date);
	expect(Math.abs(ahead - 7000)).toBeLessThanOrEqual(1000);
});
