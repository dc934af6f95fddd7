import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import {
	gameClub,
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from './support/webhookEvents';
import { startHost, type Host, type HostSettings } from './support/webhookHost';

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
	const event = 'returnedFromPayment';
	const own = {
		status: 'success',
		trid: 'Lg+csT/uQVWFW+BQbUQyJA==',
		userid: '33639981234',
		reference: 'order 7',
		operator: 'FR_ORANGE',
		timestamp: '1764000000123',
	};
	const fields = signed({ ...own, orderid: 'order 7' });

	it('is redirected to the page, and the item holds what came', async () => {
		await begin(event, { page: ` ${welcome}` });
		const { status, headers } = await come(fields);
		expect([status, headers.location]).toEqual([303, welcome]);
		expect(headers['cache-control']).toBe('no-store');
		expect(host.started).toEqual([
			{
				event,
				status: 'success',
				transactionId: own.trid,
				clientReference: 'order 7',
				userId: '33639981234',
				operator: 'FR_ORANGE',
				timeReturned: '2025-11-24T16:00:00.123Z',
				parameters: { orderid: 'order 7' },
				timeReceived: expect.any(String) as string,
				signatureChecked: true,
				raw: fields,
			},
		]);
	});

	it('may come unsigned, but not wrongly signed', async () => {
		await begin(event);
		expect((await come({ ...own, sign: 'f00' })).status).toBe(401);
		expect(host.started).toEqual([]);
		expect((await come(own)).status).toBe(200);
		expect(host.started).toMatchObject([{ status: 'success', signatureChecked: false }]);
	});

	it.each([
		['success', { page: welcome }, welcome, ''],
		['failed', { page: welcome, failedPage: subscribe }, subscribe, ''],
		['canceled', { page: welcome, canceledPage: subscribe }, subscribe, ''],
		['failed', { page: welcome }, undefined, '<h1>Payment failed</h1>'],
		['canceled', { page: welcome }, undefined, '<h1>Payment canceled</h1>'],
	])('%s, with %j, sees %s %s', async (status, options, location, heading) => {
		await begin(event, options);
		const { headers, data } = await come({ ...own, status });
		expect(headers.location).toBe(location);
		expect(data).toContain(heading);
		expect(host.started).toMatchObject([{ status }]);
	});

	it.each([undefined, 'shop.example', 'javascript:alert(1)'])(
		'sees a thank-you page when the page is %j',
		async (page) => {
			await begin(event, { page });
			const { status, headers, data } = await come(fields);
			expect(status).toBe(200);
			expect(headers['content-type']).toMatch(/^text\/html/);
			expect(headers['cache-control']).toBe('no-store');
			expect(data).toContain('<h1>Thank you</h1>');
			expect(host.started).toHaveLength(1);
		},
	);

	it('can be redirected to an address made of what came', async () => {
		await begin(event, { page: '=https://shop.example/{{ $json.query.userid }}' });
		expect((await come(fields)).headers.location).toBe('https://shop.example/33639981234');
	});

	it('starts the workflow each time, and need not be signed without authentication', async () => {
		await begin(event, {}, { parameters: { authentication: 'none' }, credential: null });
		for (const count of [1, 2]) {
			expect((await http.get(host.url)).status).toBe(200);
			expect(host.started).toHaveLength(count);
		}
		expect(host.started[0]).toMatchObject({ event, signatureChecked: false, raw: {} });
		expect(host.started[0]).not.toHaveProperty('userId');
	});
});

describe('a customer who returns from identification', () => {
	const event = 'returnedFromIdentification';
	const pages = { page: welcome, otherPage: subscribe };

	it.each<[Fields, IDataObject, boolean, string | undefined]>([
		[{ userid: 'player-1' }, pages, true, welcome],
		[{}, pages, false, subscribe],
		[{ userid: '' }, pages, false, subscribe],
		[{}, { page: welcome }, false, undefined],
	])('with %j and %j has a subscription: %j', async (came, options, isSubscribed, location) => {
		await begin(event, options);
		const fields = signed({ ...came, timestamp: secondsAgo(5) });
		const { status, headers } = await come(fields);
		expect([status, headers.location]).toEqual([location === undefined ? 200 : 303, location]);
		expect(host.started).toMatchObject([
			{ event, hasValidSubscription: isSubscribed, signatureChecked: true, raw: fields },
		]);
		expect(host.started[0]?.userId).toBe(came.userid === '' ? undefined : came.userid);
	});

	it.each<[string, number]>([
		[secondsAgo(320), 400],
		[secondsAgo(270), 303],
		['soon', 400],
	])('with the timestamp %s gets %d', async (timestamp, expected) => {
		await begin(event, pages);
		const { status, headers } = await come(signed({ userid: 'p', timestamp }));
		expect(status).toBe(expected);
		expect(headers.location).toBe(expected === 303 ? welcome : undefined);
		expect(host.started).toHaveLength(expected === 303 ? 1 : 0);
	});

	it.each<[Fields, IDataObject]>([
		[
			{ msisdn: '33639980001', operator: 'FR_DEMOTEL', identid: '7000000123' },
			{ msisdn: '33639980001', operator: 'FR_DEMOTEL', identificationId: '7000000123' },
		],
		[
			{ msisdn: 'VX9cC2xFmkw4UTP', operator: 'FR_DEMOTEL', identid: 'a+/=' },
			{ msisdn: 'VX9cC2xFmkw4UTP', operator: 'FR_DEMOTEL', identificationId: 'a+/=' },
		],
		[{}, {}],
	])('unsigned with %j says who they are, and never that they subscribed', async (came, known) => {
		await begin(event, pages);
		const fields = { ...came, timestamp: `${secondsAgo(5)}123` };
		expect((await come(fields)).headers.location).toBe(subscribe);
		expect(host.started).toEqual([
			{
				event,
				...known,
				hasValidSubscription: false,
				timeReceived: expect.any(String) as string,
				signatureChecked: false,
				raw: fields,
			},
		]);
	});

	it('is refused unsigned, or signed by another service', async () => {
		await begin(event, pages);
		const fields = { userid: 'p', timestamp: secondsAgo(5) };
		for (const came of [fields, signed(fields, quizNight)]) {
			expect((await come(came)).status).toBe(401);
		}
		expect(host.started).toEqual([]);
	});
});

describe('no page shows anything of the request', () => {
	const script = '<script>alert("zqmarkerqz")</script>';
	const timestamp = () => secondsAgo(5);

	it.each<[string, string, () => Fields]>([
		['a return', 'returnedFromPayment', () => signed({ userid: script, [script]: script })],
		[
			'a subscriber',
			'returnedFromIdentification',
			() => signed({ userid: script, timestamp: timestamp() }),
		],
		['a wrong time', 'returnedFromIdentification', () => signed({ timestamp: script })],
		['a notification', 'paymentResult', () => signed({ ...success, errormessage: script })],
		['a forged notification', 'paymentResult', () => ({ ...success, errormessage: script })],
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
			expect(data).not.toContain(gameClub.signingSecret);
		}
	});
});
