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
const get = async (query: string, headers = '') =>
	await raw(`GET /?${query} HTTP/1.1\r\nhost: n8n\r\n${headers}\r\n`);

/** Sends bytes as they are, since HTTP clients normalize an address, and reads the answer. */
async function raw(request: string): Promise<{ status: number; data: string; text: string }> {
	const socket = connect(host.port, '127.0.0.1');
	socket.end(request);
	let text = '';
	for await (const part of socket.setEncoding('utf8')) text += String(part);
	const [head = '', data = ''] = text.split('\r\n\r\n');
	return { status: Number(head.split(' ')[1]), data, text };
}

function expectRefusal({ status, data }: { status: number; data: unknown }) {
	expect(status).toBe(400);
	expect(data).toMatch(/^[A-Za-z8 ,-]{10,80}$/);
	expect(data).not.toContain(marker);
	expect(data).not.toContain(gameClub.signingSecret);
}

describe('a malformed call gets 400', () => {
	const many = Array.from({ length: 101 }, (_, index) => `&a${index}=1`).join('');
	it.each([
		['without anything', ''],
		['without a transaction ID', `status=success&userid=${marker}`],
		['with an empty transaction ID', 'transactionid=&status=success'],
		['without a status', `transactionid=${marker}`],
		['with a parameter twice', `${good}&status=success`],
		['with a parameter twice, once encoded', `${good}&%73tatus=${marker}`],
		['with wrong percent-encoding', `${good}&${marker}=%zz`],
		['with invalid UTF-8', `${good}&${marker}=%c3%28`],
		['with a name that JavaScript uses', `${good}&__proto__=${marker}`],
		['with another such name', `${good}&constructor=${marker}`],
		['with a parameter without a name', `${good}&=${marker}`],
		['with too many parameters', good + many],
		['with a value that is too long', `${good}&${marker}=${'x'.repeat(5_000)}`],
	])('%s, as a query and as a form', async (_, text) => {
		expectRefusal(await get(text));
		expectRefusal(await post(form, text));
	});

	const text = JSON.stringify(fields);
	const broken = (before: string, after: string) =>
		Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28]), Buffer.from(after)]);
	it.each<[string, string, string | Buffer]>([
		['nested JSON', json, JSON.stringify({ ...fields, extra: { [marker]: 1 } })],
		['JSON with a list', json, JSON.stringify({ ...fields, status: ['success'] })],
		['a JSON list', json, `[${text}]`],
		['empty JSON', json, '{}'],
		['a JSON text', json, `"${marker}"`],
		['JSON null', json, 'null'],
		['JSON with a name twice', json, text.replace('{', '{"status":"failed",')],
		['JSON with a name that JavaScript uses', json, text.replace('{', '{"__proto__":"1",')],
		['JSON that is not UTF-8', json, broken(text.replace('}', ',"a":"'), '"}')],
		['1 MB of JSON', json, JSON.stringify({ ...fields, a: 'x'.repeat(1_048_576) })],
		['an empty body of JSON', json, ''],
		['an empty form', form, ''],
		['a form that is not UTF-8', form, broken(`${good}&a=`, '')],
		['1 MB of a form', form, Buffer.alloc(1_048_576, 'a=1&')],
		['a form of another type', 'text/plain', good],
		['XML', 'application/xml', good],
		['bytes', 'application/octet-stream', good],
		['a multipart form', 'multipart/form-data; boundary=x', good],
	])('%s', async (_, type, body) => {
		expectRefusal(await post(type, body));
	});

	it('a GET of a multipart type, and a POST with its fields in the address only', async () => {
		expectRefusal(await get(good, 'content-type: Multipart/form-data; boundary=x\r\n'));
		expectRefusal(await raw(`POST /?${good} HTTP/1.1\r\nhost: n8n\r\ncontent-length: 0\r\n\r\n`));
	});

	it('and n8n itself refuses broken JSON', async () => {
		expect((await post(json, `{"${marker}`)).status).toBe(422);
	});
});

it('after malformed calls the connection serves the next one, and no prototype has changed', async () => {
	const bad = `POST / HTTP/1.1\r\nhost: n8n\r\ncontent-type: ${form}\r\ncontent-length: 11\r\n\r\n__proto__=1`;
	const next = queryOf(signed(payment('next')));
	const { text } = await raw(`${bad}${bad}GET /?${next} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
	expect(text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3))).toEqual([
		'400',
		'400',
		'200',
	]);
	expect(host.started.splice(0)).toMatchObject([{ transactionId: 'trx-next' }]);
	expect(Object.keys(Object.prototype)).toEqual([]);
});

it('whatever bytes come, the answer is 400, 401 or the 422 of n8n, and nothing starts', async () => {
	const parts = ['transactionid=1', 'status=failed', 'sign=a', '&', '%', '+', '='];
	const bodies = fc.oneof(
		fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
		fc.json().map((text) => Buffer.from(text)),
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
