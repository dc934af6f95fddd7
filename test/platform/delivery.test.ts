import fc from 'fast-check';
import { MalformedDelivery, parametersOf, type Delivery } from '../../platform/delivery';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

const get = (rawQuery: string): Delivery => ({
	method: 'GET',
	rawQuery,
	contentType: '',
	body: new Uint8Array(),
});
const post = (contentType: string, body: string | Uint8Array): Delivery => ({
	method: 'POST',
	rawQuery: '',
	contentType,
	body: typeof body === 'string' ? Buffer.from(body) : body,
});

const name = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
	.filter((text) => !(text in {}) && !['prototype', 'toJSON'].includes(text));
const fields = fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 60 }), { maxKeys: 20 });

describe('the parameters of a call', () => {
	it('are those that URLSearchParams wrote, in a query and in a form', () => {
		fc.assert(
			fc.property(fields, (written) => {
				const text = new URLSearchParams(written).toString();
				for (const delivery of [
					get(text),
					post(form, text),
					post(`${form}; charset=UTF-8`, text),
				]) {
					expect({ ...parametersOf(delivery)[0] }).toEqual(written);
				}
			}),
		);
	});

	it('are those that JSON.stringify wrote', () => {
		fc.assert(
			fc.property(fields, (written) => {
				const [usual, ...others] = parametersOf(post(json, JSON.stringify(written)));
				expect({ ...usual }).toEqual(written);
				expect(others).toEqual([]);
			}),
		);
	});

	it('have a second reading, in which a plus is a plus, only where there is one', () => {
		const [usual, literal, ...more] = parametersOf(get('id=a+b&c=d%2Be'));
		expect({ ...usual }).toEqual({ id: 'a b', c: 'd+e' });
		expect({ ...literal }).toEqual({ id: 'a+b', c: 'd+e' });
		expect(more).toEqual([]);
		expect(parametersOf(get('id=a%2Bb'))).toHaveLength(1);
	});

	it('keep a value with = in it whole, and one that is empty', () => {
		expect({ ...parametersOf(get('id=a==&b=&c&&d=1'))[0] }).toEqual({
			id: 'a==',
			b: '',
			c: '',
			d: '1',
		});
		expect({ ...parametersOf(post(json, '{"a":null,"b":true,"c":1.00}'))[0] }).toEqual({
			a: '',
			b: 'true',
			c: '1.00',
		});
	});

	it('may come in a form as UTF-8 without percent-encoding', () => {
		expect({ ...parametersOf(post(form, 'message=Guthaben übrig ✓'))[0] }).toEqual({
			message: 'Guthaben übrig ✓',
		});
	});

	it('hang on an object without a prototype', () => {
		expect(Object.getPrototypeOf(parametersOf(get('a=1'))[0])).toBeNull();
	});

	it('go up to a hundred of 4096 characters, and 64 kB in all', () => {
		const hundred = Array.from({ length: 100 }, (_, index) => `n${index}=1`).join('&');
		expect(Object.keys(parametersOf(get(hundred))[0])).toHaveLength(100);
		expect(() => parametersOf(get(`${hundred}&n=1`))).toThrow(MalformedDelivery);
		expect(parametersOf(get(`a=${'x'.repeat(4096)}`))).toHaveLength(1);
		expect(() => parametersOf(get(`a=${'x'.repeat(4097)}`))).toThrow(MalformedDelivery);
		expect(() => parametersOf(get(`${'x'.repeat(65)}=1`))).toThrow(MalformedDelivery);
		expect(() => parametersOf(get('&'.repeat(65_537)))).toThrow(MalformedDelivery);
	});
});

const twice = 'a=1&a=1';
const languageNames = [
	'__proto__',
	'constructor',
	'prototype',
	'hasOwnProperty',
	'toString',
	'toJSON',
];

