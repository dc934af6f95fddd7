import { createHmac } from 'node:crypto';
import { searchHeadersOf } from '../../platform/searchLogin';

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

describe('the headers of a search', () => {
	it.each([[{}], [{ searchLogin: 'bearer' }], [{ searchLogin: 'unheard of' }]])(
		'are the Bearer token for %j',
		(credential) => {
			expect(searchHeadersOf(credential, 'token-1', now)).toEqual({
				Authorization: 'Bearer token-1',
			});
		},
	);

	it('are user, Unix seconds and the HMAC over both, without the token', () => {
		expect(searchHeadersOf(threeHeaders, 'token-1', now)).toEqual({
			'X-User': 'gameclub',
			'X-Time': '1764000000',
			'X-Sign': createHmac('sha256', 'search-key').update('1764000000gameclub').digest('hex'),
		});
	});

	it.each(['', ' ', 'two words', 'a:b', 'a\r\nb'])('have the usual name instead of %j', (name) => {
		const names = { userHeader: name, signatureHeader: name, timestampHeader: name };
		const headers = searchHeadersOf({ ...threeHeaders, ...names }, 'token-1', now);
		expect(Object.keys(headers).sort()).toEqual(['signature', 'timestamp', 'user']);
	});
});
