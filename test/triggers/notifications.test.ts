import { connect } from 'node:net';
import axios, { type AxiosResponse } from 'axios';
import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { MobileBillingTrigger } from '../../nodes/MobileBillingTrigger/MobileBillingTrigger.node';
import {
	gameClub,
	payment,
	queryOf,
	quizNight,
	signed,
	success,
	type Fields,
} from '../support/triggers/webhookEvents';
import { hostsOfTests, type Host, type HostSettings } from '../support/triggers/webhookHost';

const http = axios.create({ validateStatus: () => true, timeout: 5_000 });
const both = { ...gameClub, moreServices: { service: [quizNight] } };
const unsigned = { parameters: { authentication: 'none' }, credential: null };
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const begin = hostsOfTests();

const ways: Record<string, (host: Host, fields: Fields) => Promise<AxiosResponse<string>>> = {
	GET: (host, fields) => http.get(`${host.url}?${queryOf(fields)}`),
	'form POST': (host, fields) => http.post(host.url, queryOf(fields)),
	'JSON POST': (host, fields) => http.post(host.url, fields),
	'POST with a query': (host, fields) => http.post(`${host.url}?${queryOf(fields)}`),
};

describe.each(Object.entries(ways))('a notification by %s', (_, send) => {
	it('starts the workflow with one item when it is signed', async () => {
		const host = await begin();
		const { status, data } = await send(host, signed(success));
		expect([status, data]).toEqual([200, 'OK']);
		expect(host.started).toEqual([
			{
				transactionId: '3+enZv5EgW3N4M1j7I874Q==',
				status: 'success',
				msisdn: '33639981234',
				userId: 'player-1',
				operator: 'FR_ORANGE',
				mccmnc: '20801',
				country: 'FR',
				price: 1,
				revenue: 0.6,
				revenueCurrency: 'EUR',
				quantity: 30,
				serviceKey: 'GAMECLUB04',
				clientReference: 'order 7',
				eventType: 'opt_in',
				timeReceived: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
				signatureChecked: true,
				raw: signed(success),
			},
		]);
		const age = Date.now() - Date.parse(String(host.started[0]?.timeReceived));
		expect(age).toBeLessThan(10_000);
	});

	it.each<[string, Fields, HostSettings]>([
		['unsigned', success, {}],
		['changed', { ...signed(success), status: 'failed' }, {}],
		['of another service', signed(success, quizNight), { credential: both }],
		['unsigned, and dropped by a filter', success, { parameters: { results: ['failed'] } }],
	])('is refused when it is %s', async (_what, fields, settings) => {
		const host = await begin(settings);
		const { status, data, headers } = await send(host, fields);
		expect([status, data]).toEqual([401, 'The signature is missing or wrong']);
		expect(headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(host.started).toEqual([]);
	});

	it('needs no signature without authentication', async () => {
		const host = await begin(unsigned);
		expect((await send(host, success)).status).toBe(200);
		expect(host.started).toMatchObject([{ status: 'success', signatureChecked: false }]);
	});
});

it('each service of the credential signs with its own key and algorithm', async () => {
	const host = await begin({ credential: both });
	const quiz = signed({ ...success, service: 'QUIZNIGHT05', transactionid: '17' }, quizNight);
	for (const fields of [signed(success), quiz]) await http.post(host.url, fields);
	expect(host.started).toMatchObject([{ serviceKey: 'GAMECLUB04' }, { transactionId: '17' }]);
});

it.each<[INodeParameters, boolean]>([
	[{ results: ['success', 'canceled'] }, true],
	[{ filters: { eventTypes: 'OPT_IN, Recurring_Billing' } }, true],
	[{ filters: { serviceKeys: 'QUIZNIGHT05' } }, false],
	[{ filters: { operators: ', fr_orange,,AT_A1 ,' } }, true],
	[{ filters: { operators: '={{ ["AT_A1", "FR_ORANGE"] }}' } }, true],
	[{ results: ['success'], filters: { operators: 'AT_A1' } }, false],
])('with %j a result starts the workflow: %j', async (parameters, isStarted) => {
	const host = await begin({ parameters });
	const { status, data } = await http.post(host.url, signed(success));
	expect([status, data]).toEqual([200, 'OK']);
	expect(host.started).toHaveLength(isStarted ? 1 : 0);
});

it.each(['Merci', ''])('the response %j is given to all that are genuine', async (answer) => {
	const host = await begin({
		parameters: { options: { answer }, filters: { operators: 'FR_ORANGE' } },
	});
	for (const fields of [payment(1), payment(1), payment(2, { mnocode: 'AT_A1' })]) {
		const { status, data } = await http.post(host.url, signed(fields));
		expect([status, data]).toEqual([200, answer]);
	}
	expect(host.started).toHaveLength(1);
});

it('a call that fails is answered 500, and the log holds nothing of it', async () => {
	const host = await begin({ credential: null });
	const { status, data } = await http.post<string>(host.url, signed(success));
	expect([status, data]).toEqual([500, 'The event was not received. Send it again']);
	expect(host.logged).toEqual([
		expect.stringMatching(/^The trigger couldn't receive an event: \w+$/),
	]);
	expect(host.started).toEqual([]);
});

describe('a malformed call', () => {
	const marker = 'zqmarkerqz';
	const good = queryOf(signed(success));
	const words = /^[A-Za-z8 ,-]{10,80}$/;
	const send = async (host: Host, type: string, data: string | Buffer, method = 'POST') =>
		await http.request({ ...{ method, url: host.url, data }, headers: { 'content-type': type } });

	it.each<[number, string, string]>([
		[400, form, `transactionid=${marker}`],
		[400, form, `${good}&%73tatus=${marker}`],
		[400, form, `${good}&__proto__=${marker}`],
		[401, form, `${good}&${marker}=%zz`],
		[400, json, `{"a":{"${marker}":1}}`],
		[400, json, 'null'],
		[400, 'text/plain', good],
		[400, 'multipart/form-data; boundary=x', good],
	])('gets %d in words that repeat nothing of it: %s %s', async (expected, type, body) => {
		const host = await begin();
		const { status, data } = await send(host, type, body);
		expect([status, data]).toEqual([expected, expect.stringMatching(words)]);
		expect(data).not.toContain(marker);
		expect(host.started).toEqual([]);
	});

	it('of a multipart type gets 400 by GET, too', async () => {
		const host = await begin();
		const headers = { 'content-type': 'Multipart/form-data; boundary=x' };
		const { status, data } = await http.get<string>(`${host.url}?${good}`, { headers });
		expect([status, data]).toEqual([400, 'The call must not be a multipart form']);
	});

	it('leaves the connection to the next one', async () => {
		const host = await begin();
		const bad = `POST / HTTP/1.1\r\nhost: n8n\r\ncontent-type: ${form}\r\ncontent-length: 11\r\n\r\n__proto__=1`;
		const socket = connect(host.port, '127.0.0.1');
		socket.end(`${bad}GET /?${queryOf(signed(payment('next')))} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
		let text = '';
		for await (const part of socket.setEncoding('utf8')) text += String(part);
		expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
		expect(host.started).toMatchObject([{ transactionId: 'trx-next' }]);
	});

	it('of any bytes gets 400, 401 or the 422 of n8n for broken JSON', async () => {
		const host = await begin();
		const parts = ['transactionid=1', 'status=failed', 'sign=a', '&', '%', '+', '='];
		const bodies = fc.oneof(
			fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
			fc.json().map((written) => Buffer.from(written)),
			fc.array(fc.constantFrom(...parts)).map((all) => Buffer.from(all.join(''))),
		);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(form, json, 'text/plain'), bodies, async (type, body) => {
				const { status, data } = await send(host, type, body);
				expect([400, 401, 422]).toContain(status);
				if (status !== 422) expect(data).toMatch(words);
			}),
		);
		expect(host.started).toEqual([]);
	});
});

describe('publishing the workflow', () => {
	const returns = { parameters: { event: 'returnedFromPayment' } };
	const keyOnly = { ...gameClub, serviceKey: '' };
	const noKey = {
		message: "'Signature Key' in the service credential is required",
		description: 'Fill it in, or set Authentication to None if your service has no key.',
	};
	const noService = {
		message: "'Service Key' is required for each 'Signature Key' in the service credential",
		description: 'Fill in the missing service key.',
	};
	it.each<[string, HostSettings, object | undefined]>([
		['with a signature key', {}, undefined],
		['without authentication', unsigned, undefined],
		['with a key of a second service', { credential: { ...both, signingSecret: '' } }, undefined],
		['without a service key, for returns', { credential: keyOnly, ...returns }, undefined],
		['without a service key', { credential: keyOnly }, noService],
		['without a signature key', { credential: { ...gameClub, signingSecret: '' } }, noKey],
	])('%s', async (_, settings, error) => {
		const publishing = (await begin(settings)).activate();
		if (error === undefined) await expect(publishing).resolves.toBeUndefined();
		else await expect(publishing).rejects.toMatchObject(error);
	});

	it('registers GET and POST on one address that n8n need not evaluate', () => {
		const { version, webhooks = [] } = new MobileBillingTrigger().description;
		expect(version).toBeGreaterThanOrEqual(2);
		const common = { name: 'default', path: 'mobile-billing' };
		expect(webhooks).toMatchObject([
			{ ...common, httpMethod: 'GET' },
			{ ...common, httpMethod: 'POST' },
		]);
		expect(JSON.stringify(webhooks)).not.toContain('{{');
	});
});
