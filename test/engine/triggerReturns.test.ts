import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import {
	gameClub,
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from '../support/webhookEvents';
import { startHost, type Host, type HostSettings } from '../support/webhookHost';

const http = axios.create({ validateStatus: () => true, maxRedirects: 0 });
const welcome = 'https://shop.example/welcome?from=operator';
const subscribe = 'https://shop.example/subscribe';
let host: Host;

async function begin(event: string, options: IDataObject = {}, settings: HostSettings = {}) {
	const parameters = { event, options, ...settings.parameters };
	host = await startHost({ ...settings, parameters } as HostSettings);
}

const come = async (fields: Fields) => await http.get<string>(`${host.url}?${queryOf(fields)}`);
const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);

afterEach(async () => {
	await host.close();
});

describe('a customer who returns from payment', () => {
	const fields = signed({ userid: '33639981234', timestamp: '1', orderid: 'order 7' });

	it('is sent on to the page, and the item holds what came', async () => {
		await begin('returnedFromPayment', { page: ` ${welcome}` });
		const { status, headers } = await come(fields);
		expect([status, headers.location]).toEqual([303, welcome]);
		expect(headers['cache-control']).toBe('no-store');
		expect(host.started).toEqual([
			{
				event: 'returnedFromPayment',
				userId: '33639981234',
				timeReceived: expect.any(String) as string,
				signatureChecked: true,
				raw: fields,
			},
		]);
	});

	it.each([undefined, '', 'shop.example', 'javascript:alert(1)', '/relative', 'data:text/html,x'])(
		'sees a short thank-you page when the page is %j',
		async (page) => {
			await begin('returnedFromPayment', page === undefined ? {} : { page });
			const { status, headers, data } = await come(fields);
			expect(status).toBe(200);
			expect(headers['content-type']).toMatch(/^text\/html/);
			expect(headers['cache-control']).toBe('no-store');
			expect(data).toContain('<h1>Thank you</h1>');
			expect(host.started).toHaveLength(1);
		},
	);

	it('starts the flow each time, for two customers may come back with the same address', async () => {
		await begin(
			'returnedFromPayment',
			{},
			{ parameters: { authentication: 'none' }, credential: null },
		);
		for (const turn of [1, 2]) {
			expect((await http.get(host.url)).status).toBe(200);
			expect(host.started).toHaveLength(turn);
		}
		expect(host.started[0]).toMatchObject({ signatureChecked: false, raw: {} });
		expect(host.started[0]).not.toHaveProperty('userId');
	});

	it('may be sent on to an address made of what came', async () => {
		const page =
			'=https://shop.example/welcome?user={{ encodeURIComponent($json.query.userid ?? "") }}';
		await begin('returnedFromPayment', { page });
		expect((await come(fields)).headers.location).toBe(
			'https://shop.example/welcome?user=33639981234',
		);
	});
});

