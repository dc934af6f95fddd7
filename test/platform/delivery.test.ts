import fc from 'fast-check';
import {
	genuineReading,
	MalformedDelivery,
	parametersOf,
	readFlatJson,
	type Delivery,
	type Parameters,
} from '../../platform/delivery';
import { serviceOf, servicesOf, signingAlgorithms } from '../../platform/service';
import { signatureOf } from '../../platform/signature';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const nothing = new Uint8Array();

const get = (rawQuery: string): Delivery => ({
	method: 'GET',
	rawQuery,
	contentType: '',
	body: nothing,
});
const post = (contentType: string, body: string | Uint8Array): Delivery => ({
	method: 'POST',
	rawQuery: '',
	contentType,
	body: typeof body === 'string' ? Buffer.from(body) : body,
});
const read = (delivery: Delivery) => ({ ...parametersOf(delivery)[0] });

describe('the parameters of a call', () => {
	const isPlain = (text: string) => !(text in {}) && !['prototype', 'toJSON'].includes(text);
	const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(isPlain);
	const fields = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 60 }));

	it('are those that URLSearchParams or JSON.stringify wrote', () => {
		fc.assert(
			fc.property(fields, (written) => {
				const text = new URLSearchParams(written).toString();
				expect(read(get(text))).toEqual(written);
				expect(read(post(`${form}; charset=UTF-8`, text))).toEqual(written);
				expect(read(post(json, JSON.stringify(written)))).toEqual(written);
			}),
		);
	});

	it.each([
		[
			'an equals sign and empty values',
			get('id=a==&b=&c&&d=1'),
			{ id: 'a==', b: '', c: '', d: '1' },
		],
		['JSON values', post(json, '{"a":null,"b":true,"c":1.00}'), { a: '', b: 'true', c: '1.00' }],
		['bare UTF-8', post(form, 'message=Guthaben übrig ✓'), { message: 'Guthaben übrig ✓' }],
	])('keep their exact text: %s', (_what, delivery, parameters) => {
		expect(read(delivery)).toEqual(parameters);
		expect(Object.getPrototypeOf(parametersOf(delivery)[0])).toBeNull();
	});

	it('have a second reading, in which a plus is a plus, only where there is one', () => {
		const readings = parametersOf(get('id=a+b&c=d%2Be')).map((one) => ({ ...one }));
		expect(readings).toEqual([
			{ id: 'a b', c: 'd+e' },
			{ id: 'a+b', c: 'd+e' },
		]);
		expect(parametersOf(get('id=a%2Bb'))).toHaveLength(1);
	});

	it('go up to a hundred of 4096 characters, and 64 kB in all', () => {
		const hundred = Array.from({ length: 100 }, (_, index) => `n${index}=1`).join('&');
		expect(Object.keys(read(get(hundred)))).toHaveLength(100);
		expect(parametersOf(get(`a=${'x'.repeat(4096)}`))).toHaveLength(1);
		for (const query of [`${hundred}&n=1`, `a=${'x'.repeat(4097)}`, '&'.repeat(65_537)]) {
			expect(() => parametersOf(get(query))).toThrow(MalformedDelivery);
		}
	});
});

