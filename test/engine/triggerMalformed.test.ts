import { connect } from 'node:net';
import axios from 'axios';
import fc from 'fast-check';
import { gameClub, payment, queryOf, signed, success } from '../support/webhookEvents';
import { startHost, until, type Host } from '../support/webhookHost';

const marker = 'zqmarkerqz';
const http = axios.create({ validateStatus: () => true, timeout: 5_000 });
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const good = queryOf(signed(success));
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
const get = async (query: string) => await raw(`GET /?${query} HTTP/1.1\r\nhost: n8n\r\n\r\n`);

/** Sends bytes as they are, since clients tidy an address up, and reads the status and the text of the answer. */
async function raw(request: string | Buffer): Promise<{ status: number; data: string }> {
	const socket = connect(host.port, '127.0.0.1');
	socket.end(request);
	let answer = '';
	for await (const part of socket.setEncoding('utf8')) answer += String(part);
	const [head = '', data = ''] = answer.split('\r\n\r\n');
	return { status: Number(head.split(' ')[1]), data };
}

function expectRefusal({ status, data }: { status: number; data: unknown }) {
	expect(status).toBe(400);
	expect(data).toMatch(/^[A-Za-z8 ,-]{10,80}$/);
	expect(data).not.toContain(marker);
	expect(data).not.toContain(gameClub.signingSecret);
}

describe('a malformed call gets 400, starts nothing and is not left hanging', () => {
	it.each([
		['without anything', ''],
		['without a transaction id', `status=success&userid=${marker}`],
		['with an empty transaction id', 'transactionid=&status=success'],
		['without a status', `transactionid=${marker}`],
		['with a parameter twice', `${good}&status=failed`],
		['with the same parameter twice', `${good}&status=success`],
		['with a parameter twice, once encoded', `${good}&%73tatus=${marker}`],
		['with wrong percent-encoding', `${good}&${marker}=%zz`],
		['with invalid UTF-8', `${good}&${marker}=%c3%28`],
		['with a name of JavaScript’s own', `${good}&__proto__=${marker}`],
		['with another name of JavaScript’s own', `${good}&constructor=${marker}`],
		['with a parameter without a name', `${good}&=${marker}`],
		[
			'with too many parameters',
			`${good}${'&a=1'.repeat(101).replaceAll(/a/g, (_, at) => `a${at}`)}`,
		],
		['with a value that is too long', `${good}&${marker}=${'x'.repeat(5_000)}`],
	])('%s, as a query and as a form', async (_, text) => {
		expectRefusal(await get(text));
		expectRefusal(await post(form, text));
	});

	it.each([
		['nested', { ...signed(success), extra: { [marker]: 1 } }],
		['with a list', { ...signed(success), status: ['success'] }],
		['a list', [signed(success)]],
		['empty', {}],
		['a text', marker],
		['null', null],
	])('JSON that is %s', async (_, value) => {
		expectRefusal(await post(json, JSON.stringify(value)));
	});

	it('JSON with a name twice, which n8n would not see', async () => {
		const text = JSON.stringify(signed(success));
		expectRefusal(await post(json, text.replace('{', '{"status":"failed",')));
		expectRefusal(await post(json, text.replace('{', '{"__proto__":"1",')));
	});

	it('JSON and forms that are not UTF-8', async () => {
		const broken = Buffer.from([0xc3, 0x28]);
		expectRefusal(await post(form, Buffer.concat([Buffer.from(`${good}&a=`), broken])));
		const text = JSON.stringify({ ...signed(success), a: 'X' });
		const [before = '', after = ''] = text.split('X');
		expectRefusal(
			await post(json, Buffer.concat([Buffer.from(before), broken, Buffer.from(after)])),
		);
	});

	it.each([
		'text/plain',
		'application/xml',
		'application/octet-stream',
		'multipart/form-data; boundary=x',
	])('a good form that is called %s', async (type) => {
		expectRefusal(await post(type, good));
	});

	it('a good query of a call in parts, which n8n would treat in another order', async () => {
		const head = 'host: n8n\r\ncontent-type: Multipart/form-data; boundary=x';
		expectRefusal(await raw(`GET /?${good} HTTP/1.1\r\n${head}\r\n\r\n`));
	});

	it('a POST without a type, without a body, and with its fields in the address only', async () => {
		expectRefusal(await raw(`POST / HTTP/1.1\r\nhost: n8n\r\ncontent-length: 0\r\n\r\n`));
		expectRefusal(await raw(`POST /?${good} HTTP/1.1\r\nhost: n8n\r\ncontent-length: 0\r\n\r\n`));
		expectRefusal(await post(form, ''));
		expectRefusal(await post(json, ''));
	});

	it.each([form, json.replace('json', 'x-json'), 'text/plain'])(
		'1 MB of junk as %s',
		async (type) => {
			expectRefusal(await post(type, Buffer.alloc(1_048_576, 'x')));
			expectRefusal(await post(type, Buffer.alloc(1_048_576, 'a=1&')));
		},
	);

	it('1 MB of JSON', async () => {
		expectRefusal(
			await post(json, JSON.stringify({ ...signed(success), a: 'x'.repeat(1_048_576) })),
		);
	});

	it('JSON that is none is refused by n8n itself', async () => {
		expect((await post(json, `{"${marker}`)).status).toBe(422);
	});
});

describe('after any malformed call', () => {
	it('the connection serves the next one', async () => {
		const bad = `POST / HTTP/1.1\r\nhost: n8n\r\ncontent-type: ${form}\r\ncontent-length: 6\r\n\r\na=1&a=`;
		const socket = connect(host.port, '127.0.0.1');
		const fine = queryOf(signed(payment('after')));
		socket.end(`${bad}${bad}GET /?${fine} HTTP/1.1\r\nhost: n8n\r\n\r\n`);
		let answer = '';
		for await (const part of socket.setEncoding('utf8')) answer += String(part);
		expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([
			'HTTP/1.1 400',
			'HTTP/1.1 400',
			'HTTP/1.1 200',
		]);
		expect(host.started.splice(0)).toMatchObject([{ transactionId: 'trx-after' }]);
	});

	it('no object has got a property it should not have', async () => {
		for (const name of [
			'__proto__',
			'constructor',
			'__proto__.polluted',
			'constructor[prototype]',
		]) {
			await get(`${name}=1&polluted=1`);
			await post(json, `{"${name}":"1","polluted":"1"}`);
		}
		expect({}).not.toHaveProperty('polluted');
		expect(Object.keys(Object.prototype)).toEqual([]);
	});
});

it('whatever bytes come, the answer is 400, 401 or n8n’s own 422, and nothing starts', async () => {
	const bodies = fc.oneof(
		fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
		fc.json().map((text) => Buffer.from(text)),
		fc
			.array(fc.constantFrom('transactionid=1', 'status=failed', 'sign=a', '&', '%', '+', '='))
			.map((all) => Buffer.from(all.join(''))),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(form, json, 'text/plain', undefined),
			bodies,
			async (type, body) => {
				const { status, data } = await post(type, body);
				expect([400, 401, 422]).toContain(status);
				if (status !== 422) expect(data).toMatch(/^[A-Za-z8 ,-]{10,80}$/);
			},
		),
		{ numRuns: 300 },
	);
}, 30_000);