describe('a customer who returns from identification', () => {
	const pages = { page: welcome, otherPage: subscribe };
	const event = 'returnedFromIdentification';

	it('with a valid subscription goes to the page, and the item says so', async () => {
		await begin(event, pages);
		const fields = signed({ userid: 'player-1', timestamp: secondsAgo(5) });
		const { status, headers } = await come(fields);
		expect([status, headers.location]).toEqual([303, welcome]);
		expect(host.started).toMatchObject([
			{
				event,
				userId: 'player-1',
				hasValidSubscription: true,
				signatureChecked: true,
				raw: fields,
			},
		]);
	});

	it.each<[string, Fields]>([
		['without a user', {}],
		['with an empty user', { userid: '' }],
	])('%s goes to the other page, and the item says so', async (_, fields) => {
		await begin(event, pages);
		const { status, headers } = await come(signed({ ...fields, timestamp: secondsAgo(5) }));
		expect([status, headers.location]).toEqual([303, subscribe]);
		expect(host.started).toMatchObject([{ event, hasValidSubscription: false }]);
		expect(host.started[0]).not.toHaveProperty('userId');
	});

	it('without a subscription never gets to the page of those who have one', async () => {
		await begin(event, { page: welcome });
		const { status, headers } = await come(signed({ timestamp: secondsAgo(5) }));
		expect([status, headers.location]).toEqual([200, undefined]);
	});

	it('brings along what the merchant put into the address, which the signature covers', async () => {
		await begin(event, pages);
		const fields = { userid: 'p', timestamp: secondsAgo(5), session: 'a&b=c+d' };
		expect((await come(signed(fields))).status).toBe(303);
		expect((await come({ ...signed(fields), session: 'other' })).status).toBe(401);
		expect(host.started).toMatchObject([{ raw: { session: 'a&b=c+d' } }]);
	});

	it.each<[string, unknown, number, number]>([
		['is taken within 300 seconds', undefined, 290, 303],
		['is refused after 300 seconds', undefined, 310, 400],
		['is taken within the age set', 1_000, 990, 303],
		['is refused after the age set', 10, 20, 400],
		['is refused after the age set as text', '10', 20, 400],
		['is refused after 300 seconds when the age set is none', 'soon', 310, 400],
		['is taken from a clock a little ahead', undefined, -30, 303],
		['is refused from the future', undefined, -120, 400],
	])('%s', async (_, maxAge, age, expected) => {
		await begin(event, { ...pages, ...(maxAge !== undefined && { maxAge: maxAge as string }) });
		const { status, headers } = await come(signed({ userid: 'p', timestamp: secondsAgo(age) }));
		expect(status).toBe(expected);
		expect(headers.location).toBe(expected === 303 ? welcome : undefined);
		expect(host.started).toHaveLength(expected === 303 ? 1 : 0);
	});

	it.each(['', 'soon', '1e9', '-1', '99999999999999'])(
		'is refused with the timestamp %j',
		async (timestamp) => {
			await begin(event, pages);
			expect((await come(signed({ userid: 'p', timestamp }))).status).toBe(400);
			expect((await come(signed({ userid: 'p' }))).status).toBe(400);
			expect(host.started).toEqual([]);
		},
	);

	it('is refused unsigned, wrongly signed, and with a user put in', async () => {
		await begin(event, pages);
		const timestamp = secondsAgo(5);
		for (const fields of [
			{ userid: 'p', timestamp },
			{ ...signed({ timestamp }), userid: 'p' },
			signed({ userid: 'p', timestamp }, quizNight),
		]) {
			expect((await come(fields)).status).toBe(401);
		}
		expect(host.started).toEqual([]);
	});

	it('may be signed by any of the services', async () => {
		const credential = { ...gameClub, moreServices: { service: [quizNight] } };
		await begin(event, pages, { credential });
		const fields = { userid: 'p', timestamp: secondsAgo(5) };
		expect((await come(signed(fields, quizNight))).status).toBe(303);
		expect((await come(signed(fields, gameClub))).status).toBe(303);
	});

	it('is not mistaken for a notification', async () => {
		await begin(event, pages);
		expect((await http.post(host.url, signed(success))).status).toBe(400);
		expect(host.started).toEqual([]);
	});
});

describe('no page holds anything of the request', () => {
	const script = '<script>alert("zqmarkerqz")</script>';
	const timestamp = () => secondsAgo(5);

	it.each<[string, string, () => Fields]>([
		['a good return', 'returnedFromPayment', () => signed({ userid: script, [script]: script })],
		['an unsigned return', 'returnedFromPayment', () => ({ userid: script })],
		[
			'a subscriber',
			'returnedFromIdentification',
			() => signed({ userid: script, timestamp: timestamp() }),
		],
		[
			'another',
			'returnedFromIdentification',
			() => signed({ extra: script, timestamp: timestamp() }),
		],
		[
			'an old return',
			'returnedFromIdentification',
			() => signed({ userid: script, timestamp: '1' }),
		],
		['a wrong time', 'returnedFromIdentification', () => signed({ timestamp: script })],
		['a notification', 'paymentResult', () => signed({ ...success, errormessage: script })],
		['a forged notification', 'paymentResult', () => ({ ...success, errormessage: script })],
		['a malformed one', 'paymentResult', () => ({ transactionid: script })],
	])('of %s', async (_, event, fields) => {
		await begin(event);
		for (const { status, headers, data } of [
			await come(fields()),
			await http.post<string>(host.url, fields()),
			await http.get<string>(`${host.url}/${encodeURIComponent(script)}?${queryOf(fields())}`),
		]) {
			expect([200, 400, 401]).toContain(status);
			expect(`${JSON.stringify(headers)} ${data}`).not.toMatch(/zqmarkerqz|alert/);
			if (status !== 200) expect(headers['content-type']).toMatch(/^text\/plain/);
			if (status !== 200) expect(data).toMatch(/^[A-Za-z8 ,.-]{10,80}$/);
			expect(data).not.toContain(gameClub.signingSecret);
		}
	});
});
