import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import {
	gameClub,
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from '../support/triggers/webhookEvents';
import { hostsOfTests, type Host, type HostSettings } from '../support/triggers/webhookHost';

const http = axios.create({ validateStatus: () => true, maxRedirects: 0 });
const welcome = 'https://shop.example/welcome?from=operator';
const subscribe = 'https://shop.example/subscribe';
const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
const timeReceived = expect.any(String) as string;
const startHost = hostsOfTests();

const begin = async (event: string, options: IDataObject = {}, settings: HostSettings = {}) =>
	await startHost({
		...settings,
		parameters: { event, options, ...settings.parameters },
	} as HostSettings);
const come = async (host: Host, fields: Fields) =>
	await http.get<string>(`${host.url}?${queryOf(fields)}`);

describe('a customer who returns from payment', () => {
	const event = 'returnedFromPayment';
	const own = {
		status: 'success',
		trid: 'Lg+csT/uQVWFW+BQbUQyJA==',
		userid: '33639981234',
		reference: 'order 7',
		timestamp: '1764000000123',
	};
	const fields = signed({ ...own, orderid: 'order 7' });

	it('starts the workflow each time, with what came', async () => {
		const host = await begin(event);
		for (const sent of [fields, fields, own]) expect((await come(host, sent)).status).toBe(200);
		expect((await come(host, { ...own, sign: 'f00' })).status).toBe(401);
		const item = {
			event,
			status: 'success',
			transactionId: own.trid,
			clientReference: 'order 7',
			userId: '33639981234',
			timeReturned: '2025-11-24T16:00:00.123Z',
			parameters: { orderid: 'order 7' },
			timeReceived,
			signatureChecked: true,
			raw: fields,
		};
		const unsigned = { ...item, parameters: {}, signatureChecked: false, raw: own };
		expect(host.started).toEqual([item, item, unsigned]);
	});

	it('may come with nothing', async () => {
		const host = await begin(
			event,
			{},
			{ parameters: { authentication: 'none' }, credential: null },
		);
		expect((await http.get(host.url)).status).toBe(200);
		const nothing = { parameters: {}, raw: {}, signatureChecked: false };
		expect(host.started).toEqual([{ event, timeReceived, ...nothing }]);
	});

	it.each<[string, IDataObject, string | undefined, string?]>([
		['success', { page: ` ${welcome}` }, welcome],
		[
			'success',
			{ page: '=https://shop.example/{{ $json.query.userid }}' },
			'https://shop.example/33639981234',
		],
		['failed', { page: welcome, failedPage: subscribe }, subscribe],
		['canceled', { page: welcome, canceledPage: subscribe }, subscribe],
		['failed', { page: welcome }, undefined, 'Payment failed'],
		['canceled', { page: welcome }, undefined, 'Payment canceled'],
		['success', {}, undefined, 'Thank you'],
		['success', { page: 'shop.example' }, undefined, 'Thank you'],
		['success', { page: 'javascript:alert(1)//http://' }, undefined, 'Thank you'],
	])('%s, with %j, sees %s %s', async (status, options, location, heading = '') => {
		const host = await begin(event, options);
		const answer = await come(host, { ...own, status });
		expect([answer.status, answer.headers.location]).toEqual([location ? 303 : 200, location]);
		expect(answer.headers['cache-control']).toBe('no-store');
		if (!location) {
			expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
			expect(answer.data).toContain(`<title>${heading}</title>`);
			expect(answer.data).toContain(`<h1>${heading}</h1>`);
		}
		expect(host.started).toMatchObject([{ status }]);
	});
});

describe('a customer who returns from identification', () => {
	const event = 'returnedFromIdentification';
	const pages = { page: welcome, otherPage: subscribe };
	const known = { msisdn: 'VX9cC2xFmkw4UTP', operator: 'FR_DEMOTEL' };
	const visit = { ...known, identid: 'a+/=' };

	it.each<[string, Fields, IDataObject, boolean, string | undefined, object]>([
		['signed with a user', { userid: 'p1', sign: '' }, pages, true, welcome, { userId: 'p1' }],
		['signed without one', { userid: '', sign: '' }, pages, false, subscribe, {}],
		['signed without one', { sign: '' }, { page: welcome }, false, undefined, {}],
		['unsigned', visit, pages, false, subscribe, { ...known, identificationId: 'a+/=' }],
		['unsigned and empty', {}, pages, false, subscribe, {}],
	])('%s: %j', async (_what, came, options, hasValidSubscription, location, customer) => {
		const host = await begin(event, options);
		const { sign, ...rest } = { ...came, timestamp: secondsAgo(5) } as Fields;
		const fields = sign === undefined ? rest : signed(rest);
		const answer = await come(host, fields);
		expect([answer.status, answer.headers.location]).toEqual([location ? 303 : 200, location]);
		const signatureChecked = sign !== undefined;
		const item = { event, ...customer, hasValidSubscription, timeReceived, signatureChecked };
		expect(host.started).toEqual([{ ...item, raw: fields }]);
	});

	it.each<[string, () => Fields, number]>([
		['too old', () => signed({ userid: 'p', timestamp: secondsAgo(320) }), 400],
		['without a time', () => signed({ userid: 'p', timestamp: 'soon' }), 400],
		['unsigned with a user', () => ({ userid: 'p', timestamp: secondsAgo(5) }), 401],
		['of another service', () => signed({ userid: 'p', timestamp: secondsAgo(5) }, quizNight), 401],
	])('is refused when it is %s', async (_what, fields, expected) => {
		const host = await begin(event, pages);
		const { status, data } = await come(host, fields());
		const words = 'This link is no longer valid. Start again';
		const wrong = 'The signature is missing or wrong';
		expect([status, data]).toEqual([expected, expected === 400 ? words : wrong]);
		expect(host.started).toEqual([]);
	});
});

describe('no page shows anything of the request', () => {
	const script = '<script>alert("zqmarkerqz")</script>';

	it.each<[string, () => Fields]>([
		['returnedFromPayment', () => signed({ userid: script, [script]: script })],
		['returnedFromIdentification', () => signed({ userid: script, timestamp: secondsAgo(5) })],
		['returnedFromIdentification', () => signed({ timestamp: script })],
		['paymentResult', () => signed({ ...success, errormessage: script })],
		['paymentResult', () => ({ ...success, errormessage: script })],
	])('for %s', async (event, fields) => {
		const host = await begin(event);
		for (const { status, headers, data } of [
			await come(host, fields()),
			await http.post<string>(host.url, fields()),
			await http.get<string>(`${host.url}/${encodeURIComponent(script)}?${queryOf(fields())}`),
		]) {
			expect([200, 400, 401]).toContain(status);
			expect(`${JSON.stringify(headers)} ${data}`).not.toMatch(/zqmarkerqz|alert/);
			if (status !== 200) expect(headers['content-type']).toBe('text/plain; charset=utf-8');
			expect(data).not.toContain(gameClub.signingSecret);
		}
	});
});