describe('a call is malformed', () => {
	it.each([
		['a query with a parameter twice', get(twice)],
		['a form with a parameter twice', post(form, twice)],
		['a form with a parameter twice, once encoded', post(form, 'a=1&%61=2')],
		['JSON with a name twice', post(json, '{"a":"1","a":"1"}')],
		['JSON with a name twice, once null', post(json, '{"a":null,"a":"1"}')],
		['a query with wrong percent-encoding', get('a=%zz')],
		['a query with cut percent-encoding', get('a=%4')],
		['a query with invalid UTF-8', get('a=%ff')],
		['a query with an encoded surrogate', get('a=%ed%a0%80')],
		['a form with wrong percent-encoding', post(form, 'a=%')],
		['a form with invalid UTF-8', post(form, Buffer.from([0x61, 0x3d, 0xff]))],
		['JSON with invalid UTF-8', post(json, Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]))],
		['a parameter without a name', get('=1')],
		['nested JSON', post(json, '{"a":{"b":"1"}}')],
		['JSON with a list', post(json, '{"a":["1"]}')],
		['a JSON list', post(json, '[{"a":"1"}]')],
		['an empty body with a type', post(json, '')],
		['an empty body without a type', post('', '')],
		['a form called text', post('text/plain', 'a=1')],
		['JSON called a form of another kind', post('multipart/form-data; boundary=x', '{"a":"1"}')],
		['JSON called XML', post('application/xml', '{"a":"1"}')],
		['1 MB of junk', post(form, Buffer.alloc(1_048_576, 0x78))],
	])('with %s', (_, delivery) => {
		expect(() => parametersOf(delivery)).toThrow(MalformedDelivery);
	});

	it.each(languageNames)('with a parameter named %s', (word) => {
		for (const delivery of [
			get(`${word}=1`),
			post(form, `${word}=1`),
			post(json, `{"${word}":"1"}`),
			post(json, `{"\\u${word.charCodeAt(0).toString(16).padStart(4, '0')}${word.slice(1)}":"1"}`),
		]) {
			expect(() => parametersOf(delivery)).toThrow(MalformedDelivery);
		}
		expect({}).not.toHaveProperty('1');
	});

	it('or well-formed: no bytes make anything else of it', () => {
		const deliveries = fc.record({
			method: fc.constantFrom('GET', 'POST'),
			rawQuery: fc.oneof(
				fc.string({ unit: 'binary' }),
				fc
					.array(fc.constantFrom('&', '=', '+', '%', '%2', '%41', '%ff', 'a', ''))
					.map((all) => all.join('')),
			),
			contentType: fc.oneof(fc.constantFrom(form, json, `${json};charset=x`, ';'), fc.string()),
			body: fc.oneof(
				fc.uint8Array({ maxLength: 300 }),
				fc.json().map((text) => Buffer.from(text)),
			),
		});
		fc.assert(
			fc.property(deliveries, (delivery) => {
				try {
					for (const reading of parametersOf(delivery)) {
						expect(Object.values(reading).every((value) => typeof value === 'string')).toBe(true);
					}
				} catch (error) {
					expect(error).toBeInstanceOf(MalformedDelivery);
				}
			}),
			{ numRuns: 3_000 },
		);
	});

	it('and the reason repeats nothing of it', () => {
		for (const delivery of [
			get('marker=1&marker=1'),
			get('marker=%zz'),
			post(json, '{"marker":[]}'),
		]) {
			expect(() => parametersOf(delivery)).toThrow(/^(?!.*marker)/);
		}
	});

	it('or not, it is read in linear time', () => {
		const size = 65_536;
		const hostile = [
			'a='.padEnd(size, '+'),
			'&'.repeat(size), // says nothing, so there is nothing wrong with it
			'a&'.repeat(size / 2),
			'='.repeat(size),
			'%41'.repeat(size / 3),
			'+'.repeat(size),
			'%'.repeat(size),
		];
		const begun = performance.now();
		const refused = hostile.filter((text) => {
			try {
				return parametersOf(post(form, text)).length === 0;
			} catch (error) {
				return error instanceof MalformedDelivery;
			}
		});
		expect(refused).toHaveLength(hostile.length - 1);
		// Quadratic time would be many seconds.
		expect(performance.now() - begun).toBeLessThan(4_000);
	});
});
