import { createHash } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../sandbox/sandbox';
import { Merchant, NEWER } from './merchant';

const GIFT_PATH = '/datagifting/v1/service/transaction';

let sandbox: Sandbox;
let merchant: Merchant;
let headers: Record<string, string>;

beforeAll(async () => {
	sandbox = await createSandbox({ port: 0 });
	merchant = new Merchant(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
	await merchant.http.post('/_sandbox/reset');
	headers = await merchant.headers();
});

const faults = async (...rules: object[]) => {
	const answer = await merchant.http.put('/_sandbox/faults', rules);
	expect(answer.status).toBe(200);
};
const giftsMade = () => sandbox.world.ledger.gifts('LOYALTYDATA01').length;
const giftStatuses = async (count: number) => {
	const statuses: number[] = [];
	for (let n = 0; n < count; n += 1) statuses.push((await merchant.gift(headers)).status);
	return statuses;
};

test.each([
	['before', 0],
	['after', 1],
])('a connection dropped %s the platform acts', async (when, gifts) => {
	await faults({ path: GIFT_PATH, fault: { kind: 'drop', when } });
	await expect(merchant.gift(headers)).rejects.toMatchObject({ code: 'ECONNRESET' });
	expect(giftsMade()).toBe(gifts);
	const { routes } = (await merchant.http.get('/_sandbox/requests')).data;
	expect(routes[`POST ${GIFT_PATH}`]).toEqual({ 'no answer': 1 });
});

test.each([
	['before', 0],
	['after', 1],
])('a request that hangs %s the platform acts', async (when, gifts) => {
	await faults({ path: GIFT_PATH, fault: { kind: 'hang', when } });
	const hanging = merchant.http.post(
		GIFT_PATH,
		{ serviceKey: 'LOYALTYDATA01', msisdn: '33639980001', amount: 1 },
		{ headers, timeout: 400 },
	);
	await expect(hanging).rejects.toMatchObject({ code: 'ECONNABORTED' });
	expect(giftsMade()).toBe(gifts);
});

test.each([
	['before', 0],
	['after', 1],
])('an answer put in place %s the platform acts', async (when, gifts) => {
	await faults({
		path: GIFT_PATH,
		fault: { kind: 'answer', when, status: 503, headers: { 'Retry-After': '2' }, body: { a: 1 } },
	});
	const answer = await merchant.gift(headers);
	expect(answer.status).toBe(503);
	expect(answer.headers['retry-after']).toBe('2');
	expect(answer.data).toEqual({ a: 1 });
	expect(giftsMade()).toBe(gifts);
});

test('an HTML page in place of JSON', async () => {
	await faults({
		fault: {
			kind: 'answer',
			when: 'after',
			status: 502,
			headers: { 'Content-Type': 'text/html' },
			body: '<h1>Bad gateway</h1>',
		},
	});
	const answer = await merchant.gift(headers);
	expect(answer.headers['content-type']).toContain('text/html');
	expect(answer.data).toBe('<h1>Bad gateway</h1>');
});

test.each(['before', 'after'])('a delay %s the platform acts', async (when) => {
	await faults({ path: GIFT_PATH, fault: { kind: 'delay', when, ms: 3000 } });
	const started = performance.now();
	const gift = merchant.gift(headers);
	await new Promise((resolve) => setTimeout(resolve, 1000));
	expect(giftsMade()).toBe(when === 'before' ? 0 : 1);
	expect((await gift).status).toBe(200);
	expect(performance.now() - started).toBeGreaterThanOrEqual(2990);
});

test('half of the answer', async () => {
	await faults({ fault: { kind: 'truncate' } });
	const answer = await merchant.gift(headers);
	expect(answer.status).toBe(200);
	expect(() => JSON.parse(answer.data)).toThrow();
	expect(giftsMade()).toBe(1);
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

test.each([
	['part', { clientId: 'or****17', msisdn: '336****001' }],
	['cut', { clientId: 'order17', timeCreated: expect.stringMatching(/^.{16}$/) }],
	['digest', { clientId: digest('order17'), msisdn: digest('33639980001') }],
	['null', { clientId: null, msisdn: null }],
	['omit', {}],
])('records that hide fields: %s', async (how, shown) => {
	const gift = {
		serviceKey: 'LOYALTYDATA01',
		msisdn: '33639980001',
		amount: 1,
		clientId: 'order17',
	};
	await merchant.http.post(GIFT_PATH, gift, { headers });
	await faults({
		method: 'GET',
		path: '/datagifting/*',
		fault: {
			kind: 'conceal',
			fields: ['clientId', 'msisdn', ...(how === 'cut' ? ['timeCreated'] : [])],
			how,
		},
	});
	const list = '/datagifting/v1/transaction?serviceKey=LOYALTYDATA01';
	const [record] = (await merchant.http.get(list, { headers })).data;
	expect(record).toMatchObject({ amount: 1, status: 'ASSIGNED', ...shown });
	if (how === 'omit') expect(Object.keys(record)).not.toContain('msisdn');
});

test('an answer that comes in pieces', async () => {
	await faults({ fault: { kind: 'slow', ms: 200 } });
	const started = performance.now();
	const answer = await merchant.gift(headers);
	expect(answer.data.status).toBe('ASSIGNED');
	expect(performance.now() - started).toBeGreaterThanOrEqual(190);
});

test('a rule strikes only where method and path match', async () => {
	const fault = { kind: 'answer', status: 500 };
	await faults({ method: 'get', path: '/datagifting/*', fault });
	expect((await merchant.gift(headers)).status).toBe(200);
	const get = (url: string) => merchant.http.get(url, { headers });
	expect((await get('/datagifting/v1/services?merchantId=1001')).status).toBe(500);
	expect((await get('/elsewhere')).status).toBe(404);
	expect((await merchant.http.get('/_sandbox/state')).status).toBe(200);
});

test('the token address can be down', async () => {
	await faults({ path: NEWER, fault: { kind: 'answer', status: 503 }, times: 2 });
	expect((await merchant.login()).status).toBe(503);
	expect((await merchant.login()).status).toBe(503);
	expect((await merchant.login()).status).toBe(200);
});

test('a rule strikes at every n-th request, at most so many times', async () => {
	await faults({ fault: { kind: 'answer', status: 500 }, every: 3, times: 2 });
	expect(await giftStatuses(9)).toEqual([200, 200, 500, 200, 200, 500, 200, 200, 200]);
	const [rule] = (await merchant.http.get('/_sandbox/faults')).data;
	expect(rule).toMatchObject({ matched: 9, struck: 2, every: 3, times: 2 });
});

test('chance follows its seed', async () => {
	const run = async (seed: number) => {
		await faults({ fault: { kind: 'answer', status: 500 }, chance: 0.3, seed });
		return giftStatuses(100);
	};
	const first = await run(7);
	const struck = first.filter((status) => status === 500).length;
	expect(struck).toBeGreaterThan(15);
	expect(struck).toBeLessThan(45);
	expect(await run(7)).toEqual(first);
	expect(await run(8)).not.toEqual(first);
});

test('the first rule that strikes decides', async () => {
	await faults(
		{ fault: { kind: 'answer', status: 500 }, every: 2 },
		{ fault: { kind: 'answer', status: 502 } },
	);
	expect(await giftStatuses(4)).toEqual([502, 500, 502, 500]);
});

test('faults end when they are deleted', async () => {
	await faults({ fault: { kind: 'answer', status: 500 } });
	expect((await merchant.gift(headers)).status).toBe(500);
	expect((await merchant.http.delete('/_sandbox/faults')).data).toEqual([]);
	expect((await merchant.gift(headers)).status).toBe(200);
});

test.each([
	[{ rules: [] }],
	[[{ fault: { kind: 'gremlin' } }]],
	[[{ fault: { kind: 'delay' } }]],
	[[{ fault: { kind: 'drop' }, chance: 2 }]],
	[[{ fault: { kind: 'drop' }, sometimes: true }]],
])('rules %j are refused in words', async (rules) => {
	const answer = await merchant.http.put('/_sandbox/faults', rules);
	expect(answer.status).toBe(400);
	expect(answer.data.errorMessage).toEqual(expect.any(String));
});

test('the latency setting holds for every request, and requests in flight are counted', async () => {
	await merchant.http.delete('/_sandbox/requests');
	await merchant.http.patch('/_sandbox/settings', { latencyMs: 300 });
	const started = performance.now();
	await Promise.all(Array.from({ length: 12 }, () => merchant.gift(headers)));
	expect(performance.now() - started).toBeGreaterThanOrEqual(290);
	const { total, inFlight, highestInFlight } = (await merchant.http.get('/_sandbox/requests')).data;
	expect({ total, inFlight, highestInFlight }).toEqual({
		total: 12,
		inFlight: 0,
		highestInFlight: 12,
	});
});
