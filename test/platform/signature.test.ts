import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { signingAlgorithms } from '../../platform/service';
import {
	isSigned,
	searchHeadersOf,
	searchIsSigned,
	searchNeedsToken,
	signatureOf,
} from '../../platform/signature';

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
	const body = '{"serviceKey":"GAMECLUB04","optInTrid":"4970484531"}';
	const url = 'https://billing.example/v1/subscriptions?lang=en';
	const search = { method: 'POST', url, body };
	const signedHeaders = {
		searchLogin: 'headers',
		searchUser: 'gameclub',
		searchSecret: 'search-key',
	};
	const sign = hmac('sha1', 'search-key', `1764000000POST${url}${body}`);
	const published = {
		'CENTILI-ACCESS-USER': 'gameclub',
		'CENTILI-ACCESS-TIMESTAMP': '1764000000',
		'CENTILI-ACCESS-SIGN': sign,
	};

	it.each([
		[{}, { Authorization: 'Bearer token-1' }],
		[{ searchLogin: 'bearer' }, { Authorization: 'Bearer token-1' }],
		[{ searchLogin: 'unheard of' }, { Authorization: 'Bearer token-1' }],
		[signedHeaders, published],
		[
			{ ...signedHeaders, searchLogin: 'both' },
			{ ...published, Authorization: 'Bearer token-1' },
		],
	])('are for %j %j', (credential, headers) => {
		expect(searchHeadersOf(credential, search, 'token-1', now)).toEqual(headers);
	});

	it('are a signature over time, method, address and body, in lower-case hex', () => {
		expect(sign).toBe('09a2c70fedd40e4266ed39af5399ca81ef376942');
		for (const change of [{ method: 'GET' }, { url: `${url}&a=1` }, { body: `${body} ` }]) {
			const headers = searchHeadersOf(signedHeaders, { ...search, ...change }, '', now);
			expect(headers['CENTILI-ACCESS-SIGN']).toMatch(/^[0-9a-f]{40}$/);
			expect(headers['CENTILI-ACCESS-SIGN']).not.toBe(sign);
		}
	});

	it('can have other names', () => {
		const names = { userHeader: 'X-User', timestampHeader: ' X-Time ', signatureHeader: 'X-Sign' };
		const headers = searchHeadersOf({ ...signedHeaders, ...names }, search, '', now);
		expect(headers).toEqual({ 'X-User': 'gameclub', 'X-Time': '1764000000', 'X-Sign': sign });
	});

	it.each(['', ' ', 'two words', 'a:b', 'a\r\nb'])('have the published name, not %j', (name) => {
		const names = { userHeader: name, signatureHeader: name, timestampHeader: name };
		expect(searchHeadersOf({ ...signedHeaders, ...names }, search, '', now)).toEqual(published);
	});

	it.each([
		[{}, true, false],
		[{ searchLogin: 'bearer' }, true, false],
		[{ searchLogin: 'both' }, true, true],
		[{ searchLogin: 'headers' }, false, true],
	])('for %j need a token: %j, are signed: %j', (credential, needsToken, isSigned) => {
		expect(searchNeedsToken(credential)).toBe(needsToken);
		expect(searchIsSigned(credential)).toBe(isSigned);
	});
});
