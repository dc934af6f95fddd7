import fc from 'fast-check';
import {
	genuineCall,
	MalformedDelivery,
	parametersOf,
	type Delivery,
	type Parameters,
} from '../../platform/delivery';
import { serviceOf, servicesOf, signingAlgorithms } from '../../platform/service';
import { signatureOf } from '../../platform/signature';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

const get = (rawQuery: string): Delivery => ({
	method: 'GET',
	rawQuery,
	contentType: '',
	body: new Uint8Array(),
});
const post = (contentType: string, body: string): Delivery => ({
	method: 'POST',
	rawQuery: '',
	contentType,
	body: Buffer.from(body),
});
const read = (delivery: Delivery) => ({ ...parametersOf(delivery) });

describe('the parameters of a call', () => {
	const isPlain = (text: string) => !(text in {}) && !['prototype', 'toJSON'].includes(text);
	const name = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isPlain);
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
		expect(Object.getPrototypeOf(parametersOf(get('a=1')))).toBeNull();
	});

	it.each([
		['an equals sign and empty values', 'id=a==&b=&c&&d=1', { id: 'a==', b: '', c: '', d: '1' }],
		['bare UTF-8', 'message=Guthaben übrig ✓', { message: 'Guthaben übrig ✓' }],
		['a plus, which is a space', 'a=b+c%2Bd', { a: 'b c+d' }],
		['a plus in an id, which is a plus', 'transactionid=a+b%2B', { transactionid: 'a+b+' }],
	])('keep their exact text: %s', (_what, text, parameters) => {
		expect(read(get(text))).toEqual(parameters);
		expect(read(post(form, text))).toEqual(parameters);
	});
});

describe('a call is malformed', () => {
	it.each([
		['a query with a parameter twice', get('a=1&a=1')],
		['a form with a parameter twice, once encoded', post(form, 'a=1&%61=2')],
		['a query over 64 kB', get(`a=${'x'.repeat(65_535)}`)],
		['a form over 64 kB', post(form, `a=${'x'.repeat(65_535)}`)],
		['nested JSON', post(json, '{"a":{"b":"1"}}')],
		['JSON with a number', post(json, '{"a":1.00}')],
		['a JSON list', post(json, '[{"a":"1"}]')],
		['broken JSON', post(json, '{"a"')],
		['an empty body', post('', '')],
		['a form called text', post('text/plain', 'a=1')],
	])('with %s', (_, delivery) => {
		expect(() => parametersOf(delivery)).toThrow(MalformedDelivery);
		expect(() => parametersOf(delivery)).toThrow(/^[A-Za-z8, -]+$/);
	});

	it.each(['__proto__', 'constructor', 'prototype', 'toString', 'toJSON'])(
		'with a parameter named %s',
		(name) => {
			for (const delivery of [
				get(`${name}=1`),
				post(form, `${name}=1`),
				post(json, `{"${name}":"1"}`),
			]) {
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
					const values = Object.values(parametersOf(delivery));
					for (const value of values) expect(typeof value).toBe('string');
				} catch (error) {
					expect(error).toBeInstanceOf(MalformedDelivery);
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});

const alpha = serviceOf({ serviceKey: 'ALPHA01', signingSecret: 'invented-key-of-alpha' });
const beta = serviceOf({ serviceKey: 'BETA02', signingSecret: 'invented-key-of-beta' });
const keyless = serviceOf({ serviceKey: 'GAMMA03' });
const signedBy = (service: typeof alpha, parameters: Parameters) => ({
	...parameters,
	sign: signatureOf(parameters, service),
});

describe('a call is genuine', () => {
	it.each<[string, Parameters]>([
		['it names', { service: 'BETA02', status: 'failed' }],
		['it does not name', { userid: '7' }],
		['whose name is empty', { userid: '7', service: '' }],
	])('when a service %s has signed it', (_how, call) => {
		const parameters = signedBy(beta, call);
		expect(genuineCall(parameters, [alpha, beta])).toEqual({ parameters, signatureChecked: true });
	});

	it('however its sender encoded the plus of an encrypted transaction id', () => {
		const id = fc.stringMatching(/^[A-Za-z0-9+/=]{1,30}$/);
		const message = fc.stringMatching(/^[A-Za-z0-9/= ]{1,30}$/);
		fc.assert(
			fc.property(id, message, fc.constantFrom(...signingAlgorithms), (id, message, algorithm) => {
				const service = { ...alpha, signingAlgorithm: algorithm };
				const sent = signedBy(service, { transactionid: id, errormessage: message });
				const bare = Object.entries(sent).map(([name, text]) => `${name}=${text}`);
				const unencoded = bare.join('&').replaceAll(' ', '%20');
				for (const text of [new URLSearchParams(sent).toString(), unencoded]) {
					const found = genuineCall(parametersOf(get(text)), [service]);
					expect({ ...found?.parameters }).toEqual(sent);
				}
			}),
		);
	});

	it('or not checked, when no services are given', () => {
		const parameters = { status: 'failed' };
		expect(genuineCall(parameters, undefined)).toEqual({ parameters, signatureChecked: false });
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
		expect(genuineCall(call, [alpha, beta, keyless])).toBeUndefined();
	});

	it('when there is no service that signs', () => {
		expect(genuineCall({ status: 'success' }, [])).toBeUndefined();
		expect(genuineCall(signedBy(keyless, {}), servicesOf({}))).toBeUndefined();
	});
});