describe('a call is malformed', () => {
	it.each([
		['a query with a parameter twice', get('a=1&a=1')],
		['a form with a parameter twice, once encoded', post(form, 'a=1&%61=2')],
		['JSON with a name twice', post(json, '{"a":"1","a":"1"}')],
		['JSON with a name twice, once null', post(json, '{"a":null,"\\u0061":"1"}')],
		['JSON with a name twice, once nested', post(json, '{"a":{"a":"2"},"a":"1"}')],
		['a query with wrong percent-encoding', get('a=%zz')],
		['a query with invalid UTF-8', get('a=%ff')],
		['a form with invalid UTF-8', post(form, Buffer.from([0x61, 0x3d, 0xff]))],
		['JSON with invalid UTF-8', post(json, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]))],
		['a parameter without a name', get('=1')],
		['nested JSON', post(json, '{"a":{"b":"1"}}')],
		['a JSON list', post(json, '[{"a":"1"}]')],
		['an empty body', post('', '')],
		['a form called text', post('text/plain', 'a=1')],
		['1 MB of junk', post(form, Buffer.alloc(1_048_576, 0x78))],
	])('with %s', (_, delivery) => {
		expect(() => parametersOf(delivery)).toThrow(MalformedDelivery);
		expect(() => parametersOf(delivery)).toThrow(/^[A-Za-z8, -]+$/);
	});

	it.each(['__proto__', 'constructor', 'prototype', 'toString', 'toJSON'])(
		'with a parameter named %s',
		(name) => {
			const body = `{"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}":"1"}`;
			for (const delivery of [get(`${name}=1`), post(form, `${name}=1`), post(json, body)]) {
				expect(() => parametersOf(delivery)).toThrow(MalformedDelivery);
			}
		},
	);

	it('or well-formed: no bytes make anything else of it', () => {
		const pieces = fc.constantFrom('&', '=', '+', '%', '%2', '%41', '%ff', '{', '"', ':', '}', 'a');
		const text = fc.oneof(
			fc.array(pieces).map((all) => all.join('')),
			fc.json(),
		);
		const deliveries = fc.record({
			method: fc.constantFrom('GET', 'POST'),
			rawQuery: text,
			contentType: fc.constantFrom(form, json, `${json};charset=x`, ';'),
			body: fc.oneof(
				fc.uint8Array(),
				text.map((written) => Buffer.from(written)),
			),
		});
		fc.assert(
			fc.property(deliveries, (delivery) => {
				try {
					const values = parametersOf(delivery).flatMap((reading) => Object.values(reading));
					for (const value of values) expect(typeof value).toBe('string');
				} catch (error) {
					expect(error).toBeInstanceOf(MalformedDelivery);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	it('or not, it is read in linear time', () => {
		const size = 65_536;
		const queries = ['a='.padEnd(size, '+'), 'a&'.repeat(size / 2), '%41'.repeat(size / 3)];
		const bodies = [
			`{"${'a'.repeat(size)}`,
			`{"a":"${'\\"'.repeat(size / 2 - 9)}"}`,
			`{"a":["${'\\"'.repeat(size / 2 - 9)}"],"a":1}`,
			`{"a":${'1'.repeat(size - 9)}}`,
			`{"a"${' '.repeat(size - 9)}:1}`,
		];
		const begun = performance.now();
		for (const text of queries) {
			expect(() => parametersOf(post(form, text))).toThrow(MalformedDelivery);
		}
		for (const text of bodies) readFlatJson(text);
		// Quadratic time would be many seconds.
		expect(performance.now() - begun).toBeLessThan(4_000);
	});
});

describe('a flat JSON object', () => {
	it('keeps the exact text of numbers', () => {
		for (const text of ['1.00', '-0.50', '12345678901234567890', '1e3']) {
			expect(readFlatJson(`{ "price": ${text} }`)).toEqual([['price', text]]);
		}
	});

	it.each([
		'',
		'[]',
		'"a"',
		'{"a":[1]}',
		'{"a":1,}',
		"{'a':1}",
		'{"a":01}',
		'{"a":1} x',
		'{"a":NaN}',
	])('is not %j', (text) => {
		expect(readFlatJson(text)).toBeUndefined();
	});
});

const alpha = serviceOf({ serviceKey: 'ALPHA01', signingSecret: 'invented-key-of-alpha' });
const beta = serviceOf({ serviceKey: 'BETA02', signingSecret: 'invented-key-of-beta' });
const keyless = serviceOf({ serviceKey: 'GAMMA03' });
const signedBy = (service: typeof alpha, parameters: Parameters) => ({
	...parameters,
	sign: signatureOf(parameters, service),
});
const genuine = (query: string, services?: (typeof alpha)[]) =>
	genuineReading(parametersOf(get(query)), services);

describe('a call is genuine', () => {
	it.each<[string, Parameters]>([
		['it names', { service: 'BETA02', status: 'failed' }],
		['it does not name', { userid: '7' }],
		['whose name is empty', { userid: '7', service: '' }],
	])('when a service %s has signed it', (_how, call) => {
		const parameters = signedBy(beta, call);
		const found = genuineReading([parameters], [alpha, beta]);
		expect(found).toEqual({ parameters, signatureChecked: true });
	});

	it('in the reading that is signed', () => {
		const value = fc.stringMatching(/^[A-Za-z0-9+/= ]{1,30}$/);
		fc.assert(
			fc.property(value, value, fc.constantFrom(...signingAlgorithms), (id, message, algorithm) => {
				const service = { ...alpha, signingAlgorithm: algorithm };
				const sent = signedBy(service, { transactionid: id, errormessage: message });
				const bare = Object.entries(sent).map(([name, text]) => `${name}=${text}`);
				const unencoded = bare.join('&').replaceAll(' ', '%20');
				for (const text of [new URLSearchParams(sent).toString(), unencoded]) {
					expect({ ...genuine(text, [service])?.parameters }).toEqual(sent);
				}
			}),
		);
	});

	it('when only its transaction id came with a bare plus', () => {
		const sent = signedBy(alpha, { transactionid: 'a+b==', errormessage: 'no credit' });
		const text = `transactionid=a+b==&errormessage=no+credit&sign=${sent.sign}`;
		expect(genuine(text, [alpha])?.parameters).toEqual(sent);
	});

	it('or not checked, when no services are given; then a plus belongs to the transaction id', () => {
		expect(genuine('transactionid=a+b&errormessage=no+credit')).toEqual({
			parameters: { transactionid: 'a+b', errormessage: 'no credit' },
			signatureChecked: false,
		});
	});
});

describe('a call is not genuine', () => {
	it.each<[string, Parameters]>([
		['unsigned', { service: 'ALPHA01' }],
		['signed by another of the services', signedBy(beta, { service: 'ALPHA01' })],
		['signed for an unknown service', signedBy(alpha, { service: 'OTHER09' })],
		['signed with an empty key', signedBy(keyless, { service: 'GAMMA03' })],
		['signed with an empty key, without a service', signedBy(keyless, { status: 'success' })],
		['changed', { ...signedBy(alpha, { status: 'failed' }), status: 'success' }],
	])('when %s', (_, call) => {
		expect(genuineReading([call], [alpha, beta, keyless])).toBeUndefined();
	});

	it('when there is no service that signs', () => {
		expect(genuineReading([{ status: 'success' }], [])).toBeUndefined();
		expect(genuineReading([signedBy(keyless, {})], servicesOf({}))).toBeUndefined();
	});
});
