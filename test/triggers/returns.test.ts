import type { AxiosResponse } from 'axios';
import type { IDataObject } from 'n8n-workflow';
import {
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from '../support/triggers/webhookEvents';
import {
	closeHosts,
	startHost,
	type Host,
	type HostSettings,
} from '../support/triggers/webhookHost';

const welcome = 'https://shop.example/welcome?from=operator';
const subscribe = 'https://shop.example/subscribe';
const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
const timeReceived = expect.any(String) as string;

const begin = async (event: string, options: IDataObject = {}, settings: HostSettings = {}) =>
	await startHost({ ...settings, parameters: { event, options, ...settings.parameters } as never });

afterEach(closeHosts);

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

	it('starts the workflow once, with what came, however often the page is reloaded', async () => {
		const host = await begin(event);
		const wrong = { ...own, sign: 'f00' };
		for (const sent of [fields, fields, own, own, wrong, wrong]) {
			expect((await host.get(sent)).data).toContain('<h1>Thank you</h1>');
		}
		const item = {
			event,
			status: 'success',
			transactionId: own.trid,
			clientReference: 'order 7',
			userId: '33639981234',
			timeReturned: '2025-11-24T16:00:00.123Z',
			timeReceived,
			parameters: { orderid: 'order 7' },
			signatureChecked: true,
			raw: fields,
		};
		const unsigned = { ...item, parameters: {}, signatureChecked: false, raw: own };
		expect(host.started).toEqual([item, unsigned, { ...unsigned, raw: wrong }]);
	});

	it('starts the workflow each time if nothing tells two returns apart, or in a test', async () => {
		const host = await begin(event);
		const test = await begin(event, {}, { mode: 'manual' });
		for (const sent of [{ status: 'success' }, { status: 'success' }]) await host.get(sent);
		for (const sent of [fields, fields]) await test.get(sent);
		expect([host, test].map(({ started }) => started.length)).toEqual([2, 2]);
	});

	const checking = 'Your payment is being checked';
	const json = { headers: { 'content-type': 'application/json' } };
	it.each<[string, string, (host: Host) => Promise<AxiosResponse<string>>]>([
		['without a status', checking, (host) => host.get({ trid: '17' })],
		['with an unknown status', checking, (host) => host.get({ status: 'constructor' })],
		['by an empty POST', checking, (host) => host.post()],
		['by a form POST', 'Thank you', (host) => host.post(queryOf(fields))],
		['by a JSON POST', 'Payment failed', (host) => host.post('{"status":"failed"}', json)],
	])('%s sees “%s”', async (_what, seen, send) => {
		const host = await begin(event);
		expect((await send(host)).data).toContain(`<h1>${seen}</h1>`);
		const status = seen === checking ? 'unknown' : { T: 'success', P: 'failed' }[seen.slice(0, 1)];
		expect(host.started).toMatchObject([{ status }]);
	});

	it.each([
		['fr', 'ltr', 'Le paiement a échoué', { lang: 'fr' }, {}],
		['ar', 'rtl', 'فشلت عملية الدفع', { lang: 'ar' }, { language: 'de' }],
		['de', 'ltr', 'Zahlung fehlgeschlagen', {}, { language: 'de' }],
	])('reads in %s (%s) “%s”', async (lang, dir, title, query, options) => {
		const host = await begin(event, options);
		const { data } = await host.get({ ...own, status: 'failed', ...query } as Fields);
		expect(data).toContain(`<html lang="${lang}" dir="${dir}">`);
		expect(data).toContain(`<h1>${title}</h1>`);
	});

	const named = '=https://shop.example/{{ $json.query.userid }}';
	it.each<[string, IDataObject, string]>([
		['success', { page: named }, 'https://shop.example/33639981234'],
		['failed', { page: welcome, failedPage: ` ${subscribe}` }, subscribe],
		['canceled', { page: welcome, canceledPage: subscribe }, subscribe],
		['failed', { page: welcome }, 'Payment failed'],
		['canceled', { page: welcome }, 'Payment canceled'],
		['success', { page: 'javascript:alert(1)//http://' }, 'Thank you'],
		['pending', { page: welcome }, checking],
		['pending', { page: welcome, unknownPage: subscribe }, subscribe],
	])('%s, with %j, sees %s', async (status, options, seen) => {
		const host = await begin(event, options);
		const { headers, data, ...answer } = await host.get({ ...own, status });
		expect(headers).toMatchObject({
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
			'x-frame-options': 'DENY',
		});
		if (seen.startsWith('https:')) {
			expect([answer.status, headers.location]).toEqual([303, seen]);
		} else {
			expect([answer.status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
			expect(data).toContain(`<h1>${seen}</h1>`);
		}
		const known = status === 'pending' ? 'unknown' : status;
		expect(host.started).toMatchObject([{ status: known }]);
	});
});

describe('a customer who returns from identification', () => {
	const event = 'returnedFromIdentification';
	const pages = { page: welcome, otherPage: subscribe };
	const known = { msisdn: 'VX9cC2xFmkw4UTP', operator: 'FR_DEMOTEL' };
	const visit = { ...known, identid: 'a+/=' };

	it.each<[string, Fields, IDataObject, string, string | undefined, object]>([
		[
			'signed with a user',
			{ userid: 'p1', sign: '' },
			pages,
			'unverified',
			welcome,
			{ userId: 'p1' },
		],
		[
			'signed without one',
			{ userid: '', sign: '' },
			{ page: welcome },
			'notSubscribed',
			undefined,
			{},
		],
		['unsigned', visit, pages, 'notSubscribed', subscribe, { ...known, identificationId: 'a+/=' }],
		['unsigned and empty', {}, pages, 'notSubscribed', subscribe, {}],
	])('%s: %j', async (_what, came, options, outcome, location, customer) => {
		const host = await begin(event, options);
		const { sign, ...rest } = { ...came, timestamp: secondsAgo(5) } as Fields;
		const signatureChecked = sign !== undefined;
		const raw = signatureChecked ? signed(rest) : rest;
		const answer = await host.get(raw);
		expect([answer.status, answer.headers.location]).toEqual([location ? 303 : 200, location]);
		if (!location) expect(answer.data).toContain('<h1>Welcome back</h1>');
		const unproven = { parameters: {}, ...customer };
		const item = { event, outcome, timeReceived, signatureChecked, unproven, raw };
		expect(host.started).toEqual([item]);
		await host.get(raw);
		// Returns without a customer look alike.
		expect(host.started).toHaveLength(Object.keys(customer).length > 0 ? 1 : 2);
	});

	it.each(['form', 'JSON'])('by a %s POST is as welcome', async (form) => {
		const host = await begin(event, pages);
		const fields = signed({ userid: 'p1', timestamp: secondsAgo(5), article: '9' });
		const { status } = await host.post(form === 'form' ? queryOf(fields) : fields);
		expect(status).toBe(303);
		const unproven = { userId: 'p1', parameters: { article: '9' } };
		expect(host.started).toMatchObject([{ outcome: 'unverified', unproven }]);
	});

	it('is taken unsigned without a key, and proves nothing either way', async () => {
		const host = await begin(event, pages, { credential: null });
		await host.get({ userid: 'p1', timestamp: secondsAgo(5) });
		const item = { outcome: 'unverified', signatureChecked: false, unproven: { userId: 'p1' } };
		expect(host.started).toMatchObject([item]);
	});

	const old = 'This link is no longer valid. Start again';
	const wrong = 'The signature is missing or wrong';
	it.each<[string, () => Fields, number, string]>([
		['too old', () => signed({ userid: 'p', timestamp: secondsAgo(320) }), 400, old],
		['unsigned with a user', () => ({ userid: 'p', timestamp: secondsAgo(5) }), 401, wrong],
		['of another', () => signed({ userid: 'p', timestamp: secondsAgo(5) }, quizNight), 401, wrong],
	])('is refused when it is %s', async (_what, fields, status, words) => {
		const host = await begin(event, pages);
		const answer = await host.get(fields());
		expect([answer.status, answer.data]).toEqual([status, words]);
		expect(host.started).toEqual([]);
	});
});

it.each<[string, (script: string) => Fields]>([
	['returnedFromPayment', (script) => signed({ userid: script, [script]: script })],
	['returnedFromIdentification', (userid) => signed({ userid, timestamp: secondsAgo(5) })],
	['returnedFromIdentification', (script) => signed({ timestamp: script })],
	['paymentResult', (errormessage) => ({ ...success, errormessage })],
])('no page for %s shows anything of the request', async (event, fields) => {
	const { status, headers, data } = await (await begin(event)).get(fields('<script>zqmarkerqz'));
	expect([200, 400, 401]).toContain(status);
	expect(`${JSON.stringify(headers)} ${data}`).not.toMatch(/zqmarkerqz|<script/);
	if (status !== 200) expect(headers['content-type']).toBe('text/plain; charset=utf-8');
	expect(headers['x-frame-options'] ?? event).toBe(
		event === 'paymentResult' && status === 200 ? event : 'DENY',
	);
});
