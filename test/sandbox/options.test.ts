import { readOptions } from '../../sandbox/options';
import { DEFAULTS } from '../../sandbox/settings';

test('without flags and variables every setting has its default', () => {
	expect(readOptions([], {})).toEqual({ help: false, settings: DEFAULTS });
});

test('a flag wins over a variable', () => {
	const args = ['--access-token-lifetime', '7', '--rotate-refresh-tokens', 'off', '--log'];
	const env = {
		SANDBOX_PORT: '0',
		SANDBOX_ACCESS_TOKEN_LIFETIME: '8',
		SANDBOX_REFRESH_TOKEN_LIFETIME: '9',
		SANDBOX_DETECT_REFRESH_REUSE: 'false',
		SANDBOX_GIFT_TOKEN_HEADER: 'raw',
		SANDBOX_LATENCY_MS: '',
	};
	expect(readOptions(args, env).settings).toEqual({
		...DEFAULTS,
		port: 0,
		log: true,
		accessTokenLifetime: 7,
		refreshTokenLifetime: 9,
		rotateRefreshTokens: false,
		detectRefreshReuse: false,
		giftTokenHeader: 'raw',
	});
});

test('a number that is text stays text, and a status stays a number', () => {
	const args = ['--visitor-msisdn', '33639980001', '--payment-error-status', '400'];
	const { visitorMsisdn, paymentErrorStatus } = readOptions(args, {}).settings;
	expect([visitorMsisdn, paymentErrorStatus]).toEqual(['33639980001', 400]);
});

test.each([
	[['--payment-error-status', '500'], {}, 'must be 200 or 400'],
	[['--visitor-msisdn', 'somebody'], {}, '--visitor-msisdn'],
	[['--port', 'seven'], {}, '--port (SANDBOX_PORT)'],
	[['--port', '70000'], {}, '--port (SANDBOX_PORT)'],
	[['--gift-token-header', 'both'], {}, '--gift-token-header'],
	[[], { SANDBOX_ROTATE_REFRESH_TOKENS: 'perhaps' }, 'SANDBOX_ROTATE_REFRESH_TOKENS'],
	[['extra'], {}, 'extra'],
])('%j with %j is refused in words', (args, env, words) => {
	expect(() => readOptions(args, env)).toThrow(words);
});
