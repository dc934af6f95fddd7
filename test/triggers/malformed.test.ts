import { connect } from 'node:net';
import axios from 'axios';
import fc from 'fast-check';
import { gameClub, payment, queryOf, signed, success } from './support/webhookEvents';
import { startHost, until, type Host } from './support/webhookHost';

const marker = 'zqmarkerqz';
const http = axios.create({ validateStatus: () => true, timeout: 5_000 });
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const fields = signed(success);
const good = queryOf(fields);
let host: Host;

beforeAll(async () => {
	host = await startHost();
});
afterAll(async () => {
	await host.close();
});
afterEach(async () => {
	await until(() => host.calls.done === host.calls.begun);
	expect(host.started.splice(0)).toEqual([]);
});

const post = async (type: string | undefined, body: string | Buffer) =>
	await http.post(host.url, body, { headers: { 'content-type': type }, transformRequest: [] });

/** Sends bytes as they are, since HTTP clients normalize an address, and reads the answer. */
async function raw(request: string): Promise<{ status: number; data: string; text: string }> {
	const socket = connect(host.port, '127.0.0.1');
	socket.end(request);
	let text = '';
	for await (const part of socket.setEncoding('utf8')) text += String(part);
	const [head = '', data = ''] = text.split('\r\n\r\n');
	return { status: Number(head.split(' ')[1]), data, text };
}

function expectRefusal({ status, data }: { status: number; data: unknown }, expected = 400) {
	expect(status).toBe(expected);
	expect(data).toMatch(/^[A-Za-z8 ,-]{10,80}$/);
	expect(data).not.toContain(marker);
	expect(data).not.toContain(gameClub.signingSecret);
}

describe('a malformed call', () => {
	it.each([
		['without anything', '', 400],
		['with an empty transaction ID', 'transactionid=&status=success', 400],
		['without a status', `transactionid=${marker}`, 400],
		['with a parameter twice, once encoded', `${good}&%73tatus=${marker}`, 400],
		['with a name that JavaScript uses', `${good}&__proto__=${marker}`, 400],
		['with wrong percent-encoding', `${good}&${marker}=%zz`, 401],
		['with invalid UTF-8', `${good}&${marker}=%c3%28`, 401],
	])('%s, as a query and as a form: %s gets %d', async (_, text, status) => {
		expectRefusal(await raw(`GET /?${text} HTTP/1.1\r\nhost: n8n\r\n\r\n`), status);
		expectRefusal(await post(form, text), status);
	});

	const text = JSON.stringify(fields);
	it.each<[string, string, string | Buffer]>([
		['nested JSON', json, JSON.stringify({ ...fields, extra: { [marker]: 1 } })],
		['a JSON list', json, `[${text}]`],
		['JSON null', json, 'null'],
		['JSON with a name that JavaScript uses', json, text.replace('{', '{"__proto__":"1",')],
		['1 MB of JSON', json, JSON.stringify({ ...fields, a: 'x'.repeat(1_048_576) })],
		['an empty body of JSON', json, ''],
		['1 MB of a form', form, Buffer.alloc(1_048_576, 'a=1&')],
		['a form of another type', 'text/plain', good],
		['bytes', 'application/octet-stream', good],
		['a multipart form', 'multipart/form-data; boundary=x', good],
	])('of %s gets 400', async (_, type, body) => {
		expectRefusal(await post(type, body));
	});

	it('of a multipart type by GET gets 400', async () => {
		const type = 'content-type: Multipart/form-data; boundary=x';
		expectRefusal(await raw(`GET /?${good} HTTP/1.1\r\nhost: n8n\r\n${type}\r\n\r\n`));
	});

	it('leaves the connection to the next one, and changes no prototype', async () => {
		const bad = `POST / HTTP/1.1\r\nhost: n8n\r\ncontent-type: ${form}\r\ncontent-length: 11\r\n\r\n__proto__=1`;
		const next = queryOf(signed(payment('next')));
		const { text: answers } = await raw(`${bad}${bad}GET /?${next} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
		expect(
			answers
				.match(/HTTP\/1\.1 \d+/g)
				?.map((line) => line.slice(-3))
				.join(),
		).toBe('400,400,200');
		expect(host.started.splice(0)).toMatchObject([{ transactionId: 'trx-next' }]);
		expect(Object.keys(Object.prototype)).toEqual([]);
	});

	it('of any bytes gets 400, 401 or the 422 of n8n for broken JSON', async () => {
		const parts = ['transactionid=1', 'status=failed', 'sign=a', '&', '%', '+', '='];
		const bodies = fc.oneof(
			fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
			fc.json().map((written) => Buffer.from(written)),
			fc.array(fc.constantFrom(...parts)).map((all) => Buffer.from(all.join(''))),
		);
		const types = fc.constantFrom(form, json, 'text/plain', undefined);
		await fc.assert(
			fc.asyncProperty(types, bodies, async (type, body) => {
				const { status, data } = await post(type, body);
				expect([400, 401, 422]).toContain(status);
				if (status !== 422) expect(data).toMatch(/^[A-Za-z8 ,-]{10,80}$/);
			}),
			{ numRuns: 300 },
		);
	});
});

it('a POST may carry its fields in the query', async () => {
	const query = queryOf(signed(payment('in-the-query')));
	const { text } = await raw(`POST /?${query} HTTP/1.1\r\nhost: n8n\r\ncontent-length: 0\r\n\r\n`);
	expect(text).toContain('HTTP/1.1 200');
	expect(host.started.splice(0)).toMatchObject([{ transactionId: 'trx-in-the-query' }]);
});
