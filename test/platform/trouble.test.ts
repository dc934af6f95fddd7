import fc from 'fast-check';
import { NodeApiError, type INode } from 'n8n-workflow';
import { codeOf, hostOf, neverLeft, troubleOf } from '../../platform/trouble';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

describe('why a connection failed, in words', () => {
	test.each([
		['ECONNREFUSED', 'nothing answers'],
		['ECONNRESET', 'cut before an answer'],
		['ENOTFOUND', 'host name does not exist'],
		['EAI_AGAIN', 'could not be looked up'],
		['ETIMEDOUT', 'no answer came in time'],
		['ECONNABORTED', 'no answer came in time'],
		['ERR_INVALID_URL', 'not a complete web address'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate cannot be trusted (depth zero self signed cert)'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate cannot be trusted'],
		['CERT_HAS_EXPIRED', 'certificate cannot be trusted (cert has expired)'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate cannot be trusted'],
		['EMADEUP', 'the connection failed'],
		['', 'the connection failed'],
		[undefined, 'the connection failed'],
	])('%p: %s', (code, words) => {
		expect(troubleOf(code)).toContain(words);
	});

	// n8n puts words of its own in the place of a message in which it finds one of these, in upper or lower case.
	test.each([
		'ECONNREFUSED',
		'ECONNRESET',
		'ENOTFOUND',
		'ETIMEDOUT',
		'EADDRNOTAVAIL',
		'ECONNABORTED',
		'EHOSTUNREACH',
		'EAI_AGAIN',
		'ENOENT',
		'EACCES',
		'EEXIST',
		'EPERM',
	])('%s: n8n shows our words and not its own', (code) => {
		const message = `billing.example.com cannot be reached: ${troubleOf(code)}`;
		expect(new NodeApiError(node, {}, { message }).message).toBe(message);
	});

	test('never hold the code’s own spelling', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^(E[A-Z]{3,12}|[A-Z]{3,8}(_[A-Z]{2,10}){1,4})$/), (code) => {
				expect(troubleOf(code)).not.toContain(code);
			}),
		);
	});

	test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
		'are words for %s too, and no part of the language',
		(code) => {
			expect(typeof troubleOf(code)).toBe('string');
		},
	);

	test('are words for any code', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (code) => {
				expect(typeof troubleOf(code)).toBe('string');
			}),
		);
	});
});

describe('the host of an address', () => {
	test.each([
		['https://api.billing.example.com', 'api.billing.example.com'],
		['http://127.0.0.1:4010/some/path?q=1', '127.0.0.1:4010'],
		['https://user:pass@api.example.com/', 'api.example.com'],
		['not an address', 'not an address'],
		['', ''],
	])('%j is %j', (address, host) => {
		expect(hostOf(address)).toBe(host);
	});
});

test('of an error only its code goes on', () => {
	expect(codeOf(Object.assign(new Error('x'), { code: 'ECONNRESET' }))).toBe('ECONNRESET');
	expect(codeOf(Object.assign(new Error('x'), { code: 42 }))).toBeUndefined();
	expect(codeOf(new Error('x'))).toBeUndefined();
	expect(codeOf({ code: 'ECONNRESET' })).toBeUndefined();
	expect(codeOf('ECONNRESET')).toBeUndefined();
});

describe('whether a request left, when its connection failed', () => {
	const failed = (code: unknown, more: object = {}) =>
		Object.assign(new Error('x'), { code, ...more });

	test.each(['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'not after %s',
		(code) => {
			expect(neverLeft(failed(code))).toBe(true);
		},
	);

	test.each(['ECONNRESET', 'ETIMEDOUT', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', undefined])(
		'perhaps after %p, which may come with the answer',
		(code) => {
			expect(neverLeft(failed(code))).toBe(false);
		},
	);

	test.each(['EHOSTUNREACH', 'ENETUNREACH'])(
		'not after %s while connecting; the network may also go away later',
		(code) => {
			expect(neverLeft(failed(code, { syscall: 'connect' }))).toBe(true);
			expect(neverLeft(failed(code, { cause: failed(code, { syscall: 'connect' }) }))).toBe(true);
			expect(neverLeft(failed(code, { syscall: 'read' }))).toBe(false);
			expect(neverLeft(failed(code))).toBe(false);
		},
	);

	test('perhaps after what is no error', () => {
		expect(neverLeft('ECONNREFUSED')).toBe(false);
	});
});
