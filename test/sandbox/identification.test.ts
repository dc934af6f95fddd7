import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Seller } from './seller';

let sandbox: Sandbox;
let seller: Seller;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	seller = await Seller.on(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(() => seller.fresh());

/** The recipe of docs/platform-interface.md a second time. */
const sign = (algorithm: string, key: string, values: Record<string, string>) => {
	const names = Object.keys(values).sort();
	const text = names.map((name) => values[name]).join('');
	return createHmac(algorithm, key).update(text, 'utf8').digest('hex');
};
const seconds = () => String(Math.floor(Date.now() / 1000));

const SERVICES: [string, string, string][] = [
	['GAMECLUB04', 'sha1', 'demo-signing-key-gameclub'],
	['NEWSDAILY05', 'sha256', 'demo-signing-key-newsdaily'],
	['MUSICMONTH06', 'md5', 'demo-signing-key-musicmonth'],
];

describe('server to server', () => {
	test.each(SERVICES)('%s takes a signature by %s and no other', async (apikey, algorithm, key) => {
		const asked = { apikey, userid: 'Zoë 1', timestamp: seconds() };
		const good = sign(algorithm, key, asked);
		expect((await seller.identify({ ...asked, sign: good })).status).toBe(200);
		for (const wrong of [good.toUpperCase(), good.slice(1), 'x', sign(algorithm, 'other', asked)]) {
			const answer = await seller.identify({ ...asked, sign: wrong });
			expect([answer.status, answer.data.status]).toEqual([200, 'INVALID_REQUEST']);
		}
		const tampered = await seller.identify({ ...asked, userid: 'other', sign: good });
		expect(tampered.data.status).toBe('INVALID_REQUEST');
	});

	test('signs a timestamp that is a number as its digits, and fields of its own', async () => {
		const asked = { apikey: 'GAMECLUB04', userid: 'u', timestamp: seconds(), extra: 'more' };
		const good = sign('sha1', 'demo-signing-key-gameclub', asked);
		const timestamp = Number(asked.timestamp);
		expect((await seller.identify({ ...asked, timestamp, sign: good })).status).toBe(200);
	});

	test('unsigned requests are refused where the service, or the setting, demands it', async () => {
		const statusOf = async (change = {}) => (await seller.identify(change)).data.status;
		expect(await statusOf({ apikey: 'MUSICMONTH06' })).toBe('INVALID_REQUEST');
		expect(await statusOf()).toBe('ACCEPTED');
		await seller.set({ requireSignature: true });
		expect(await statusOf()).toBe('INVALID_REQUEST');
		expect(await statusOf({ apikey: 'TICKETS08' })).toBe('ACCEPTED');
	});

	test.each([
		[{ apikey: undefined }, 400, 'INVALID_REQUEST'],
		[{ userid: undefined }, 400, 'INVALID_REQUEST'],
		[{ userid: '' }, 400, 'INVALID_REQUEST'],
		[{ timestamp: undefined }, 400, 'INVALID_REQUEST'],
		[{ timestamp: '2026-01-01' }, 400, 'INVALID_REQUEST'],
		[{ timestamp: '1700000000000' }, 400, 'INVALID_REQUEST'],
		[{ apikey: 'NOSUCHSERVICE' }, 404, 'INVALID_SERVICE'],
		[{ apikey: 'OTHERSHOP01' }, 403, 'UNAUTHORIZED'],
	])('%j is refused with a status, or with %i %s', async (change, status, code) => {
		const isService = ['INVALID_SERVICE', 'UNAUTHORIZED'].includes(code);
		expect((await seller.identify(change)).data).toMatchObject({
			status: isService ? 'INVALID_SERVICE' : 'INVALID_REQUEST',
			errorMessage: expect.any(String),
			active: false,
			valid: false,
			msisdn: null,
		});
		await seller.set({ paymentErrorStatus: 400 });
		expect((await seller.identify(change)).status).toBe(400);
		await seller.set({ identificationStatus: false });
		const answer = await seller.identify(change);
		expect([answer.status, answer.data.status]).toEqual([status, code]);
		expect(answer.data).not.toHaveProperty('active');
	});

	test('needs a Bearer token', async () => {
		const answer = await seller.http.post('/api/payment/1_4/subscription', {});
		expect(answer.status).toBe(401);
	});

	test('an old timestamp is refused when the setting says so', async () => {
		const timestamp = String(Number(seconds()) - 120);
		expect((await seller.identify({ timestamp })).status).toBe(200);
		await seller.set({ timestampMaxAge: 60 });
		expect((await seller.identify({ timestamp })).data.errorMessage).toMatch(/12\d seconds off/);
		expect((await seller.identify()).status).toBe(200);
	});
});

describe('by redirect', () => {
	const RETURN = 'https://shop.example/page?order=7&name=a%20b';
	const open = (change: Record<string, string | undefined> = {}) =>
		seller.http.get('/payment/pages/subIdentify.jsf', {
			maxRedirects: 0,
			params: {
				apikey: 'GAMECLUB04',
				returnurl: RETURN,
				timestamp: seconds(),
				handset: '33639980001',
				...change,
			},
		});
	const back = async (change: Record<string, string | undefined> = {}) => {
		const answer = await open(change);
		expect(answer.status).toBe(302);
		return String(answer.headers.location);
	};
	const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

	test('a subscriber comes back with the userid, everybody with timestamp and signature', async () => {
		expect(Object.keys(queryOf(await back()))).toEqual(['order', 'name', 'timestamp', 'sign']);
		await seller.optIn();
		const address = await back();
		expect(address.startsWith(`${RETURN}&userid=user-1&timestamp=`)).toBe(true);
		const { sign: given, ...signed } = queryOf(address);
		expect(given).toBe(sign('sha1', 'demo-signing-key-gameclub', signed));
	});

	test('signs only what the platform added when the setting says so', async () => {
		await seller.set({ returnSignature: 'platform' });
		await seller.optIn();
		const { sign: given, timestamp = '', userid = '' } = queryOf(await back());
		expect(given).toBe(sign('sha1', 'demo-signing-key-gameclub', { timestamp, userid }));
	});

	test('a service without a key signs nothing', async () => {
		const { sign: given, timestamp } = queryOf(await back({ apikey: 'TICKETS08' }));
		expect(given).toBeUndefined();
		expect(timestamp).toMatch(/^\d{10}$/);
	});

	test('a renewal that has failed is no valid subscription', async () => {
		const msisdn = '33639980934';
		await seller.optIn({ msisdn });
		expect(queryOf(await back({ handset: msisdn })).userid).toBe('user-1');
		await seller.advance(7);
		expect(queryOf(await back({ handset: msisdn })).userid).toBeUndefined();
	});

	test("a userid and sign of the merchant's own query are left as they are", async () => {
		const address = await back({ returnurl: 'https://shop.example/?userid=me&sign=1&a=2#x' });
		expect(address).toMatch(/^https:\/\/shop\.example\/\?userid=me&sign=1&a=2&timestamp=\d{10}#x$/);
	});

	test('asks who the visitor is, or redirects at once when the setting knows', async () => {
		const page = await open({ handset: undefined });
		expect(page.status).toBe(200);
		expect(page.data).toContain('Which handset are you?');
		await seller.optIn();
		await seller.set({ visitorMsisdn: '33639980001' });
		expect(queryOf(await back({ handset: undefined })).userid).toBe('user-1');
	});

	test('keeps an identification that a payment can name', async () => {
		await back();
		const [{ transaction }] = await seller.payments();
		expect(transaction).toMatchObject({ action: 'SUB_IDENTIFY', msisdn: '33639980001', price: 0 });
		const identid = transaction.encryptedTransactionId;
		const asked = { apikey: 'GAMECLUB04', price: '2.99', identid, mno: 'FR_DEMOTEL' };
		expect((await seller.subscribe({ ...asked, msisdn: undefined })).data.status).toBe('ACCEPTED');
	});

	test('a signed address is taken, a tampered one refused', async () => {
		const asked = { apikey: 'MUSICMONTH06', returnurl: RETURN, timestamp: seconds() };
		const good = sign('md5', 'demo-signing-key-musicmonth', asked);
		expect((await open({ ...asked, sign: good })).status).toBe(302);
		expect((await open({ ...asked, sign: good, returnurl: `${RETURN}&x=1` })).status).toBe(403);
		expect((await open(asked)).status).toBe(403);
	});

	test.each([
		[{ apikey: undefined }, 400],
		[{ returnurl: undefined }, 400],
		[{ returnurl: 'javascript:alert(1)' }, 400],
		[{ returnurl: '/page' }, 400],
		[{ timestamp: undefined }, 400],
		[{ apikey: 'NOSUCHSERVICE' }, 404],
	])('%j is a page with HTTP %i', async (change, status) => {
		const page = await open(change);
		expect(page.status).toBe(status);
		expect(page.headers['content-type']).toContain('text/html');
	});

	test('whatever the own query is, it is kept as it was and the signature fits', async () => {
		const word = fc.string({ maxLength: 8 }).map(encodeURIComponent);
		const own = fc.array(fc.tuple(fc.stringMatching(/^[a-r]{1,4}$/), word), { maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(own, async (pairs) => {
				const unique = [...new Map(pairs)];
				const query = unique.map(([name, value]) => `${name}=${value}`).join('&');
				const returnurl = `https://shop.example/${query ? `?${query}` : ''}`;
				const address = await back({ returnurl });
				expect(address.startsWith(returnurl)).toBe(true);
				const { sign: given, ...signed } = queryOf(address);
				expect(given).toBe(sign('sha1', 'demo-signing-key-gameclub', signed));
			}),
			{ numRuns: 40 },
		);
	});
});

describe('who is browsing', () => {
	const open = (change: Record<string, string | undefined> = {}) =>
		seller.http.get('/payment/pages/userIdentify.jsf', {
			maxRedirects: 0,
			params: {
				apikey: 'GAMECLUB04',
				returnurl: 'https://shop.example/page?order=7',
				timestamp: String(Date.now()),
				handset: '33639980001',
				...change,
			},
		});
	const back = async (change: Record<string, string | undefined> = {}) => {
		const { searchParams } = new URL(String((await open(change)).headers.location));
		return Object.fromEntries(searchParams);
	};

	test('comes back with number, operator and an identid that a payment can name', async () => {
		const query = await back();
		expect(query).toEqual({
			order: '7',
			msisdn: '33639980001',
			operator: 'FR_DEMOTEL',
			identid: expect.any(String),
			timestamp: expect.stringMatching(/^\d{13}$/),
		});
		const { identid, operator: mno } = query;
		const asked = { apikey: 'GAMECLUB04', price: '2.99', msisdn: undefined, identid, mno };
		expect((await seller.subscribe(asked)).data).toMatchObject({
			status: 'ACCEPTED',
			msisdn: '33639980001',
		});
	});

	test('comes back without them when the connection does not tell', async () => {
		expect(Object.keys(await back({ handset: '' }))).toEqual(['order', 'timestamp']);
	});

	test('takes seconds too, and a signature only when it is right', async () => {
		const asked = {
			apikey: 'GAMECLUB04',
			returnurl: 'https://shop.example/',
			timestamp: seconds(),
		};
		const good = sign('sha1', 'demo-signing-key-gameclub', asked);
		expect((await open({ ...asked, sign: good })).status).toBe(302);
		expect((await open({ ...asked, sign: 'x' })).status).toBe(403);
		await seller.set({ timestampMaxAge: 60 });
		expect((await open()).status).toBe(302);
		expect((await open({ timestamp: String(Date.now() - 120_000) })).status).toBe(400);
		await seller.set({ signedReturns: 'always' });
		const { sign: given, ...signed } = await back();
		expect(given).toBe(sign('sha1', 'demo-signing-key-gameclub', signed));
	});
});
