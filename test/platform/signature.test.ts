import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { signingAlgorithms } from '../../platform/service';
import { isSigned, signatureOf } from '../../platform/signature';

const key = { signingSecret: 'invented-signature-key', signingAlgorithm: 'sha1' } as const;
const parameters = fc.dictionary(
	fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => name !== 'sign'),
	fc.string({ unit: 'binary' }),
);

describe('the signature of parameters', () => {
	it('is the HMAC of the values in the order of their names, in lower-case hex', () => {
		const expected = createHmac('sha1', key.signingSecret).update('ABC').digest('hex');
		expect(signatureOf({ c: 'C', a: 'A', b: 'B' }, key)).toBe(expected);
	});

	it.each(signingAlgorithms)('is made with %s where the service says so', (signingAlgorithm) => {
		const expected = createHmac(signingAlgorithm, key.signingSecret).update('1.00').digest('hex');
		expect(signatureOf({ price: '1.00' }, { ...key, signingAlgorithm })).toBe(expected);
	});

	it('leaves the parameter sign out', () => {
		expect(signatureOf({ a: '1', sign: 'x' }, key)).toBe(signatureOf({ a: '1' }, key));
	});

	it('is taken whatever the order of the parameters, and in upper case too', () => {
		fc.assert(
			fc.property(parameters, (signed) => {
				const sign = signatureOf(signed, key);
				const shuffled = Object.fromEntries(Object.entries({ ...signed, sign }).reverse());
				expect(isSigned(shuffled, key)).toBe(true);
				expect(isSigned({ ...signed, sign: sign.toUpperCase() }, key)).toBe(true);
			}),
		);
	});

	it('is refused when it is missing, cut short, of another key, or any text at all', () => {
		const sign = signatureOf({ a: '1' }, key);
		expect(isSigned({ a: '1' }, key)).toBe(false);
		expect(isSigned({ a: '1', sign: sign.slice(1) }, key)).toBe(false);
		expect(isSigned({ a: '2', sign }, key)).toBe(false);
		expect(isSigned({ a: '1', sign }, { ...key, signingSecret: 'another' })).toBe(false);
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				fc.pre(text.toLowerCase() !== sign);
				expect(isSigned({ a: '1', sign: text }, key)).toBe(false);
			}),
		);
	});

	it('tells 1.00 from 1', () => {
		expect(signatureOf({ price: '1.00' }, key)).not.toBe(signatureOf({ price: '1' }, key));
	});
});
