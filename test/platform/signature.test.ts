import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { signingAlgorithms } from '../../platform/service';
import { isSigned, searchHeadersOf, signatureOf } from '../../platform/signature';

const key = { signingSecret: 'invented-signature-key', signingAlgorithm: 'sha1' } as const;
const hmac = (algorithm: string, secret: string, text: string) =>
	createHmac(algorithm, secret).update(text).digest('hex');

describe('the signature of parameters', () => {
	it.each(signingAlgorithms)('is the HMAC %s of the values in the order of their names', (name) => {
		const expected = hmac(name, key.signingSecret, 'A1.00C');
		const parameters = { c: 'C', sign: 'left out', a: 'A', b: '1.00' };
		expect(signatureOf(parameters, { ...key, signingAlgorithm: name })).toBe(expected);
	});

	it('is taken whatever the order of the parameters, and in upper case too', () => {
		const names = fc.stringMatching(/^[a-r]{1,12}$/);
		fc.assert(
			fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (signed) => {
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
				expect(isSigned({ a: '1', sign: text }, key)).toBe(text.toLowerCase() === sign);
			}),
		);
	});
});

describe('the headers of a search', () => {
	const now = 1_764_000_000_999;
	const threeHeaders = {
		searchLogin: 'headers',
		searchUser: 'gameclub',
		searchSecret: 'search-key',
		searchAlgorithm: 'sha256',
		userHeader: 'X-User',
		signatureHeader: 'X-Sign',
		timestampHeader: 'X-Time',
	};

	it.each([[{}], [{ searchLogin: 'bearer' }], [{ searchLogin: 'unheard of' }]])(
		'are the Bearer token for %j',
		(credential) => {
			const headers = searchHeadersOf(credential, 'token-1', now);
			expect(headers).toEqual({ Authorization: 'Bearer token-1' });
		},
	);

	it('are user, Unix seconds and the HMAC over both, without the token', () => {
		expect(searchHeadersOf(threeHeaders, 'token-1', now)).toEqual({
			'X-User': 'gameclub',
			'X-Time': '1764000000',
			'X-Sign': hmac('sha256', 'search-key', '1764000000gameclub'),
		});
	});

	it.each(['', ' ', 'two words', 'a:b', 'a\r\nb'])('have the usual name instead of %j', (name) => {
		const names = { userHeader: name, signatureHeader: name, timestampHeader: name };
		const headers = searchHeadersOf({ ...threeHeaders, ...names }, 'token-1', now);
		expect(Object.keys(headers).sort()).toEqual(['signature', 'timestamp', 'user']);
	});
});
